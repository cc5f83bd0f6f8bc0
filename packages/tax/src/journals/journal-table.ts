import { isFiat, localClock } from '@lotbook/journal'
import { MONEY_SCALE } from '@lotbook/money'
import { jurisdictionOf, type DonorRecord, type Jurisdiction } from '@lotbook/rules'
import { NARROW_LIMIT, NarrowAmounts } from '../amounts/narrow-amounts.ts'
import { decimalsOf, plainAmount } from '../schema/amount-text.ts'
import type { CalculationSettings, InputTransaction } from '../schema/calculation-input.ts'
import type { Checkpoint } from '../executing/checkpoint.ts'
import type { ChunkedJournal } from './chunked-journal.ts'
import {
  AMOUNTS_PER_EVENT,
  approximately,
  atMoneyScale,
  Dictionary,
  donorOf,
  FEE,
  furtherCostsOf,
  NONE,
  picksOf,
  type EventTable,
  type Pick as LotPick,
  feeBound,
} from '../events/event-table.ts'
import { mayConvert } from '../events/may-convert.ts'
import type { FurtherFees } from '../events/further-fees.ts'
import { JournalNames } from './journal-names.ts'
import { journalParts, type BesideColumns } from './journal-text.ts'
import { AMOUNTS_PER_ENTRY, NAME_BYTES, SIDES } from './journal-chunk.ts'
import { mayBeUnknown, problemsOfInput, sidesNeeded } from '../schema/parse-input.ts'
import { DAY_MS } from '../schema/tax-day.ts'

import type { Border, NamedLots, PackedInput } from '../events/packed-input.ts'

/** A match as an event, in the place of its sides. */
export interface Transfer {
  readonly transaction: InputTransaction
  readonly at: number
  readonly departure: number
}

/**
 * Numbers that each chunk gives in its own way, turned into one numbering for all. Asked for once for a
 * number of a chunk, when it is first met.
 */
class Renumbering {
  readonly #numbers: readonly Int32Array[]
  readonly #numberOf: (c: number, own: number) => number

  /** @param sizes how many each chunk has. */
  constructor(sizes: readonly number[], numberOf: (c: number, own: number) => number) {
    this.#numbers = sizes.map((size) => new Int32Array(size).fill(NONE))
    this.#numberOf = numberOf
  }

  index(c: number, own: number): number {
    const numbers = this.#numbers[c]!
    const known = numbers[own]!
    return known === NONE ? (numbers[own] = this.#numberOf(c, own)) : known
  }
}

/** Puts the events of a journal into columns, in the order given. */
export class TableWriter {
  readonly #journal: ChunkedJournal
  readonly #transfers: readonly Transfer[]
  readonly #events: Int32Array
  readonly #settings: CalculationSettings
  readonly #law: Jurisdiction
  readonly #named: NamedLots
  readonly #costs: ReadonlyMap<number, FurtherFees>
  readonly #from: Checkpoint | undefined
  readonly #accounts: Dictionary
  readonly #assets: Dictionary
  readonly #accountOf: Renumbering
  readonly #assetOf: Renumbering
  /** The treatment of each kind of entry; one too many where there is none. */
  readonly #treatmentOf: Renumbering
  readonly #most: number[] = []
  /**
   * Assets between which lots may convert share one unit: each points to another of its family, or to itself.
   */
  readonly #joined: number[] = []

  constructor(
    journal: ChunkedJournal,
    transfers: readonly Transfer[],
    events: Int32Array,
    settings: CalculationSettings,
    named: NamedLots,
    costs: ReadonlyMap<number, FurtherFees>,
    from: Checkpoint | undefined,
  ) {
    this.#from = from
    this.#accounts = new Dictionary(from?.accounts)
    this.#assets = new Dictionary(from?.assets)
    for (const [asset, scale] of from?.scales.entries() ?? []) this.#need(asset, scale)
    this.#journal = journal
    this.#transfers = transfers
    this.#events = events
    this.#settings = settings
    const law = jurisdictionOf(settings)
    this.#law = law
    this.#named = named
    this.#costs = costs
    const { chunks, accounts } = journal
    this.#accountOf = new Renumbering(
      accounts.map((keys) => keys.length),
      (c, own) => this.#accounts.index(accounts[c]![own]!),
    )
    this.#assetOf = new Renumbering(
      chunks.map(({ names }) => names.assets.length),
      (c, own) => this.#assets.index(chunks[c]!.names.assets[own]!),
    )
    this.#treatmentOf = new Renumbering(
      chunks.map(({ names }) => names.kinds.length),
      (c, own) => {
        const [type, subType] = chunks[c]!.names.kinds[own]!
        return (subType === '' ? undefined : law.treatmentCode(type, subType)) ?? law.treatments.length
      },
    )
  }

  write(isCrossed: Uint8Array): PackedInput | undefined {
    const law = this.#law
    const { treatments } = law
    const needed = treatments.map(sidesNeeded)
    const isMaybeUnknown = treatments.map(mayBeUnknown)
    if (!this.#nameAssets()) return undefined
    this.#needAllocated()
    const scales = this.#scales()
    const from = this.#from
    // Open lots count in the units that they had before.
    if (from !== undefined && from.scales.some((scale, asset) => scale !== scales[asset])) return undefined
    const front = from?.named.places.length ?? 0
    const count = front + this.#events.length
    const amounts = new NarrowAmounts(count * AMOUNTS_PER_EVENT)
    amounts.reserve(count * AMOUNTS_PER_EVENT)
    const clock = localClock(this.#settings.timezone ?? 'UTC')
    const entryOfEvent = new Int32Array(count)
    const columns = () => new Int32Array(count)
    const names = this.#names(from)
    const donors = new Map<number, DonorRecord>()
    const furtherCosts = new Map<number, bigint>()
    const picked: { readonly event: number; readonly lots: NonNullable<InputTransaction['lots']> }[] = []
    const table = {
      jurisdiction: this.#law,
      count,
      idOf: (event: number) => names.idOf(event),
      eventOf: (id: string) => names.eventOf(id),
      at: new Float64Array(count),
      day: columns(),
      treatment: new Uint8Array(count),
      reported: new Uint8Array(count),
      known: new Uint8Array(count),
      account: columns(),
      toAccount: columns().fill(NONE),
      fromAsset: columns(),
      toAsset: columns(),
      feeAsset: columns(),
      amounts,
      accounts: this.#accounts.names,
      assets: this.#assets.names,
      scales,
      isCash: Uint8Array.from(this.#assets.names, (name) => (isFiat(name) ? 1 : 0)),
      picks: new Map<number, LotPick[]>(),
      donors,
      furtherCosts,
      newAmounts: (capacity: number) => new NarrowAmounts(capacity),
      ...(from === undefined ? {} : { opening: { before: from.before, places: from.named.places } }),
    }
    const sums = new Float64Array(scales.length)
    let values = from?.values ?? 0
    const addCosts = (e: number, fees: InputTransaction['further_fees']) => {
      const costs = furtherCostsOf(fees)
      if (costs === undefined) return
      furtherCosts.set(e, costs)
      values += approximately(costs)
    }
    if (from !== undefined) {
      sums.set(from.sums)
      nameEvents(table, from)
      entryOfEvent.fill(NONE, 0, front)
    }
    // The sum of all amounts bounds every number that can come up.
    const sizeAt = (slot: number) => {
      const size = amounts.approximate(slot)
      return size < 0 ? -size : size
    }
    const assetOf = [table.fromAsset, table.toAsset, table.feeAsset]
    for (let e = front; e < count; e++) {
      const event = this.#events[e - front]!
      if (event < 0) {
        const { transaction: t, at, departure } = this.#transfers[-1 - event]!
        entryOfEvent[e] = departure
        table.at[e] = at
        table.treatment[e] = law.treatmentCode(t.type, t.sub_type)!
        table.account[e] = this.#accounts.index(t.account)
        addCosts(e, t.further_fees)
        if (t.lots != null && t.lots.length > 0) picked.push({ event: e, lots: t.lots })
        if (t.to_account != null) table.toAccount[e] = this.#accounts.index(t.to_account)
        for (const [s, side] of SIDES.entries()) {
          const currency = t[`${side}_currency`]
          assetOf[s]![e] = currency == null ? NONE : this.#assets.index(currency)
          if (currency == null) continue
          const slot = e * AMOUNTS_PER_EVENT + 2 * s
          const quantity = plainAmount(t[`${side}_amount`] ?? '0') ?? '0'
          amounts.setText(slot, quantity, scales[assetOf[s]![e]!]!)
          const worth = t[`${side}_value`] ?? (currency === 'USD' ? quantity : undefined)
          if (worth === undefined) continue
          table.known[e]! |= 1 << s
          amounts.setText(slot + 1, atMoneyScale(plainAmount(worth) ?? '0'), MONEY_SCALE)
        }
      } else {
        const { chunk, c, n, amounts: there } = this.#journal.place(event)
        const { names } = chunk
        entryOfEvent[e] = event
        table.at[e] = chunk.at[n]!
        const code = this.#treatmentOf.index(c, chunk.kind[n]!)
        if (code === treatments.length) return undefined
        const { needsFrom, needsTo } = needed[code]!
        if ((needsFrom && chunk.assets[3 * n] === NONE) || (needsTo && chunk.assets[3 * n + 1] === NONE))
          return undefined
        table.treatment[e] = code
        table.account[e] = this.#accountOf.index(c, chunk.account[n]!)
        const lots = this.#named.get(event)
        if (lots !== undefined && lots.length > 0 && chunk.assets[3 * n] !== NONE)
          picked.push({ event: e, lots })
        if (this.#costs.size > 0) addCosts(e, this.#costs.get(event))
        const gift = names.gifts[n]
        if (gift !== undefined) {
          if (problemsOfInput({ transactions: [{ ...GIFT, gift }] }, law).length > 0) return undefined
          const donor = donorOf(gift)
          if (donor !== undefined) donors.set(e, donor)
          if (donor?.basis !== undefined) values += approximately(donor.basis)
        }
        for (let s = 0; s < 3; s++) {
          const own = chunk.assets[3 * n + s]!
          if (own === NONE) {
            assetOf[s]![e] = NONE
            continue
          }
          const name = names.assets[own]!
          const asset = this.#assetOf.index(c, own)
          assetOf[s]![e] = asset
          const slot = n * AMOUNTS_PER_ENTRY + 2 * s
          const here = e * AMOUNTS_PER_EVENT + 2 * s
          amounts.copyFrom(here, there, slot)
          rescale(amounts, here, scales[asset]! - names.scales[own]!)
          const isStated = (chunk.known[n]! & (1 << s)) !== 0
          if (name === 'USD' || isStated || s === FEE_AT || !isMaybeUnknown[code]!) table.known[e]! |= 1 << s
          if (name === 'USD') {
            if (scales[asset]! > MONEY_SCALE)
              amounts.setText(here + 1, atMoneyScale(there.text(slot, names.scales[own]!)), MONEY_SCALE)
            else {
              amounts.copy(here + 1, here)
              rescale(amounts, here + 1, MONEY_SCALE - scales[asset]!)
            }
          } else if (isStated) amounts.copyFrom(here + 1, there, slot + 1)
        }
      }
      table.day[e] = Math.floor(clock(table.at[e]!) / DAY_MS)
      for (let s = 0; s < 3; s++) {
        const asset = assetOf[s]![e]!
        if (asset === NONE) continue
        const slot = e * AMOUNTS_PER_EVENT + 2 * s
        sums[asset]! += sizeAt(slot)
        values += sizeAt(slot + 1)
        // Only a fee may be given back.
        if (s < 2 && (amounts.isNegative(slot) || amounts.isNegative(slot + 1))) return undefined
      }
      values += feeBound(table, e)
    }
    for (const { event, lots } of picked)
      table.picks.set(event, picksOf(lots, table.eventOf, scales[table.fromAsset[event]!]!))
    if (values > NARROW_LIMIT || sums.some((sum) => sum > NARROW_LIMIT)) return undefined
    const borders = this.#borders(table.at, front, isCrossed)
    return {
      table,
      entryOfEvent,
      borders,
      text: (plan) => journalParts(table, this.#settings, this.#beside(front), plan),
    }
  }

  /**
   * Names of the events. A table that resumes begins with the events that its checkpoint names, and a transfer has the
   * name of its departure.
   */
  #names(from: Checkpoint | undefined): JournalNames {
    const before = from?.named.ids ?? []
    const transfers = this.#transfers.map(({ transaction }) => transaction.id)
    if (before.length === 0) return new JournalNames(this.#journal, this.#events, transfers)
    const entries = new Int32Array(before.length + this.#events.length)
    entries.set(this.#events, before.length)
    for (let n = 0; n < before.length; n++) entries[n] = -1 - transfers.length - n
    return new JournalNames(this.#journal, entries, [...transfers, ...before])
  }

  /**
   * A chunk that begins in the middle of an instant is no border: another event of that instant may come
   * first.
   */
  #borders(at: Float64Array, front: number, isCrossed: Uint8Array): Border[] {
    const borders: Border[] = []
    let event = front
    for (const [chunk, { at: instants, count }] of this.#journal.chunks.entries()) {
      if (count === 0) continue
      const start = instants[0]!
      while (event < at.length && at[event]! < start) event += 1
      const before = chunk === 0 ? undefined : this.#journal.chunks[chunk - 1]!.at.at(-1)
      if (before !== undefined && before < start && isCrossed[chunk] === 0) borders.push({ chunk, event })
    }
    return borders
  }

  #beside(front: number): BesideColumns {
    const eventAt = (e: number) => this.#events[e - front]!
    return {
      transfer: (e) => {
        const event = eventAt(e)
        return event < 0 ? this.#transfers[-1 - event]!.transaction : undefined
      },
      name: (e, to) => {
        const { chunk, n } = this.#journal.place(eventAt(e))
        to.hex(chunk.fingerprints, n * NAME_BYTES, NAME_BYTES)
      },
      lots: (e) => this.#named.get(eventAt(e)),
      furtherFees: (e) => (this.#costs.size === 0 ? undefined : this.#costs.get(eventAt(e))),
      gift: (e) => {
        const { chunk, n } = this.#journal.place(eventAt(e))
        return chunk.names.gifts[n]
      },
    }
  }

  /** Assets and scales in the order in which events first name them; false where this way does not do. */
  #nameAssets(): boolean {
    const passesLots = mayConvert(this.#law, this.#settings)
    for (const event of this.#events) {
      if (event < 0) {
        const { transaction: t } = this.#transfers[-1 - event]!
        for (const side of SIDES) {
          const currency = t[`${side}_currency`]
          if (currency != null)
            this.#need(
              this.#assets.index(currency),
              decimalsOf(plainAmount(t[`${side}_amount`] ?? '0') ?? '0'),
            )
        }
        for (const { quantity } of t.lots ?? [])
          this.#need(this.#assets.index(t.from_currency!), decimalsOf(plainAmount(quantity) ?? '0'))
        // Renamed on the way, one for one.
        if (passesLots(t.type, t.from_currency ?? '', t.to_currency ?? ''))
          this.#joined[this.#head(this.#assets.index(t.from_currency!))] = this.#head(
            this.#assets.index(t.to_currency!),
          )
        continue
      }
      const { chunk, c, n, amounts } = this.#journal.place(event)
      const { names } = chunk
      for (let s = 0; s < 3; s++) {
        const own = chunk.assets[3 * n + s]!
        if (own !== NONE) this.#need(this.#assetOf.index(c, own), names.scales[own]!)
      }
      const given = chunk.assets[3 * n]!
      if (given !== NONE)
        for (const { quantity } of this.#named.get(event) ?? [])
          this.#need(this.#assetOf.index(c, given), decimalsOf(plainAmount(quantity) ?? '0'))
      const [type] = names.kinds[chunk.kind[n]!]!
      const [from, to] = [chunk.assets[3 * n]!, chunk.assets[3 * n + 1]!]
      if (!passesLots(type, names.assets[from] ?? '', names.assets[to] ?? '')) continue
      if (from === NONE || to === NONE) return false
      const text = (s: number, own: number) => amounts.text(n * AMOUNTS_PER_ENTRY + 2 * s, names.scales[own]!)
      if (text(0, from) !== text(1, to)) return false
      const index = (own: number) => this.#head(this.#assetOf.index(c, own))
      this.#joined[index(from)] = index(to)
    }
    return true
  }

  /** A specific allocation may be finer than any amount of the history. */
  #needAllocated() {
    const plan = this.#settings.safe_harbor
    if (plan?.type !== 'specific') return
    for (const { asset, quantity } of plan.allocations)
      if (this.#assets.has(asset))
        this.#need(this.#assets.index(asset), decimalsOf(plainAmount(quantity) ?? '0'))
  }

  #need(asset: number, decimals: number) {
    this.#most[asset] = Math.max(this.#most[asset] ?? 0, decimals)
    this.#joined[asset] ??= asset
  }

  #head(asset: number): number {
    return this.#joined[asset] === asset ? asset : this.#head(this.#joined[asset]!)
  }

  #scales(): Uint8Array {
    const most: number[] = []
    this.#assets.names.forEach((_, asset) => {
      most[this.#head(asset)] = Math.max(most[this.#head(asset)] ?? 0, this.#most[asset] ?? 0)
    })
    return Uint8Array.from(this.#assets.names, (_, asset) => most[this.#head(asset)]!)
  }
}

/** The place of the fee among the sides. */
const FEE_AT = 2

/** A gift that only its donor's record, or the lots it names, can make wrong. */
export const GIFT = {
  id: 'gift',
  at: '2020-01-01T00:00:00Z',
  type: 'incoming',
  sub_type: 'gift_received',
  account: 'a',
  to_currency: 'USD',
  to_amount: '1',
} as const

/** The first events of a table that goes on: those that a checkpoint names. */
function nameEvents(
  table: Pick<EventTable, 'at' | 'day' | 'account' | 'treatment' | 'fromAsset' | 'toAsset' | 'feeAsset'> & {
    readonly amounts: NarrowAmounts
    readonly donors: Map<number, DonorRecord>
  },
  { named }: Checkpoint,
) {
  table.at.set(named.at)
  table.day.set(named.day)
  table.account.set(named.account)
  table.treatment.set(named.treatment)
  for (const column of [table.fromAsset, table.toAsset, table.feeAsset])
    column.fill(NONE, 0, named.ids.length)
  for (const [event, units] of named.feesBack) table.amounts.set(event * AMOUNTS_PER_EVENT + FEE, units)
  for (const [event, donor] of named.donors) table.donors.set(event, donor)
}

/** Count a number in units smaller by so many decimals. */
function rescale(amounts: NarrowAmounts, slot: number, decimals: number) {
  if (decimals === 0 || amounts.isZero(slot)) return
  const cells = amounts.cells
  const lo = cells[2 * slot + 1]! * 10 ** decimals
  if (cells[2 * slot] === 0 && lo < 1e15) cells[2 * slot + 1] = lo
  else amounts.set(slot, amounts.get(slot) * 10n ** BigInt(decimals))
}
