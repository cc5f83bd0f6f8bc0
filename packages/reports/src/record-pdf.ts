import PDFDocument from 'pdfkit'
import { latin } from './latin.ts'

type Document = PDFKit.PDFDocument

/** US Letter in points, and the frame that everything stands in. */
const PAGE = { left: 54, right: 558, top: 54, bottom: 720 }
const WIDTH = PAGE.right - PAGE.left

export interface RecordTable {
  readonly title: string
  /** Names over the columns, with their shares of the width; figures stand at the right. */
  readonly columns: readonly { readonly name: string; readonly share: number; readonly isFigure?: boolean }[]
  readonly rows: readonly (readonly string[])[]
  readonly empty: string
}

/** A record to print and keep: what it is, its facts, its tables and what has to be said of it. */
export interface RecordSheet {
  readonly title: string
  readonly facts: readonly (readonly [name: string, value: string])[]
  readonly tables: readonly RecordTable[]
  readonly notes: readonly string[]
  /** ISO 8601 instant that the document carries, so that the same record gives the same bytes. */
  readonly at: string
}

/** Whose record it is, and by whom it was made where that is told. Who gave no name is told as that: an empty line reads like a fault. */
export function partiesOf({
  taxpayer,
  recordedBy,
}: {
  readonly taxpayer: string
  readonly recordedBy?: string
}): RecordSheet['facts'] {
  const whose = ['Taxpayer', taxpayer === '' ? 'Name not given' : taxpayer] as const
  if (recordedBy === undefined) return [whose]
  return [whose, ['Recorded by', recordedBy === '' ? 'The taxpayer' : recordedBy]]
}

/** The sheet as a PDF, a page after the other. */
export async function* recordPdf(sheet: RecordSheet): AsyncGenerator<Uint8Array> {
  const document = new PDFDocument({
    size: 'LETTER',
    margin: 0,
    autoFirstPage: false,
    lang: 'en-US',
    info: {
      Title: latin(sheet.title),
      Producer: 'Lotbook',
      Creator: 'Lotbook',
      CreationDate: new Date(sheet.at),
      ModDate: new Date(sheet.at),
    },
  })
  new SheetWriter(document, sheet).write()
  document.end()
  for await (const chunk of document as AsyncIterable<Uint8Array>) yield chunk
}

class SheetWriter {
  readonly #document: Document
  readonly #sheet: RecordSheet
  #y = PAGE.top
  #page = 0

  constructor(document: Document, sheet: RecordSheet) {
    this.#document = document
    this.#sheet = sheet
  }

  write() {
    this.#newPage()
    this.#text(this.#sheet.title, { size: 16, isBold: true, after: 14 })
    for (const [name, value] of this.#sheet.facts) this.#fact(name, value)
    for (const table of this.#sheet.tables) this.#table(table)
    this.#y += 10
    for (const note of this.#sheet.notes) this.#text(note, { size: 9, after: 6 })
  }

  #newPage() {
    this.#document.addPage()
    this.#page += 1
    this.#y = PAGE.top
    this.#document.font('Helvetica').fontSize(7)
    this.#document.text(
      `${latin(this.#sheet.title)}, page ${this.#page}. Printed from Lotbook.`,
      PAGE.left,
      748,
      {
        width: WIDTH,
        lineBreak: false,
      },
    )
  }

  /** Begins a page where so much has no room on this one; says whether it did. */
  #room(height: number): boolean {
    if (this.#y + height <= PAGE.bottom) return false
    this.#newPage()
    return true
  }

  #text(text: string, { size, isBold = false, after }: { size: number; isBold?: boolean; after: number }) {
    this.#document.font(isBold ? 'Helvetica-Bold' : 'Helvetica').fontSize(size)
    const height = this.#document.heightOfString(latin(text), { width: WIDTH })
    this.#room(height)
    this.#document.font(isBold ? 'Helvetica-Bold' : 'Helvetica').fontSize(size)
    this.#document.text(latin(text), PAGE.left, this.#y, { width: WIDTH })
    this.#y += height + after
  }

  #fact(name: string, value: string) {
    this.#document.font('Helvetica').fontSize(10)
    const height = this.#document.heightOfString(latin(value), { width: WIDTH - 150 })
    this.#room(height)
    this.#document.font('Helvetica-Bold').fontSize(10).text(latin(name), PAGE.left, this.#y, { width: 144 })
    this.#document
      .font('Helvetica')
      .fontSize(10)
      .text(latin(value), PAGE.left + 150, this.#y, { width: WIDTH - 150 })
    this.#y += height + 4
  }

  #table({ title, columns, rows, empty }: RecordTable) {
    this.#y += 12
    const [first] = rows
    // A title and the names of columns do not stand alone at the end of a page.
    this.#room(40 + (first === undefined ? 0 : this.#heightOf(columns, first, false)))
    this.#text(title, { size: 12, isBold: true, after: 6 })
    if (rows.length === 0) return this.#text(empty, { size: 10, after: 4 })
    const names = columns.map(({ name }) => name)
    const hasNames = names.some((name) => name !== '')
    if (hasNames) this.#row(columns, names, true)
    for (const row of rows) {
      const isFirstOfPage = this.#room(this.#heightOf(columns, row, false))
      if (isFirstOfPage && hasNames) this.#row(columns, names, true)
      this.#row(columns, row, false)
    }
  }

  #heightOf(columns: RecordTable['columns'], cells: readonly string[], isHead: boolean): number {
    this.#document.font(isHead ? 'Helvetica-Bold' : 'Helvetica').fontSize(8.5)
    const heights = cells.map((cell, i) =>
      this.#document.heightOfString(latin(cell), { width: (columns[i]?.share ?? 0) * WIDTH - 6 }),
    )
    // The letters stand as far below the line above as the line below is from them.
    return Math.max(...heights) + 6
  }

  #row(columns: RecordTable['columns'], cells: readonly string[], isHead: boolean) {
    const font = isHead ? 'Helvetica-Bold' : 'Helvetica'
    const widths = columns.map(({ share }) => share * WIDTH - 6)
    const height = this.#heightOf(columns, cells, isHead)
    this.#room(height)
    let x = PAGE.left
    columns.forEach(({ share, isFigure = false }, i) => {
      this.#document
        .font(font)
        .fontSize(8.5)
        .text(latin(cells[i] ?? ''), x + 3, this.#y + 4, {
          width: widths[i] ?? 0,
          align: isFigure ? 'right' : 'left',
        })
      x += share * WIDTH
    })
    this.#y += height
    this.#document.moveTo(PAGE.left, this.#y).lineTo(PAGE.right, this.#y).lineWidth(0.5).stroke('black')
  }
}
