import { formatUnits, MONEY_SCALE } from '@lotbook/money'
import { REPORTED, type CrossCheck, type Term } from '@lotbook/rules'
import { AMOUNTS_PER_EVENT, FEE, firstEvent, NONE, type EventTable } from '../events/event-table.ts'
import { dayText, type DayNumber } from '../schema/tax-day.ts'
import type { Checks } from './invariant.ts'
import type { LotAccounts } from './lot-accounts.ts'
import {
  NO_INSTANT,
  type DisposalReader,
  type IncomeReader,
  type LotReader,
  type RemovalReader,
  type TakingReader,
} from './row-reader.ts'
import type { StateReader, StateWriter } from './state-bytes.ts'

/** A lot that has the holding period of its donor (R-GIFT-1). */
interface Gift {
  readonly acquired: DayNumber
  /** A fee given back beside it is a lot of its own day. */
  readonly hasOwn: boolean
}

/** How many numbers say a gift. */
const GIFT_NUMBERS = 3

/** Checks of a row by itself, given the event that made it and the lot that it took from. */
export class RowChecks {
  readonly #table: EventTable
  readonly #checks: Checks
  readonly #law: CrossCheck
  readonly #contractKinds: ReadonlySet<string>
  /** By event, of those before the table begins; of others the table says it. */
  readonly #giftsBefore = new Map<number, Gift>()

  /**
   * @param accounts of the same table.
   * @param from what gifts are open where the table begins.
   */
  constructor(table: EventTable, checks: Checks, accounts: LotAccounts, from: StateReader | undefined) {
    this.#table = table
    this.#checks = checks
    this.#law = table.jurisdiction.crossCheck
    this.#contractKinds = new Set(table.jurisdiction.contractKinds)
    const gifts = from?.numbers() ?? new Int32Array(0)
    for (let n = 0; n < gifts.length; n += GIFT_NUMBERS)
      this.#giftsBefore.set(accounts.eventAt(gifts[n]!), {
        acquired: gifts[n + 1]!,
        hasOwn: gifts[n + 2] === 1,
      })
  }

  /** @param isKept by event, 1 where it is to be known of its lots. */
  write(to: StateWriter, accounts: LotAccounts, isKept: Uint8Array): void {
    const events = [...this.#giftsBefore.keys(), ...this.#table.donors.keys()].filter((e) => isKept[e] === 1)
    to.numbers(
      [...new Set(events)].flatMap((event) => {
        const gift = this.#giftOf(event)
        return gift === undefined ? [] : [accounts.placeOf(event), gift.acquired, gift.hasOwn ? 1 : 0]
      }),
    )
  }

  /** Gain is proceeds less basis, proceeds what came in less costs but never below nothing (R-FEE-2), and of a gift with two bases the one that its proceeds ask for (R-GIFT-2). */
  gain(row: DisposalReader): void {
    const check = this.#checks['gain-is-difference']
    check.checked += 1
    const { gain, proceeds, gross_proceeds: gross, fees, basis, dual_basis: dual } = row
    const sign = dual === 'gain' ? gain > 0n : dual === 'loss' ? gain < 0n : gain === 0n
    const net = gross > fees ? gross - fees : 0n
    if (gain !== proceeds - basis || proceeds !== net || (dual !== null && !sign))
      check.fail(
        `${row.kind} ${row.name()}: a gain of ${money(gain)} from ${money(proceeds)} less ${money(basis)}`,
      )
  }

  /** A row is of its event's day, instant and account, and of a lot that was there by then, with the lot's own dates. */
  dates(row: TakingReader, on: DayNumber, dual: DisposalReader['dual_basis']): void {
    const check = this.#checks['dates-in-order']
    check.checked += 1
    const t = this.#table
    const { event, lot } = row
    const isOfEvent = on === t.day[event]! && row.account === t.account[event]! && row.at === t.at[event]!
    let isOfLot = lot === NONE && row.acquired === null && row.lot_at === NO_INSTANT
    if (lot >= 0) {
      const isBefore = lot < event || (lot === event && row.kind === 'fee')
      const isAcquired = dual === 'loss' ? row.acquired === t.day[lot]! : this.#isAcquired(lot, row.acquired)
      isOfLot = isBefore && isAcquired && row.lot_at === t.at[lot]!
    }
    if (!isOfEvent || !isOfLot)
      check.fail(
        `${row.kind} ${row.name()} on ${this.#text(on)}: lot ${t.idOf(lot) ?? 'unknown'} of ${this.#text(row.acquired)}`,
      )
  }

  /** Income is of the day and instant of its receipt. */
  incomeDates(row: IncomeReader): void {
    const check = this.#checks['dates-in-order']
    check.checked += 1
    if (row.date !== this.#table.day[row.event]! || row.at !== this.#table.at[row.event]!)
      check.fail(`${row.category} ${row.name()} on ${this.#text(row.date)}`)
  }

  /** A lot that is left has the dates of what acquired it. */
  lotDates(row: LotReader): void {
    const check = this.#checks['dates-in-order']
    check.checked += 1
    const t = this.#table
    const { event: lot, loss_acquired: lossAcquired } = row
    if (
      !this.#isAcquired(lot, row.acquired) ||
      row.at !== t.at[lot]! ||
      (lossAcquired !== null && lossAcquired !== t.day[lot]!)
    )
      check.fail(`lot ${row.name()}: acquired ${this.#text(row.acquired)}`)
  }

  /** The day the holding period of a lot runs from is its own, or of a gift the donor's (R-GIFT-1). */
  #isAcquired(lot: number, acquired: DayNumber | null): boolean {
    const own = this.#table.day[lot]!
    const gift = this.#giftOf(lot)
    if (gift === undefined) return acquired === own
    return acquired === gift.acquired || (gift.hasOwn && acquired === own)
  }

  #giftOf(lot: number): Gift | undefined {
    const t = this.#table
    if (lot < firstEvent(t) || lot >= t.count) return this.#giftsBefore.get(lot)
    const donor = t.donors.get(lot)
    if (donor?.basis === undefined || donor.acquired === undefined) return undefined
    if (t.jurisdiction.treatments[t.treatment[lot]!]!.operation !== 'receive-gift') return undefined
    return { acquired: donor.acquired, hasOwn: t.amounts.isNegative(lot * AMOUNTS_PER_EVENT + FEE) }
  }

  /** The term follows from the days, the box from day, term and what a broker reported: all worked out another way than the rules do. */
  term(row: DisposalReader): void {
    const check = this.#checks['terms-by-days']
    check.checked += 1
    const term = this.#termOf(row.acquired, row.disposed)
    // The pay of a contract, or its cost, has no lot, and nothing about it is unknown.
    const isContract = this.#contractKinds.has(row.kind) || this.#table.isCash[row.asset] === 1
    const isUnknown = row.lot === NONE && !isContract
    const reported = isUnknown ? 'none' : REPORTED[this.#table.reported[row.event]!]!
    if (row.term !== term || row.box !== this.#law.boxOf(row.disposed, term, reported))
      check.fail(
        `${row.kind} ${row.name()}: ${this.#text(row.acquired)} to ${this.#text(row.disposed)} is ${row.term}, box ${row.box}`,
      )
  }

  /** The deduction follows from term, value and basis (R-DON-1). */
  deduction(row: RemovalReader): void {
    const check = this.#checks['terms-by-days']
    check.checked += 1
    const deduction = row.deduction ?? 0n
    const term = this.#termOf(row.acquired, row.date)
    if (row.term !== term || deduction !== this.#law.deductionOf(term, row.value ?? 0n, row.basis))
      check.fail(`${row.kind} ${row.name()}: ${row.term ?? 'no term'} deducts ${money(deduction)}`)
  }

  #termOf(acquired: DayNumber | null, on: DayNumber): Term {
    return acquired !== null && this.#law.isLong(acquired, on) ? 'long' : 'short'
  }

  #text(day: DayNumber | null): string {
    return day === null || Number.isNaN(day) ? 'no day' : dayText(day)
  }
}

function money(value: bigint): string {
  return formatUnits(value, MONEY_SCALE)
}
