// How the site's search ranks what it finds. Sphinx copies this file into the site; only `score` differs from its defaults.
"use strict";

var Scorer = {
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,

  /** Rank pages on the development of the package last, unless synonyms.py names the page for exactly these words. */
  score: ([page, , , , score]) => (page.startsWith("development/") && score < 100 ? score - 100 : score),
};
