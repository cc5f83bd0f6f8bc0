import { calculate, manifestOf, parseCalculationInput } from '@lotbook/tax'
import { expect, test } from 'vitest'
import { runCalculate } from './calculate.ts'
import { history } from './testing/history.ts'
import { runCommand } from './testing/run-command.ts'
import { runVerify } from './verify.ts'

test('a history is printed in the shape of the schema', async () => {
  const { code, out } = await runCommand(runCalculate, ['h.json', '--json'], {
    'h.json': JSON.stringify(history),
  })
  expect(code).toBe(0)
  expect(JSON.parse(out)).toMatchObject({
    disposals: [{ tx: 's', lot: 'b', proceeds: '80', basis: '50', gain: '30', term: 'short', box: 'I' }],
    lots: [{ lot: 'b', quantity: '1', basis: '50' }],
  })
})

test('without --json it is a table', async () => {
  const { out } = await runCommand(runCalculate, ['h.json'], { 'h.json': JSON.stringify(history) })
  expect(out).toContain('Disposals\n')
  expect(out).toMatch(/2025-01-01 +sell +1 +ETH +kraken +b +2024-01-01 +80 +50 +30 +short +I/)
  expect(out).toContain('\n12 invariants hold of the result\n')
})

test('R-POOL-4 an allocation that no longer fits is told beside the result', async () => {
  const bought = (id: string, account: string) => ({ ...history.transactions[0], id, account })
  const safe_harbor = {
    type: 'specific',
    allocations: ['b', 'c'].map((lot, n) => ({
      lot,
      asset: 'ETH',
      account: ['kraken', 'gemini'][n],
      quantity: '2',
    })),
  }
  const pooled = {
    settings: { ...history.settings, pool_before_2025: 'universal', safe_harbor },
    transactions: [...history.transactions, bought('c', 'gemini')],
  }
  const late = { ...pooled, transactions: [...pooled.transactions, bought('d', 'kraken')] }
  const files = { 'fits.json': JSON.stringify(pooled), 'late.json': JSON.stringify(late) }
  expect(await runCommand(runCalculate, ['fits.json', '--json'], files)).toMatchObject({ code: 0, err: '' })
  expect(await runCommand(runCalculate, ['late.json', '--json'], files)).toMatchObject({
    code: 0,
    err: 'The Safe Harbor allocation no longer fits the history: units that it does not place go by the default\n',
  })
})

test('an object with a filing status is an estimate', async () => {
  const estimate = {
    year: 2025,
    filing_status: 'mfs',
    other_taxable_income: '10000',
    net_short: '0',
    net_long: '0',
  }
  const { code, out } = await runCommand(runCalculate, ['--json', 'e.json'], {
    'e.json': JSON.stringify(estimate),
  })
  expect([code, JSON.parse(out)['total_tax']]).toEqual([0, '1000'])
})

test('what cannot be read is said with its place, and the exit code is 1', async () => {
  const bad = structuredClone(history)
  bad.transactions[1]!.from_amount = '1e999'
  const { code, err, out } = await runCommand(runCalculate, ['h.json'], { 'h.json': JSON.stringify(bad) })
  expect([code, out]).toEqual([1, ''])
  expect(err).toContain('h.json:\ntransactions[1] (s): from_amount: Not an amount: "1e999"')
  expect((await runCommand(runCalculate, ['none.json'], {})).err).toContain(
    'none.json: cannot be read: no such file',
  )
  expect((await runCommand(runCalculate, ['h.json'], { 'h.json': '{' })).err).toContain('h.json: not JSON')
})

test('misuse exits with 2', async () => {
  expect((await runCommand(runCalculate, [], {})).code).toBe(2)
  expect((await runCommand(runCalculate, ['a', 'b'], {})).code).toBe(2)
  expect((await runCommand(runVerify, ['m.json'], {})).code).toBe(2)
})

test('N3 a manifest is verified offline, and a changed input is found out', async () => {
  const input = parseCalculationInput(history)
  const manifest = manifestOf(input, calculate(input))
  const other = structuredClone(history)
  other.transactions[0]!.from_amount = '101'
  const files = {
    'm.json': JSON.stringify(manifest),
    'h.json': JSON.stringify(history),
    'other.json': JSON.stringify(other),
    'forged.json': JSON.stringify({ ...manifest, result_hash: '0'.repeat(64) }),
  }
  expect((await runCommand(runVerify, ['m.json', '--input', 'h.json'], files)).code).toBe(0)
  const changed = await runCommand(runVerify, ['m.json', '--input', 'other.json'], files)
  expect(changed.code).toBe(1)
  expect(changed.err).toContain('input_hash')
  const forged = await runCommand(runVerify, ['forged.json', '--input', 'h.json'], files)
  expect(forged.err).toContain('manifest_hash: the manifest was changed')
})
