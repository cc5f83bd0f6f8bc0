import { expect, test } from 'vitest'
import { coverPage } from './cover-page.ts'
import { packetSettings, treatmentRecords } from './packet-facts.ts'
import { wordsOf } from './testing/file-words.ts'
import { gift, receipt, reportOf, sale } from './testing/report-of.ts'
import type { PacketHistory } from './workbook/packet-records.ts'

const HISTORY: PacketHistory = { transactions: [], prices: [], holdings: [] }

const SETTINGS = packetSettings({
  method: 'hifo',
  earlierMethods: [{ until: '2024', method: 'fifo' }],
  pool: 'universal',
  orders: ['HIFO for every account, every asset from 2025-01-01, recorded 2024-12-30 10:00 UTC, in force'],
  identifications: 2,
  allocations: ['Global allocation for every asset: highest cost per unit first.'],
  timeZone: 'America/New_York',
  tokens: [],
})

test('a cover page says where each figure goes, what it rests on, what is open and what no authority decides', async () => {
  const report = reportOf({
    draft: '1 of 1 line rests on items that are still open.',
    disposals: [sale({ proceeds: '100', basis: '160' })],
    incomes: [receipt({ category: 'airdrop', value: '0', isUnpriced: true })],
    removals: [gift({ kind: 'donation', value: '300', deduction: '300' })],
    interestPaid: [
      { transaction: 'i', date: '2025-02-01', asset: 'USD', quantity: '7', account: 'Kraken', value: '7' },
    ],
  })
  const price = { transaction: 't1', side: 'Sent', value: '1', unitPrice: null, pricedAt: null } as const
  const words = await wordsOf(
    coverPage({
      report,
      facts: {
        settings: SETTINGS,
        treatments: treatmentRecords(
          { airdrop: 'income', wrapped: 'swap', loan: 'market' },
          { airdrop: 1, wrapped: 3, loan: 0 },
        ),
        openItems: ['1 sale uses $0.00 assumed cost, because no acquisition is known.'],
        openOn: new Map(),
      },
      history: {
        ...HISTORY,
        prices: [1, 2].map((line) => ({
          ...price,
          source: `own price file: mine.csv, line ${line}`,
          sourceName: 'own price file: mine.csv',
        })),
      },
      files: [{ fileName: 'audit-workbook-2025-x.xlsx' }],
    }),
  )
  for (const said of [
    'Draft, not to be filed. 1 of 1 line rests on items that are still open.',
    'Schedule D, line 15',
    '(60.00)',
    'Form 1040, line 7a',
    'Schedule A, line 12',
    '300.00',
    'Form 4952, line 1',
    '7.00',
    'Long-term loss to carry over to 2026',
    'FIFO until 2024, then HIFO',
    '2 for sales of the year',
    'One pool of lots until the end of 2024',
    'Global allocation for every asset',
    'Wrapped tokens',
    'Basis carried',
    'own price file: mine.csv',
    'Wrapped tokens: Basis carried. No direct authority',
    '1 receipt counts as $0 without a price.',
    'audit-workbook-2025-x.xlsx',
    'not tax advice',
  ])
    expect(words.replaceAll('\n', ' ')).toContain(said)
  // A question that bears on nothing is no treatment that was chosen, and one with a ruling is no position without.
  expect(words).not.toContain('Loans repaid in kind')
  expect(words).not.toContain('Airdrops: ')
})

test('an income that nobody knows the value of is not known on the cover, and no 0', async () => {
  const report = reportOf({ incomes: [receipt({ category: 'airdrop', value: '0', isUnpriced: true })] })
  const facts = { settings: SETTINGS, treatments: [], openItems: [], openOn: new Map() }
  const words = await wordsOf(coverPage({ report, facts, history: HISTORY, files: [] }))
  expect(words).toContain('not known')
  expect(words).toContain('Nothing is open.')
})

test('files are listed with what they hold, those for a tax program in one row', async () => {
  const facts = { settings: SETTINGS, treatments: [], openItems: [], openOn: new Map() }
  const files = [
    'schedule-1-official-2025-x.pdf',
    'tax-software/txf/txf-2025-x.txf',
    'tax-software/txf/txf-steps-2025-x.txt',
  ].map((fileName) => ({ fileName }))
  const words = (
    await wordsOf(coverPage({ report: reportOf({}), facts, history: HISTORY, files }))
  ).replaceAll('\n', ' ')
  expect(words).toContain('schedule-1-official-2025-x.pdf Other income from digital assets')
  expect(words).toContain(
    'tax-software/txf/ The sales for TurboTax Desktop, H&R Block Desktop (TXF), with the steps',
  )
  expect(words).not.toContain('txf-steps')
})
