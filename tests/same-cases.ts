import * as fc from 'fast-check'

/*
 * Property tests try the same cases in every run, so that what fails fails again, wherever it runs. LOTBOOK_SEED=n tries others, and finds what
 * these leave out: a seed that finds something comes into the tests as an example. LOTBOOK_RUNS=n tries n times as many.
 */
fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  seed: parseInt(process.env['LOTBOOK_SEED'] ?? '2025', 10),
  numRuns: 100 * parseInt(process.env['LOTBOOK_RUNS'] ?? '1', 10),
})
