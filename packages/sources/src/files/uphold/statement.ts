import { isNegative } from '@lotbook/money'
import { isZeroAmount, subtractAmounts } from '../../reading/amount-text.ts'
import { type Collector, contentOfDraft, type DraftLeg, exchangeType } from '../../reading/collector.ts'
import { csvFormat } from '../reader/csv-format.ts'
import { columns, inColumn } from '../reader/legs.ts'
import { wholeRow } from '../reader/repeats.ts'
import type { Row } from '../reader/row.ts'
import type { Sheet } from '../reader/sheet.ts'

const origin = columns('origin_amount', 'origin_currency')
const destination = columns('destination_amount', 'destination_currency')
const valueOf = inColumn(/^value_in_([A-Z]{3})$/i)

/**
 * Uphold, statement of transactions until about 2020. What left one side and what reached the other stand in a row; within one currency
 * the difference is the fee.
 */
export const upholdStatement = csvFormat({
  id: 'uphold-statement',
  family: 'uphold-statement',
  name: 'Uphold statement',
  sourceSlug: 'uphold',
  exchange: 'Uphold',
  headers: [
    {
      cells: [
        ...['date', 'id', 'type', /^value_in_[A-Z]{3}$/i, /^commission_in_[A-Z]{3}$/i, 'pair', 'rate'],
        ...['origin_currency', 'origin_amount', 'origin_commission', 'destination_currency'],
        ...['destination_amount', 'destination_commission'],
      ],
    },
  ],
  timeZone: 'UTC',
  dateColumns: ['date'],
  nameOf: (row) => wholeRow(row, row.text('id')),

  identify(row, sheet) {
    const content = contentOfDraft(row.time('date'), origin(row, sheet), destination(row, sheet), null)
    return { kind: 'uphold-transaction', nativeId: row.text('id') || null, content }
  },

  readRow(row, sheet, out) {
    const [gave, got] = [origin(row, sheet), destination(row, sheet)]
    if (gave === null && got === null) return out.skip([row], 'zero_amount')
    if (gave === null || got === null)
      throw row.problem(
        'missing_amount',
        gave === null ? 'origin_amount' : 'destination_amount',
        'An amount is missing',
      )
    readSides(row, sheet, { gave, got }, out)
  },
})

function readSides(
  row: Row,
  sheet: Sheet,
  { gave, got }: { gave: DraftLeg; got: DraftLeg },
  out: Collector,
): void {
  const type = row.text('type').toLowerCase()
  const base = { at: row.time('date'), externalId: row.text('id') }
  const isOut = /^(out|withdrawal)$/.test(type)
  if (gave.asset !== got.asset) {
    out.add([row], { ...base, type: exchangeType(gave.asset, got.asset), from: gave, to: got })
    if (isOut) out.add([row], { ...base, type: 'outgoing', subType: 'sent', from: got, part: 'sent' })
    return
  }
  if (type === 'transfer') return out.skip([row], 'internal_transfer')
  const lost = subtractAmounts(gave.amount, got.amount)
  if (isNegative(lost.value))
    throw row.problem('fee_above_amount', 'destination_amount', 'More arrived than was sent')
  const fee = isZeroAmount(lost) ? null : { asset: got.asset, amount: lost }
  const stated = out.stated(row, () => valueOf(row, sheet))
  const value = stated && { amount: stated.amount, currency: stated.asset.toUpperCase() }
  if (isOut) return out.add([row], { ...base, type: 'outgoing', subType: 'sent', from: got, fee, value })
  const flags = /^(in|deposit)$/.test(type) ? [] : [`unmapped_type:${row.text('type')}`]
  if (flags.length > 0) out.note(row, 'unmapped_type', `Unknown type: ${row.text('type')}`, 'type')
  out.add([row], { ...base, type: 'incoming', subType: 'received', to: gave, fee, value, flags })
}
