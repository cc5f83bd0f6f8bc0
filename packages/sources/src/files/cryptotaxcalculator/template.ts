import { columns, type ReadLeg } from '../reader/legs.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import type { Row } from '../reader/row.ts'
import { taxTool, toolWords } from '../reader/tax-tools.ts'
import { byWord, cameIn, exchanged, firstOf, renamed, wentOut, where } from '../reader/ways.ts'

const quoted = (row: Row) => row.amount('Quote Amount (Optional)') !== null

const base: ReadLeg = (row, sheet) =>
  (sheet.has('Base Amount')
    ? columns('Base Amount', 'Base Currency')
    : columns('Base Amount (Optional)', 'Base Currency (Optional)'))(row, sheet)
const quote = columns('Quote Amount (Optional)', 'Quote Currency (Optional)')

/** True of words under which the base is what was given. */
const isGiven = (row: Row) =>
  /^(sell|send|fiat-withdrawal|bridge-transfer-out|swap|bridge-trade|token-migration|expense|fee|burn|lost|stolen|personal-use|donation|loan-repayment|interest-payment|staking-deposit|collateral-deposit|realized-loss|withdrawal)$/i.test(
    row.text('Type').replaceAll(' ', '-'),
  )

const rest = [
  ...['Quote Currency (Optional)', 'Quote Amount (Optional)', 'Fee Currency (Optional)'],
  'Fee Amount (Optional)',
]

/** CryptoTaxCalculator, now Summ, advanced custom CSV: a base amount that a word gives its direction, and for a trade a quote. */
export const ctcTemplate = inOutTable({
  ...taxTool,
  id: 'ctc-template',
  family: 'ctc-template',
  name: 'CryptoTaxCalculator (Summ) custom CSV',
  sourceSlug: 'cryptotaxcalculator',
  exchange: 'CryptoTaxCalculator / Summ',
  headers: [
    {
      cells: [
        ...['Timestamp (UTC)', 'Type', 'Base Currency (Optional)', 'Base Amount (Optional)', ...rest],
        ...['From (Optional)', 'To (Optional)', 'ID (Optional)', 'Description (Optional)'],
      ],
    },
    {
      cells: [
        ...['Timestamp (UTC)', 'Type', 'Base Currency', 'Base Amount', ...rest],
        ...['From (Optional)', 'To (Optional)', 'Blockchain (Optional)', 'ID (Optional)'],
        ...['Reference Price Per Unit (Optional)', 'Reference Price Currency (Optional)'],
        'Description (Optional)',
      ],
    },
  ],
  time: 'Timestamp (UTC)',
  type: 'Type',
  means: firstOf(
    where('Type', /^(bridge[- ]trade|token[- ]migration)$/i, renamed),
    byWord('Type', {
      ...toolWords,
      'buy|sell|swap': exchanged,
      'receive|fiat deposit|deposit|bridge transfer in': cameIn('received'),
      'send|fiat withdrawal|withdrawal|bridge transfer out': wentOut('sent'),
      'reward|income': cameIn('misc_reward'),
      gift: cameIn('gift_received'),
      'staking deposit|collateral deposit': wentOut('staking_lockup'),
      'staking withdrawal|collateral withdrawal': cameIn('staking_return'),
      'realized profit': cameIn('margin_gain'),
    }),
  ),
  sent: (row, sheet) => (isGiven(row) ? base(row, sheet) : quoted(row) ? quote(row, sheet) : null),
  received: (row, sheet) => (isGiven(row) ? (quoted(row) ? quote(row, sheet) : null) : base(row, sheet)),
  fees: [{ leg: columns('Fee Amount (Optional)', 'Fee Currency (Optional)') }],
  price: columns('Reference Price Per Unit (Optional)', 'Reference Price Currency (Optional)'),
  externalId: 'ID (Optional)',
  comment: 'Description (Optional)',
})
