import PDFDocument from 'pdfkit'
import {
  addsUpInCents,
  amendedTo,
  explainLine,
  withoutAmendment,
  type AmendmentLine,
  type AmendmentReport,
} from './amendment.ts'
import type { AmendedLine } from './amended-return/amended-line.ts'
import { type Face, fitting, heightOf, writeBlock, writeLine } from './letters.ts'
import { cents, formText, quantityText, usDate } from './money-text.ts'
import { closingNotes } from './not-advice.ts'
import { reportFileName, type ReportFile } from './year-report.ts'

type Document = PDFKit.PDFDocument

/** US Letter in points, and the frame that everything stands in. */
const PAGE = { width: 612, height: 792, left: 36, right: 576, top: 36, bottom: 744 }
const WIDTH = PAGE.right - PAGE.left
const LINES_AT_ONCE = 200

/** Said where what is printed does not add up. */
const ROUNDED_ONE_BY_ONE = 'Amounts are rounded one by one and sums once, so they can differ by cents.'

interface Cell {
  readonly text: string
  readonly width: number
  readonly align?: 'left' | 'right'
}

/**
 * The amendment of a filed year for the preparer of Form 1040-X: the year's figures before and after, what moved them,
 * and every line that differs with its explanation. It is a working paper and no form, and says so.
 *
 * The same report gives the same bytes: the document carries the calculation's instant, not the clock's.
 */
export function amendmentPdf(report: AmendmentReport): ReportFile {
  return {
    fileName: reportFileName('amendment', report, 'pdf'),
    mediaType: 'application/pdf',
    rows: report.lines.length,
    chunks: draw(report),
  }
}

async function* draw(report: AmendmentReport): AsyncGenerator<Uint8Array> {
  const document = new PDFDocument({
    size: 'LETTER',
    margin: 0,
    autoFirstPage: false,
    lang: 'en-US',
    info: {
      Title: `Proposed amendment (${report.year})`,
      Producer: 'Lotbook',
      Creator: 'Lotbook',
      Subject: `Calculation ${report.calculationId}`,
      CreationDate: new Date(report.calculatedAt),
      ModDate: new Date(report.calculatedAt),
    },
  })
  const paper = new Paper(document, report)
  paper.head()
  // Lines are drawn while the reader takes the bytes, so a long pack is never held whole.
  let next = 0
  let isOver = false
  const drawSome = () => {
    const end = Math.min(next + LINES_AT_ONCE, report.lines.length)
    for (; next < end; next += 1) paper.line(report.lines[next]!)
    if (next < report.lines.length || isOver) return
    isOver = true
    document.end()
  }
  drawSome()
  for await (const chunk of document as AsyncIterable<Uint8Array>) {
    yield chunk
    drawSome()
  }
}

class Paper {
  readonly #document: Document
  readonly #report: AmendmentReport
  #y = 0
  #page = 0
  #isInLines = false

  constructor(document: Document, report: AmendmentReport) {
    this.#document = document
    this.#report = report
  }

  head(): void {
    const { year, taxpayer, filedOn, confirmation, figures, causes, filedCalculationId, calculationId } =
      this.#report
    this.#turn()
    this.#text(`Proposed amendment of tax year ${year}`, 16, 'Helvetica-Bold')
    const name = taxpayer.name === '' ? '' : `${taxpayer.name}. `
    const number = confirmation === '' ? '' : `, confirmation ${confirmation}`
    this.#text(`${name}Return filed on ${usDate(filedOn)}${number}.`, 9)
    this.#text(`As filed: calculation ${filedCalculationId}. Now: calculation ${calculationId}.`, 8)
    this.#y += 8
    this.#row(figureCells('Figure', 'As filed', 'Now', 'Change'), 'Helvetica-Bold')
    for (const figure of figures)
      this.#row(figureCells(figure.name, cents(figure.filed), cents(amendedTo(figure)), cents(figure.change)))
    this.#y += 8
    this.#row(figureCells('What moved the gain', 'Lines', '', 'Change'), 'Helvetica-Bold')
    for (const { label, rows, gain } of causes)
      this.#row(figureCells(label, rows.toLocaleString('en-US'), '', cents(gain)))
    this.#y += 8
    if (!addsUpInCents(this.#report)) this.#text(ROUNDED_ONE_BY_ONE, 8)
    for (const note of [withoutAmendment(this.#report), ...this.#report.notes]) this.#text(note, 9)
    this.#y += 8
    this.#return()
    this.#text('Lines that differ', 11, 'Helvetica-Bold')
    this.#text(
      'A row that moved for several reasons stands once for each, in turn: the first begins with what was filed, the last ends with what is now. Amounts are rounded to cents for reading; the table that goes with this has them exact, and there they add up.',
      8,
    )
    this.#isInLines = true
    this.#lineHead()
  }

  /** Lines of the amended return: Form 1040-X with its columns, the forms behind it, later years, Part II. */
  #return(): void {
    const { form1040X, form1040, scheduleD, form8949, carryover, partII, notes } = this.#report.amendedReturn
    this.#text('Lines of the amended return', 11, 'Helvetica-Bold')
    this.#text('Amounts that only the whole return tells are left blank.', 8)
    this.#row(figureCells('Form 1040-X', 'A. As filed', 'B. Change', 'C. Correct'), 'Helvetica-Bold')
    for (const { line, text, a, b, c } of form1040X)
      this.#row(figureCells(`Line ${line}  ${text}`, amountText(a), amountText(b), amountText(c)))
    this.#y += 8
    this.#lines('Form 1040 and its schedules', form1040)
    this.#lines('Schedule D', scheduleD)
    this.#lines('Form 8949', form8949)
    this.#lines('Later years', carryover)
    this.#text('Form 1040-X, Part II: explanation of the changes', 11, 'Helvetica-Bold')
    for (const sentence of partII) this.#text(sentence, 9)
    this.#y += 8
    for (const note of notes) this.#text(note, 8)
    this.#y += 8
  }

  #lines(head: string, lines: readonly AmendedLine[]): void {
    if (lines.length === 0) return
    this.#row(figureCells(head, 'As filed', 'Corrected', 'Change'), 'Helvetica-Bold')
    for (const { form, line, text, filed, corrected } of lines) {
      const place = `${form}, ${placeOf(line)}`
      const change = amountText((corrected ?? 0n) - (filed ?? 0n))
      this.#row(figureCells(`${place}  ${text}`, amountText(filed), amountText(corrected), change))
    }
    this.#y += 8
  }

  line(line: AmendmentLine): void {
    const { before, after } = line
    const row = after ?? before
    const figure = (side: AmendmentLine['before']) =>
      cents(side?.gain ?? (line.kind === 'income' ? side?.value : side?.deduction) ?? '0')
    const change =
      line.kind === 'disposal' ? line.gain : line.kind === 'income' ? line.income : line.deduction
    const what = `${usDate(line.date)}  ${line.label}  ${quantityText(row?.quantity ?? '0')} ${line.asset}  ${line.account}`
    const explanation = explainLine(line)
    const block = { font: 'Helvetica', size: 8, width: WIDTH - 12 } as const
    this.#room(16 + heightOf(this.#document, explanation, block))
    this.#row(figureCells(what, figure(before), figure(after), cents(change)))
    this.#document.fillColor('#444444')
    writeBlock(this.#document, explanation, PAGE.left + 12, this.#y, block)
    this.#document.fillColor('black')
    this.#y = this.#document.y + 4
  }

  #turn(): void {
    const { calculationId, year } = this.#report
    this.#page += 1
    this.#document.addPage()
    const foot = `Working paper for Form 1040-X of ${year}, made by Lotbook; not a form of the IRS. Calculation ${calculationId}. Page ${this.#page}`
    this.#document.font('Helvetica').fontSize(6.5)
    for (const [n, text] of [foot, ...closingNotes(this.#report)].entries())
      this.#document.text(text, PAGE.left, PAGE.height - 36 + 9 * n, { lineBreak: false })
    this.#y = PAGE.top
    if (this.#isInLines) this.#lineHead()
  }

  #lineHead(): void {
    this.#row(figureCells('Line', 'Before', 'After', 'Change'), 'Helvetica-Bold')
  }

  #room(height: number): void {
    if (this.#y + height > PAGE.bottom) this.#turn()
  }

  #text(text: string, size: number, font: Face['font'] = 'Helvetica'): void {
    this.#room(heightOf(this.#document, text, { font, size, width: WIDTH }))
    writeBlock(this.#document, text, PAGE.left, this.#y, { font, size, width: WIDTH })
    this.#y = this.#document.y + 3
  }

  #row(cells: readonly Cell[], font: Face['font'] = 'Helvetica'): void {
    this.#room(14)
    let x = PAGE.left
    for (const { text, width, align = 'left' } of cells) {
      // A long text gets smaller rather than losing a digit.
      const { wide, ...face } = fitting(this.#document, text, { font, size: 8.5 }, width - 4)
      writeLine(this.#document, text, align === 'right' ? x + width - 4 - wide : x, this.#y, face)
      x += width
    }
    this.#y += 13
  }
}

/** `line 7`, `lines 4 to 5`, `box L`. */
function placeOf(line: string): string {
  if (line.startsWith('box')) return line
  return `${line.includes(' to ') ? 'lines' : 'line'} ${line}`
}

const amountText = (units: bigint | null) => (units === null ? '' : formText(units, 'cents'))

function figureCells(name: string, filed: string, now: string, change: string): Cell[] {
  return [
    { text: name, width: 300 },
    { text: filed, width: 80, align: 'right' },
    { text: now, width: 80, align: 'right' },
    { text: change, width: 80, align: 'right' },
  ]
}
