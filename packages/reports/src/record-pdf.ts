import PDFDocument from 'pdfkit'
import { type Face, heightOf, writeBlock, writeLine } from './letters.ts'

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
      Title: sheet.title,
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
    const foot = `${this.#sheet.title}, page ${this.#page}. Printed from Lotbook.`
    writeLine(this.#document, foot, PAGE.left, 748, { font: 'Helvetica', size: 7 })
  }

  #room(height: number) {
    if (this.#y + height > PAGE.bottom) this.#newPage()
  }

  #text(text: string, { size, isBold = false, after }: { size: number; isBold?: boolean; after: number }) {
    const block = { font: isBold ? 'Helvetica-Bold' : 'Helvetica', size, width: WIDTH } as const
    const height = heightOf(this.#document, text, block)
    this.#room(height)
    writeBlock(this.#document, text, PAGE.left, this.#y, block)
    this.#y += height + after
  }

  #fact(name: string, value: string) {
    const block = { font: 'Helvetica', size: 10, width: WIDTH - 150 } as const
    const height = heightOf(this.#document, value, block)
    this.#room(height)
    writeBlock(this.#document, name, PAGE.left, this.#y, { font: 'Helvetica-Bold', size: 10, width: 144 })
    writeBlock(this.#document, value, PAGE.left + 150, this.#y, block)
    this.#y += height + 4
  }

  #table({ title, columns, rows, empty }: RecordTable) {
    this.#y += 12
    this.#text(title, { size: 12, isBold: true, after: 6 })
    if (rows.length === 0) return this.#text(empty, { size: 10, after: 4 })
    this.#row(
      columns,
      columns.map(({ name }) => name),
      true,
    )
    for (const row of rows) this.#row(columns, row, false)
  }

  #row(columns: RecordTable['columns'], cells: readonly string[], isHead: boolean) {
    const font: Face['font'] = isHead ? 'Helvetica-Bold' : 'Helvetica'
    const widths = columns.map(({ share }) => share * WIDTH - 6)
    const heights = cells.map((cell, i) =>
      heightOf(this.#document, cell, { font, size: 8.5, width: widths[i] ?? 0 }),
    )
    // The letters stand as far below the line above as the line below is from them.
    const height = Math.max(...heights) + 6
    this.#room(height)
    let x = PAGE.left
    columns.forEach(({ share, isFigure = false }, i) => {
      writeBlock(this.#document, cells[i] ?? '', x + 3, this.#y + 4, {
        font,
        size: 8.5,
        width: widths[i] ?? 0,
        align: isFigure ? 'right' : 'left',
      })
      x += share * WIDTH
    })
    this.#y += height
    this.#document.moveTo(PAGE.left, this.#y).lineTo(PAGE.right, this.#y).lineWidth(0.5).stroke('black')
  }
}
