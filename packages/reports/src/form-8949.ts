import { isContractRow, isFiat } from '@lotbook/journal'
import { byDisposed, type DisposalLine, type YearReport } from './year-report.ts'
import { formText, formUnits, quantityText, usDate, type FormUnit } from './money-text.ts'

/** A row as it is printed: columns (a) to (h). */
export interface Form8949Row {
  /** (a) quantity and name, at most 40 characters. */
  readonly description: string
  /** (b) MM/DD/YYYY, or empty where the acquisition is unknown: nothing is invented. */
  readonly acquired: string
  /** (c) */
  readonly disposed: string
  /** (d) to (h) in form units. */
  readonly proceeds: bigint
  readonly basis: bigint
  /** (f) adjustment codes, (g) the adjustment. */
  readonly code: string
  readonly adjustment: bigint
  readonly gain: bigint
  readonly line: DisposalLine
}

/** All rows of one box with their totals, which are the sums of the printed rows. */
export interface Form8949Section {
  readonly part: 'I' | 'II'
  readonly box: string
  readonly rows: readonly Form8949Row[]
  readonly totals: Pick<Form8949Row, 'proceeds' | 'basis' | 'adjustment' | 'gain'>
}

export interface Form8949 {
  readonly report: YearReport
  readonly unit: FormUnit
  readonly sections: readonly Form8949Section[]
}

/** Boxes of Part I (short) and Part II (long), in the order of the form (tax/us 5.1). */
export const SHORT_BOXES = ['A', 'B', 'C', 'G', 'H', 'I'] as const
export const LONG_BOXES = ['D', 'E', 'F', 'J', 'K', 'L'] as const
const BOXES = [...SHORT_BOXES, ...LONG_BOXES]

/** Rows that a part of the form has room for: 14 up to tax year 2024, 11 from 2025. */
export function rowsPerPage(year: number): number {
  return year >= 2025 ? 11 : 14
}

/**
 * Form 8949 of a year: the disposals by box, every amount rounded once, (h) computed from the printed (d), (e)
 * and (g), and totals that are sums of what is printed (IRS Form 8949 and its instructions; tax/us section 5).
 */
export function form8949(report: YearReport, unit: FormUnit = 'cents'): Form8949 {
  const sections = BOXES.flatMap((box) => {
    const lines = linesOfBox(report, box)
    if (lines.length === 0) return []
    const part = (SHORT_BOXES as readonly string[]).includes(box) ? ('I' as const) : ('II' as const)
    const rows = lines.map((line) => form8949Row(line, unit))
    return [{ part, box, rows, totals: totalsOf(rows) }]
  })
  return { report, unit, sections }
}

/**
 * Disposals in the order of the form's rows. A file that makes its rows from them one by one (`form8949Row`) needs no second copy of a
 * long year.
 */
export function linesInFormOrder(report: YearReport): DisposalLine[] {
  return BOXES.flatMap((box) => linesOfBox(report, box))
}

function linesOfBox({ disposals }: YearReport, box: string): DisposalLine[] {
  return disposals.filter((line) => line.box === box).toSorted(byDisposed)
}

const NOTHING_REPORTED = { code: '', adjustment: '0' }

/** A disposal as a row of the form, every amount rounded once and (h) from what is printed. */
export function form8949Row(line: DisposalLine, unit: FormUnit): Form8949Row {
  const {
    proceeds: stated,
    basis: statedBasis,
    code,
    adjustment: by,
  } = line.form ?? { ...line, ...NOTHING_REPORTED }
  const proceeds = formUnits(stated, unit)
  const basis = formUnits(statedBasis, unit)
  const adjustment = formUnits(by, unit)
  return {
    description: description(line),
    acquired: line.acquired === null ? '' : usDate(line.acquired),
    disposed: usDate(line.disposed),
    proceeds,
    basis,
    code,
    adjustment,
    gain: proceeds - basis + adjustment,
    line,
  }
}

/**
 * Column (a): `0.5 BTC`. A long name loses its middle, never the quantity. Cash is what a contract was settled in, not what was sold; and beside
 * the disposal of a coin that paid for a loss stands the loss itself.
 */
export function description(line: Pick<DisposalLine, 'quantity' | 'asset' | 'kind'>): string {
  const quantity = quantityText(line.quantity)
  const isSettled =
    line.kind === 'contract_loss' || (isContractRow(line.kind, line.asset) && isFiat(line.asset))
  const prefix = isSettled ? 'Contract, ' : ''
  const taken = prefix.length + quantity.length + 1
  const room = Math.max(40 - taken, 6)
  // By letters: half of one outside the usual range is none.
  const letters = Array.from(line.asset)
  const asset = letters.length <= room ? line.asset : `${letters.slice(0, room - 3).join('')}...`
  return `${prefix}${quantity} ${asset}`
}

function totalsOf(rows: readonly Form8949Row[]): Form8949Section['totals'] {
  let proceeds = 0n
  let basis = 0n
  let adjustment = 0n
  let gain = 0n
  for (const row of rows) {
    proceeds += row.proceeds
    basis += row.basis
    adjustment += row.adjustment
    gain += row.gain
  }
  return { proceeds, basis, adjustment, gain }
}

/** A page of a form: rows of one box, with their totals. */
export interface Form8949Page {
  readonly section: Form8949Section
  readonly rows: readonly Form8949Row[]
  /** Sums of the rows of this page. */
  readonly totals: Form8949Section['totals']
  /** 1-based within the box, and how many there are. */
  readonly number: number
  readonly of: number
}

/** Pages per box: the rows divided by what a page holds, rounded up; a box without rows has no page. */
export function form8949Pages(form: Form8949): Form8949Page[] {
  const size = rowsPerPage(form.report.year)
  return form.sections.flatMap((section) => {
    const of = Math.ceil(section.rows.length / size)
    return Array.from({ length: of }, (_, page) => {
      const rows = section.rows.slice(page * size, (page + 1) * size)
      return { section, rows, totals: totalsOf(rows), number: page + 1, of }
    })
  })
}

/** Form text of an amount in the form's unit. */
export function amountOn(form: Form8949, units: bigint): string {
  return formText(units, form.unit)
}
