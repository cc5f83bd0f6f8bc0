import type { IncomingSubType } from '@lotbook/journal'
import { isNegative } from '@lotbook/money'
import { addAmounts, noAmount, subtractAmounts } from '../../reading/amount-text.ts'
import { type Collector, contentOfDraft, type DraftLeg, exchangeType } from '../../reading/collector.ts'
import { csvFormat } from '../reader/csv-format.ts'
import { columns, shifted } from '../reader/legs.ts'
import { wholeRow } from '../reader/repeats.ts'
import type { Row } from '../reader/row.ts'
import type { Sheet } from '../reader/sheet.ts'
import { noteUnknownState, stateOf } from '../reader/status.ts'

const origin = columns('Origin Amount', 'Origin Currency')
const destination = columns('Destination Amount', 'Destination Currency')
const feeOf = columns('Fee Amount', 'Fee Currency')

const isInside = (row: Row, side: 'Origin' | 'Destination') => /^uphold$/i.test(row.text(side))

/**
 * Uphold, activity. A row names where its money came from and went to, so one row can exchange and send. A fee in what arrived was
 * taken off it, one in what was given is part of it.
 */
export const uphold = csvFormat({
  id: 'uphold',
  family: 'uphold',
  name: 'Uphold activity',
  sourceSlug: 'uphold',
  exchange: 'Uphold',
  headers: [
    {
      cells: [
        ...['Date', 'Destination', 'Destination Amount', 'Destination Currency', 'Fee Amount'],
        ...['Fee Currency', 'Id', 'Origin', 'Origin Amount', 'Origin Currency', 'Status', 'Type'],
      ],
    },
  ],
  timeZone: 'UTC',
  dateColumns: ['Date'],
  nameOf: (row) => wholeRow(row, row.text('Id')),

  identify(row, sheet) {
    const content = contentOfDraft(
      row.time('Date'),
      sideOf(row, sheet, origin),
      sideOf(row, sheet, destination),
      null,
    )
    return { kind: 'uphold-transaction', nativeId: row.text('Id') || null, content }
  },

  readRow(row, sheet, out) {
    const status = row.text('Status').toLowerCase()
    const state = stateOf(status, /^completed$/)
    if (state === 'not_done')
      return out.skip([row], /^[a-z]{1,20}$/.test(status) ? status : 'state_not_completed')
    if (state === 'unknown') noteUnknownState('Status', row, out)
    const sides = [sideOf(row, sheet, origin), sideOf(row, sheet, destination)] as const
    // What came in or went out stands on one side alone in some rows.
    const isMove = /^(in|out)$/i.test(row.text('Type'))
    const one = sides[1] ?? sides[0]
    // A reward is what arrived, whatever it was paid out of.
    const [gave, got] =
      rewardOf(row) !== undefined ? [one, one] : isMove ? [sides[0] ?? sides[1], one] : sides
    if (gave === null && got === null) return out.skip([row], 'zero_amount')
    if (gave === null || got === null)
      throw row.problem(
        'missing_amount',
        gave === null ? 'Origin Amount' : 'Destination Amount',
        'An amount is missing',
      )
    readSides(row, { gave, got, fee: sideOf(row, sheet, feeOf) }, out)
  },
})

interface Sides {
  readonly gave: DraftLeg
  readonly got: DraftLeg
  readonly fee: DraftLeg | null
}

function readSides(row: Row, { gave, got, fee }: Sides, out: Collector): void {
  const base = { at: row.time('Date'), externalId: row.text('Id'), fee }
  const [isFromHere, isToHere] = [isInside(row, 'Origin'), isInside(row, 'Destination')]
  if (gave.asset !== got.asset) {
    // Cards and banks pay for what they buy; what leaves is exchanged first, and the fee is that of the exchange.
    const from = fee?.asset === gave.asset ? { ...gave, amount: less(gave, fee) } : gave
    if (isNegative(from.amount.value)) throw row.feeAboveAmount('Fee Amount')
    const to = fee?.asset === got.asset ? { ...got, amount: addAmounts(got.amount, fee.amount) } : got
    out.add([row], { ...base, type: exchangeType(from.asset, to.asset), from, to })
    if (!isToHere && isFromHere)
      out.add([row], { ...base, fee: null, type: 'outgoing', subType: 'sent', from: got, part: 'sent' })
    return
  }
  const reward = rewardOf(row)
  if (reward !== undefined) return receive(row, { gave, got, fee }, out, reward)
  // Where one place is not told, the word says the way.
  const areToldBoth = row.text('Origin') !== '' && row.text('Destination') !== ''
  if (areToldBoth && isFromHere && !isToHere)
    return out.add([row], { ...base, type: 'outgoing', subType: 'sent', from: got })
  if (areToldBoth && isToHere && !isFromHere) return receive(row, { gave, got, fee }, out)
  switch (row.text('Type').toLowerCase()) {
    case 'in':
      return receive(row, { gave, got, fee }, out)
    case 'out':
      return out.add([row], { ...base, type: 'outgoing', subType: 'sent', from: got })
    case 'transfer':
      return out.skip([row], 'internal_transfer')
    default: {
      out.note(row, 'unmapped_type', `Unknown type: ${row.text('Type')}`, 'Type')
      const flags = [`unmapped_type:${row.text('Type')}`]
      return out.add([row], { ...base, type: 'incoming', subType: 'received', to: got, flags })
    }
  }
}

function rewardOf(row: Row): IncomingSubType | undefined {
  const type = row.text('Type').toLowerCase()
  return type === 'staking-reward' ? 'staking_reward' : type === 'reward' ? 'misc_reward' : undefined
}

function receive(row: Row, { got, fee }: Sides, out: Collector, subType: IncomingSubType = 'received'): void {
  const to = fee?.asset === got.asset ? { ...got, amount: addAmounts(got.amount, fee.amount) } : got
  const texts = { at: row.time('Date'), externalId: row.text('Id') }
  out.add([row], { ...texts, type: 'incoming', subType, to, fee })
}

const less = (leg: DraftLeg, fee: DraftLeg) => shifted(subtractAmounts(leg.amount, fee.amount ?? noAmount), 0)

function sideOf(row: Row, sheet: Sheet, read: typeof origin): DraftLeg | null {
  const leg = read(row, sheet)
  return leg && { ...leg, asset: leg.asset.toUpperCase() }
}
