import { emptyMemory, type Jurisdiction, type Memory } from '@lotbook/rules'
import type { Amounts, Slot } from '../amounts/amounts.ts'
import { Balances } from '../lots/balances.ts'
import { Claims } from '../lots/claims.ts'
import { LotBook } from '../lots/lot-book.ts'
import { FIFO, HIFO, LOFO, type LotOrder, orderOf } from '../lots/lot-order.ts'
import { LotTable, type LossBasis } from '../lots/lot-table.ts'
import { PoolKeys } from '../lots/pool-keys.ts'
import { attachToAccounts } from '../lots/safe-harbor.ts'
import { StandingOrders } from '../lots/standing-orders.ts'
import { treatmentsInForce } from '../events/treatments-in-force.ts'
import { METHODS, type CalculationSettings } from '../schema/calculation-input.ts'
import { eventAtPlace, firstEvent, NONE, type EventTable } from '../events/event-table.ts'
import {
  BETWEEN_BASES,
  GAIN_BASIS,
  LOSS_BASIS,
  RowTable,
  SINGLE_BASIS,
  UNKNOWN,
  UNKNOWN_DAY,
  type BasisMark,
} from './row-table.ts'
import { rowKindsOf } from './row-kinds.ts'
import { WarningList } from './warnings.ts'

/** Lot orders by method code. */
const ORDERS: readonly LotOrder[] = METHODS.map(orderOf)
const SPEC = METHODS.indexOf('spec')
const FIFO_METHOD = METHODS.indexOf('fifo')

/** The mark of a row by the basis that counted (R-GIFT-2). */
const MARKS = { gain: GAIN_BASIS, loss: LOSS_BASIS, neither: BETWEEN_BASES } as const

/** Units of a lot, named by the event that acquired it, in 10^-scale of its asset. */
export type OnTaken = (event: number, lot: number, quantity: bigint) => void

/**
 * The state of a calculation and the few things that rules do to it: acquire, dispose, remove, warn. Amounts
 * are slots of `amounts`; the named ones are scratch, and what a method uses of them is in its comment.
 */
export class Ledger {
  readonly table: EventTable
  readonly settings: CalculationSettings
  readonly amounts: Amounts
  readonly lots: LotTable
  readonly book: LotBook
  readonly keys: PoolKeys
  readonly disposals: RowTable
  readonly removals: RowTable
  /** The code of each event's treatment, under the choices in force. */
  readonly treatment: Uint8Array
  readonly incomes: number[] = []
  /** The category of each of them. */
  readonly incomeCategories: string[] = []
  /** Slots of the income part, by event, for events that are income in part only. */
  readonly incomeParts = new Map<number, { readonly quantity: Slot; readonly value: Slot }>()
  readonly warnings = new WarningList()
  /** All that the rules know of earlier events. */
  readonly memory: Memory = emptyMemory()
  /** Lock-ups that were disposals, by account and asset: what they gave is a lot, until it is returned (R-OPEN-8). */
  readonly claims = new Claims()
  /** Kept while the pool is universal. */
  readonly balances: Balances | undefined
  isUniversal: boolean
  /** The allocation on record no longer fits the history (R-POOL-3, R-POOL-4). */
  isOffRecord = false
  readonly #orders: StandingOrders
  /** Told of units of each lot that an event gives up or moves, of its fee excepted. */
  readonly onTaken: OnTaken | undefined

  /** For who carries out a movement. */
  readonly quantity: Slot
  readonly basis: Slot
  readonly worth: Slot
  readonly costs: Slot
  readonly units: Slot
  /** None; to be read only. */
  readonly zero: Slot

  readonly #basisThatCounts: Jurisdiction['basisThatCounts']
  /** The method that the last units were taken by. */
  #method = FIFO_METHOD
  readonly #want: number
  readonly #whole: number
  readonly #net: number
  readonly #sum: number
  readonly #upTo: number
  readonly #netSoFar: number
  readonly #feesSoFar: number
  readonly #part: number
  readonly #rowValue: number
  readonly #rowFees: number
  readonly #rowBasis: number

  constructor(table: EventTable, settings: CalculationSettings, onTaken?: OnTaken) {
    this.table = table
    this.onTaken = onTaken
    this.#basisThatCounts = table.jurisdiction.basisThatCounts
    this.settings = settings
    this.treatment = treatmentsInForce(table, settings)
    const { pieces, rows } = expectedSizes(table)
    const a = table.newAmounts(64 + 2 * pieces)
    this.amounts = a
    const first = a.reserve(17)
    this.quantity = first
    this.basis = first + 1
    this.worth = first + 2
    this.units = first + 3
    this.zero = first + 4
    this.#want = first + 5
    this.#whole = first + 6
    this.#net = first + 7
    this.#sum = first + 8
    this.#upTo = first + 9
    this.#netSoFar = first + 10
    this.#feesSoFar = first + 11
    this.#part = first + 12
    this.#rowValue = first + 13
    this.#rowFees = first + 14
    this.#rowBasis = first + 15
    this.costs = first + 16

    this.#orders = new StandingOrders(
      settings.method ?? 'fifo',
      settings.method_overrides ?? [],
      table.accounts,
      table.assets,
    )
    const plan = settings.safe_harbor ?? null
    const orders = this.#orders.methods.map(orderOf)
    if (plan?.type === 'global') orders.push(orderOf(plan.order))
    const hasCosts = orders.includes(HIFO) || orders.includes(LOFO)
    this.lots = new LotTable(a, table.newAmounts(hasCosts ? 2 * pieces : 0), hasCosts, table.count, pieces)
    this.keys = new PoolKeys(table.assets.length)
    this.book = new LotBook(this.lots, orders[0] ?? FIFO, this.keys.of(table.accounts.length, 0))
    const kinds = rowKindsOf(table.jurisdiction)
    this.disposals = new RowTable(table.newAmounts(4 * (rows + 1)), rows, table.isCash, kinds)
    this.removals = new RowTable(table.newAmounts(64), 16, table.isCash, kinds)
    this.isUniversal = settings.pool_before_2025 === 'universal'
    this.balances = this.isUniversal ? new Balances(table.newAmounts(64)) : undefined
  }

  /** The pool that an account draws on at the moment (R-POOL-1, R-POOL-2). */
  key(account: number, asset: number): number {
    return this.isUniversal ? this.keys.universal(asset) : this.keys.of(account, asset)
  }

  /** The method that applies to an event's units of an asset (R-LOT-5). */
  method(event: number, asset: number): number {
    const { account, day, at } = this.table
    return this.#orders.methodCode(account[event]!, asset, day[event]!, at[event]!)
  }

  order(event: number, asset: number): LotOrder {
    return ORDERS[this.method(event, asset)]!
  }

  /** Whether an event names lots. */
  namesLots(event: number): boolean {
    return this.table.picks.size > 0 && this.table.picks.has(event)
  }

  /** Whether it matters which pieces an event moves, one by one. */
  movesByPieces(event: number): boolean {
    return this.onTaken !== undefined || this.namesLots(event)
  }

  /**
   * A lot acquired by an event, of `quantity` units with `basis`, in the account given. Nothing happens, and
   * the answer is -1, when there are no units.
   */
  acquire(
    event: number,
    account: number,
    asset: number,
    quantity: Slot,
    basis: Slot,
    acquired: number = this.table.day[event]!,
    gift?: { readonly basis: Slot; readonly loss: LossBasis },
  ): number {
    if (this.amounts.isZero(quantity) || this.amounts.isNegative(quantity)) return -1
    return this.book.acquire(this.key(account, asset), event, acquired, quantity, basis, gift)
  }

  /**
   * Give up `quantity` units for `gross` less `fees` (R-LOT-1 to R-LOT-4, R-MISS-1). The main disposal of an
   * event may name its lots.
   */
  dispose(
    event: number,
    asset: number,
    quantity: Slot,
    gross: number,
    fees: number,
    kind: number,
    isMain: boolean,
  ) {
    const a = this.amounts
    a.subtract(this.#net, gross, fees)
    a.copy(this.#want, quantity)
    const named = this.#take(event, asset, isMain)
    this.#writeRows(this.disposals, event, asset, quantity, fees, kind, named)
  }

  /**
   * Give up units of pieces, the ones just received, one after the other; what they do not hold comes from the pool (R-FEE-5).
   */
  disposeFromPieces(
    event: number,
    asset: number,
    pieces: readonly number[],
    quantity: Slot,
    gross: number,
    kind: number,
  ) {
    const key = this.key(this.table.account[event]!, asset)
    this.amounts.copy(this.#net, gross)
    this.amounts.copy(this.#want, quantity)
    this.book.forgetPortions()
    for (const piece of pieces) this.book.takeFromPiece(key, piece, this.#want)
    this.#method = this.method(event, asset)
    this.book.take(key, ORDERS[this.#method]!, this.#want)
    this.#writeRows(this.disposals, event, asset, quantity, this.zero, kind, 0)
  }

  /** Units leave with their basis, without gain or loss; `value` is shared over the rows (R-GIFT-4, R-LOSS-1). */
  remove(event: number, asset: number, quantity: Slot, value: number, kind: number) {
    this.amounts.copy(this.#net, value)
    this.amounts.copy(this.#want, quantity)
    const named = this.#take(event, asset, true)
    this.#writeRows(this.removals, event, asset, quantity, this.zero, kind, named)
  }

  /**
   * Take units out of their pool for nothing and say what basis they had, for a gain and for a loss: for a fee that is
   * carried (R-TRF-2).
   */
  takeBases(event: number, asset: number, quantity: Slot, forGain: Slot, forLoss: Slot) {
    const a = this.amounts
    a.copy(this.#want, quantity)
    this.#take(event, asset, false)
    a.clear(forGain)
    a.clear(forLoss)
    for (let i = 0; i < this.book.portions; i++) {
      const basis = this.lots.basis(this.book.portionPair[i]!)
      const loss = this.book.portionLoss[i]!
      a.add(forGain, forGain, basis)
      a.add(forLoss, forLoss, loss === -1 ? basis : loss)
    }
    if (!a.isZero(this.#want)) this.warnings.add('MISSING_BASIS', event)
  }

  /** Acquires the claim that a lock-up gives for the coins: a lot of its own, which the return ends (R-OPEN-8). */
  acquireClaim(event: number, asset: number, quantity: Slot, basis: Slot) {
    const account = this.table.account[event]!
    if (this.acquire(event, account, asset, quantity, basis) === -1) return
    this.claims.add(this.keys.of(account, asset), event, this.amounts.get(quantity))
  }

  /**
   * End at most `units` of the claims that lock-ups gave, the earliest first, as far as they are still there, for their share of
   * `value`, which `whole` units are worth. The coins that came back for them are a lot at that share.
   */
  endClaims(event: number, asset: number, units: Slot, value: Slot, whole: Slot, kind: number) {
    const a = this.amounts
    const account = this.table.account[event]!
    const key = this.key(account, asset)
    const part = this.#part
    this.book.forgetPortions()
    for (const ended of this.claims.end(this.keys.of(account, asset), a.get(units))) {
      a.set(part, ended.units)
      while (!a.isZero(part)) {
        const piece = this.book.pieceOf(key, ended.lot)
        if (piece === -1) break
        this.book.takeFromPiece(key, piece, part)
      }
    }
    a.clear(this.units)
    for (let i = 0; i < this.book.portions; i++)
      a.add(this.units, this.units, this.lots.quantity(this.book.portionPair[i]!))
    if (a.isZero(this.units)) return
    a.share(this.#net, value, this.units, whole)
    a.copy(this.worth, this.#net)
    a.clear(this.#want)
    this.#writeRows(this.disposals, event, asset, this.units, this.zero, kind, this.book.portions)
    this.acquire(event, account, asset, this.units, this.worth)
  }

  /** A part of what an event brings in is income (R-OPEN-9). */
  addIncomePart(event: number, quantity: Slot, value: Slot) {
    const pair = this.lots.newPair()
    const part = { quantity: this.lots.quantity(pair), value: this.lots.basis(pair) }
    this.amounts.copy(part.quantity, quantity)
    this.amounts.copy(part.value, value)
    this.incomes.push(event)
    this.incomeParts.set(event, part)
  }

  /** A row for a result that consumed no lot: what a contract paid or cost (R-CON-1, R-CON-2). */
  disposeContract(
    event: number,
    asset: number,
    quantity: Slot,
    gross: Slot,
    fees: Slot,
    basis: Slot,
    kind: number,
  ) {
    this.amounts.subtract(this.#net, gross, fees)
    this.disposals.begin(event, kind, asset)
    const row = this.disposals.rowFor(UNKNOWN, UNKNOWN_DAY, SINGLE_BASIS, FIFO_METHOD)
    this.disposals.addTo(row, this.amounts, quantity, this.#net, basis, fees)
  }

  /**
   * Take pieces out of an event's pool to be placed elsewhere: named lots first, then by the order. `want` is
   * left with what there was not.
   */
  collect(event: number, asset: number, want: number): number[] {
    const pieces: number[] = []
    const key = this.key(this.table.account[event]!, asset)
    this.#eachPick(event, key, want, (piece, part) => {
      const pool = this.book.pool(key)
      if (pool !== undefined) pieces.push(this.book.detach(pool, piece, part))
    })
    this.book.collect(key, this.order(event, asset), want, pieces)
    for (const piece of this.onTaken === undefined ? [] : pieces) this.#tell(event, piece, piece)
    return pieces
  }

  /** Warns of returns that came back short at the end of the history: the rest is lost, or still locked up (R-STK-2). */
  warnOfShortReturns() {
    for (const place of [...this.memory.shortReturns.values()].toSorted((a, b) => a - b))
      this.warnings.add('STAKING_RETURN_SHORT', eventAtPlace(this.table, place) ?? NONE)
  }

  /** From the first event of 2025 on, lots are kept per account (R-POOL-3, R-POOL-4). */
  endUniversalPool(event: number) {
    if (this.balances === undefined || !this.isUniversal) return
    this.isUniversal = false
    const plan = this.settings.safe_harbor ?? null
    const done = attachToAccounts(this.book, this.table, this.keys, this.balances, this.settings)
    if (plan === null && done.holders > 1) this.warnings.add('SAFE_HARBOR_ALLOCATION_MISSING', event)
    this.isOffRecord = done.isOffRecord
    if (done.hasUnplaced) this.warnings.add('SAFE_HARBOR_UNPLACED', NONE)
  }

  /** Take `#want` into portions, and leave in it what was missing. Returns how many portions were named. */
  #take(event: number, asset: number, isMain: boolean): number {
    const key = this.key(this.table.account[event]!, asset)
    const method = this.method(event, asset)
    this.#method = method
    this.book.forgetPortions()
    if (isMain && this.namesLots(event))
      this.#eachPick(event, key, this.#want, (piece, part) => this.book.takeFromPiece(key, piece, part))
    const named = this.book.portions
    this.book.take(key, ORDERS[method]!, this.#want)
    if (isMain && this.onTaken !== undefined)
      for (let i = 0; i < this.book.portions; i++)
        this.#tell(event, this.book.portionPiece[i]!, this.book.portionPair[i]!)
    return named
  }

  #tell(event: number, piece: number, pair: number) {
    this.onTaken?.(event, this.lots.acquisition(piece), this.amounts.get(this.lots.quantity(pair)))
  }

  /** Each piece that an event names, with the part of it that is wanted; warns of lots that are not there. */
  #eachPick(event: number, key: number, want: number, take: (piece: number, part: number) => void) {
    const a = this.amounts
    const part = this.#part
    for (const pick of this.table.picks.get(event) ?? []) {
      if (a.isZero(want)) return
      a.set(part, pick.quantity)
      if (a.compare(part, want) > 0) a.copy(part, want)
      a.subtract(want, want, part)
      while (!a.isZero(part)) {
        const piece = pick.lot === NONE ? -1 : this.book.pieceOf(key, pick.lot)
        if (piece === -1) break
        take(piece, part)
      }
      if (a.isZero(part)) continue
      // The order chooses the lots for the units that the named lot lacks.
      a.add(want, want, part)
      this.warnings.add('SPEC_LOT_UNAVAILABLE', event)
    }
  }

  /**
   * A row for each portion, with its share of `#net` and of the fees by quantity. Shares are differences of
   * rounded running totals, so they add up to the whole to the last unit.
   */
  #writeRows(
    rows: RowTable,
    event: number,
    asset: number,
    quantity: Slot,
    fees: number,
    kind: number,
    ofNamed: number,
  ) {
    const a = this.amounts
    const { book, lots } = this
    const missing = this.#want
    const net = this.#net
    const named = book.joinPortionsOfGifts(ofNamed)
    const rest = this.#method === SPEC ? FIFO_METHOD : this.#method
    const isMissing = !a.isZero(missing)
    if (isMissing) this.warnings.add('MISSING_BASIS', event)
    rows.begin(event, kind, asset)
    if (book.portions === 0 && !isMissing) {
      // No units at all, but money may have moved all the same.
      if (!a.isZero(net)) this.#writeRow(rows, -1, this.zero, net, fees, FIFO_METHOD)
      return
    }
    if (book.portions === 1 && !isMissing) {
      this.#writeRow(rows, 0, quantity, net, fees, named > 0 ? SPEC : rest)
      return
    }
    const sum = this.#sum
    const hasFees = !a.isZero(fees)
    const rowFees = hasFees ? this.#rowFees : this.zero
    a.copy(this.#whole, quantity)
    a.clear(sum)
    a.clear(this.#netSoFar)
    a.clear(this.#feesSoFar)
    for (let i = 0; i < book.portions; i++) {
      const part = lots.quantity(book.portionPair[i]!)
      a.add(sum, sum, part)
      this.#shareUpTo(this.#rowValue, net, this.#netSoFar)
      if (hasFees) this.#shareUpTo(rowFees, fees, this.#feesSoFar)
      this.#writeRow(rows, i, part, this.#rowValue, rowFees, i < named ? SPEC : rest)
    }
    if (!isMissing) return
    a.subtract(this.#rowValue, net, this.#netSoFar)
    if (hasFees) a.subtract(rowFees, fees, this.#feesSoFar)
    this.#writeRow(rows, -1, missing, this.#rowValue, rowFees, rest)
  }

  /**
   * The next share of `total`: what `#sum` of `#whole` makes of it, less what was shared so far. Adds the
   * share to `soFar`.
   */
  #shareUpTo(share: Slot, total: Slot, soFar: Slot) {
    const a = this.amounts
    a.share(this.#upTo, total, this.#sum, this.#whole)
    a.subtract(share, this.#upTo, soFar)
    a.copy(soFar, this.#upTo)
  }

  /** One portion, or with -1 units of which nothing is known: basis 0 and no date (R-MISS-1). */
  #writeRow(rows: RowTable, portion: number, quantity: Slot, value: Slot, fees: Slot, method: number) {
    const a = this.amounts
    let lotEvent = UNKNOWN
    let acquired = UNKNOWN_DAY
    let basis = this.zero
    let mark: BasisMark = SINGLE_BASIS
    if (portion !== -1) {
      const piece = this.book.portionPiece[portion]!
      const loss = this.book.portionLoss[portion]!
      lotEvent = this.lots.acquisition(piece)
      acquired = this.lots.acquired(piece)
      basis = this.lots.basis(this.book.portionPair[portion]!)
      if (loss !== -1 && rows === this.disposals) {
        mark = MARKS[this.#basisThatCounts(a.get(value), a.get(basis), a.get(loss))]
        if (mark === LOSS_BASIS) acquired = this.lots.lossOf(this.lots.lotOf(piece))?.acquired ?? acquired
        if (mark !== GAIN_BASIS) basis = mark === LOSS_BASIS ? loss : value
      }
    }
    const row = rows.rowFor(lotEvent, acquired, mark, method)
    if (rows === this.removals || !a.isNegative(value))
      return rows.addTo(row, a, quantity, value, basis, fees)
    // Costs lower the proceeds to nothing and no further; the rest of them is basis (R-FEE-2).
    a.subtract(this.#rowBasis, basis, value)
    rows.addTo(row, a, quantity, this.zero, this.#rowBasis, fees)
    rows.addCostsInBasis(row, -a.get(value))
  }
}

/** About how many pieces of lots and rows of disposals a history makes: room is taken at once, not by and by. */
function expectedSizes(table: EventTable): { pieces: number; rows: number } {
  let pieces = 64 + firstEvent(table)
  let rows = 16
  for (let e = 0; e < table.count; e++) {
    const from = table.fromAsset[e]!
    const to = table.toAsset[e]!
    if (to !== NONE && table.isCash[to] === 0) pieces += 1
    if (from === NONE || table.isCash[from] === 1) continue
    if (table.toAccount[e] === NONE) rows += 2.5
    else pieces += 2
    if (table.feeAsset[e] !== NONE && table.isCash[table.feeAsset[e]!] === 0) rows += 1
  }
  return { pieces, rows: Math.ceil(rows) }
}
