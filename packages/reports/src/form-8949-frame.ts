import { LETTER, type Document } from './draw-pages.ts'
import { boxesOf, noteAboveBoxes } from './form-8949-boxes.ts'
import { rowsPerPage, type Form8949, type Form8949Section } from './form-8949.ts'
import { fitting, writeLine } from './letters.ts'
import { closingNotes } from './not-advice.ts'

/** US Letter in points, and the frame that everything stands in. */
export const PAGE = { ...LETTER, left: 36, right: 576, top: 36 }
export const WIDTH = PAGE.right - PAGE.left
/** Columns (a) to (h): left edges as shares of the frame, from the proportions of the printed form. */
export const COLUMNS = [
  { key: 'a', title: 'Description of property\n(Example: 100 sh. XYZ Co.)', width: 138, align: 'left' },
  { key: 'b', title: 'Date acquired\n(Mo., day, yr.)', width: 60, align: 'center' },
  { key: 'c', title: 'Date sold or\ndisposed of\n(Mo., day, yr.)', width: 60, align: 'center' },
  { key: 'd', title: 'Proceeds\n(sales price)\n(see instructions)', width: 72, align: 'right' },
  { key: 'e', title: 'Cost or other basis', width: 72, align: 'right' },
  { key: 'f', title: 'Code(s) from\ninstructions', width: 40, align: 'center' },
  { key: 'g', title: 'Amount of\nadjustment', width: 44, align: 'right' },
  { key: 'h', title: 'Gain or (loss)\n(d) less (e)\nwith (g)', width: 54, align: 'right' },
] as const

/** The place of the rows in the table of a page. */
export interface Frame {
  /** The upper edge of the first row. */
  readonly top: number
  readonly rowHeight: number
}

/** Everything on a page of a box that its rows do not change; drawn once and shown on each page of the box. */
export function drawFrame(document: Document, form: Form8949, { part, box }: Form8949Section): Frame {
  const { year } = form.report
  const top = drawBoxes(document, year, part, box, drawHead(document, form, part))
  const size = rowsPerPage(year)
  const rowHeight = Math.min(36, (690 - top - HEAD_HEIGHT) / (size + 1))
  drawTableHead(document, top)
  const first = top + HEAD_HEIGHT
  for (let row = 1; row <= size; row += 1) rule(document, first + row * rowHeight, 0.5)
  const bottom = first + size * rowHeight
  document.font('Helvetica-Bold').fontSize(7)
  document.text('Totals of this page', PAGE.left, bottom + 6)
  document.font('Helvetica').text('Include them on Schedule D.', PAGE.left, bottom + 15)
  rule(document, bottom + rowHeight, 1)
  drawColumnLines(document, top, bottom + rowHeight)
  return { top: first, rowHeight }
}

export function drawHead(document: Document, form: Form8949, part: 'I' | 'II'): number {
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
  const face = fitting(document, name, { font: 'Helvetica', size: 9 }, 330)
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

const HEAD_HEIGHT = 40

function drawTableHead(document: Document, top: number) {
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
  rule(document, top + HEAD_HEIGHT, 1)
}

function drawColumnLines(document: Document, top: number, bottom: number) {
  let x = PAGE.left
  for (const column of COLUMNS.slice(0, -1)) {
    x += column.width
    document.moveTo(x, top).lineTo(x, bottom).lineWidth(0.5).stroke('black')
  }
}

/** What the paper is and rests on. */
export function drawFoot(document: Document, form: Form8949) {
  const { year, calculationId } = form.report
  const lines = [
    `Drawn by Lotbook after Form 8949 (${year}); not the official file of the IRS. Calculation ${calculationId}.`,
    ...closingNotes({ restsOn: form.report.restsOn }),
  ]
  lines.forEach((line, n) =>
    writeLine(document, line, PAGE.left, FOOT + 9 * n, { font: 'Helvetica', size: 6.5 }),
  )
}

/** The upper edge of the foot. */
export const FOOT = PAGE.height - 44

function rule(document: Document, y: number, width: number) {
  document.moveTo(PAGE.left, y).lineTo(PAGE.right, y).lineWidth(width).stroke('black')
}
