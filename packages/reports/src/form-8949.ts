import { isContractRow } from '@lotbook/journal'
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
  /** Sales that stand as totals on lines 1a and 8a of Schedule D, by box: they are left off the form. */
  readonly direct: readonly Form8949Section[]
}

/** Boxes of sales whose basis was reported to the IRS. */
const BASIS_REPORTED = ['A', 'G', 'D', 'J']

/**
 * Whether a sale stands in the totals on line 1a or 8a of Schedule D: its basis was reported, it has no code and no adjustment, and the person chose so
 * (Instructions for Form 8949, Exception 1; Schedule D, lines 1a and 8a).
 */
export function isDirect({ returnOfYear: { facts } }: YearReport, line: DisposalLine): boolean {
  return facts.totals_on_schedule_d && needsNoListing(line)
}

/** Whether a sale may be left off Form 8949: its basis was reported, and nothing about it is adjusted. */
export function needsNoListing({ box, form }: Pick<DisposalLine, 'box' | 'form'>): boolean {
  if (!BASIS_REPORTED.includes(box)) return false
  if (form === undefined) return true
  return form.code === '' && formUnits(form.adjustment, 'cents') === 0n && form.isKeptListed !== true
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
 * Form 8949 of a year: the disposals by box, without those that stand as totals on Schedule D, every amount rounded once, (h) computed from the printed (d), (e)
 * and (g), and totals that are sums of what is printed (IRS Form 8949 and its instructions; tax/us section 5).
 */
export function form8949(report: YearReport, unit: FormUnit = 'cents'): Form8949 {
  const known = made.get(report)?.find((form) => form.unit === unit)
  if (known !== undefined) return known
  const form = workedOut(report, unit)
  made.set(report, [...(made.get(report) ?? []), form])
  return form
}

/** Forms by their reports, which never change: a packet needs one six times, and a long one takes long. */
const made = new WeakMap<YearReport, readonly Form8949[]>()

function workedOut(report: YearReport, unit: FormUnit): Form8949 {
  const listed = report.disposals.filter((line) => !isDirect(report, line))
  const direct = report.disposals.filter((line) => isDirect(report, line))
  return { report, unit, sections: sectionsOf(listed, unit), direct: sectionsOf(direct, unit) }
}

function sectionsOf(disposals: readonly DisposalLine[], unit: FormUnit): Form8949Section[] {
  return BOXES.flatMap((box) => {
    const lines = linesOfBox(disposals, box)
    if (lines.length === 0) return []
    const part = (SHORT_BOXES as readonly string[]).includes(box) ? ('I' as const) : ('II' as const)
    const rows = lines.map((line) => form8949Row(line, unit))
    return [{ part, box, rows, totals: totalsOf(rows) }]
  })
}

/**
 * Disposals that Form 8949 lists, in the order of its rows. A file that makes its rows from them one by one (`form8949Row`) needs no second copy of a
 * long year.
 */
export function linesInFormOrder(report: YearReport): DisposalLine[] {
  const listed = report.disposals.filter((line) => !isDirect(report, line))
  return BOXES.flatMap((box) => linesOfBox(listed, box))
}

function linesOfBox(disposals: readonly DisposalLine[], box: string): DisposalLine[] {
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

/** Characters that column (a) has room for. */
const DESCRIPTION = 40

/**
 * Column (a): `0.5 BTC`; of a contract, which has no units of its own, `BTC-PERP, profit or loss of 03/01/2025`. A long name loses its end,
 * never the quantity or the day.
 */
export function description(
  line: Pick<DisposalLine, 'quantity' | 'asset' | 'kind' | 'disposed' | 'contract'>,
): string {
  if (isContractRow(line.kind, line.asset)) {
    const result = `, profit or loss of ${usDate(line.disposed)}`
    return `${shortened(line.contract ?? 'Contract', DESCRIPTION - result.length)}${result}`
  }
  const quantity = quantityText(line.quantity)
  const taken = quantity.length + 1
  const room = Math.max(DESCRIPTION - taken, 6)
  return `${quantity} ${shortened(line.asset, room)}`
}

const shortened = (name: string, room: number) =>
  name.length <= room ? name : `${name.slice(0, room - 3)}...`

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
