// The rules for the scripts of the pages. Undefined names are left to tsc, which knows the names of the browser.
import { createRequire } from "node:module";

const { configs } = createRequire(process.argv[1])("@eslint/js"); // npx installs it beside ESLint

const OTHERS = ["eqeqeq", "no-else-return", "no-shadow", "no-var", "object-shorthand", "prefer-const", "prefer-template"];

export default [
  configs.recommended,
  {
    rules: {
      ...Object.fromEntries(OTHERS.map((rule) => [rule, "error"])),
      "no-undef": "off",
      "no-unused-vars": ["error", { args: "none" }], // an unused argument shows what a function is called with
      "no-empty": ["error", { allowEmptyCatch: true }],
      complexity: ["error", 20],
      "max-len": ["error", { code: 140, ignoreStrings: true, ignoreTemplateLiterals: true }], // sentences for players stay on one line
    },
  },
];
