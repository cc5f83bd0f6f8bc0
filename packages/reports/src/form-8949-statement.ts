import { documentOf, drawDraft, drawPages, LETTER, type Document } from './draw-pages.ts'
import { boxesOf } from './form-8949-boxes.ts'
import { cellsOf } from './form-8949-cells.ts'
import { byBroker } from './form-8949-summary.ts'
import { amountOn, form8949, type Form8949, type Form8949Section } from './form-8949.ts'
import { type Face, fitting, writeLine } from './letters.ts'
import { amountShown, type FormUnit } from './money-text.ts'
import { closingNotes } from './not-advice.ts'
import type { ReportFile, YearReport } from './year-report.ts'

const LEFT = 36
const ROW_HEIGHT = 11.5
/** Lines of the table on a page. */
const LINES = 54
const TOP = 92

const COLUMNS = [
  { title: '(a) Description of property', width: 136, side: 'left' },
  { title: '(b) Acquired', width: 52, side: 'left' },
  { title: '(c) Sold', width: 52, side: 'left' },
  { title: '(d) Proceeds', width: 70, side: 'right' },
  { title: '(e) Cost or other basis', width: 76, side: 'right' },
  { title: '(f) Code', width: 34, side: 'left' },
  { title: '(g) Adjustment', width: 56, side: 'right' },
  { title: '(h) Gain or (loss)', width: 64, side: 'right' },
] as const

/** A line of the table: a heading across, a row, or a subtotal. */
interface Line {
  readonly kind: 'heading' | 'row' | 'subtotal'
  readonly cells: readonly string[]
}

/**
 * The statement that goes behind a Form 8949 in summary (Exception 2): every row with the columns of the form, under its box and broker,
 * with a subtotal for each.
 */
export function form8949Statement(report: YearReport, unit: FormUnit = 'cents'): ReportFile {
  const form = form8949(report, unit)
  const document = documentOf(`Statement to Form 8949 (${report.year})`, report)
  const count = { done: 0, of: Math.ceil(countLines(form) / LINES) }
  return {
    fileName: `8949-statement-${report.year}.pdf`,
    mediaType: 'application/pdf',
    rows: form.sections.reduce((sum, section) => sum + section.rows.length, 0),
    chunks: drawPages(document, pagesOf(document, form, count.of), count),
    pages: count,
  }
}

function* pagesOf(document: Document, form: Form8949, pages: number) {
  let held: Line[] = []
  let page = 0
  for (const line of linesOf(form)) {
    held.push(line)
    if (held.length < LINES) continue
    const lines = held
    held = []
    page += 1
    const number = page
    yield () => drawPage(document, form, lines, number, pages)
  }
  if (held.length > 0) yield () => drawPage(document, form, held, page + 1, pages)
}

function countLines({ sections }: Form8949): number {
  return sections.reduce(
    (count, section) => count + section.rows.length + 2 * byBroker(section).length + 2,
    0,
  )
}

function* linesOf(form: Form8949): Generator<Line> {
  for (const section of form.sections) {
    const { part, box } = section
    const words = boxesOf(form.report.year, part).find((one) => one.box === box)?.text ?? ''
    yield { kind: 'heading', cells: [`Part ${part}, box ${box}: ${words}`] }
    for (const { broker, rows, row } of byBroker(section)) {
      yield { kind: 'heading', cells: [broker] }
      for (const one of rows) yield { kind: 'row', cells: cellsOf(form, one) }
      yield { kind: 'subtotal', cells: subtotal(form, `Subtotal, ${broker}`, row) }
    }
    yield { kind: 'subtotal', cells: subtotal(form, `Total of box ${box}`, section.totals) }
  }
}

function subtotal(form: Form8949, name: string, totals: Form8949Section['totals']): string[] {
  const shown = (units: bigint) => amountShown(amountOn(form, units))
  const { proceeds, basis, adjustment, gain } = totals
  return [
    name,
    '',
    '',
    shown(proceeds),
    shown(basis),
    '',
    adjustment === 0n ? '' : shown(adjustment),
    shown(gain),
  ]
}

function drawPage(document: Document, form: Form8949, lines: readonly Line[], page: number, of: number) {
  const { report } = form
  document.addPage()
  drawDraft(document, report, LETTER.height - 20)
  writeLine(document, `Statement to Form 8949 (${report.year})`, LEFT, 34, {
    font: 'Helvetica-Bold',
    size: 12,
  })
  const why = 'Rows that the form reports in summary with code M (Exception 2 of its instructions).'
  writeLine(document, why, LEFT, 50, { font: 'Helvetica', size: 7.5 })
  const { name, taxId } = report.taxpayer
  const whose = [name, taxId].filter((part) => part !== '').join('   ')
  writeLine(document, whose, LEFT, 62, { font: 'Helvetica', size: 9 })
  drawCells(
    document,
    TOP - 13,
    COLUMNS.map(({ title }) => title),
    { font: 'Helvetica-Bold', size: 6.5 },
  )
  rule(document, TOP - 3)
  lines.forEach((line, n) => drawLine(document, TOP + n * ROW_HEIGHT, line))
  const foot = [
    `Calculation ${report.calculationId}. Page ${page} of ${of}.`,
    ...closingNotes({ restsOn: report.restsOn }),
  ]
  foot.forEach((note, n) =>
    writeLine(document, note, LEFT, LETTER.height - 62 + 9 * n, { font: 'Helvetica', size: 6.5 }),
  )
}

function drawLine(document: Document, y: number, { kind, cells }: Line) {
  if (kind === 'row') return drawCells(document, y, cells, { font: 'Helvetica', size: 7 })
  const face = { font: 'Helvetica-Bold', size: 7 } as const
  if (kind === 'subtotal') {
    rule(document, y - 2)
    return drawCells(document, y, cells, face)
  }
  const [text = ''] = cells
  writeLine(document, text, LEFT, y, fitting(document, text, face, 540))
}

function drawCells(document: Document, y: number, cells: readonly string[], face: Face) {
  let x = LEFT
  COLUMNS.forEach(({ width, side }, n) => {
    const text = cells[n] ?? ''
    if (text !== '') {
      const { wide, ...fitted } = fitting(document, text, face, width - 4)
      writeLine(document, text, side === 'left' ? x : x + width - 4 - wide, y, fitted)
    }
    x += width
  })
}

function rule(document: Document, y: number) {
  document
    .moveTo(LEFT, y)
    .lineTo(LETTER.width - LEFT, y)
    .lineWidth(0.5)
    .stroke('black')
}
