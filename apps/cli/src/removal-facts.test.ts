import { expect, test } from 'vitest'
import { runCalculateFiles } from './calculate-files.ts'
import { runReport } from './report.ts'
import { terminal } from './testing/run-command.ts'

const NOW = new Date('2026-07-01T00:00:00Z')
const HISTORY = [
  'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid,Value Amount,Value Currency',
  '2023-01-01T00:00:00Z,buy,2,ETH,2000,USD,,,Kraken,yes,b1,,',
  '2025-01-01T00:00:00Z,staking_reward,3,ETH,,,,,Kraken,yes,r1,6000,USD',
  '2025-02-01T00:00:00Z,donation,,,3,ETH,,,Kraken,yes,d1,7500,USD',
  '2024-11-02T00:00:00Z,stolen,,,0.5,ETH,,,Kraken,yes,t1,900,USD',
  '2025-02-03T00:00:00Z,gift_sent,,,1,ETH,,,Kraken,yes,g1,20000,USD',
  '',
].join('\n')

function history(facts?: (id: (kind: string) => string) => object) {
  const { io, printed, named, written } = terminal({ 'history.csv': HISTORY })
  const calculate = (...more: string[]) =>
    runCalculateFiles(['--files', 'history.csv', '--year', '2025', '--out', 'out', ...more], io, NOW)
  return {
    io,
    printed,
    named,
    written,
    calculate,
    /** Calculate, read the ids off the list of what was given, and write the file of facts with them. */
    async calculateWithFacts() {
      expect(await calculate()).toBe(0)
      const [head = '', ...rows] = named('gifts-donations-losses-2025').startsWith('%PDF')
        ? listIn(written)
        : named('gifts-donations-losses-2025').split('\r\n')
      const at = head.split(',').indexOf('Transaction')
      const idOf = (kind: string) => rows.find((row) => row.includes(`,${kind},`))?.split(',')[at] ?? ''
      await io.writeFile('facts.json', JSON.stringify(facts?.(idOf) ?? {}))
      written.delete('out')
      return calculate('--return', 'facts.json')
    },
  }
}
const listIn = (written: ReadonlyMap<string, string>) =>
  ([...written].find(([path]) => /gifts-donations-losses.*\.csv$/.test(path))?.[1] ?? '').split('\r\n')

test('E20 papers of gifts and donations by the command line, with what is stated of each', async () => {
  const run = history((idOf) => ({
    2025: {
      removals: {
        [idOf('Donation')]: {
          donee: 'Food Bank',
          donee_ein: '123456789',
          acknowledged_on: '2025-03-01',
          has_appraisal: true,
          appraiser: 'A. Praiser',
          appraised_on: '2025-01-15',
        },
        [idOf('Gift sent')]: { donee: 'Ann Roe' },
      },
    },
  }))
  expect(await run.calculateWithFacts()).toBe(0)
  const list = listIn(run.written).join('\n')
  expect(list).toContain('Form 8283, Section B')
  expect(list).toContain('12-3456789')
  expect(list).toContain('Purchase')
  expect(list).toContain('Received as income')
  expect(list).toContain('Form 709')
  expect(list).toContain('Note: Figures rest on: FIFO, lots per account. Engine ')
  expect([...run.written.keys()].filter((path) => path.endsWith('.pdf')).join(' ')).toMatch(
    /gifts-donations-losses-2025-.*\.pdf .*gift-record-2025-02-03-1-2025-/,
  )
  // The same from the folder of the calculation.
  const args = ['out', '--year', '2025', '--out', 'again', '--return', 'facts.json']
  expect(await runReport(args, run.io)).toBe(0)
  const again = [...run.written].find(([path]) => /^again\/gifts.*\.csv$/.test(path))?.[1]
  expect(again?.split('\r\n').join('\n')).toBe(list)
})

test('a statement that cannot be is named by its file, year, transaction and field, and no paper is written', async () => {
  const run = history((idOf) => ({
    2025: {
      removals: {
        nothing: { donee: 'Ann' },
        [idOf('Gift sent')]: { acknowledged_on: '2025-03-01' },
        [idOf('Donation')]: { acknowledged_on: '2025-01-31' },
      },
    },
  }))
  expect(await run.calculateWithFacts()).toBe(1)
  expect(run.printed.err.trimEnd().split('\n').slice(-3)).toEqual([
    'facts.json: 2025, removals, nothing: no gift, donation or loss of 2025 has this id; the list of them has their ids',
    expect.stringMatching(/^facts\.json: 2025, removals, .*, acknowledged_on: it does not belong to a gift$/),
    expect.stringMatching(
      /^facts\.json: 2025, removals, .*, acknowledged_on: the date is before 2025-02-01, the day it happened;/,
    ),
  ])
})

test('a field of another form is refused before anything is calculated', async () => {
  const { io, printed, written, calculate } = history()
  await io.writeFile(
    'facts.json',
    JSON.stringify({
      2025: {
        removals: {
          g1: { donee: 'x'.repeat(201), donee_ein: '1', charity: 'Food Bank', has_appraisal: 'yes' },
          g2: {
            acknowledged_on: '2025-02-30',
            reimbursement: '-1',
            how_acquired: 'bought',
            evidence: 'a\nb',
          },
          g3: 5,
        },
      },
      2024: { removals: [] },
    }),
  )
  expect(await calculate('--return', 'facts.json')).toBe(1)
  expect(printed.err.trimEnd().split('\n')).toEqual([
    'facts.json: 2024, removals: an object of transactions is expected',
    expect.stringMatching(
      /^facts\.json: 2025, removals, g1, charity: there is no such field; there are donee, /,
    ),
    'facts.json: 2025, removals, g1, donee: a line of at most 200 characters is expected',
    'facts.json: 2025, removals, g1, donee_ein: nine digits such as "12-3456789" is expected',
    'facts.json: 2025, removals, g1, has_appraisal: true or false is expected',
    'facts.json: 2025, removals, g2, acknowledged_on: a day such as "2025-01-31" is expected',
    'facts.json: 2025, removals, g2, how_acquired: one of purchase, exchange, gift, inheritance, income, other is expected',
    expect.stringMatching(/^facts\.json: 2025, removals, g2, reimbursement: an amount as text/),
    'facts.json: 2025, removals, g2, evidence: a line of at most 2000 characters is expected',
    'facts.json: 2025, removals, g3: an object of fields is expected',
  ])
  expect([...written.keys()]).toEqual(['facts.json'])
})

test('E20 a theft of another year that was discovered in the year is on its paper, and is held to its own day', async () => {
  const { io, printed, written, calculate } = history()
  expect(await calculate('--result')).toBe(0)
  const path = [...written.keys()].find((one) => one.endsWith('result.json')) ?? ''
  const { result } = JSON.parse(written.get(path) ?? '') as {
    result: { removals: { kind: string; tx: string }[] }
  }
  const theft = result.removals.find(({ kind }) => kind === 'stolen')?.tx ?? ''
  const report = async (folder: string, facts: object) => {
    await io.writeFile('facts.json', JSON.stringify({ 2024: { removals: { [theft]: facts } } }))
    return runReport([path, '--year', '2025', '--out', folder, '--return', 'facts.json'], io)
  }
  expect(await report('none', {})).toBe(0)
  expect(await report('found', { discovered_on: '2025-01-05', is_for_profit: true })).toBe(0)
  const rows = [...printed.out.matchAll(/gifts-donations-losses-2025-[0-9a-f]+\.pdf +(\d+) rows/g)]
  expect(rows.map(([, count]) => count)).toEqual(['3', '3', '4'])
  expect(await report('early', { discovered_on: '2025-01-05', acknowledged_on: '2025-01-06' })).toBe(1)
  expect(printed.err).toContain(
    `facts.json: 2024, removals, ${theft}, acknowledged_on: it does not belong to a theft`,
  )
})
