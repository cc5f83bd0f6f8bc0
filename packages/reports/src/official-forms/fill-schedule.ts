import { degrees, PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from '@cantoo/pdf-lib'
import PDFKitDocument from 'pdfkit'
import { isPlain, runsOf } from '../letters.ts'
import { closingNotes } from '../not-advice.ts'
import type { ReportFile, YearReport } from '../year-report.ts'
import { writeInPlace } from './fill-page.ts'
import type { FieldPlace, OfficialForm } from './official-form.ts'

/** Contents of a schedule: texts of fields, boxes to check, and what goes on a page of notes behind it. */
export interface Filled {
  /** Texts by field; of several the first that fits is written. */
  readonly texts: ReadonlyMap<string, string | readonly string[]>
  readonly checked: readonly string[]
  readonly notes: readonly string[]
}

/** The fields of a name and a number, which have the same short names on every schedule. */
const NAME = 'f1_1'
const NUMBER = 'f1_2'

/**
 * The bytes of a schedule with its fields filled. They stay fields, so that a preparer adds what Lotbook does not know; a name with
 * letters that the form's font lacks is printed in its place instead.
 */
export async function fillSchedule(
  official: OfficialForm,
  report: YearReport,
  { texts, checked, notes }: Filled,
): Promise<Uint8Array> {
  const document = await PDFDocument.load(official.bytes, { updateMetadata: false, preserveXFA: true })
  const form = document.getForm()
  form.deleteXFA()
  const nameOf = (key: string) => official.fields.get(key)?.name
  const { name, taxId } = report.taxpayer
  const all = new Map([...texts, [NUMBER, taxId] as const])
  const bold = await document.embedFont(StandardFonts.HelveticaBold)
  for (const [key, text] of all) writeInField(document, official, key, { text, font: bold })
  for (const key of checked) {
    const field = nameOf(key)
    if (field !== undefined) form.getCheckBox(field).check()
  }
  await fillName(document, official, { name, font: bold })
  const pages = document.getPages()
  const helvetica = await document.embedFont(StandardFonts.Helvetica)
  if (report.draft !== null) for (const page of pages) stampDraft(page, helvetica, report.draft)
  addNotes(document, helvetica, notes, report)
  return document.save({ addDefaultPage: false })
}

/** Size of the letters in fields of the IRS, the smallest that can be read, and the margin of a text in its field. */
const SIZE = 8
const LEAST = 4.5
const MARGIN = 4

/** Write a text in its field, smaller where it would lose letters: a reader cuts what does not fit. */
function writeInField(
  document: PDFDocument,
  official: OfficialForm,
  key: string,
  { text, font }: { readonly text: string | readonly string[]; readonly font: PDFFont },
) {
  const place = official.fields.get(key)
  const choices = [text].flat()
  const room = (place?.width ?? 0) - MARGIN
  const sizeOf = (one: string) =>
    Math.min(SIZE, (SIZE * room) / Math.max(1, font.widthOfTextAtSize(one, SIZE)))
  const chosen = choices.find((one) => sizeOf(one) >= LEAST) ?? choices.at(-1) ?? ''
  if (place === undefined || chosen === '') return
  const field = document.getForm().getTextField(place.name)
  field.setText(chosen)
  if (sizeOf(chosen) < SIZE) field.setFontSize(Math.floor(sizeOf(chosen) * 10) / 10)
}

/** The name in its field; with letters that the field's font lacks it is printed, and the field is gone. */
async function fillName(
  document: PDFDocument,
  official: OfficialForm,
  { name, font }: { readonly name: string; readonly font: PDFFont },
): Promise<void> {
  const place = official.fields.get(NAME)
  if (place === undefined || name === '') return
  if (isPlain(name)) return writeInField(document, official, NAME, { text: name, font })
  document.getForm().removeField(document.getForm().getTextField(place.name))
  // pdfkit places the marks of a letter, which the other library leaves where the letter begins.
  const [picture] = await document.embedPdf(await linePicture(name, place))
  if (picture !== undefined) document.getPage(place.page).drawPage(picture, { x: place.x, y: place.y })
}

/** A PDF of the size of a field with one line of text in it. */
async function linePicture(text: string, { width, height }: FieldPlace): Promise<Uint8Array> {
  const drawing = new PDFKitDocument({ size: [width, height], margin: 0 })
  writeInPlace(drawing, text, { x: 0, y: 0, width, height })
  drawing.end()
  const parts: Uint8Array[] = []
  for await (const part of drawing as AsyncIterable<Uint8Array>) parts.push(part)
  return Buffer.concat(parts)
}

const GREY = rgb(0.6, 0.6, 0.6)

function stampDraft(page: PDFPage, font: PDFFont, reason: string) {
  page.drawText('Draft', { x: 170, y: 250, size: 150, font, color: GREY, opacity: 0.25, rotate: degrees(45) })
  page.drawText(plain(`Draft, not to be filed. ${reason}`), { x: 36, y: 18, size: 8, font })
}

/** Sentences of ours are plain English; a letter of another kind has no place in them. */
const plain = (text: string) =>
  runsOf(text)
    .map((run) => (run.font === null ? run.text : ''))
    .join('')

/** A page behind the form for the person and the preparer; none where there is nothing to say. */
function addNotes(document: PDFDocument, font: PDFFont, notes: readonly string[], report: YearReport) {
  if (notes.length === 0) return
  const page = document.addPage([612, 792])
  let y = 740
  const write = (text: string, size: number) => {
    for (const line of linesOf(font, plain(text), size)) {
      page.drawText(line, { x: 36, y, size, font })
      y -= size * 1.35
    }
    y -= size * 0.5
  }
  write(`Notes for ${report.year}`, 14)
  write('For you and your preparer; this page is no part of the form.', 9)
  for (const note of notes) write(note, 10)
  for (const note of [`Calculation ${report.calculationId}.`, ...closingNotes(report)]) write(note, 7)
}

function linesOf(font: PDFFont, text: string, size: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (font.widthOfTextAtSize(longer, size) > 540 && line !== '') {
      lines.push(line)
      line = word
    } else line = longer
  }
  return [...lines, line]
}

/** A schedule as a file; it is made when its bytes are asked for. */
export function scheduleFile(fileName: string, rows: number, bytes: () => Promise<Uint8Array>): ReportFile {
  async function* chunks(): AsyncGenerator<Uint8Array> {
    yield await bytes()
  }
  return { fileName, mediaType: 'application/pdf', rows, chunks: chunks() }
}
