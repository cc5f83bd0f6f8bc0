import type { Acquire, Contract, Convert, Movement } from '@lotbook/rules'
import type { Amounts, Slot } from '../amounts/amounts.ts'
import { convertLots } from './convert-lots.ts'
import type { EventTable } from '../events/event-table.ts'
import type { Ledger } from './ledger.ts'
import { moveLots } from './move-lots.ts'
import { FEE_KIND, rowKindsOf, type RowKinds } from './row-kinds.ts'

const NOTHING: readonly number[] = []

/** Does what the rules say: finds the lots that each movement of an event concerns, and writes its rows. */
export class MovementExecutor {
  readonly #ledger: Ledger
  readonly #table: EventTable
  readonly #amounts: Amounts
  readonly #kindCode: RowKinds['codeOf']
  readonly #units: Slot
  readonly #value: Slot
  readonly #costs: Slot
  readonly #basis: Slot
  /** Pieces that the last movement of the event brought, for a fee that is paid out of them. */
  #brought: readonly number[] = NOTHING

  constructor(ledger: Ledger) {
    this.#ledger = ledger
    this.#table = ledger.table
    this.#amounts = ledger.amounts
    this.#kindCode = rowKindsOf(ledger.table.jurisdiction).codeOf
    this.#units = ledger.quantity
    this.#value = ledger.worth
    this.#costs = ledger.costs
    this.#basis = ledger.basis
  }

  /** @param e the event whose movements they are. */
  execute(e: number, movements: readonly Movement[]): void {
    this.#brought = NOTHING
    for (let n = 0; n < movements.length; n++) {
      const next = movements[n + 1]
      const isPaidOutOf = next?.does === 'spend-fee' && next.isWithheld
      this.#execute(e, movements[n]!, isPaidOutOf)
    }
    if (this.#ledger.isUniversal) this.#keepBalances(e, movements)
  }

  /** @param isPaidOutOf whether a fee is paid out of what the movement brings. */
  #execute(e: number, m: Movement, isPaidOutOf: boolean): void {
    const l = this.#ledger
    const a = this.#amounts
    switch (m.does) {
      case 'acquire':
        return this.#acquire(e, m)
      case 'dispose':
        a.set(this.#units, m.units)
        a.set(this.#value, m.value)
        return l.dispose(
          e,
          m.asset,
          this.#units,
          this.#value,
          this.#set(this.#costs, m.costs),
          this.#kindCode(m.kind),
          true,
        )
      case 'spend-fee':
        a.set(this.#units, m.units)
        a.set(this.#value, m.value)
        if (m.isWithheld)
          return l.disposeFromPieces(e, m.asset, this.#brought, this.#units, this.#value, FEE_KIND)
        return l.dispose(e, m.asset, this.#units, this.#value, l.zero, FEE_KIND, false)
      case 'remove':
        a.set(this.#units, m.units)
        a.set(this.#value, m.value)
        return l.remove(e, m.asset, this.#units, this.#value, this.#kindCode(m.kind))
      case 'move':
        return moveLots(l, e, m)
      case 'convert':
        this.#brought = this.#convert(e, m, isPaidOutOf)
        return
      case 'contract':
        return this.#contract(e, m)
      case 'income':
        l.incomeCategories.push(m.category)
        if (!m.isPart) return void l.incomes.push(e)
        a.set(this.#units, m.units)
        a.set(this.#value, m.value)
        return l.addIncomePart(e, this.#units, this.#value)
      case 'give-claim':
        a.set(this.#units, m.units)
        a.set(this.#basis, m.basis)
        return l.acquireClaim(e, m.asset, this.#units, this.#basis)
      case 'end-claims':
        a.set(this.#units, m.units)
        a.set(this.#value, m.value)
        a.set(this.#costs, m.whole)
        return l.endClaims(e, m.asset, this.#units, this.#value, this.#costs, this.#kindCode(m.kind))
      case 'warn':
        return l.warnings.add(m.code, e)
    }
  }

  #acquire(e: number, { asset, units, basis, acquired, lossBasis }: Acquire): void {
    const l = this.#ledger
    const account = this.#table.account[e]!
    this.#amounts.set(this.#units, units)
    this.#amounts.set(this.#basis, basis)
    const gift =
      lossBasis === undefined
        ? undefined
        : { basis: this.#set(this.#value, lossBasis), loss: { acquired: this.#table.day[e]! } }
    this.#brought = [l.acquire(e, account, asset, this.#units, this.#basis, acquired, gift)]
  }

  #convert(e: number, m: Convert, isPaidOutOf: boolean): readonly number[] {
    return convertLots(this.#ledger, e, m, isPaidOutOf)
  }

  #contract(e: number, { asset, units, value, costs, basis, kind }: Contract): void {
    this.#amounts.set(this.#units, units)
    this.#amounts.set(this.#value, value)
    this.#amounts.set(this.#basis, basis)
    const slot = this.#set(this.#costs, costs)
    this.#ledger.disposeContract(e, asset, this.#units, this.#value, slot, this.#basis, this.#kindCode(kind))
  }

  /** A slot with a number, `zero` for none: who takes it sees at once that there is nothing to share out. */
  #set(slot: Slot, value: bigint): Slot {
    if (value === 0n) return this.#ledger.zero
    this.#amounts.set(slot, value)
    return slot
  }

  /** Under the universal pool lots do not say where units are; the balances of accounts do (R-POOL-2). */
  #keepBalances(e: number, movements: readonly Movement[]): void {
    const { balances, keys } = this.#ledger
    if (balances === undefined) return
    const here = this.#table.account[e]!
    const add = (account: number, asset: number, units: bigint) =>
      balances.addUnits(keys.of(account, asset), units)
    for (const m of movements) {
      switch (m.does) {
        case 'acquire':
        case 'give-claim':
          add(here, m.asset, m.units)
          break
        case 'dispose':
        case 'remove':
        case 'spend-fee':
          add(here, m.asset, -m.units)
          break
        case 'move':
          add(here, m.asset, -m.units)
          add(m.to, m.asset, m.units)
          break
        case 'convert':
          add(here, m.asset, -m.units)
          add(here, m.toAsset, m.toUnits)
          break
        default:
      }
    }
  }
}
