import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { failuresOf, type FoundCheck } from './testing/found-case.ts'

// Trouble that people reported in public, with figures of our own; `fixtures/found/README.md` says how a case is written.
const folder = join(import.meta.dirname, '../../../packages/sources/fixtures/found/round-2')

/** Cases that do not hold yet. One that begins to hold fails here, so that its line goes. */
const OPEN: readonly string[] = [
  '01-perp-loss-paid-in-coin',
  '02-binance-futures-losses',
  '07-two-hashes-matched-as-one',
  '08-luna-two-coins-one-ticker',
  '09-price-of-zero',
  '10-cbeth-wrap-ignores-treatment',
  '11-negative-proceeds',
  '12-slashed-stake-stays-held',
  '13-weekend-rate-of-a-price-file',
  '14-batch-two-departures-one-arrival',
  '17-rollup-bridge-seven-days',
  '18-matic-sent-pol-received',
  '29-match-30k-equal-pairs',
]

const cases = readdirSync(folder)
  .filter((name) => existsSync(join(folder, name, 'check.json')))
  .map((name) => {
    const text = readFileSync(join(folder, name, 'check.json'), 'utf8')
    return { name, checks: (JSON.parse(text) as { checks: readonly FoundCheck[] }).checks }
  })

describe('found outside, second round', () => {
  test.each(cases)('$name', async ({ name, checks }) => {
    const failures: string[] = []
    for (const check of checks) failures.push(...(await failuresOf(check, join(folder, name))))
    if (OPEN.includes(name)) expect(failures).not.toEqual([])
    else expect(failures).toEqual([])
  })
})
