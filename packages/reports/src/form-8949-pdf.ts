import { allocationMarkWords } from '@lotbook/journal'
import PDFDocument from 'pdfkit'
import { allocationNotes } from './allocation-notes.ts'
import {
  amountOn,
  form8949,
  form8949Pages,
  LONG_BOXES,
  rowsPerPage,
  SHORT_BOXES,
  type Form8949,
  type Form8949Page,
} from './form-8949.ts'
import { latin } from './latin.ts'
import type { FormUnit } from './money-text.ts'
import { closingNotes } from './not-advice.ts'
import { reportFileName, type ReportFile, type YearReport } from './year-report.ts'

type Document = PDFKit.PDFDocument

/** US Letter in points, and the frame that everything stands in. */
const PAGE = { width: 612, height: 792, left: 36, right: 576, top: 36 }
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

const BOX_TEXT: Readonly<Record<string, string>> = {
  A: 'Short-term transactions reported on Form(s) 1099-B showing basis was reported to the IRS',
  B: 'Short-term transactions reported on Form(s) 1099-B showing basis was not reported to the IRS',
  C: 'Short-term transactions not reported to you on Form 1099-B',
  D: 'Long-term transactions reported on Form(s) 1099-B showing basis was reported to the IRS',
  E: 'Long-term transactions reported on Form(s) 1099-B showing basis was not reported to the IRS',
  F: 'Long-term transactions not reported to you on Form 1099-B',
  G: 'Short-term digital asset transactions reported on Form 1099-DA showing basis was reported to the IRS',
  H: 'Short-term digital asset transactions reported on Form 1099-DA showing basis was not reported to the IRS',
  I: 'Short-term digital asset transactions not reported to you on Form 1099-DA or Form 1099-B',
  J: 'Long-term digital asset transactions reported on Form 1099-DA showing basis was reported to the IRS',
  K: 'Long-term digital asset transactions reported on Form 1099-DA showing basis was not reported to the IRS',
  L: 'Long-term digital asset transactions not reported to you on Form 1099-DA or Form 1099-B',
}

/**
 * Form 8949 as a PDF with the parts, boxes, columns and rows per page of the official form of the year. It is a
 * drawing of our own, and says so at its foot: the official fillable file is not shipped with Lotbook. Where rows rest on an
 * allocation that is no safe harbor, a page of notes after the form says so. A draft says "Draft" on every page, and why.
 *
 * The same report gives the same bytes: the document carries the calculation's instant, not the clock's.
 */
export function form8949Pdf(report: YearReport, unit: FormUnit = 'cents'): ReportFile {
  const form = form8949(report, unit)
  return {
    fileName: reportFileName('form-8949', report, 'pdf'),
    mediaType: 'application/pdf',
    rows: form.sections.reduce((count, section) => count + section.rows.length, 0),
    chunks: draw(form),
  }
}

async function* draw(form: Form8949): AsyncGenerator<Uint8Array> {
  const { report } = form
  const document = new PDFDocument({
    size: 'LETTER',
    margin: 0,
    autoFirstPage: false,
    lang: 'en-US',
    info: {
      Title: `Form 8949 (${report.year})`,
      Producer: 'Lotbook',
      Creator: 'Lotbook',
      Subject: `Calculation ${report.calculationId}`,
      CreationDate: new Date(report.calculatedAt),
      ModDate: new Date(report.calculatedAt),
    },
  })
  // Pages are drawn while the reader takes the bytes, so a long form is never held whole.
  const pages = form8949Pages(form)
  let next = 0
  const drawSome = () => {
    for (const end = Math.min(next + 20, pages.length); next < end; next += 1) {
      const page = pages[next]
      if (page !== undefined) drawPage(document, form, page)
    }
    if (next < pages.length) return
    if (pages.length === 0) drawEmpty(document, form)
    drawNotes(document, form)
    document.end()
    next = Number.POSITIVE_INFINITY
  }
  drawSome()
  for await (const chunk of document as AsyncIterable<Uint8Array>) {
    yield chunk
    if (Number.isFinite(next)) drawSome()
  }
}

/** A new page; of a draft the word lies across it, below whatever is drawn then. */
function addPage(document: Document, { report }: Form8949) {
  document.addPage()
  if (report.draft === null) return
  document.save()
  document.rotate(-45, { origin: [PAGE.width / 2, PAGE.height / 2] })
  document.font('Helvetica-Bold').fontSize(160).fillColor('#ededed')
  document.text('Draft', 0, PAGE.height / 2 - 70, { width: PAGE.width, align: 'center', lineBreak: false })
  document.restore()
  document.fillColor('black').font('Helvetica-Bold').fontSize(7)
  // Several reasons take two lines.
  document.text(latin(`Draft, not to be filed. ${report.draft}`), PAGE.left, PAGE.height - 64, {
    width: WIDTH,
    height: 18,
    ellipsis: true,
  })
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

function drawNotes(document: Document, form: Form8949) {
  const { year, disposals } = form.report
  const notes = allocationNotes(disposals)
  if (notes.length === 0) return
  addPage(document, form)
  document.font('Helvetica-Bold').fontSize(14)
  document.text(`Notes to Form 8949 (${year})`, PAGE.left, PAGE.top + 4, { width: WIDTH })
  document.font('Helvetica').fontSize(9)
  document.text('For you and your preparer; this page is no part of the form.', PAGE.left, PAGE.top + 26)
  let y = PAGE.top + 52
  for (const { mark, text, rows } of notes) {
    const all = disposals.length
    const which = `${rows} of ${all} ${all === 1 ? 'row rests' : 'rows rest'} on that. In the table of this form (CSV) each such row reads "${allocationMarkWords[mark]}" under Allocation.`
    document.font('Helvetica').fontSize(10)
    document.text(latin(`${text} ${which}`), PAGE.left, y, { width: WIDTH })
    y = document.y + 10
  }
  drawFoot(document, form, 'Notes')
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
  document
    .font('Helvetica-Bold')
    .fontSize(20)
    .text(String(report.year), PAGE.right - 80, y, { width: 80, align: 'right' })
  y += 34
  rule(document, y, 1)
  document.font('Helvetica').fontSize(7)
  document.text('Name(s) shown on return', PAGE.left, y + 3)
  document.text('Social security number or taxpayer identification number', PAGE.left + 340, y + 3)
  document.fontSize(9)
  document.text(latin(report.taxpayer.name), PAGE.left, y + 12, { width: 330, lineBreak: false })
  document.text(latin(report.taxpayer.taxId), PAGE.left + 340, y + 12, { width: 200, lineBreak: false })
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
  document.text(
    'Check one box only. If more than one box applies to your transactions, complete a separate page for each box.',
    PAGE.left,
    y,
  )
  y += 12
  const boxes = (part === 'I' ? SHORT_BOXES : LONG_BOXES).filter(
    (box) => year >= 2025 || 'ABCDEF'.includes(box),
  )
  for (const box of boxes) {
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
    const wording = year >= 2025 && (box === 'C' || box === 'F') ? otherThanDigital(box) : BOX_TEXT[box]
    document.font('Helvetica').text(wording ?? '', PAGE.left + 34, y, { lineBreak: false })
    y += 11
  }
  return y + 4
}

/** From 2025 boxes C and F are for everything but digital assets. */
function otherThanDigital(box: 'C' | 'F'): string {
  return `${box === 'C' ? 'Short' : 'Long'}-term transactions, other than digital asset transactions, not reported to you on Form 1099-B`
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
    drawCells(document, y + rowHeight / 2 - 4, [
      latin(row.description),
      row.acquired,
      row.disposed,
      shown(form, row.proceeds),
      shown(form, row.basis),
      row.code,
      row.adjustment === 0n ? '' : shown(form, row.adjustment),
      shown(form, row.gain),
    ])
  })

  const bottom = top + headHeight + size * rowHeight
  const isLast = page.number === page.of
  const { totals } = page.section
  document.font('Helvetica-Bold').fontSize(7)
  document.text('Totals.', PAGE.left, bottom + 6, { continued: true }).font('Helvetica')
  document.text(
    isLast
      ? ` Box ${page.section.box}, all ${page.section.rows.length} rows. Enter on Schedule D.`
      : ' On the last page of this box.',
    { width: 130 },
  )
  if (isLast) {
    const y = bottom + rowHeight / 2 - 4
    drawCells(
      document,
      y,
      [
        '',
        '',
        '',
        shown(form, totals.proceeds),
        shown(form, totals.basis),
        '',
        totals.adjustment === 0n ? '' : shown(form, totals.adjustment),
        shown(form, totals.gain),
      ],
      'Helvetica-Bold',
    )
  }
  rule(document, bottom + rowHeight, 1)
  drawColumnLines(document, top, bottom + rowHeight)
}

function drawCells(document: Document, y: number, cells: readonly string[], font = 'Helvetica') {
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
  font: string,
) {
  if (text === '') return
  const room = width - 5
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
  // The top of each page of a draft says so already.
  closingNotes({ restsOn: form.report.restsOn }).forEach((note, n) =>
    document.text(note, PAGE.left, y + 9 * (n + 1), { lineBreak: false }),
  )
}

/** Losses stand in parentheses on the form. */
function shown(form: Form8949, units: bigint): string {
  const text = amountOn(form, units < 0n ? -units : units)
  const grouped = text.replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',')
  return units < 0n ? `(${grouped})` : grouped
}

function rule(document: Document, y: number, width: number) {
  document.moveTo(PAGE.left, y).lineTo(PAGE.right, y).lineWidth(width).stroke('black')
}
