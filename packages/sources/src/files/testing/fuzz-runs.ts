/**
 * How often a fuzz test tries: `runs` times with its own seed in every run of the tests, and `LOTBOOK_FUZZ` times as often, with
 * `LOTBOOK_SEED`, on demand.
 */
export function fuzzRuns(runs: number, seed: number): { numRuns: number; seed: number } {
  const { LOTBOOK_FUZZ: times = '1', LOTBOOK_SEED: other } = process.env
  return { numRuns: runs * Math.max(1, Math.floor(Number(times)) || 1), seed: Number(other ?? seed) || seed }
}
