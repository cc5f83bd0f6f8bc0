import type { AssetId, Instant } from '@lotbook/journal'
import { isNegative, times } from '@lotbook/money'
import type { StoredPage } from '../../connecting/connector.ts'
import {
  absoluteAmount,
  type Amount,
  amountText,
  addAmounts,
  isZeroAmount,
  parseAmount,
  subtractAmounts,
} from '../../reading/amount-text.ts'
import { Collector, type DraftLeg, exchangeType, SeenNames } from '../../reading/collector.ts'
import type { Reading } from '../../reading/outcome.ts'
import { shown } from '../../reading/shown.ts'
import { exactJsonOf, isObject, type JsonObject, objectsOf, textIn } from '../json-answer.ts'
import type { JsonRecord } from '../json-record.ts'
import { newestEntries } from '../newest-entries.ts'

export const TRANSACTIONS = 'transactions'

/** An answer with a part of the history, newest entry first. */
export interface BlinkPage {
  readonly edges: readonly { readonly cursor: string; readonly node: JsonObject }[]
  readonly cursorOfNewest: string | null
  readonly hasNewer: boolean
  readonly wallets: readonly JsonObject[]
}

/** The page in an answer; undefined where it is none. */
export function pageIn(text: string): BlinkPage | undefined {
  const list = within(exactJsonOf(text), 'data', 'me', 'defaultAccount')
  const transactions = within(list, 'transactions')
  const info = within(transactions, 'pageInfo')
  if (list === undefined || transactions === undefined || info === undefined) return undefined
  const cursor = textIn(info, 'startCursor')
  return {
    edges: objectsOf(transactions['edges']).flatMap((edge) => {
      const node = within(edge, 'node')
      return node === undefined ? [] : [{ cursor: textIn(edge, 'cursor'), node }]
    }),
    cursorOfNewest: cursor === '' ? null : cursor,
    hasNewer: info['hasPreviousPage'] === true,
    wallets: objectsOf(list['wallets']),
  }
}

/** The moment of an entry, in whole seconds. */
export const instantIn = (node: JsonObject): Instant => Number(textIn(node, 'createdAt')) * 1000

/** The fields of an entry in one row. */
export function fieldsOf({ initiationVia, settlementVia, ...node }: JsonObject): JsonObject {
  return { ...node, ...below({ initiationVia, settlementVia }) }
}

/** Fields that stand below those of an entry. */
function below({ initiationVia, settlementVia }: JsonObject): JsonObject {
  const initiation = within(initiationVia) ?? {}
  const settlement = within(settlementVia) ?? {}
  return {
    initiation: textIn(initiation, '__typename'),
    paymentHash: initiation['paymentHash'],
    address: initiation['address'],
    settlement: textIn(settlement, '__typename'),
    counterPartyUsername: settlement['counterPartyUsername'],
    counterPartyWalletId: settlement['counterPartyWalletId'],
    transactionHash: settlement['transactionHash'],
  }
}

/** Decimals of the whole units that amounts are written in: satoshis and cents. */
const PLACES: Readonly<Record<string, number>> = { BTC: 8, USD: 2 }

/** An entry that counts. */
interface Movement {
  readonly record: JsonRecord
  readonly at: Instant
  readonly isOut: boolean
  readonly asset: AssetId
  /** What the balance of the wallet changed by. A fee is in it: on top of what was sent, taken from what came in. */
  readonly net: Amount
  readonly fee: Amount
}

/**
 * Reads the transactions of Blink's wallets of bitcoin and of dollars. The two sides of a change of one wallet into the other are one
 * trade. A payment that was tried again has three entries, of which one takes the first try back: those two are skipped.
 */
export function readBlinkPages(pages: readonly StoredPage[]): Reading {
  const out = new Collector({ exchange: 'Blink', names: new SeenNames() })
  const { entries, refused } = newestEntries(pages, {
    kind: 'blink-transaction',
    entriesOf: ({ text }) => pageIn(text)?.edges.map(({ node }) => [textIn(node, 'id'), node] as const),
    added: below,
  })
  const own = new Set<string>()
  for (const { text, fetchedAt } of pages)
    for (const wallet of pageIn(text)?.wallets ?? []) {
      own.add(textIn(wallet, 'id'))
      stateBalance(wallet, fetchedAt, out)
    }
  const movements: Movement[] = []
  for (const { record } of entries)
    out.attempt([record], () => {
      const reason = reasonToSkip(record)
      if (reason === undefined) movements.push(movementIn(record))
      else out.skip([record], reason)
    })
  for (const [first, second] of paired(movements, own)) {
    if (second === undefined) addMovement(first, own, out)
    else if (first.asset === second.asset) out.skip([first.record, second.record], 'taken_back')
    else out.attempt([first.record, second.record], () => addTrade(first, second, out))
  }
  const { transactions, skipped, notes, errors, balances } = out
  return { transactions, skipped, notes, errors: [...refused, ...errors], balances }
}

function reasonToSkip(record: JsonRecord): string | undefined {
  const status = record.text('status')
  if (status === 'PENDING') return 'pending'
  if (status === 'FAILURE') return 'failed'
  if (status !== 'SUCCESS')
    throw record.problem('unmapped_type', 'status', `Not known whether it happened: ${shown(status)}`)
  return isZeroAmount(record.requiredAmount('settlementAmount')) ? 'zero_amount' : undefined
}

function movementIn(record: JsonRecord): Movement {
  const asset = record.requiredText('settlementCurrency')
  const places = PLACES[asset]
  if (places === undefined)
    throw record.problem('unmapped_type', 'settlementCurrency', `Not a wallet of Blink: ${shown(asset)}`)
  const net = amountIn(record, 'settlementAmount', places)
  return {
    record,
    at: record.time('createdAt'),
    isOut: net.value.units < 0n,
    asset,
    net: absoluteAmount(net),
    fee: absoluteAmount(amountIn(record, 'settlementFee', places)),
  }
}

/** Satoshis or cents as bitcoin or dollars. */
const whole = ({ value }: Amount, places: number): Amount => ({
  value: times(value, { units: 1n, scale: places }),
  places,
})

/** The amount of a field in whole coins. @throws UnreadableValue for a part of a satoshi or cent too, which Blink does not move */
function amountIn(record: JsonRecord, field: string, places: number): Amount {
  const amount = record.requiredAmount(field)
  if (amount.value.scale > 0)
    throw record.problem('not_an_amount', field, `Not a whole number: ${shown(record.text(field))}`)
  return whole(amount, places)
}

type Pair = readonly [sent: Movement, received: Movement]

/** Movements with the other side of each, given before received; one without another side stands alone. The earlier ones go first. */
function paired(
  movements: readonly Movement[],
  own: ReadonlySet<string>,
): readonly (Pair | readonly [Movement])[] {
  const open = new Map<string, Movement[]>()
  const pairs: Pair[] = []
  for (const movement of movements.toSorted((a, b) => a.at - b.at)) {
    const reversal = reversalKey(movement)
    const key = reversal ?? conversionKey(movement, own)
    if (key === undefined) continue
    const others = open.get(key) ?? []
    const other = others.find(
      ({ isOut, asset }) => isOut !== movement.isOut && (reversal !== undefined || asset !== movement.asset),
    )
    open.set(key, other === undefined ? [...others, movement] : others.filter((one) => one !== other))
    if (other !== undefined) pairs.push(movement.isOut ? [movement, other] : [other, movement])
  }
  const inPairs = new Set(pairs.flat())
  const alone = movements.flatMap((movement) => (inPairs.has(movement) ? [] : [[movement] as const]))
  return [...pairs, ...alone]
}

/** Names a Lightning payment of a wallet and its amount: what comes back under it was a try that failed. */
function reversalKey({ record, asset, net }: Movement): string | undefined {
  const hash = record.text('paymentHash')
  return record.text('settlement') === 'SettlementViaLn' && hash !== ''
    ? ['payment', hash, asset, amountText(net)].join(' ')
    : undefined
}

/**
 * Names a change of one's own wallets into another. Its sides are settled within Blink, in one second, under one hash or address, and
 * state the same value in the currency of the display. Nobody else is named: the other wallet is one's own, or none is stated.
 */
function conversionKey({ record, at }: Movement, own: ReadonlySet<string>): string | undefined {
  const wallet = record.text('counterPartyWalletId')
  if (record.text('settlement') !== 'SettlementViaIntraLedger') return undefined
  if (record.text('counterPartyUsername') !== '' || (wallet !== '' && !own.has(wallet))) return undefined
  const worth = [
    record.text('settlementDisplayAmount').replace(/^-/, ''),
    record.text('settlementDisplayCurrency'),
  ]
  return ['change', at, record.text('paymentHash'), record.text('address'), ...worth].join(' ')
}

function addTrade(given: Movement, received: Movement, out: Collector): void {
  const { record, at, asset, net, fee } = given
  const exchanged = subtractAmounts(net, fee)
  if (isNegative(exchanged.value)) throw record.feeAboveAmount('settlementFee')
  out.add([record, received.record], {
    at,
    type: exchangeType(asset, received.asset),
    from: { asset, amount: exchanged },
    to: { asset: received.asset, amount: received.net },
    fee: { asset, amount: fee },
    externalId: record.text('id'),
    comment: record.text('memo') || received.record.text('memo'),
  })
}

function addMovement(
  { record, at, isOut, asset, net, fee }: Movement,
  own: ReadonlySet<string>,
  out: Collector,
): void {
  const isOwn = own.has(record.text('counterPartyWalletId'))
  const base = {
    at,
    externalId: record.text('id'),
    txHash: record.text('transactionHash'),
    comment: record.text('memo'),
    flags: isOwn ? ['unmapped_type:Change of wallets without its other side'] : [],
  }
  const leg = (amount: Amount): DraftLeg => ({ asset, amount })
  if (!isOut)
    return out.add([record], {
      ...base,
      type: 'incoming',
      subType: isFeeGivenBack(record) ? 'rebate' : 'received',
      to: leg(addAmounts(net, fee)),
      fee: leg(fee),
    })
  const sent = subtractAmounts(net, fee)
  if (sent.value.units <= 0n)
    return out.add([record], { ...base, type: 'outgoing', subType: 'fee', from: leg(net) })
  out.add([record], { ...base, type: 'outgoing', subType: 'sent', from: leg(sent), fee: leg(fee) })
}

/** What Blink gives back of a fee that it took in advance has these words and no sender; small ones may come without the words. */
const isFeeGivenBack = (record: JsonRecord) =>
  record.text('settlement') === 'SettlementViaIntraLedger' &&
  record.text('counterPartyUsername') === '' &&
  record.text('memo') === 'fee reimbursement'

function stateBalance(wallet: JsonObject, at: Instant, out: Collector): void {
  const asset = textIn(wallet, 'walletCurrency')
  const places = PLACES[asset]
  const balance = parseAmount(textIn(wallet, 'balance'))
  if (places === undefined || !balance) return
  out.stateBalance({ asset, part: '', at, quantity: amountText(whole(balance, places)) })
}

/** The object at the end of a path of fields. */
function within(value: unknown, ...path: readonly string[]): JsonObject | undefined {
  let at = value
  for (const field of path) at = isObject(at) ? at[field] : undefined
  return isObject(at) ? at : undefined
}
