import { isNegative } from '@lotbook/money'
import type { StoredPage } from '../../connecting/connector.ts'
import { absoluteAmount, type Amount, isZeroAmount, parseAmount } from '../../reading/amount-text.ts'
import { Collector, type DraftLeg, exchangeType, SeenNames } from '../../reading/collector.ts'
import type { Reading } from '../../reading/outcome.ts'
import { shown } from '../../reading/shown.ts'
import { exactJsonOf, isObject, type JsonObject, textIn } from '../json-answer.ts'
import type { JsonRecord } from '../json-record.ts'
import { newestEntries } from '../newest-entries.ts'
import { sayUncounted, uncountedCosts } from '../uncounted-costs.ts'

/** The entries of an answer; undefined where it is no list. */
export function entriesOf(text: string): readonly JsonObject[] | undefined {
  const list = exactJsonOf(text)
  return Array.isArray(list) && list.every(isObject) ? list : undefined
}

/** Reads what moved at Bitstamp. An entry has a field for each coin, under its code in small letters, and one for the price of each market. */
export function readTransactions(pages: readonly StoredPage[]): Reading {
  const out = new Collector({ exchange: 'Bitstamp', names: new SeenNames() })
  const { entries, refused } = newestEntries(pages, {
    kind: 'bitstamp-transaction',
    entriesOf: ({ text }) => entriesOf(text)?.map((entry) => [textIn(entry, 'id'), entry] as const),
    added: (entry) => ({ at: momentOf(textIn(entry, 'datetime')) }),
  })
  for (const { entry, record } of entries) out.attempt([record], () => readEntry(record, entry, out))
  const { transactions, skipped, notes, errors } = out
  return { transactions, skipped, notes, errors: [...refused, ...errors], balances: [] }
}

/** Times are in UTC and do not say so. */
const momentOf = (text: string): string => `${text.slice(0, 19).replace(' ', 'T')}Z`

/** Fields that are no amount of a coin. */
const OTHER_FIELDS = new Set(['id', 'datetime', 'type', 'fee', 'order_id', 'status'])

/** Coins that moved, each with its sign. */
function movedIn(entry: JsonObject): readonly (readonly [code: string, amount: Amount])[] {
  return Object.entries(entry).flatMap(([field, value]) => {
    if (OTHER_FIELDS.has(field) || field.includes('_') || typeof value !== 'string') return []
    const amount = parseAmount(value)
    return amount === undefined || amount === null || isZeroAmount(amount) ? [] : [[field, amount] as const]
  })
}

function readEntry(record: JsonRecord, entry: JsonObject, out: Collector): void {
  const moved = movedIn(entry)
  const base = { at: record.time('at'), externalId: record.text('id') }
  const type = record.text('type')
  if (type === '2') return readTrade(record, entry, moved, out)
  const [one, more] = moved
  if (one === undefined) return out.skip([record], 'zero_amount')
  if (more !== undefined) throw record.problem('unmapped_type', 'type', 'More than one coin moved')
  const leg = { asset: one[0].toUpperCase(), amount: absoluteAmount(one[1]) }
  const hasFee = type === '0' || type === '1'
  const fee = hasFee ? feeOf(record, leg.asset) : null
  if (!['25', '26'].includes(type)) sayOpen(record, entry, fee, out)
  switch (type) {
    case '0':
      return out.add([record], { ...base, type: 'incoming', subType: 'received', to: leg, fee })
    case '1':
      return out.add([record], { ...base, type: 'outgoing', subType: 'sent', from: leg, fee })
    case '14':
    case '33':
    case '35':
      // Between accounts of one customer: the other side is another account.
      if (isNegative(one[1].value))
        return out.add([record], { ...base, type: 'outgoing', subType: 'sent', from: leg })
      return out.add([record], { ...base, type: 'incoming', subType: 'received', to: leg })
    case '25':
    case '26':
      // Coins are lent to staking and come back: they stay the customer's.
      return out.skip([record], 'internal_transfer')
    case '27':
      return out.add([record], { ...base, type: 'incoming', subType: 'staking_reward', to: leg })
    case '32':
      return out.add([record], { ...base, type: 'incoming', subType: 'misc_reward', to: leg })
    default:
      throw record.problem('unmapped_type', 'type', `Not a known kind of entry: ${shown(type)}`)
  }
}

function readTrade(
  record: JsonRecord,
  entry: JsonObject,
  moved: ReturnType<typeof movedIn>,
  out: Collector,
): void {
  const amounts = new Map(moved)
  // The field of the price names the market.
  const market = Object.keys(entry)
    .map((field) => field.split('_'))
    .find((parts) => parts.length === 2 && parts.every((code) => amounts.has(code)))
  const [base = '', quote = ''] = market ?? []
  const [own, other] = [amounts.get(base), amounts.get(quote)]
  if (own === undefined || other === undefined || moved.length !== 2)
    throw record.problem('unmapped_type', 'type', 'Not an exchange of two coins')
  const legs = [
    { asset: base.toUpperCase(), amount: absoluteAmount(own) },
    { asset: quote.toUpperCase(), amount: absoluteAmount(other) },
  ] as const
  const [from, to] = isNegative(own.value) ? legs : legs.toReversed()
  if (from === undefined || to === undefined || isNegative(own.value) === isNegative(other.value))
    throw record.problem('unmapped_type', 'type', 'Both coins moved one way')
  const fee = feeOf(record, quote.toUpperCase())
  sayOpen(record, entry, fee, out)
  out.add([record], {
    at: record.time('at'),
    type: exchangeType(from.asset, to.asset),
    from,
    to,
    fee,
    externalId: record.text('id'),
  })
}

const sayOpen = (record: JsonRecord, entry: JsonObject, fee: DraftLeg | null, out: Collector): void =>
  sayUncounted(out, record, 'Bitstamp', uncountedCosts(entry, fee === null ? [] : [fee.amount]))

function feeOf(record: JsonRecord, asset: string): DraftLeg | null {
  const amount = record.amount('fee')
  return amount === null || isZeroAmount(amount) ? null : { asset, amount: absoluteAmount(amount) }
}
