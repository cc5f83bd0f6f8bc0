import { documentOf, drawDraft, drawPages, LETTER, type Document } from './draw-pages.ts'
import { boxesOf, noteAboveBoxes } from './form-8949-boxes.ts'
import { cellsOf } from './form-8949-cells.ts'
import { type FormShape, shapedForm } from './form-8949-summary.ts'
import { drawNotes } from './form-8949-notes.ts'
import { amountOn, form8949Pages, rowsPerPage, type Form8949, type Form8949Page } from './form-8949.ts'
import { type Face, isPlain, sizeThatFits, writeLine } from './letters.ts'
import { amountShown, type FormUnit } from './money-text.ts'
import { closingNotes } from './not-advice.ts'
import { reportFileName, type ReportFile, type YearReport } from './year-report.ts'

/** US Letter in points, and the frame that everything stands in. */
const PAGE = { ...LETTER, left: 36, right: 576, top: 36 }
const WIDTH = PAGE.right - PAGE.left
/** Columns (a) to (h): left edges as shares of the frame, from the proportions of the printed form. */
const COLUMNS = [
  { key: 'a', title: 'Description of property\n(Example: 100 sh. XYZ Co.)', width: 138, align: 'left' },
  { key: 'b', title: 'Date acquired\n(Mo., day, yr.)', width: 60, align: 'center' },
  { key: 'c', title: 'Date sold or\ndisposed of\n(Mo., day, yr.)', width: 60, align: 'center' },
  { key: 'd', title: 'Proceeds\n(sales price)\n(see instructions)', width: 72, align: 'right' },
  { key: 'e', title: 'Cost or other basis', width: 72, align: 'right' },
  { key: 'f', title: 'Code(s) from\ninstructions', width: 40, align: 'center' },
  { key: 'g', title: 'Amount of\nadjustment', width: 44, align: 'right' },
  { key: 'h', title: 'Gain or (loss)\n(d) less (e)\nwith (g)', width: 54, align: 'right' },
] as const

/**
 * Form 8949 as a PDF with the parts, boxes, columns and rows per page of the official form of the year. It is a
 * drawing of our own, and says so at its foot: the official fillable file is not shipped with Lotbook. Where rows rest on an
 * allocation that is no safe harbor, a page of notes after the form says so. A draft says "Draft" on every page, and why.
 *
 * The same report gives the same bytes: the document carries the calculation's instant, not the clock's.
 */
export function form8949Pdf(
  report: YearReport,
  unit: FormUnit = 'cents',
  shape: FormShape = 'rows',
): ReportFile {
  const form = shapedForm(report, unit, shape)
  const pages = form8949Pages(form)
  const document = documentOf(`Form 8949 (${report.year})`, report)
  const count = { done: 0, of: pages.length }
  return {
    fileName: reportFileName('form-8949', report, 'pdf'),
    mediaType: 'application/pdf',
    rows: form.sections.reduce((sum, section) => sum + section.rows.length, 0),
    chunks: drawPages(document, pagesOf(document, form, pages), count),
    pages: count,
  }
}

function* pagesOf(document: Document, form: Form8949, pages: readonly Form8949Page[]) {
  for (const page of pages) yield () => drawPage(document, form, page)
  if (pages.length === 0) yield () => drawEmpty(document, form)
  yield () => drawNotes(document, form)
}

/** A new page; of a draft the word lies across it, below whatever is drawn then. */
function addPage(document: Document, { report }: Form8949) {
  document.addPage()
  drawDraft(document, report, LETTER.height - 56)
}

function drawPage(document: Document, form: Form8949, page: Form8949Page) {
  addPage(document, form)
  const { section } = page
  const y = drawHead(document, form, section.part)
  const afterBoxes = drawBoxes(document, form.report.year, section.part, section.box, y)
  drawTable(document, form, page, afterBoxes)
  drawFoot(document, form, `Part ${section.part}, box ${section.box}, page ${page.number} of ${page.of}`)
}

function drawEmpty(document: Document, form: Form8949) {
  addPage(document, form)
  const y = drawHead(document, form, 'I')
  document.font('Helvetica').fontSize(10)
  document.text(`There are no disposals to report for ${form.report.year}.`, PAGE.left, y + 16)
  drawFoot(document, form, 'No rows')
}

function drawHead(document: Document, form: Form8949, part: 'I' | 'II'): number {
  const { report } = form
  let y = PAGE.top
  document
    .font('Helvetica')
    .fontSize(8)
    .text('Form', PAGE.left, y + 8)
  document
    .font('Helvetica-Bold')
    .fontSize(20)
    .text('8949', PAGE.left + 22, y)
  document.font('Helvetica-Bold').fontSize(13)
  document.text('Sales and Other Dispositions of Capital Assets', PAGE.left + 100, y + 2, {
    width: 340,
    align: 'center',
  })
  document.font('Helvetica').fontSize(7)
  document.text('File with your Schedule D to list your transactions.', PAGE.left + 100, y + 19, {
    width: 340,
    align: 'center',
  })
  document.font('Helvetica').fontSize(6.5)
  document.text('OMB No. 1545-0074', PAGE.right - 80, y - 6, { width: 80, align: 'right' })
  document
    .font('Helvetica-Bold')
    .fontSize(18)
    .text(String(report.year), PAGE.right - 80, y + 2, { width: 80, align: 'right' })
  document.font('Helvetica').fontSize(6.5)
  document.text('Attachment Sequence No. 12A', PAGE.right - 110, y + 21, { width: 110, align: 'right' })
  y += 34
  rule(document, y, 1)
  document.font('Helvetica').fontSize(7)
  document.text('Name(s) shown on return', PAGE.left, y + 3)
  document.text('Social security number or taxpayer identification number', PAGE.left + 340, y + 3)
  const { name, taxId } = report.taxpayer
  const face: Face = {
    font: 'Helvetica',
    size: sizeThatFits(document, name, { font: 'Helvetica', size: 9 }, 330),
  }
  writeLine(document, name, PAGE.left, y + 12, face)
  writeLine(document, taxId, PAGE.left + 340, y + 12, { font: 'Helvetica', size: 9 })
  y += 26
  rule(document, y, 1)
  document.rect(PAGE.left, y + 5, 42, 13).fill('black')
  document
    .fillColor('white')
    .font('Helvetica-Bold')
    .fontSize(9)
    .text(`Part ${part}`, PAGE.left + 5, y + 8, { lineBreak: false })
  document
    .fillColor('black')
    .text(part === 'I' ? 'Short-Term.' : 'Long-Term.', PAGE.left + 50, y + 8, { continued: true })
  document
    .font('Helvetica')
    .fontSize(8)
    .text(
      part === 'I'
        ? '  Transactions involving capital assets you held 1 year or less.'
        : '  Transactions involving capital assets you held more than 1 year.',
    )
  return y + 24
}

function drawBoxes(document: Document, year: number, part: 'I' | 'II', checked: string, top: number): number {
  let y = top
  document.font('Helvetica').fontSize(7)
  document.text(noteAboveBoxes(year, part), PAGE.left + 50, y, { width: WIDTH - 50 })
  y = document.y + 4
  document.text(
    'Check one box only. If more than one box applies to your transactions, complete a separate page for each box.',
    PAGE.left,
    y,
  )
  y += 12
  for (const { box, text } of boxesOf(year, part)) {
    document
      .rect(PAGE.left + 4, y, 7, 7)
      .lineWidth(0.7)
      .stroke('black')
    if (box === checked) {
      document
        .moveTo(PAGE.left + 5, y + 3.5)
        .lineTo(PAGE.left + 7, y + 6)
        .lineTo(PAGE.left + 10.5, y + 0.5)
      document.lineWidth(1.2).stroke('black')
    }
    document
      .font('Helvetica-Bold')
      .fontSize(7.5)
      .text(`(${box})`, PAGE.left + 16, y, { lineBreak: false })
    document.font('Helvetica').text(text, PAGE.left + 34, y, { lineBreak: false })
    y += 11
  }
  return y + 4
}

function drawTable(document: Document, form: Form8949, page: Form8949Page, top: number) {
  const headHeight = 40
  const size = rowsPerPage(form.report.year)
  const rowHeight = Math.min(36, (690 - top - headHeight) / (size + 1))
  rule(document, top, 1)
  let x = PAGE.left
  for (const column of COLUMNS) {
    document
      .font('Helvetica-Bold')
      .fontSize(7)
      .text(`(${column.key})`, x, top + 4, { width: column.width, align: 'center' })
    document
      .font('Helvetica')
      .fontSize(6)
      .text(column.title, x + 2, top + 13, { width: column.width - 4, align: 'center' })
    x += column.width
  }
  rule(document, top + headHeight, 1)

  const lines = Array.from({ length: size }, (_, i) => page.rows[i])
  lines.forEach((row, i) => {
    const y = top + headHeight + i * rowHeight
    rule(document, y + rowHeight, 0.5)
    if (row === undefined) return
    drawCells(document, y + rowHeight / 2 - 4, cellsOf(form, row))
  })

  const bottom = top + headHeight + size * rowHeight
  drawTotals(document, form, page, bottom, rowHeight)
  rule(document, bottom + rowHeight, 1)
  drawColumnLines(document, top, bottom + rowHeight)
}

/** The sums of the page, as the form asks for them; below them, on the last page of a box, those of the whole box. */
function drawTotals(document: Document, form: Form8949, page: Form8949Page, top: number, rowHeight: number) {
  const { section, totals } = page
  document.font('Helvetica-Bold').fontSize(7)
  document.text('Totals of this page', PAGE.left, top + 6)
  document.font('Helvetica').text('Include them on Schedule D.', PAGE.left, top + 15)
  drawCells(document, top + rowHeight / 2 - 4, totalCells(form, totals), 'Helvetica-Bold')
  if (page.of === 1 || page.number < page.of) return
  const y = top + rowHeight + 4
  document.font('Helvetica').fontSize(7)
  document.text(`Box ${section.box}, all ${section.rows.length} rows:`, PAGE.left, y)
  drawCells(document, y, totalCells(form, section.totals))
}

function totalCells(form: Form8949, { proceeds, basis, adjustment, gain }: Form8949Page['totals']) {
  const shown = (units: bigint) => amountShown(amountOn(form, units))
  return [
    '',
    '',
    '',
    shown(proceeds),
    shown(basis),
    '',
    adjustment === 0n ? '' : shown(adjustment),
    shown(gain),
  ]
}

function drawCells(
  document: Document,
  y: number,
  cells: readonly string[],
  font: Face['font'] = 'Helvetica',
) {
  let x = PAGE.left
  COLUMNS.forEach((column, i) => {
    drawCell(document, cells[i] ?? '', x + 2.5, y, column, font)
    x += column.width
  })
}

/**
 * Text in a cell. One at the edge that fits is placed here: pdfkit would look for places to break it, which takes as long as to draw it.
 * In the middle pdfkit rounds widths by its own rule.
 */
function drawCell(
  document: Document,
  text: string,
  x: number,
  y: number,
  { width, align }: (typeof COLUMNS)[number],
  font: Face['font'],
) {
  if (text === '') return
  const room = width - 5
  if (!isPlain(text)) {
    const size = sizeThatFits(document, text, { font, size: 8 }, room)
    return writeLine(document, text, x, y, { font, size })
  }
  document.font(font).fontSize(8)
  const wide = document.widthOfString(text)
  // A long amount gets smaller rather than losing a digit.
  if (wide > room) document.fontSize(Math.max(4.5, (8 * room) / wide))
  if (wide > room || align === 'center') document.text(text, x, y, { width: room, align, lineBreak: false })
  else document.text(text, align === 'right' ? x + (room - wide) : x, y, { lineBreak: false })
}

function drawColumnLines(document: Document, top: number, bottom: number) {
  let x = PAGE.left
  for (const column of COLUMNS.slice(0, -1)) {
    x += column.width
    document.moveTo(x, top).lineTo(x, bottom).lineWidth(0.5).stroke('black')
  }
}

function drawFoot(document: Document, form: Form8949, page: string) {
  const y = PAGE.height - 44
  document.font('Helvetica').fontSize(6.5)
  document.text(page, PAGE.left, y, { width: WIDTH, align: 'right', lineBreak: false })
  document.text(
    `Drawn by Lotbook after Form 8949 (${form.report.year}); not the official file of the IRS. Calculation ${form.report.calculationId}.`,
    PAGE.left,
    y,
    { lineBreak: false },
  )
  closingNotes(form.report).forEach((note, n) =>
    document.text(note, PAGE.left, y + 9 * (n + 1), { lineBreak: false }),
  )
}

function rule(document: Document, y: number, width: number) {
  document.moveTo(PAGE.left, y).lineTo(PAGE.right, y).lineWidth(width).stroke('black')
}
