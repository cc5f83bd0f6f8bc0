import {
  ByAccount,
  emptyMemory,
  UnitsByAccount,
  type Acquire,
  type Contract,
  type EventRule,
  type Memory,
  type Move,
  type Movement,
  type WarningCode,
} from '@lotbook/rules'
import type { CalculationSettings } from '../schema/calculation-input.ts'
import { NONE, type EventTable } from '../events/event-table.ts'
import { EventView } from '../events/event-view.ts'
import { treatmentsInForce } from '../events/treatments-in-force.ts'
import type { StateReader, StateWriter } from './state-bytes.ts'

/**
 * Sums that the rows of one event must come to, by its movements: no lot, no pool, no order. Quantities count 10^-scale of their asset,
 * values 10^-12 dollar; an asset is NONE where there is none.
 */
export class Expected {
  event = 0
  operation = 'exchange'

  /** The rows that the event itself makes of what it gives up. */
  rows: 'none' | 'disposals' | 'removals' = 'none'
  kind = ''
  asset = NONE
  quantity = 0n
  /** For a removal, its fair market value. */
  gross = 0n
  costs = 0n
  /** The row of what a contract paid or cost, with a basis that no lot brings (R-CON-1, R-CON-2). */
  contract: Contract | null = null

  /** A fee in a coin, which is a disposal of its own (R-FEE-4). */
  feeAsset = NONE
  feeQuantity = 0n
  feeWorth = 0n
  /** Units of a fee that leave without a row: their basis goes on (R-TRF-2, `carry`). */
  carried = 0n
  /** Fees added to the basis of the lots moved (R-TRF-2, `capitalize`). */
  addedBasis = 0n

  /** The lots that begin: at most two, what arrived and a fee that was given back. */
  readonly lots: Acquire[] = []

  /** Units that move or convert, lots and all; those without a known lot become one of this event (R-MISS-1). */
  movedAsset = NONE
  movedQuantity = 0n
  convertedAsset = NONE
  convertedQuantity = 0n
  isMoveOfLots = false

  /** Category of an income, its quantity, and its value. */
  income: string | null = null
  received = 0n
  receivedValue = 0n

  /**
   * A lock-up that was a disposal ends: units that are still there, of those it gave, for their part of a
   * value (R-OPEN-8).
   */
  ended: { readonly most: bigint; readonly value: bigint; readonly whole: bigint } | null = null

  /** Questions that must be asked of the event. */
  readonly questions: WarningCode[] = []

  readonly #view: EventView
  readonly #rule: EventRule
  readonly #memory: Memory

  /** @param from what the rules know where the table begins. */
  constructor(table: EventTable, settings: CalculationSettings, from: StateReader | undefined) {
    this.#view = new EventView(table, treatmentsInForce(table, settings), settings)
    this.#rule = table.jurisdiction.rulesUnder(settings)
    this.#memory = from === undefined ? emptyMemory() : readMemory(from)
  }

  /** Writes what the rules know before the next event. */
  write(to: StateWriter): void {
    const { locked, shortReturns, owed, owedValue } = this.#memory
    for (const units of [locked, owed, owedValue]) {
      const entries = [...units.entries()]
      to.numbers(entries.map(({ account }) => account))
      to.numbers(entries.map(({ asset }) => asset))
      to.amounts(entries.map(({ value }) => value))
    }
    to.numbers([...shortReturns.entries()].flatMap(({ account, asset, value }) => [account, asset, value]))
  }

  /** Whether lots are in no account at an event (R-POOL-2). */
  isUniversalAt(event: number): boolean {
    return !this.#view.at(event).hasLotsByAccount
  }

  /** Read the next event; they are read one after the other, for a lock-up is returned later. */
  read(event: number): void {
    const view = this.#view.at(event)
    const { operation, kind } = view.treatment
    this.event = event
    this.operation = operation
    this.#clear(kind)
    for (const movement of this.#rule(view, this.#memory)) this.#expect(movement)
  }

  #clear(kind: string) {
    this.rows = 'none'
    this.kind = kind
    this.asset = this.feeAsset = this.movedAsset = this.convertedAsset = NONE
    this.quantity = this.gross = this.costs = this.feeQuantity = this.feeWorth = this.carried = 0n
    this.addedBasis = this.movedQuantity = this.convertedQuantity = this.received = this.receivedValue = 0n
    this.lots.length = this.questions.length = 0
    this.isMoveOfLots = false
    this.income = null
    this.ended = null
    this.contract = null
  }

  #expect(m: Movement) {
    switch (m.does) {
      case 'dispose':
        return this.#give('disposals', m, m.value, m.costs)
      case 'remove':
        return this.#give('removals', m, m.value, 0n)
      case 'acquire':
        this.lots.push(m)
        return
      case 'give-claim':
        this.lots.push({ ...m, does: 'acquire' })
        return
      case 'spend-fee':
        return this.#spend(m)
      case 'move':
        return this.#move(m)
      case 'convert':
        this.movedAsset = m.asset
        this.movedQuantity = m.units
        this.convertedAsset = m.toAsset
        this.convertedQuantity = m.toUnits
        this.isMoveOfLots = m.asset !== m.toAsset || m.units !== m.toUnits
        return
      case 'end-claims':
        this.rows = 'disposals'
        this.asset = m.asset
        this.ended = { most: m.units, value: m.value, whole: m.whole }
        return
      case 'contract':
        this.contract = m
        return
      case 'income':
        this.income = m.category
        this.received = m.units
        this.receivedValue = m.value
        return
      case 'warn':
        this.questions.push(m.code)
        return
    }
  }

  #give(
    rows: 'disposals' | 'removals',
    { asset, units, kind }: { readonly asset: number; readonly units: bigint; readonly kind: string },
    gross: bigint,
    costs: bigint,
  ) {
    this.rows = rows
    this.kind = kind
    this.asset = asset
    this.quantity = units
    // Nothing that left for nothing has no row.
    if (units === 0n && gross === costs) return
    this.gross = gross
    this.costs = costs
  }

  #spend({
    asset,
    units,
    value,
  }: {
    readonly asset: number
    readonly units: bigint
    readonly value: bigint
  }) {
    this.feeAsset = asset
    this.feeQuantity = units
    this.feeWorth = value
  }

  #move({ asset, units, to, fee }: Move) {
    this.movedAsset = asset
    this.movedQuantity = units
    const { account, hasLotsByAccount } = this.#view
    if (!hasLotsByAccount || units === 0n) return
    this.isMoveOfLots = account !== to || fee !== undefined
    if (fee?.treatment === 'carry') this.carried = fee.units
    else if (fee !== undefined) {
      this.addedBasis = fee.added
      if (fee.spent !== null) this.#spend(fee.spent)
    }
  }
}

function readMemory(from: StateReader): Memory {
  const units = () => {
    const all = new UnitsByAccount()
    const [accounts, assets, amounts] = [from.numbers(), from.numbers(), from.amounts()]
    for (const [n, amount] of amounts.entries()) all.set(accounts[n]!, assets[n]!, amount)
    return all
  }
  const [locked, owed, owedValue] = [units(), units(), units()]
  const shortReturns = new ByAccount<number>()
  const numbers = from.numbers()
  for (let n = 0; n < numbers.length; n += 3) shortReturns.set(numbers[n]!, numbers[n + 1]!, numbers[n + 2]!)
  return { locked, shortReturns, owed, owedValue }
}
