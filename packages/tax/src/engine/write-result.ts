import { compareText, formatInstant, yearOf, type TaxDate } from '@lotbook/journal'
import { MONEY_SCALE } from '@lotbook/money'
import { deductionOf } from '../us/donation.ts'
import { form8949Box } from '../us/form-8949-box.ts'
import { longTermFrom, type Term } from '../us/holding-period.ts'
import { rulesOfDisposal, rulesOfIncome, rulesOfRemoval, type RowFacts } from '../us/rules-of-row.ts'
import { TREATMENTS } from '../us/treatments.ts'
import { choiceOf } from '../us/unsettled.ts'
import { METHODS, REPORTED } from './calculation-input.ts'
import type {
  CalculationResult,
  DisposalRow,
  IncomeRow,
  LotRow,
  RemovalRow,
  Warning,
} from './calculation-result.ts'
import { AMOUNTS_PER_EVENT, NONE, TO, TO_VALUE, FROM_VALUE_KNOWN, type EventTable } from './event-table.ts'
import type { Ledger } from './ledger.ts'
import {
  FEE_KIND,
  KINDS,
  ROW_BASIS,
  ROW_FEES,
  ROW_QUANTITY,
  ROW_VALUE,
  SINGLE_BASIS,
  UNKNOWN,
  type RowTable,
} from './row-table.ts'
import { ACCOUNT_POOLS_FROM, dayWriter, type DayNumber } from './tax-day.ts'
import { YearTotals } from './year-totals.ts'

const DUAL_BASIS = [undefined, 'gain', 'loss', 'neither'] as const

/** Write out a run: terms, boxes, deductions and totals, and every number as text. */
export function writeResult(
  ledger: Ledger,
  progress?: (done: number, total: number) => void,
): CalculationResult {
  return new ResultWriter(ledger).write(progress)
}

class ResultWriter {
  readonly #l: Ledger
  readonly #t: EventTable
  readonly #text = dayWriter()
  readonly #longFrom = new Map<DayNumber, TaxDate>()
  readonly #isUniversal: boolean

  constructor(ledger: Ledger) {
    this.#l = ledger
    this.#t = ledger.table
    this.#isUniversal = ledger.settings.pool_before_2025 === 'universal'
  }

  write(progress?: (done: number, total: number) => void): CalculationResult {
    const l = this.#l
    const totals = new YearTotals(this.#t.newAmounts(64))
    const disposals: DisposalRow[] = []
    for (let row = 0; row < l.disposals.count; row++) {
      if (row % 8192 === 0) progress?.(row, l.disposals.count)
      disposals.push(this.#disposal(row, totals))
    }
    const income = l.incomes.map((event) => this.#income(event, totals))
    const removals = Array.from({ length: l.removals.count }, (_, row) => this.#removal(row, totals))
    const warnings: Warning[] = l.warnings.codes.map((code, i) => {
      const event = l.warnings.events[i]!
      return { code, tx: event === NONE ? null : this.#t.ids[event]! }
    })
    const lots = this.#lots()
    progress?.(l.disposals.count, l.disposals.count)
    return { disposals, income, removals, lots, warnings, years: totals.write() }
  }

  #disposal(row: number, totals: YearTotals): DisposalRow {
    const rows = this.#l.disposals
    const t = this.#t
    const { amounts } = rows
    const event = rows.event.values[row]!
    const asset = rows.asset.values[row]!
    const disposed = this.#text(t.day[event]!)
    const term = this.#term(rows.acquired.values[row]!, disposed, rows.lot.values[row]!)
    const isMissing = rows.lot.values[row] === UNKNOWN
    // Units that nobody knows of are on nobody's form (R-MISS-1).
    const reported = isMissing ? 'none' : REPORTED[t.reported[event]!]!
    const value = rows.slot(row, ROW_VALUE)
    const basis = rows.slot(row, ROW_BASIS)
    const fees = rows.slot(row, ROW_FEES)
    const dual = DUAL_BASIS[rows.mark(row)]
    totals.addDisposal(yearOf(disposed), term, amounts, value, basis)
    return {
      tx: t.ids[event]!,
      kind: KINDS[rows.kind(row)]!,
      asset: t.assets[asset]!,
      account: t.accounts[t.account[event]!]!,
      lot: isMissing ? null : t.ids[rows.lot.values[row]!]!,
      quantity: amounts.text(rows.slot(row, ROW_QUANTITY), t.scales[asset]!),
      acquired: isMissing ? null : this.#text(rows.acquired.values[row]!),
      disposed,
      proceeds: amounts.text(value, MONEY_SCALE),
      basis: amounts.text(basis, MONEY_SCALE),
      gain: totals.difference(amounts, value, basis),
      term,
      box: form8949Box(yearOf(disposed), term, reported),
      at: formatInstant(t.at[event]!),
      lot_at: isMissing ? null : formatInstant(t.at[rows.lot.values[row]!]!),
      gross_proceeds: totals.sum(amounts, value, fees),
      fees: amounts.text(fees, MONEY_SCALE),
      method: isMissing ? null : METHODS[rows.method(row)]!,
      ...(dual === undefined ? {} : { dual_basis: dual }),
      rules: rulesOfDisposal(this.#facts(rows, row, term)),
    }
  }

  #removal(row: number, totals: YearTotals): RemovalRow {
    const rows = this.#l.removals
    const t = this.#t
    const { amounts } = rows
    const event = rows.event.values[row]!
    const asset = rows.asset.values[row]!
    const date = this.#text(t.day[event]!)
    const kind = KINDS[rows.kind(row)]!
    const isMissing = rows.lot.values[row] === UNKNOWN
    const term = this.#term(rows.acquired.values[row]!, date, rows.lot.values[row]!)
    const value = rows.slot(row, ROW_VALUE)
    const basis = rows.slot(row, ROW_BASIS)
    const isValued = (t.known[event]! & FROM_VALUE_KNOWN) !== 0
    const deduction = deductionOf(amounts, term, value, basis)
    if (kind === 'donation') totals.addDeduction(yearOf(date), amounts, deduction)
    return {
      tx: t.ids[event]!,
      kind,
      asset: t.assets[asset]!,
      account: t.accounts[t.account[event]!]!,
      lot: isMissing ? null : t.ids[rows.lot.values[row]!]!,
      quantity: amounts.text(rows.slot(row, ROW_QUANTITY), t.scales[asset]!),
      acquired: isMissing ? null : this.#text(rows.acquired.values[row]!),
      date,
      basis: amounts.text(basis, MONEY_SCALE),
      value: isValued ? amounts.text(value, MONEY_SCALE) : null,
      ...(kind === 'donation' ? { term, deduction: amounts.text(deduction, MONEY_SCALE) } : {}),
      at: formatInstant(t.at[event]!),
      lot_at: isMissing ? null : formatInstant(t.at[rows.lot.values[row]!]!),
      rules: rulesOfRemoval(this.#facts(rows, row, term)),
    }
  }

  #income(event: number, totals: YearTotals): IncomeRow {
    const t = this.#t
    const asset = t.toAsset[event]!
    const date = this.#text(t.day[event]!)
    const part = this.#l.incomeParts.get(event)
    const category = part === undefined ? TREATMENTS[this.#l.treatment[event]!]!.kind : 'staking_reward'
    const amounts = part === undefined ? t.amounts : this.#l.amounts
    const quantity = part?.quantity ?? event * AMOUNTS_PER_EVENT + TO
    const value = part?.value ?? event * AMOUNTS_PER_EVENT + TO_VALUE
    totals.addIncome(yearOf(date), amounts, value)
    return {
      tx: t.ids[event]!,
      category,
      asset: t.assets[asset]!,
      account: t.accounts[t.account[event]!]!,
      quantity: amounts.text(quantity, t.scales[asset]!),
      date,
      value: amounts.text(value, MONEY_SCALE),
      at: formatInstant(t.at[event]!),
      rules: [...rulesOfIncome(category), ...this.#chosenRule(event)],
    }
  }

  /** The choice that made an income of what is none by default. */
  #chosenRule(event: number): string[] {
    if (this.#l.incomeParts.has(event)) return ['R-OPEN-9']
    return this.#l.treatment[event] === this.#t.treatment[event] ? [] : ['R-OPEN-10']
  }

  /** What is left: the pieces of one lot in one pool are one row; in the order of acquisition, then of names. */
  #lots(): LotRow[] {
    const { lots, keys, book, amounts } = this.#l
    const t = this.#t
    const keyOfPool = new Map<number, number>()
    for (const pool of book.pools()) keyOfPool.set(pool.id, pool.key)
    const open = new Map<string, { event: number; key: number; lot: number; pieces: number[] }>()
    for (let piece = 0; piece < lots.pairs; piece++) {
      const key = keyOfPool.get(lots.home(piece))
      if (key === undefined) continue
      const lot = lots.lotOf(piece)
      const event = lots.acquisition(lot)
      const name = `${event}/${key}`
      const known = open.get(name)
      if (known === undefined) open.set(name, { event, key, lot, pieces: [piece] })
      else known.pieces.push(piece)
    }
    const accountOf = (key: number) => (keys.account(key) === NONE ? null : t.accounts[keys.account(key)]!)
    const rows = [...open.values()].sort(
      (a, b) =>
        a.event - b.event ||
        compareText(t.assets[keys.asset(a.key)]!, t.assets[keys.asset(b.key)]!) ||
        compareText(accountOf(a.key) ?? '', accountOf(b.key) ?? ''),
    )
    const total = lots.newPair()
    const loss = lots.quantity(lots.newPair())
    return rows.map(({ event, key, lot, pieces }) => {
      const lossOf = lots.lossOf(lot)
      amounts.clear(lots.quantity(total))
      amounts.clear(lots.basis(total))
      amounts.clear(loss)
      for (const piece of pieces) {
        amounts.add(lots.quantity(total), lots.quantity(total), lots.quantity(piece))
        amounts.add(lots.basis(total), lots.basis(total), lots.basis(piece))
        const slot = lots.lossSlot(piece)
        if (slot !== -1) amounts.add(loss, loss, slot)
      }
      return {
        lot: t.ids[event]!,
        asset: t.assets[keys.asset(key)]!,
        account: accountOf(key),
        quantity: amounts.text(lots.quantity(total), t.scales[keys.asset(key)]!),
        basis: amounts.text(lots.basis(total), MONEY_SCALE),
        acquired: this.#text(lots.acquired(lot)),
        ...(lossOf === undefined
          ? {}
          : { loss_basis: amounts.text(loss, MONEY_SCALE), loss_acquired: this.#text(lossOf.acquired) }),
        at: formatInstant(t.at[event]!),
      }
    })
  }

  #term(acquired: DayNumber, disposed: TaxDate, lot: number): Term {
    if (lot === UNKNOWN) return 'short'
    let from = this.#longFrom.get(acquired)
    if (from === undefined) {
      from = longTermFrom(this.#text(acquired))
      this.#longFrom.set(acquired, from)
    }
    return disposed >= from ? 'long' : 'short'
  }

  #facts(rows: RowTable, row: number, term: Term): RowFacts {
    const t = this.#t
    const event = rows.event.values[row]!
    const treatment = TREATMENTS[this.#l.treatment[event]!]!
    const isFee = rows.kind(row) === FEE_KIND && treatment.kind !== 'fee'
    return {
      operation: treatment.operation,
      type: treatment.type,
      kind: KINDS[rows.kind(row)]!,
      method: METHODS[rows.method(row)]!,
      isFee,
      isFromReceived: isFee && rows.lot.values[row] === event,
      splitsFees: choiceOf(this.#l.settings, 'exchange_fee') === 'split',
      hasFees: !rows.amounts.isZero(rows.slot(row, ROW_FEES)),
      isMissing: rows.lot.values[row] === UNKNOWN,
      isDualBasis: rows.mark(row) !== SINGLE_BASIS,
      isPooledByAccount: !this.#isUniversal || t.day[event]! >= ACCOUNT_POOLS_FROM,
      term,
    }
  }
}
