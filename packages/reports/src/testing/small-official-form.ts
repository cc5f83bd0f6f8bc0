import { PDFDocument } from '@cantoo/pdf-lib'
import { cellOf8949, expectedFields, type OfficialKind } from '../official-forms/form-fields.ts'

/** Changes to a small form that make it another than the expected one. */
interface Changes {
  readonly without?: string
  readonly more?: string
  readonly title?: string
  readonly text?: string
}

/**
 * A small PDF with the field names of a form of the IRS: two pages, the cells of Form 8949 in a grid, everything else in a column. The
 * real files are not part of the project.
 */
export async function smallOfficialForm(
  kind: OfficialKind,
  year: number,
  { without, more, title, text }: Changes = {},
): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const pages = [document.addPage([612, 792]), document.addPage([612, 792])]
  const form = document.getForm()
  const fields = expectedFields(kind, year).filter(({ key }) => key !== without)
  fields.forEach(({ key, within }, n) => {
    const page = Number(key[1])
    const path = `topmostSubform[0].Page${page}[0].${within === null ? '' : `${within}[0].`}`
    const place = placeOf(kind, year, key) ?? { x: 20 + (n % 4) * 140, y: 780 - Math.floor(n / 4) * 9 }
    if (key.startsWith('c'))
      form.createCheckBox(`${path}${key}`).addToPage(pages[page - 1]!, { ...place, width: 8, height: 8 })
    else
      form
        .createTextField(`${path}${nameOf(year, key)}[0]`)
        .addToPage(pages[page - 1]!, { ...place, width: kind === 'form-8949' ? 66 : 134, height: 12 })
  })
  if (more !== undefined) form.createTextField(more).addToPage(pages[0]!, { x: 1, y: 1, width: 9, height: 9 })
  if (title !== undefined) document.setTitle(title)
  if (text !== undefined) pages[0]!.drawText(text, { x: 20, y: 20, size: 8 })
  return document.save()
}

/** Two digits in some years, as in the files of the IRS. */
function nameOf(year: number, key: string): string {
  return year % 2 === 0 ? key : key.replace(/_(\d)$/, '_0$1')
}

function placeOf(kind: OfficialKind, year: number, key: string) {
  if (kind !== 'form-8949') return undefined
  const cells = year >= 2025 ? 88 : 112
  for (let cell = 0; cell < cells; cell += 1) {
    const [row, column] = [Math.floor(cell / 8), cell % 8]
    const page = Number(key[1]) === 1 ? 1 : 2
    if (cellOf8949(page, row, column) === key) return { x: 20 + column * 70, y: 500 - row * 24 }
  }
  return undefined
}
