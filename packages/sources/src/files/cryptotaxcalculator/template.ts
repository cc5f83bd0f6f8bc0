import { columns, type ReadLeg } from '../reader/legs.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import type { Row } from '../reader/row.ts'
import type { Sheet } from '../reader/sheet.ts'
import { taxTool, toolWords } from '../reader/tax-tools.ts'
import {
  byWord,
  cameIn,
  exchanged,
  firstOf,
  isFee,
  onlyFee,
  renamed,
  spelled,
  way,
  wentOut,
  where,
} from '../reader/ways.ts'

const base = columns('Base Amount', 'Base Currency')
const quote = columns('Quote Amount (Optional)', 'Quote Currency (Optional)')

/** Words of the side that was given, where their meaning does not say it. */
const GIVEN =
  /^(sell|swap|bridge trade( out)?|token migration|add liquidity|return lp token|liquidate|failed out)$/

const liquidity = way({ in: 'received', out: 'sent', both: 'exchange', flags: ['liquidity'] })

const means = firstOf(
  where('Type', /^(bridge[- ]trade|token[- ]migration)$/i, renamed),
  byWord('Type', {
    ...toolWords,
    'buy|sell|swap': exchanged,
    'receive|transfer in|fiat deposit|deposit|bridge in|bridge transfer in': cameIn('received'),
    'send|transfer out|fiat withdrawal|withdrawal|bridge out|bridge transfer out': wentOut('sent'),
    'reward|income': cameIn('misc_reward'),
    'gift|incoming gift': cameIn('gift_received'),
    'outgoing gift': wentOut('gift_sent'),
    approval: isFee,
    mint: way({ in: 'received', both: 'exchange' }),
    'add liquidity|receive lp token|remove liquidity|return lp token': liquidity,
    'staking deposit|collateral deposit': wentOut('staking_lockup'),
    'staking withdrawal|collateral withdrawal': cameIn('staking_return'),
    'realized profit': cameIn('margin_gain'),
    'failed in|failed out': onlyFee('failed'),
  }),
)

/** True of a row whose base was given: its word goes out and never in, or is a fee. */
function isGiven(row: Row, sheet: Sheet): boolean {
  if (GIVEN.test(spelled(row.text('Type')))) return true
  const meaning = means(row, sheet)
  if (meaning?.kind !== 'move') return meaning?.kind === 'fee'
  return meaning.out !== undefined && meaning.in === undefined
}

/** The currency of a price may be left out, and is the dollar then. */
const price: ReadLeg = (row) => {
  const amount = row.amount('Reference Price Per Unit (Optional)')
  return amount && { asset: row.text('Reference Price Currency (Optional)') || 'USD', amount }
}

const before = ['Quote Currency (Optional)', 'Quote Amount (Optional)', 'Fee Currency (Optional)']
const after = ['Fee Amount (Optional)', 'From (Optional)', 'To (Optional)']
const [id, text] = ['ID (Optional)', 'Description (Optional)']
const prices = ['Reference Price Per Unit (Optional)', 'Reference Price Currency (Optional)']
const asked = ['Timestamp (UTC)', 'Type', 'Base Currency', 'Base Amount', ...before, ...after]

/** CryptoTaxCalculator, now Summ, advanced custom CSV: a base amount that a word gives its direction, and for a trade a quote. */
export const ctcTemplate = inOutTable({
  ...taxTool,
  id: 'ctc-template',
  family: 'ctc-template',
  name: 'CryptoTaxCalculator (Summ) custom CSV',
  sourceSlug: 'cryptotaxcalculator',
  exchange: 'CryptoTaxCalculator / Summ',
  headers: [
    { cells: [...asked, id, text] },
    { cells: [...asked, 'Blockchain (Optional)', id, text, ...prices] },
    { cells: [...asked, 'Blockchain (Optional)', id, ...prices, text] },
    {
      cells: [
        ...['Timestamp (UTC)', 'Type', 'Base Currency (Optional)', 'Base Amount (Optional)', ...before],
        ...[...after, id, text],
      ],
    },
  ],
  columns: {
    'Base Currency': /^\s*Base Currency( \(Optional\))?\s*$/i,
    'Base Amount': /^\s*Base Amount( \(Optional\))?\s*$/i,
  },
  time: 'Timestamp (UTC)',
  type: 'Type',
  means,
  sent: (row, sheet) => (isGiven(row, sheet) ? base : quote)(row, sheet),
  received: (row, sheet) => (isGiven(row, sheet) ? quote : base)(row, sheet),
  fees: [{ leg: columns('Fee Amount (Optional)', 'Fee Currency (Optional)') }],
  price,
  externalId: id,
  comment: text,
})
