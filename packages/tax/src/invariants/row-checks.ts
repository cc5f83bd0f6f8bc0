import { yearOf, type TaxDate } from '@lotbook/journal'
import { MONEY_SCALE } from '@lotbook/money'
import { REPORTED, type Reported } from '../engine/calculation-input.ts'
import type { DisposalRow, IncomeRow, LotRow, RemovalRow } from '../engine/calculation-result.ts'
import { AMOUNTS_PER_EVENT, FEE, type EventTable } from '../engine/event-table.ts'
import { dayWriter } from '../engine/tax-day.ts'
import { TREATMENTS } from '../us/treatments.ts'
import type { Checks } from './invariant.ts'
import { wholeUnits } from './whole-units.ts'

/** Boxes of Form 8949, short and long: to 2024, and from 2025 (R-BOX-1). */
const BOXES: Readonly<Record<Reported, readonly [string, string]>> = {
  none: ['CF', 'IL'],
  proceeds: ['BE', 'HK'],
  basis: ['AD', 'GJ'],
}

/** What holds of a row by itself, given the event that made it and the lot that it took from. */
export class RowChecks {
  readonly #t: EventTable
  readonly #checks: Checks
  readonly #day = dayWriter()
  readonly #longFrom = new Map<TaxDate, TaxDate>()
  readonly #atText: (string | undefined)[]

  constructor(table: EventTable, checks: Checks) {
    this.#t = table
    this.#checks = checks
    this.#atText = Array.from({ length: table.count }, () => undefined)
  }

  /** Gain is proceeds less basis, and of a gift with two bases the one that its proceeds ask for (R-GIFT-2). */
  gain(row: DisposalRow, gross: bigint, fees: bigint, basis: bigint): void {
    const check = this.#checks['gain-is-difference']
    check.checked += 1
    const proceeds =
      row.proceeds === row.gross_proceeds && fees === 0n ? gross : wholeUnits(row.proceeds, MONEY_SCALE)
    const gain = wholeUnits(row.gain, MONEY_SCALE)
    const sign = row.dual_basis === 'gain' ? gain > 0n : row.dual_basis === 'loss' ? gain < 0n : gain === 0n
    if (gain !== proceeds - basis || proceeds !== gross - fees || (row.dual_basis !== undefined && !sign))
      check.fail(`${row.kind} ${row.tx}: a gain of ${row.gain} from ${row.proceeds} less ${row.basis}`)
  }

  /** A row is of its event's day and instant, and of a lot that was there by then, with the lot's own dates. */
  dates(row: DisposalRow | RemovalRow, event: number, lot: number | undefined): void {
    const check = this.#checks['dates-in-order']
    check.checked += 1
    const t = this.#t
    const on = 'disposed' in row ? row.disposed : row.date
    const isOfEvent =
      on === this.#day(t.day[event]!) &&
      row.account === t.accounts[t.account[event]!] &&
      this.#isInstant(row.at, event)
    let isOfLot = row.lot === null && row.acquired === null && row.lot_at === null
    if (lot !== undefined && row.lot !== null) {
      const isBefore = lot < event || (lot === event && row.kind === 'fee')
      const isLoss = 'dual_basis' in row && row.dual_basis === 'loss'
      const isAcquired = isLoss
        ? row.acquired === this.#day(t.day[lot]!)
        : this.#isAcquired(lot, row.acquired)
      isOfLot = isBefore && isAcquired && this.#isInstant(row.lot_at, lot)
    }
    if (!isOfEvent || !isOfLot)
      check.fail(
        `${row.kind} ${row.tx} on ${on}: lot ${row.lot ?? 'unknown'} of ${row.acquired ?? 'no day'} (${row.lot_at ?? 'no instant'})`,
      )
  }

  /** Income is of the day and instant of its receipt. */
  incomeDates(row: IncomeRow, event: number): void {
    const check = this.#checks['dates-in-order']
    check.checked += 1
    if (row.date !== this.#day(this.#t.day[event]!) || !this.#isInstant(row.at, event))
      check.fail(`${row.category} ${row.tx} on ${row.date}, at ${row.at}`)
  }

  /** A lot that is left has the dates of what acquired it. */
  lotDates(row: LotRow, lot: number): void {
    const check = this.#checks['dates-in-order']
    check.checked += 1
    const t = this.#t
    const hasLoss = row.loss_acquired !== undefined
    if (
      !this.#isAcquired(lot, row.acquired) ||
      !this.#isInstant(row.at, lot) ||
      (hasLoss && row.loss_acquired !== this.#day(t.day[lot]!))
    )
      check.fail(`lot ${row.lot}: acquired ${row.acquired}, at ${row.at}`)
  }

  /** The day the holding period of a lot runs from is its own, or of a gift the donor's (R-GIFT-1). */
  #isAcquired(lot: number, acquired: TaxDate | null): boolean {
    const t = this.#t
    const donor = t.donors.get(lot)
    const own = this.#day(t.day[lot]!)
    const isGift = TREATMENTS[t.treatment[lot]!]!.operation === 'receive-gift'
    if (!isGift || donor?.basis === undefined || donor.acquired === undefined) return acquired === own
    // A fee given back beside the gift is a lot of its own day.
    const hasOwn = t.amounts.isNegative(lot * AMOUNTS_PER_EVENT + FEE)
    return acquired === this.#day(donor.acquired) || (hasOwn && acquired === own)
  }

  /** Long-term is more than a year, counted in days; the box follows from year, term and what a broker reported. */
  term(row: DisposalRow, event: number): void {
    const check = this.#checks['terms-by-days']
    check.checked += 1
    const isLong = this.#isLong(row.acquired, row.disposed)
    const reported = row.lot === null ? 'none' : REPORTED[this.#t.reported[event]!]!
    const boxes = BOXES[reported][yearOf(row.disposed) >= 2025 ? 1 : 0]
    if (row.term !== (isLong ? 'long' : 'short') || row.box !== boxes[isLong ? 1 : 0])
      check.fail(
        `${row.kind} ${row.tx}: ${row.acquired ?? 'no day'} to ${row.disposed} is ${row.term}, box ${row.box}`,
      )
  }

  /** A gift to charity deducts its value when held long, else no more than its basis (R-DON-1). */
  deduction(row: RemovalRow): void {
    const check = this.#checks['terms-by-days']
    check.checked += 1
    const isLong = this.#isLong(row.acquired, row.date)
    const value = wholeUnits(row.value ?? '0', MONEY_SCALE)
    const basis = wholeUnits(row.basis, MONEY_SCALE)
    const most = isLong || value <= basis ? value : basis
    if (row.term !== (isLong ? 'long' : 'short') || wholeUnits(row.deduction ?? '0', MONEY_SCALE) !== most)
      check.fail(`${row.kind} ${row.tx}: ${row.term ?? 'no term'} deducts ${row.deduction ?? 'nothing'}`)
  }

  /** Many rows name the same lot: its instant is read once. */
  #isInstant(text: string | null, event: number): boolean {
    if (text === null) return false
    if (this.#atText[event] === text) return true
    if (Date.parse(text) !== this.#t.at[event]!) return false
    this.#atText[event] = text
    return true
  }

  #isLong(acquired: TaxDate | null, on: TaxDate): boolean {
    if (acquired === null) return false
    let from = this.#longFrom.get(acquired)
    if (from === undefined) {
      const [year = 0, month = 0, day = 0] = acquired.split('-').map((part) => Number.parseInt(part, 10))
      const next = new Date(Date.UTC(year, month - 1, day + 1))
      // Of 29 February a year on, the calendar makes 1 March (R-HOLD-2).
      const ends = Date.UTC(next.getUTCFullYear() + 1, next.getUTCMonth(), next.getUTCDate())
      from = new Date(ends).toISOString().slice(0, 10)
      this.#longFrom.set(acquired, from)
    }
    return on >= from
  }
}
