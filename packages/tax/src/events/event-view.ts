import type { DonorRecord, Jurisdiction, Side, TaxEvent, Treatment } from '@lotbook/rules'
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
  readonly #table: EventTable
  readonly #treatment: Uint8Array
  readonly #treatments: Jurisdiction['treatments']
  /** The day from which lots are kept by account; before all days where no pool was shared. */
  readonly #lotsByAccountFrom: number
  /** 1 for each account whose fees are gas. */
  readonly #paysGas: Uint8Array
  readonly #sent: SideView
  readonly #received: SideView
  readonly #fee: SideView
  #event = NONE

  /** @param treatment code of each event, under the choices in force. */
  constructor(table: EventTable, treatment: Uint8Array, settings: CalculationSettings) {
    this.#table = table
    this.#treatment = treatment
    const { treatments, lotsByAccountFrom } = table.jurisdiction
    this.#treatments = treatments
    this.#lotsByAccountFrom = settings.pool_before_2025 === 'universal' ? lotsByAccountFrom : -Infinity
    const wallets = new Set(settings.wallets)
    this.#paysGas = Uint8Array.from(table.accounts, (name) => (wallets.has(name) ? 1 : 0))
    this.#sent = new SideView(table, FROM, FROM_VALUE_KNOWN)
    this.#received = new SideView(table, TO, TO_VALUE_KNOWN)
    this.#fee = new SideView(table, FEE, FEE_VALUE_KNOWN)
  }

  /** The view, of another event. */
  at(event: number): this {
    this.#event = event
    return this
  }

  get place(): number {
    return placeOfEvent(this.#table, this.#event)
  }

  get treatment(): Treatment {
    return this.#treatments[this.#treatment[this.#event]!]!
  }

  get day(): number {
    return this.#table.day[this.#event]!
  }

  get account(): number {
    return this.#table.account[this.#event]!
  }

  get toAccount(): number {
    return this.#table.toAccount[this.#event]!
  }

  get sent(): Side | null {
    return this.#sent.of(this.#event, this.#table.fromAsset[this.#event]!)
  }

  get received(): Side | null {
    return this.#received.of(this.#event, this.#table.toAsset[this.#event]!)
  }

  get fee(): Side | null {
    return this.#fee.of(this.#event, this.#table.feeAsset[this.#event]!)
  }

  get furtherCosts(): bigint {
    const { furtherCosts } = this.#table
    return furtherCosts.size === 0 ? 0n : (furtherCosts.get(this.#event) ?? 0n)
  }

  get donor(): DonorRecord | undefined {
    return this.#table.donors.get(this.#event)
  }

  get isFeeGas(): boolean {
    return this.#paysGas[this.account] === 1
  }

  get hasLotsByAccount(): boolean {
    return this.day >= this.#lotsByAccountFrom
  }
}

class SideView implements Side {
  asset = NONE
  readonly #table: EventTable
  readonly #offset: number
  readonly #bit: number
  #event = NONE

  constructor(table: EventTable, offset: number, bit: number) {
    this.#table = table
    this.#offset = offset
    this.#bit = bit
  }

  of(event: number, asset: number): this | null {
    if (asset === NONE) return null
    this.#event = event
    this.asset = asset
    return this
  }

  get isCash(): boolean {
    return this.#table.isCash[this.asset] === 1
  }

  get units(): bigint {
    return this.#amount(this.#offset)
  }

  get value(): bigint | null {
    return (this.#table.known[this.#event]! & this.#bit) === 0 ? null : this.#amount(this.#offset + 1)
  }

  #amount(offset: number): bigint {
    return this.#table.amounts.get(this.#event * AMOUNTS_PER_EVENT + offset)
  }
}
