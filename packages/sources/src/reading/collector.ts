import {
  type AssetId,
  assetAt,
  coinOf,
  compareText,
  contentOf,
  type Instant,
  isFiat,
  isStablecoin,
  namesakeOf,
  problemsOf,
  type ReadTransaction,
  type StatedValue,
  type SubType,
  type TransactionType,
} from '@lotbook/journal'
import { isNegative, parseDecimal } from '@lotbook/money'
import { type Amount, amountText, isZeroAmount, signedAmountText } from './amount-text.ts'
import { furtherFee, rebateOf, worthInExchange } from './event-parts.ts'
import { placeName } from './origin.ts'
import type { BalanceSeries, Counterparty, Finding, SkippedRows, StatedBalance } from './outcome.ts'
import type { ForeignRecord, SourceTransaction, SourceRecord, TokenHint } from './record.ts'
import { UnreadableValue } from './unreadable-value.ts'

/** One side of a draft; the sign of the amount does not count. */
export interface DraftLeg {
  readonly asset: AssetId
  readonly amount: Amount
}

/** The transaction that a record, or a group of records, is. A field left out is null or empty. */
export interface Draft {
  readonly at: Instant
  readonly type: TransactionType
  readonly subType?: SubType | null
  readonly from?: DraftLeg | null
  readonly to?: DraftLeg | null
  readonly fee?: DraftLeg | null
  readonly value?: { readonly amount: Amount; readonly currency: string } | null
  /** Prices of one unit that the record states, by asset. */
  readonly unitPrices?: Readonly<Record<AssetId, NonNullable<Draft['value']>>>
  readonly exchange?: string
  readonly externalId?: string | null
  readonly txHash?: string | null
  readonly comment?: string | null
  readonly flags?: readonly string[]
  readonly group?: string | null
  /** Names a further transaction made of rows that are already in one. */
  readonly part?: string | null
  readonly sequence?: string | null
  readonly tokens?: Readonly<Record<AssetId, TokenHint>>
  readonly account?: string | null
  readonly usBased?: boolean | null
}

/** Names seen in one reading, over all sheets of a file and all pages of an API. */
export class SeenNames {
  readonly #seen = new Set<string>()
  /** By kind: the names seen, and how often each came again. */
  readonly #ordinals = new Map<string, { readonly names: Set<string>; readonly again: Map<string, number> }>()

  /** Adds a name, and returns whether it was there before. */
  isAgain(name: string): boolean {
    const { size } = this.#seen
    return this.#seen.add(name).size === size
  }

  /** Ordinal of one more record among those of its kind with the same name, counted from 0. */
  nextOrdinal(kind: string, name: string): number {
    // By kind and then by name: one text of both would be made and hashed anew for each row.
    let ofKind = this.#ordinals.get(kind)
    if (ofKind === undefined) this.#ordinals.set(kind, (ofKind = { names: new Set(), again: new Map() }))
    // Most names come once, so a single look-up decides.
    const { size } = ofKind.names
    if (ofKind.names.add(name).size > size) return 0
    const ordinal = (ofKind.again.get(name) ?? 0) + 1
    ofKind.again.set(name, ordinal)
    return ordinal
  }
}

export interface CollectorOptions {
  /** Name of the exchange or wallet for transactions that state none. */
  readonly exchange: string
  readonly names: SeenNames
  /** True of an asset whose code is a currency's and a coin's, where a record can mean either. */
  readonly isOpenCode?: ((asset: AssetId) => boolean) | undefined
  /** Flags of every transaction. */
  readonly flags?: readonly string[]
}

/** Takes the transactions made of records, so that every record ends as one thing: read, skipped or in error. */
export class Collector {
  readonly transactions: SourceTransaction[] = []
  readonly skipped: SkippedRows[] = []
  readonly notes: Finding[] = []
  readonly errors: Finding[] = []

  readonly #balances = new Map<string, StatedBalance>()
  readonly #series: BalanceSeries[] = []
  readonly #counterparties = new Map<string, Counterparty>()
  readonly #options: CollectorOptions
  /** Flags of transactions made of a record, by its number. */
  readonly #flags = new Map<number, readonly string[]>()
  /** By the number of the record. */
  readonly #records: SourceRecord[] = []

  constructor(options: CollectorOptions) {
    this.#options = options
  }

  /** Runs the reading of some records: a value that cannot be read makes all of them errors, and no others. */
  attempt(rows: readonly ForeignRecord[], read: () => void): void {
    const before = this.transactions.length
    try {
      read()
    } catch (error) {
      if (!(error instanceof UnreadableValue)) throw error
      this.transactions.length = before
      const { record, code, message, column, value } = error
      this.error(record, code, message, column, value)
      const place = placeName(record.origin)
      for (const row of rows)
        if (row.number !== record.number)
          this.error(row, 'group_unreadable', `Belongs to ${place}, which could not be read`)
    }
  }

  add(rows: readonly ForeignRecord[], draft: Draft): void {
    const { exchange } = this.#options
    // Most readings have no such record.
    const ofRows = this.#flags.size === 0 ? [] : rows.flatMap((row) => this.#flags.get(row.number) ?? [])
    const flags = [...(this.#options.flags ?? []), ...ofRows]
    const ofAll = flags.length === 0 ? draft : { ...draft, flags: [...(draft.flags ?? []), ...flags] }
    const transaction = this.#withOpenCodes(rows, toTransaction(rows, ofAll, exchange))
    const problem = problemsOf(transaction)[0]
    const first = rows[0]
    if (problem !== undefined && first !== undefined) {
      for (const row of rows) this.error(row, 'not_a_transaction', problem.message, problem.field)
      return
    }
    if (first !== undefined) this.#noteNothing(first, transaction)
    this.transactions.push({
      ...transaction,
      records: rows.map((row) => this.#record(row)),
      group: draft.group ?? null,
      part: draft.part ?? null,
      sequence: draft.sequence ?? null,
      tokens: draft.tokens ?? {},
      account: draft.account ?? null,
      usBased: draft.usBased ?? null,
    })
  }

  /** Notes a side of an event that is stated and moved nothing: a small amount may have been rounded to it. */
  #noteNothing(row: ForeignRecord, { from, to }: ReadTransaction): void {
    for (const leg of [from, to])
      if (leg !== null && /^[0.]+$/.test(leg.amount))
        this.note(row, 'rounded', roundedAway(`${leg.amount} ${leg.asset}`))
  }

  /**
   * Adds a transaction that cost several fees, each in a coin of its own, in any order. One is its fee; every further one is a
   * transaction beside it, whose part names the transaction it was paid for. A fee that was given back is incoming.
   */
  addWithFees(rows: readonly ForeignRecord[], draft: Draft, fees: readonly DraftLeg[]): void {
    const [fee, ...more] = ownFirst(fees, draft).filter(({ amount }) => !isZeroAmount(amount))
    this.add(rows, { ...draft, fee: fee ?? null })
    const { at, externalId = null, account = null, group = null, from, to } = draft
    for (const [n, further] of more.entries()) {
      const part = furtherFee(n, draft.part ?? null)
      const shared = { at, externalId, account, group, value: worthOf(further, from, to) }
      if (isNegative(further.amount.value))
        this.add(rows, { ...shared, type: 'incoming', subType: 'rebate', to: further, part: rebateOf(part) })
      else this.add(rows, { ...shared, type: 'outgoing', subType: 'fee', from: further, part })
    }
  }

  /** Flags every transaction that is made of a record from now on. */
  flagRecord(row: ForeignRecord, flag: string): void {
    this.#flags.set(row.number, [...(this.#flags.get(row.number) ?? []), flag])
  }

  /** Reads a code that is a currency's and a coin's as the currency where nothing decides, and notes each once. */
  #withOpenCodes(rows: readonly ForeignRecord[], transaction: ReadTransaction): ReadTransaction {
    const { from, to, fee } = transaction
    const open = [from, to, fee].flatMap((leg) =>
      leg !== null && this.#options.isOpenCode?.(leg.asset) === true ? [leg.asset] : [],
    )
    if (open.length === 0) return transaction
    const [first] = rows
    for (const code of open)
      if (first !== undefined && !this.isAgain(`code ${code}`))
        this.note(first, 'currency_assumed', currencyAssumed(code))
    return { ...transaction, flags: [...transaction.flags, 'currency_assumed'] }
  }

  /** True where a record of this name was in the reading before. */
  isAgain(name: string): boolean {
    return this.#options.names.isAgain(name)
  }

  /**
   * An amount stated beside the amounts that moved, such as their value. One that cannot be read is noted, and the record counts
   * without it: as an error it would take the readable amounts with it.
   */
  statedAmount(row: ForeignRecord, column: string, bare?: (text: string) => string): Amount | null {
    return this.stated(row, () => row.amount(column, bare))
  }

  /** The same of an amount that `read` reads with more than its column. */
  stated<T>(row: ForeignRecord, read: () => T | null): T | null {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof UnreadableValue)) throw error
      this.note(row, 'not_counted', `${error.message}, so it is not counted`, error.column, error.value)
      return null
    }
  }

  /** What is held at a moment: the latest of an asset and part is kept, and of one moment what comes last. */
  stateBalance(stated: StatedBalance): void {
    const balance = { ...stated, asset: assetAt(stated.asset, stated.at) }
    const key = `${balance.asset}\n${balance.part}`
    const known = this.#balances.get(key)
    if (known === undefined || known.at <= balance.at) this.#balances.set(key, balance)
  }

  /** The last one stated of each asset and part. */
  get balances(): readonly StatedBalance[] {
    return [...this.#balances.values()]
  }

  /** The running balance of an asset and part; its last one is what is held. */
  stateSeries(series: BalanceSeries): void {
    this.#series.push(series)
  }

  get series(): readonly BalanceSeries[] {
    return this.#series
  }

  /** An address that the coins of a transaction went to or came from. */
  meet(counterparty: Counterparty): void {
    const { chain, address, txHash } = counterparty
    this.#counterparties.set(`${chain}\n${address}\n${txHash}`, counterparty)
  }

  /** Each of them once per transaction. */
  get counterparties(): readonly Counterparty[] {
    return [...this.#counterparties.values()]
  }

  skip(rows: readonly ForeignRecord[], reason: string): void {
    if (rows.length > 0) this.skipped.push({ rows: rows.map((row) => row.number), reason })
  }

  note(row: ForeignRecord, code: string, message: string, column?: string, value?: string): void {
    this.notes.push(finding(row, code, message, column, value))
  }

  error(row: ForeignRecord, code: string, message: string, column?: string, value?: string): void {
    this.errors.push(finding(row, code, message, column, value))
  }

  // A record is one, however many transactions are made of it.
  #record(row: ForeignRecord): SourceRecord {
    const known = this.#records[row.number]
    if (known !== undefined) return known
    const { kind, nativeId, content, family } = row.identity()
    const ordinal = this.#options.names.nextOrdinal(kind, nativeId ?? content)
    const { number, origin } = row
    const record = {
      row: number,
      origin,
      kind,
      nativeId,
      content: nativeId === null ? content : '',
      ordinal,
      ...(family !== undefined && { family }),
    }
    this.#records[row.number] = record
    return record
  }
}

function finding(
  row: ForeignRecord,
  code: string,
  message: string,
  column: string | undefined,
  value: string | undefined,
): Finding {
  return {
    code,
    row: row.number,
    origin: row.origin,
    ...(column === undefined ? {} : { column }),
    ...(value === undefined ? {} : { value }),
    message,
  }
}

/** The words for an amount of nothing where something must have moved. */
export function roundedAway(amount: string): string {
  return `${amount} is nothing: a spreadsheet may have rounded a small amount to it. Upload the export as it came`
}

function currencyAssumed(code: AssetId): string {
  return `${code} is read as a government currency, which has no gain and brings no income. Where it is the coin ${namesakeOf(code) ?? code}, change it to ${coinOf(code)}`
}

/**
 * Fees with the transaction's own first, in an order made of content. The fee in the coin received is its own, for no other is known to
 * have been withheld from the amount received (R-FEE-5, R-FEE-6); next comes the fee in the coin given, which is spent right behind it.
 * Cash has no lot to withhold from, and a fee that was given back was withheld from nothing.
 */
function ownFirst(fees: readonly DraftLeg[], { from, to }: Draft): DraftLeg[] {
  const place = ({ asset, amount }: DraftLeg) =>
    asset === to?.asset ? (isFiat(asset) || isNegative(amount.value) ? 2 : 0) : asset === from?.asset ? 1 : 3
  return fees.toSorted((a, b) => place(a) - place(b) || compareText(a.asset, b.asset))
}

function toTransaction(rows: readonly ForeignRecord[], draft: Draft, exchange: string): ReadTransaction {
  const flags = [...(draft.flags ?? [])]
  const moved = draft.type === 'incoming' ? draft.to : draft.type === 'outgoing' ? draft.from : undefined
  const isPlain = draft.subType === 'received' || draft.subType === 'sent'
  if (isPlain && moved !== undefined && moved !== null && isFiat(moved.asset)) flags.unshift('fiat')
  if (draft.type === 'trade' && draft.from && draft.to && isFiat(draft.from.asset) && isFiat(draft.to.asset))
    flags.unshift('fiat_fx')
  if (rows.some((row) => row.isDateOnly) && !flags.includes('date_only')) flags.push('date_only')
  // A ticker means what it meant then (E13); a token goes by its contract.
  const meant = (asset: AssetId) =>
    draft.tokens !== undefined && Object.hasOwn(draft.tokens, asset) ? asset : assetAt(asset, draft.at)
  const legThen = <Leg extends { readonly asset: AssetId }>(of: Leg | null) =>
    of && { ...of, asset: meant(of.asset) }
  return {
    at: draft.at,
    type: draft.type,
    subType: draft.subType ?? null,
    from: legThen(leg(draft.from)),
    to: legThen(leg(draft.to)),
    fee: legThen(feeLeg(draft.fee) ?? null),
    value: stated(draft.value),
    ...pricesOf(draft.unitPrices, meant),
    exchange: draft.exchange ?? exchange,
    externalId: draft.externalId || null,
    txHash: draft.txHash || null,
    comment: draft.comment || null,
    flags,
    rows: rows.map((row) => row.number),
  }
}

/** The value of a fee by the exchange it was paid for, as a draft states it. */
function worthOf(fee: DraftLeg, from: Draft['from'], to: Draft['to']): Draft['value'] {
  const worth = worthInExchange(
    { asset: fee.asset, amount: amountText(fee.amount) },
    { from: leg(from), to: leg(to) },
  )
  const value = worth === null ? undefined : parseDecimal(worth.amount)
  if (worth === null || value === undefined) return null
  return { amount: { value, places: value.scale }, currency: worth.currency }
}

function leg(draft: DraftLeg | null | undefined) {
  return draft ? { asset: draft.asset, amount: amountText(draft.amount) } : null
}

function feeLeg(fee: DraftLeg | null | undefined) {
  return fee && !isZeroAmount(fee.amount) ? { asset: fee.asset, amount: signedAmountText(fee.amount) } : null
}

function stated(value: Draft['value']): StatedValue | null {
  return value && !isZeroAmount(value.amount)
    ? { amount: amountText(value.amount), currency: value.currency }
    : null
}

function pricesOf(
  drafts: Draft['unitPrices'] = {},
  meant: (asset: AssetId) => AssetId,
): Pick<ReadTransaction, 'unitPrices'> {
  const known = Object.entries(drafts).flatMap(([asset, draft]) => {
    const price = stated(draft)
    return price === null ? [] : [[meant(asset), price] as const]
  })
  return known.length === 0 ? {} : { unitPrices: Object.fromEntries(known) }
}

/** buy, sell or trade, as the assets of the two sides say. */
export function exchangeType(from: AssetId, to: AssetId): 'buy' | 'sell' | 'trade' {
  if (isFiat(from) && !isFiat(to)) return 'buy'
  return isFiat(to) && !isFiat(from) ? 'sell' : 'trade'
}

/** The type of a rename or migration, as its assets say: coins of two issuers that are pegged to one currency are two assets. */
export function renameType(from: AssetId, to: AssetId): 'buy' | 'sell' | 'trade' | 'swap' {
  if (isFiat(from) || isFiat(to)) return exchangeType(from, to)
  return from !== to && isStablecoin(from) && isStablecoin(to) ? 'trade' : 'swap'
}

/** The earliest of some instants, of which there may be more than a call takes arguments. */
export function earliest(times: readonly Instant[]): Instant {
  return times.reduce((first, at) => Math.min(first, at), Number.POSITIVE_INFINITY)
}

/** A type that a format does not know: by its sign, with a flag that asks for a look. */
export function unmapped(
  value: string,
  leg: DraftLeg,
  isOut: boolean,
): Pick<Draft, 'type' | 'subType' | 'from' | 'to' | 'flags'> {
  const flags = [`unmapped_type:${value}`]
  return isOut
    ? { type: 'outgoing', subType: 'sent', from: leg, flags }
    : { type: 'incoming', subType: 'received', to: leg, flags }
}

/** The record content of a row that says no more than its transaction does. */
export const contentOfDraft = (
  at: Instant,
  from: DraftLeg | null,
  to: DraftLeg | null,
  fee: DraftLeg | null,
) => contentOf({ at, from: leg(from), to: leg(to), fee: leg(fee) })
