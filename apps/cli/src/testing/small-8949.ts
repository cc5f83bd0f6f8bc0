import { PDFDocument } from '@cantoo/pdf-lib'

/** A rectangle on a page, from its lower left corner. */
export interface Place {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const PAGES = [1, 2] as const
type PageNumber = (typeof PAGES)[number]

/** Left edges and widths of columns (a) to (h), as on the form of 2025. */
const COLUMNS = [
  [36, 136.1],
  [172.8, 50.4],
  [223.2, 50.4],
  [273.6, 64],
  [338.4, 64.1],
  [403.2, 43.2],
  [446.4, 64.1],
  [511.2, 64.8],
] as const
export const ROWS = 11
/** Page 2 has no head, so everything stands higher. */
const higher = (page: PageNumber) => (page === 1 ? 0 : 36)

/** The place of a cell; row 11 has the totals. */
export function cellPlace(page: PageNumber, row: number, column: number): Place {
  const [x, width] = COLUMNS[column] ?? [0, 0]
  const y = row === ROWS ? 72 : 372 - 24 * row
  return { x, y: y + higher(page), width, height: column === 0 ? 24 : 12 }
}

/** The place of the name or the number of a taxpayer. */
export function headPlace(page: PageNumber, what: 'name' | 'number'): Place {
  const [x, width] = what === 'name' ? [36, 330.4] : [368.2, 207.8]
  return { x, y: 684 + higher(page), width, height: 14 }
}

/** The place of a box to check, from 0. */
export function boxPlace(page: PageNumber, box: number): Place {
  return { x: 50.4, y: 530.2 - 12 * box + higher(page), width: 8, height: 8 }
}

/** A small PDF with the fields of Form 8949 of 2025, where the IRS has them. The real file is not part of the project. */
export async function small8949(): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const form = document.getForm()
  for (const page of PAGES) {
    const on = document.addPage([612, 792])
    const path = `topmostSubform[0].Page${page}[0].`
    const add = (n: number, place: Place, row = '') =>
      form.createTextField(`${path}${row}f${page}_${String(n).padStart(2, '0')}[0]`).addToPage(on, place)
    add(1, headPlace(page, 'name'))
    add(2, headPlace(page, 'number'))
    for (let row = 0; row < ROWS; row += 1)
      for (let column = 0; column < COLUMNS.length; column += 1)
        add(3 + 8 * row + column, cellPlace(page, row, column), `Row${row + 1}[0].`)
    for (let column = 3; column < COLUMNS.length; column += 1)
      add(3 + 8 * ROWS + column - 3, cellPlace(page, ROWS, column))
    for (let box = 0; box < 6; box += 1)
      form.createCheckBox(`${path}c${page}_1[${box}]`).addToPage(on, boxPlace(page, box))
  }
  return document.save()
}
