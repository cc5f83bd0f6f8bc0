import { formatFixed, parseDecimal, sum, zero } from '@lotbook/money'
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { describe, expect, test } from 'vitest'
import { HISTORIES, rowsOf, writtenOf } from './testing/golden-history.ts'
import { boxPlace, cellPlace, headPlace, type Place, ROWS, small8949 } from './testing/small-8949.ts'

/*
 * Form 8949 of the three fixed histories as a reader shows it: every figure within the rectangle of its field, on blank pages with the
 * fields where the IRS has them. The pages of the IRS themselves were looked at (docs/decisions/official-forms.md).
 */

interface Shown {
  readonly texts: readonly (Place & { readonly text: string })[]
  /** Lines that are drawn, which are the checks. */
  readonly drawn: readonly Place[]
}

async function pagesOf(bytes: string): Promise<Shown[]> {
  const document = await getDocument({ data: new Uint8Array(Buffer.from(bytes, 'latin1')), verbosity: 0 })
    .promise
  const pages: Shown[] = []
  for (let n = 1; n <= document.numPages; n += 1) {
    const page = await document.getPage(n)
    const { items } = await page.getTextContent()
    const texts = items.flatMap((item) => {
      if (!('str' in item) || item.str.trim() === '') return []
      const [, , , , x, y] = item.transform as number[]
      return [{ text: item.str, x: x ?? 0, y: y ?? 0, width: item.width, height: item.height }]
    })
    const { fnArray, argsArray } = await page.getOperatorList()
    const drawn = fnArray.flatMap((fn, i) => {
      if (fn !== OPS.constructPath) return []
      const [how, , bounds] = argsArray[i] as [number, unknown, ArrayLike<number> | null]
      if (how !== OPS.stroke || bounds === null) return []
      const [left = 0, top = 0, right = 0, bottom = 0] = Array.from(bounds)
      // Drawn with y downward.
      return [{ x: left, y: 792 - bottom, width: right - left, height: bottom - top }]
    })
    pages.push({ texts, drawn })
  }
  return pages
}

const isWithin = (one: Place, field: Place) =>
  one.x >= field.x &&
  one.x + one.width <= field.x + field.width &&
  one.y >= field.y &&
  one.y + one.height * 0.72 <= field.y + field.height

const textIn = ({ texts }: Shown, field: Place) =>
  texts.filter((one) => isWithin(one, field)).map(({ text }) => text)

const shown = (amount: string) => {
  const text = amount.replace('-', '').replace(/\B(?=(\d{3})+\.)/g, ',')
  return amount.startsWith('-') ? `(${text})` : text
}

const BOXES = { I: ['A', 'B', 'C', 'G', 'H', 'I'], II: ['D', 'E', 'F', 'J', 'K', 'L'] } as const

/** Cells (a) to (h) of a row of the table; an adjustment of nothing is not printed. */
const cellsOf = ([, , description, acquired, sold, proceeds, basis, code, adjustment, gain]: string[]) => [
  description,
  acquired,
  sold,
  shown(proceeds ?? ''),
  shown(basis ?? ''),
  code,
  adjustment === '0.00' ? '' : shown(adjustment ?? ''),
  shown(gain ?? ''),
]

const total = (rows: readonly string[][], column: number) => {
  const units = rows.map((row) => parseDecimal(row[column] ?? '') ?? zero)
  return formatFixed(sum(units), 2, 'half-even')
}

/** The totals of (d), (e), (g) and (h). */
const totalsOf = (rows: readonly string[][]) => {
  const [proceeds, basis, adjustment, gain] = [5, 6, 8, 9].map((column) => total(rows, column))
  return [proceeds, basis, adjustment === '0.00' ? '' : adjustment, gain].map((text) => shown(text ?? ''))
}

describe.each(HISTORIES)('E20 golden forms: %s', (name) => {
  test('each figure of the filled form stands within its field, and nothing stands elsewhere', async () => {
    const papers = await writtenOf(name, {
      args: ['--forms', 'forms', '--name', 'Jane Roe'],
      files: { 'forms/f8949--2025.pdf': await small8949() },
      code: 1,
    })
    const [, bytes = ''] = [...papers].find(([path]) => path.startsWith('form-8949-official')) ?? []
    const pages = await pagesOf(bytes)
    const rows = rowsOf(papers, 'form-8949').filter(([part]) => part === 'I' || part === 'II')
    const byBox = Map.groupBy(rows, ([part, box]) => `${part} ${box}`)
    // A part without a row is there once, blank.
    const found = pages.filter(({ texts }) => texts.length > 1)
    expect(found).toHaveLength(byBox.size)
    found.forEach((page, n) => {
      const [key = '', ofBox = []] = [...byBox][n] ?? []
      const [part, box] = key.split(' ') as ['I' | 'II', string]
      const side = part === 'I' ? 1 : 2
      const expected: [Place, string | undefined][] = [
        [headPlace(side, 'name'), 'Jane Roe'],
        ...ofBox.flatMap((row, line) =>
          cellsOf(row).map((text, column): [Place, string | undefined] => [
            cellPlace(side, line, column),
            text,
          ]),
        ),
      ]
      for (const [place, text] of expected) expect(textIn(page, place).join(''), key).toBe(text)
      const totals = [3, 4, 6, 7].map((column) => textIn(page, cellPlace(side, ROWS, column)).join(''))
      expect(page.texts).toHaveLength(
        expected.filter(([, text]) => text !== '').length + totals.filter((text) => text !== '').length,
      )
      expect(totals).toEqual(totalsOf(ofBox))
      const at = BOXES[part].findIndex((one) => one === box)
      expect(
        page.drawn.map((one) => BOXES[part].findIndex((_, i) => isWithin(one, boxPlace(side, i)))),
      ).toEqual([at])
    })
  })
})
