// The rules for the scripts of the pages. Names that nobody defines are found by tsc, which knows those of the browser.
import { createRequire } from "node:module";

const { configs } = createRequire(process.argv[1])("@eslint/js"); // from where npx has put it, beside ESLint

const OTHERS = ["eqeqeq", "no-else-return", "no-shadow", "no-var", "object-shorthand", "prefer-const", "prefer-template"];

export default [
  configs.recommended,
  {
    rules: {
      ...Object.fromEntries(OTHERS.map((rule) => [rule, "error"])),
      "no-undef": "off",
      "no-unused-vars": ["error", { args: "none" }], // an argument tells what a function is called with
      "no-empty": ["error", { allowEmptyCatch: true }],
      complexity: ["error", 20],
      "max-len": ["error", { code: 140, ignoreStrings: true, ignoreTemplateLiterals: true }], // a sentence stays in one line
    },
  },
];
