import type { BrokerLine } from '@lotbook/journal'
import { compareText, isContractRow } from '@lotbook/journal'
import { sum, type Decimal } from '@lotbook/money'
import { exact } from '../money-text.ts'
import { byDisposed, type DisposalLine } from '../year-report.ts'
import { alikeGroups, isSameUnits, nearest, runOf } from './alike-units.ts'
import { isOfTotal } from './assets-of-totals.ts'
import { tiedByHand } from './tied-by-hand.ts'

/** Lines of forms and the rows that they are of; either side may be empty. */
export interface BrokerMatch {
  readonly lines: readonly BrokerLine[]
  readonly rows: readonly DisposalLine[]
  /** A person tied or parted them. */
  readonly isByHand?: boolean
}

/** One sale of the history: the rows of all its lots. */
interface Sale {
  readonly rows: readonly DisposalLine[]
  readonly day: number
  readonly units: Decimal
  readonly proceeds: Decimal
}

interface DatedLine {
  readonly line: BrokerLine
  readonly day: number
  readonly units: Decimal
  readonly proceeds: Decimal
}

/** Brokers report by UTC, a person's day is theirs: a sale may be on the form a day earlier or later. */
const DAYS_EITHER_WAY = [0, -1, 1] as const

/** Beyond so many comparisons of a day only sales of as many units are tied. */
const MOST_COMPARED = 100_000

/**
 * Ties the lines of Forms 1099-DA to the sales of a year: first as a person tied or parted them, then by account, asset, units (within 1e-8)
 * and day, one day either way (N15; tax/us section 10). One line may be of several sales of a day, and several lines of one sale; nothing is
 * tied by amount of money alone. Contracts are on no form.
 *
 * Matches come one by one, so that whoever asks for very many can do something else in between.
 *
 * @param rows all disposals of the year.
 * @returns every line in force and every row once; sales that no form has come last.
 */
export function* matchBrokerLines(
  lines: readonly BrokerLine[],
  rows: readonly DisposalLine[],
): Generator<BrokerMatch, void> {
  const onForms = rows.filter((row) => !isContractRow(row.kind, row.asset)).toSorted(byDisposed)
  const byHand = tiedByHand(linesThatCount(lines), onForms)
  for (const match of byHand.matches) for (const part of apart(match)) yield { ...part, isByHand: true }
  const rowsOf = Map.groupBy(byHand.rows, poolOfRow)
  const ofAccount = byHand.lines.filter((line) => isTotal(line) && line.asset === null)
  const ofAsset = byHand.lines.filter((line) => !isTotal(line) || line.asset !== null)
  for (const [pool, ofPool] of Map.groupBy(ofAsset, poolOfLine)) {
    const rest = yield* matchPool(ofPool, rowsOf.get(pool) ?? [])
    rowsOf.set(pool, [...rest])
  }
  const rest = yield* matchTotals(ofAccount, [...rowsOf.values()].flat())
  for (const sale of salesOf(rest)) yield { lines: [], rows: sale.rows }
}

/**
 * Lines in force: a corrected form takes the place of the one that it corrects, and a void one takes it away. Lines without the number of their form
 * are known by asset, day and units, so that one of them never stands for all.
 */
export function linesThatCount(lines: readonly BrokerLine[]): readonly BrokerLine[] {
  const statusOf = new Map<string, BrokerLine['status']>()
  const rank = { original: 0, corrected: 1, void: 2 }
  for (const line of lines) {
    const name = formOf(line)
    const known = statusOf.get(name)
    if (known === undefined || rank[line.status] > rank[known]) statusOf.set(name, line.status)
  }
  return lines.filter((line) => line.status !== 'void' && statusOf.get(formOf(line)) === line.status)
}

function formOf({ account, form, name, sold, units }: BrokerLine): string {
  return form === '' ? JSON.stringify([account, name, sold, units]) : JSON.stringify([account, form])
}

/** Lines that are not in force: void, or replaced by a corrected form. */
export function linesThatDoNotCount(lines: readonly BrokerLine[]): readonly BrokerLine[] {
  const counted = new Set(linesThatCount(lines))
  return lines.filter((line) => !counted.has(line))
}

const poolOfRow = ({ account, asset }: DisposalLine) => `${account}\n${asset}`
const poolOfLine = ({ account, asset, id }: BrokerLine) => `${account}\n${asset ?? `? ${id}`}`

/**
 * Lines and rows of one asset in one account.
 *
 * @returns the rows that no line is of.
 */
function* matchPool(
  lines: readonly BrokerLine[],
  rows: readonly DisposalLine[],
): Generator<BrokerMatch, readonly DisposalLine[]> {
  const [totals, single] = [lines.filter(isTotal), lines.filter((line) => !isTotal(line))]
  const sales = new Set(salesOf(rows))
  const open = new Set(single.map(datedLine))
  for (const tie of [tieEqual, tieRuns])
    for (const shift of DAYS_EITHER_WAY)
      for (const [tied, to] of tie(open, sales, shift)) {
        for (const one of tied) open.delete(one)
        for (const sale of to) sales.delete(sale)
        yield* apart({ lines: tied.map(({ line }) => line), rows: to.flatMap((sale) => sale.rows) })
      }
  for (const { line } of open) yield { lines: [line], rows: [] }
  const left = [...sales].flatMap((sale) => sale.rows)
  if (totals.length === 0) return left
  // What is left of the pool is what a total is of.
  yield { lines: totals, rows: left }
  return []
}

/** Totals that name no asset are of all that is left of their kind in the account. */
function* matchTotals(
  totals: readonly BrokerLine[],
  rows: readonly DisposalLine[],
): Generator<BrokerMatch, readonly DisposalLine[]> {
  const taken = new Set<DisposalLine>()
  for (const lines of Map.groupBy(totals, ({ account, total }) => `${account}\n${total}`).values()) {
    const [first] = lines
    const own = rows.filter((row) => row.account === first?.account && isOfTotal(row.asset, first.total))
    for (const row of own) taken.add(row)
    yield { lines, rows: own }
  }
  return rows.filter((row) => !taken.has(row))
}

type Ties = Generator<readonly [lines: readonly DatedLine[], sales: readonly Sale[]], void>

/** One line, one sale, of as many units; of several alike those whose proceeds are nearest. */
function* tieEqual(open: Set<DatedLine>, sales: Set<Sale>, shift: number): Ties {
  const salesOfDay = Map.groupBy(sales, ({ day }) => day)
  for (const [day, lines] of Map.groupBy([...open], (one) => one.day))
    for (const [ofLines, ofSales] of alikeGroups(lines, salesOfDay.get(day + shift) ?? []))
      for (const [line, sale] of nearest(ofLines, ofSales))
        if (isSameUnits(line.units, sale.units)) yield [[line], [sale]]
}

/** Lines that follow each other and make up one sale, sales that make up one line, or all of a day on both sides. */
function* tieRuns(open: Set<DatedLine>, sales: Set<Sale>, shift: number): Ties {
  const salesOfDay = Map.groupBy(sales, ({ day }) => day)
  for (const [day, lines] of Map.groupBy([...open], (one) => one.day)) {
    const ofDay = () => (salesOfDay.get(day + shift) ?? []).filter((sale) => sales.has(sale))
    const openOfDay = () => lines.filter((one) => open.has(one))
    const isFew = lines.length * ofDay().length <= MOST_COMPARED
    for (const sale of isFew ? ofDay() : []) {
      const run = runOf(openOfDay(), sale.units)
      if (run !== undefined) yield [run, [sale]]
    }
    for (const one of isFew ? openOfDay() : []) {
      const run = runOf(ofDay(), one.units)
      if (run !== undefined) yield [[one], run]
    }
    const [lineRest, saleRest] = [openOfDay(), ofDay()]
    if (lineRest.length > 0 && saleRest.length > 0 && isSameUnits(unitsOf(lineRest), unitsOf(saleRest)))
      yield [lineRest, saleRest]
  }
}

/** Several lines of one sale, each with the rows of its own lots where their dates and units say which; together otherwise. */
function apart(match: BrokerMatch): BrokerMatch[] {
  const { lines, rows } = match
  if (lines.length < 2 || rows.length < 2) return [match]
  const left = new Set(rows)
  const parts: BrokerMatch[] = []
  for (const line of lines) {
    const own = [...left].filter((row) => line.acquired !== null && row.acquired === line.acquired)
    const single = own.find((row) => isSameUnits(exact(row.quantity), exact(line.units)))
    const taken = single === undefined ? own : [single]
    if (taken.length === 0 || !isSameUnits(sum(taken.map((row) => exact(row.quantity))), exact(line.units)))
      return [match]
    for (const row of taken) left.delete(row)
    parts.push({ lines: [line], rows: taken })
  }
  return left.size === 0 ? parts : [match]
}

function salesOf(rows: readonly DisposalLine[]): Sale[] {
  return [...Map.groupBy(rows, ({ transaction, kind }) => `${transaction} ${kind}`).values()].map((own) => ({
    rows: own,
    day: dayOf(own[0]!.disposed),
    units: sum(own.map((row) => exact(row.quantity))),
    proceeds: sum(own.map((row) => exact(row.proceeds))),
  }))
}

function datedLine(line: BrokerLine): DatedLine {
  return { line, day: dayOf(line.sold ?? ''), units: exact(line.units), proceeds: exact(line.proceeds) }
}

const isTotal = ({ total }: BrokerLine) => total !== null
const unitsOf = (list: readonly { readonly units: Decimal }[]) => sum(list.map(({ units }) => units))
const dayOf = (day: string) => Date.parse(`${day}T00:00:00Z`) / 86_400_000

/** The order in which a person reads matches: by day of the sale, then account and asset. */
export function byDay(a: BrokerMatch, b: BrokerMatch): number {
  const [first, second] = [headOf(a), headOf(b)]
  return compareText(first.day, second.day) || compareText(first.name, second.name)
}

function headOf({ lines: [line], rows: [row] }: BrokerMatch): {
  readonly day: string
  readonly name: string
} {
  if (row !== undefined) return { day: row.disposed, name: `${row.account} ${row.asset}` }
  return { day: line?.sold ?? '', name: `${line?.account ?? ''} ${line?.name ?? ''}` }
}
