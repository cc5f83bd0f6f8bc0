import type { DonorRecord, Side, TaxEvent, Treatment } from '@lotbook/rules'
import type { CalculationSettings } from '../schema/calculation-input.ts'
import {
  AMOUNTS_PER_EVENT,
  FEE,
  FEE_VALUE_KNOWN,
  FROM,
  FROM_VALUE_KNOWN,
  NONE,
  placeOfEvent,
  TO,
  TO_VALUE_KNOWN,
  type EventTable,
} from './event-table.ts'

/**
 * An event of a table as the rules look at it. It is one object that goes from event to event, and reads a column where it is asked:
 * most events are asked for half of what they have.
 */
export class EventView implements TaxEvent {
  readonly #t: EventTable
  readonly #treatment: Uint8Array
  readonly #isUniversal: boolean
  readonly #sent: SideView
  readonly #received: SideView
  readonly #fee: SideView
  #e = NONE

  /** @param treatment code of each event, under the choices in force. */
  constructor(table: EventTable, treatment: Uint8Array, settings: CalculationSettings) {
    this.#t = table
    this.#treatment = treatment
    this.#isUniversal = settings.pool_before_2025 === 'universal'
    this.#sent = new SideView(table, FROM, FROM_VALUE_KNOWN)
    this.#received = new SideView(table, TO, TO_VALUE_KNOWN)
    this.#fee = new SideView(table, FEE, FEE_VALUE_KNOWN)
  }

  /** The view, of another event. */
  at(event: number): this {
    this.#e = event
    return this
  }

  get place(): number {
    return placeOfEvent(this.#t, this.#e)
  }

  get treatment(): Treatment {
    return this.#t.jurisdiction.treatments[this.#treatment[this.#e]!]!
  }

  get day(): number {
    return this.#t.day[this.#e]!
  }

  get account(): number {
    return this.#t.account[this.#e]!
  }

  get toAccount(): number {
    return this.#t.toAccount[this.#e]!
  }

  get sent(): Side | null {
    return this.#sent.of(this.#e, this.#t.fromAsset[this.#e]!)
  }

  get received(): Side | null {
    return this.#received.of(this.#e, this.#t.toAsset[this.#e]!)
  }

  get fee(): Side | null {
    return this.#fee.of(this.#e, this.#t.feeAsset[this.#e]!)
  }

  get furtherCosts(): bigint {
    const { furtherCosts } = this.#t
    return furtherCosts.size === 0 ? 0n : (furtherCosts.get(this.#e) ?? 0n)
  }

  get donor(): DonorRecord | undefined {
    return this.#t.donors.get(this.#e)
  }

  get hasLotsByAccount(): boolean {
    return !this.#isUniversal || this.day >= this.#t.jurisdiction.lotsByAccountFrom
  }
}

class SideView implements Side {
  asset = NONE
  readonly #t: EventTable
  readonly #offset: number
  readonly #bit: number
  #e = NONE

  constructor(table: EventTable, offset: number, bit: number) {
    this.#t = table
    this.#offset = offset
    this.#bit = bit
  }

  of(event: number, asset: number): this | null {
    if (asset === NONE) return null
    this.#e = event
    this.asset = asset
    return this
  }

  get isCash(): boolean {
    return this.#t.isCash[this.asset] === 1
  }

  get units(): bigint {
    return this.#amount(this.#offset)
  }

  get value(): bigint | null {
    return (this.#t.known[this.#e]! & this.#bit) === 0 ? null : this.#amount(this.#offset + 1)
  }

  #amount(offset: number): bigint {
    const { amounts } = this.#t
    const slot = this.#e * AMOUNTS_PER_EVENT + offset
    return amounts.isZero(slot) ? 0n : amounts.get(slot)
  }
}
