import type { BrokerLine } from '@lotbook/journal'
import { compareText, isContractRow } from '@lotbook/journal'
import { compare, divide, formatDecimal, minus, absolute, isZero, sum, type Decimal } from '@lotbook/money'
import { exact } from '../money-text.ts'
import { byDisposed, type DisposalLine } from '../year-report.ts'

/** Lines of forms and the rows that they are of; either side may be empty. */
export interface BrokerMatch {
  readonly lines: readonly BrokerLine[]
  readonly rows: readonly DisposalLine[]
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
}

/** Brokers report by UTC, a person's day is theirs: a sale may be on the form a day earlier or later. */
const DAYS_EITHER_WAY = [0, -1, 1] as const

/**
 * Ties the lines of Forms 1099-DA to the sales of a year: by account, asset, units (within 1e-8) and day, one day either way
 * (N15; tax/us section 10). One line may be of several sales of a day, and several lines of one sale; nothing is tied by amount of money
 * alone. Contracts are on no form.
 *
 * @param rows all disposals of the year.
 * @returns every line and every row once; sales that no form has come last.
 */
export function matchBrokerLines(lines: readonly BrokerLine[], rows: readonly DisposalLine[]): BrokerMatch[] {
  const found: BrokerMatch[] = []
  const counted = linesThatCount(lines)
  const rowsOf = Map.groupBy(
    rows.filter((row) => !isContractRow(row.kind, row.asset)).toSorted(byDisposed),
    poolOfRow,
  )
  for (const [pool, ofPool] of Map.groupBy(counted, poolOfLine)) {
    const pooled = rowsOf.get(pool) ?? []
    rowsOf.delete(pool)
    found.push(...matchPool(ofPool, pooled))
  }
  for (const left of rowsOf.values())
    found.push(...salesOf(left).map((sale) => ({ lines: [], rows: sale.rows })))
  return found.toSorted((a, b) => Number(a.lines.length === 0) - Number(b.lines.length === 0))
}

/** Lines in force: a corrected form takes the place of the one that it corrects, and a void one takes it away. */
export function linesThatCount(lines: readonly BrokerLine[]): readonly BrokerLine[] {
  const statusOf = new Map<string, BrokerLine['status']>()
  const rank = { original: 0, corrected: 1, void: 2 }
  for (const { account, form, status } of lines) {
    const name = `${account} ${form}`
    const known = statusOf.get(name)
    if (known === undefined || rank[status] > rank[known]) statusOf.set(name, status)
  }
  return lines.filter(
    ({ account, form, status }) => status !== 'void' && statusOf.get(`${account} ${form}`) === status,
  )
}

const poolOfRow = ({ account, asset }: DisposalLine) => `${account}\n${asset}`
const poolOfLine = ({ account, asset, id }: BrokerLine) => `${account}\n${asset ?? `? ${id}`}`

/** Lines and rows of one asset in one account. */
function matchPool(lines: readonly BrokerLine[], rows: readonly DisposalLine[]): BrokerMatch[] {
  const [totals, single] = [lines.filter(isTotal), lines.filter((line) => !isTotal(line))]
  const sales = new Set(salesOf(rows))
  const open = new Set(
    single.map((line): DatedLine => ({ line, day: dayOf(line.sold ?? ''), units: exact(line.units) })),
  )
  const found: BrokerMatch[] = []
  const tie = (tied: readonly DatedLine[], to: readonly Sale[]) => {
    for (const one of tied) open.delete(one)
    for (const sale of to) sales.delete(sale)
    found.push(...apart({ lines: tied.map(({ line }) => line), rows: to.flatMap((sale) => sale.rows) }))
  }
  for (const shift of DAYS_EITHER_WAY) tieEqual(open, sales, shift, tie)
  for (const shift of DAYS_EITHER_WAY) tieRuns(open, sales, shift, tie)
  // What is left of the pool is what a total is of.
  const [total, ...more] = totals
  if (total !== undefined) {
    found.push({ lines: [total, ...more], rows: [...sales].flatMap((sale) => sale.rows) })
    sales.clear()
  }
  for (const { line } of open) found.push({ lines: [line], rows: [] })
  for (const sale of sales) found.push({ lines: [], rows: sale.rows })
  return found
}

type Tie = (lines: readonly DatedLine[], sales: readonly Sale[]) => void

/** One line, one sale, of as many units; of several alike those whose proceeds are nearest. */
function tieEqual(open: Set<DatedLine>, sales: Set<Sale>, shift: number, tie: Tie): void {
  const byKey = Map.groupBy(sales, ({ day, units }) => keyOf(day, units))
  for (const [key, lines] of Map.groupBy([...open], (one) => keyOf(one.day + shift, one.units))) {
    const alike = byKey.get(key)
    if (alike !== undefined) for (const [line, sale] of nearest(lines, alike)) tie([line], [sale])
  }
}

/** Pairs by proceeds. As many of each, or very many, are paired in their order; few are compared each with each. */
function nearest(lines: readonly DatedLine[], sales: readonly Sale[]): [DatedLine, Sale][] {
  const inOrder = lines
    .map((one) => ({ one, proceeds: exact(one.line.proceeds) }))
    .toSorted((a, b) => compare(a.proceeds, b.proceeds))
  const left = sales.toSorted((a, b) => compare(a.proceeds, b.proceeds))
  const isInOrder = lines.length === sales.length || lines.length * sales.length > MOST_COMPARED
  return inOrder.flatMap(({ one, proceeds }): [DatedLine, Sale][] => {
    const distance = (sale: Sale) => absolute(minus(sale.proceeds, proceeds))
    const place = isInOrder
      ? 0
      : left.reduce((best, sale, n) => (compare(distance(sale), distance(left[best]!)) < 0 ? n : best), 0)
    const [sale] = left.splice(place, 1)
    return sale === undefined ? [] : [[one, sale]]
  })
}

/** Beyond so many comparisons of a day what is alike is taken in its order. */
const MOST_COMPARED = 100_000

/** Lines that follow each other and make up one sale, sales that make up one line, or all of a day on both sides. */
function tieRuns(open: Set<DatedLine>, sales: Set<Sale>, shift: number, tie: Tie): void {
  const salesOfDay = Map.groupBy(sales, ({ day }) => day)
  for (const [day, lines] of Map.groupBy([...open], (one) => one.day)) {
    const ofDay = () => (salesOfDay.get(day + shift) ?? []).filter((sale) => sales.has(sale))
    const isFew = lines.length * ofDay().length <= MOST_COMPARED
    for (const sale of isFew ? ofDay() : []) {
      const run = runOf(
        lines.filter((one) => open.has(one)),
        sale.units,
      )
      if (run !== undefined) tie(run, [sale])
    }
    for (const one of isFew ? lines : []) {
      if (!open.has(one)) continue
      const run = runOf(ofDay(), one.units)
      if (run !== undefined) tie([one], run)
    }
    const [lineRest, saleRest] = [lines.filter((one) => open.has(one)), ofDay()]
    if (lineRest.length > 0 && saleRest.length > 0 && isSameUnits(sumOf(lineRest), sumOf(saleRest)))
      tie(lineRest, saleRest)
  }
}

/** Neighbors in the list whose units make up a number of units; found by their running sums. */
function runOf<One extends { readonly units: Decimal }>(
  list: readonly One[],
  units: Decimal,
): readonly One[] | undefined {
  const startAfter = new Map<string, number>([[keyOf(0, ZERO), 0]])
  let upTo = ZERO
  for (const [n, one] of list.entries()) {
    upTo = sum([upTo, one.units])
    const start = startAfter.get(keyOf(0, minus(upTo, units)))
    if (start !== undefined) return list.slice(start, n + 1)
    startAfter.set(keyOf(0, upTo), n + 1)
  }
  return undefined
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

const ZERO = exact('0')
const isTotal = ({ total }: BrokerLine) => total !== null
const sumOf = (list: readonly { readonly units: Decimal }[]) => sum(list.map(({ units }) => units))
const dayOf = (day: string) => Date.parse(`${day}T00:00:00Z`) / 86_400_000

/** Units to the tenth significant digit: forms print up to 18 decimals, and histories are rounded on their way. */
function keyOf(day: number, units: Decimal): string {
  return `${day} ${roughly(units)}`
}

function roughly(units: Decimal): string {
  return isZero(units) ? '0' : Number(formatDecimal(units)).toPrecision(9)
}

function isSameUnits(a: Decimal, b: Decimal): boolean {
  if (isZero(b)) return isZero(a)
  const part = divide(absolute(minus(a, b)), absolute(b), 12, 'half-even')
  return compare(part, exact('0.00000001')) <= 0
}

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
