import { coinOfNamesake } from '../../reading/namesakes.ts'
import type { FileFormat } from '../reader/csv-format.ts'
import type { LedgerTable } from '../reader/ledger-declaration.ts'
import { ledgerTable } from '../reader/ledger-table.ts'
import { incoming, outgoing, skipped } from '../reader/words.ts'
import { withoutUnit } from './history.ts'

const NONE = /^(?!)/

const table = {
  id: 'gemini-earn',
  family: 'gemini-earn',
  name: 'Gemini Earn history',
  sourceSlug: 'gemini',
  exchange: 'Gemini',
  headers: [
    { required: ['Date', 'Time (UTC)', 'Type', 'Symbol', 'APY'], known: [/^(?:Price|Amount) USD$/i] },
  ],
  timeZone: 'UTC',
  time: { date: 'Date', clock: 'Time (UTC)' },

  type: 'Type',
  words: {
    '': skipped('totals'),
    'monthly interest summary': skipped('summary'),
    'interest credit': incoming('interest_received'),
    // The transaction history has them, as what was locked up and what came back.
    deposit: skipped('covered_by_other_file'),
    redeem: skipped('covered_by_other_file'),
  },
  // Beside each coin's amount stand its price and its worth, in columns that do not name it.
  amounts: { amountColumns: /^Amount (?!USD$)([A-Z0-9]{1,15})$/i, feeColumns: NONE, bare: withoutUnit },
  asset: coinOfNamesake,

  records: [{ kind: 'gemini-earn', id: () => '' }],
  content: ['Type', 'Symbol'],
} satisfies LedgerTable

const earned = ledgerTable(table)

/** Interest stays lent: what a redemption brings has it in it. */
const lentOn = ledgerTable({
  ...table,
  words: { 'interest credit': outgoing('staking_lockup') },
  records: [{ kind: 'gemini-earn-lent', id: () => '' }],
})

/** Gemini Earn, transaction history, with three columns for each coin that was lent. */
export const geminiEarn: FileFormat = {
  ...earned,
  read(rows, sheet, out) {
    earned.read(rows, sheet, out)
    lentOn.read(
      rows.filter((row) => /^interest credit$/i.test(row.text('Type'))),
      sheet,
      out,
    )
  },
}
