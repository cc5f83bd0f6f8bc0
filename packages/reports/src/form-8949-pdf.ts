import { documentOf, drawDraft, drawPages, LETTER, stamp, type Document } from './draw-pages.ts'
import { cellsOf } from './form-8949-cells.ts'
import { COLUMNS, drawFoot, drawFrame, drawHead, FOOT, PAGE, WIDTH, type Frame } from './form-8949-frame.ts'
import { drawNotes } from './form-8949-notes.ts'
import { type FormShape, shapedForm } from './form-8949-summary.ts'
import { amountOn, form8949Pages, rowsPerPage, type Form8949, type Form8949Page } from './form-8949.ts'
import { type Face, isPlain, fitting, writeLine } from './letters.ts'
import { amountShown, type FormUnit } from './money-text.ts'
import { reportFileName, type ReportFile, type YearReport } from './year-report.ts'

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
  const frames = new Map(
    form.sections.map((section) => [
      section.box,
      stamp(document, `Frame${section.box}`, () => drawFrame(document, form, section)),
    ]),
  )
  for (const page of pages) yield () => drawPage(document, form, page, frames.get(page.section.box)!)
  if (pages.length === 0) yield () => drawEmpty(document, form)
  yield () => drawNotes(document, form)
}

/** A new page; of a draft the word lies across it, below whatever is drawn then. */
function addPage(document: Document, { report }: Form8949) {
  document.addPage()
  drawDraft(document, report, LETTER.height - 56)
}

function drawPage(document: Document, form: Form8949, page: Form8949Page, frame: () => Frame) {
  addPage(document, form)
  const { top, rowHeight } = frame()
  page.rows.forEach((row, n) => drawCells(document, top + (n + 0.5) * rowHeight - 4, cellsOf(form, row)))
  const bottom = top + rowsPerPage(form.report.year) * rowHeight
  drawTotals(document, form, page, bottom, rowHeight)
  const { section, number, of } = page
  drawFoot(document, form)
  drawPageNumber(document, `Part ${section.part}, box ${section.box}, page ${number} of ${of}`)
}

function drawEmpty(document: Document, form: Form8949) {
  addPage(document, form)
  const y = drawHead(document, form, 'I')
  document.font('Helvetica').fontSize(10)
  document.text(
    form.direct.length === 0
      ? `There are no disposals to report for ${form.report.year}.`
      : `Every sale of ${form.report.year} is in the totals on lines 1a and 8a of Schedule D. This form is not needed.`,
    PAGE.left,
    y + 16,
    { width: WIDTH },
  )
  drawFoot(document, form)
  drawPageNumber(document, 'No rows')
}

function drawPageNumber(document: Document, text: string) {
  document.font('Helvetica').fontSize(6.5)
  document.text(text, PAGE.left, FOOT - 9, { width: WIDTH, align: 'right', lineBreak: false })
}

/** The sums of the page, as the form asks for them; below them, on the last page of a box, those of the whole box. */
function drawTotals(document: Document, form: Form8949, page: Form8949Page, top: number, rowHeight: number) {
  const { section, totals } = page
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
    return writeLine(document, text, x, y, fitting(document, text, { font, size: 8 }, room))
  }
  document.font(font).fontSize(8)
  const wide = document.widthOfString(text)
  // A long amount gets smaller rather than losing a digit.
  if (wide > room) document.fontSize(Math.max(4.5, (8 * room) / wide))
  if (wide > room || align === 'center') document.text(text, x, y, { width: room, align, lineBreak: false })
  else document.text(text, align === 'right' ? x + (room - wide) : x, y, { lineBreak: false })
}
