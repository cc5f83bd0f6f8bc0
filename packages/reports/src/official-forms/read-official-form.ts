import {
  decodePDFRawStream,
  PDFArray,
  PDFCheckBox,
  PDFContentStream,
  PDFDocument,
  type PDFPage,
  PDFRawStream,
  PDFTextField,
} from '@cantoo/pdf-lib'
import {
  expectedFields,
  FIRST_OFFICIAL_YEAR,
  isClosed,
  OFFICIAL_FORMS,
  officialFileName,
  type OfficialKind,
} from './form-fields.ts'

/** A field's page, from 0, and its place on it in points from the lower left. */
export interface FieldPlace {
  readonly name: string
  readonly page: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A form of the IRS whose fields are those that are expected. */
export interface OfficialForm {
  readonly kind: OfficialKind
  readonly year: number
  readonly bytes: Uint8Array
  readonly document: PDFDocument
  /** The places of the fields by their short names. */
  readonly fields: ReadonlyMap<string, FieldPlace>
}

/** A file that is not the expected form, and why in a sentence. */
export interface RefusedForm {
  readonly refused: string
}

export function isRefused(form: OfficialForm | RefusedForm): form is RefusedForm {
  return 'refused' in form
}

/**
 * A file of the IRS as the form of a year. One with other fields than expected, or that is printed for another year, is refused:
 * amounts would end up on the wrong lines.
 *
 * @param bytes the fillable PDF, `f8949--2025.pdf`.
 */
export async function readOfficialForm(
  kind: OfficialKind,
  year: number,
  bytes: Uint8Array,
): Promise<OfficialForm | RefusedForm> {
  const refused = (why: string) => ({ refused: `${officialFileName(kind, year)}: ${why}` })
  const wanted = `${OFFICIAL_FORMS[kind].name} of ${year}`
  if (year < FIRST_OFFICIAL_YEAR)
    return refused(`Lotbook fills the forms of ${FIRST_OFFICIAL_YEAR} and later, not ${wanted}.`)
  let document: PDFDocument
  let fields: FieldPlace[]
  try {
    // The library says on the console that it drops XFA, which is what is wanted.
    document = await PDFDocument.load(bytes, { updateMetadata: false, preserveXFA: true })
    fields = placesIn(document)
  } catch {
    return refused(`not a PDF that can be read, so not ${wanted}.`)
  }
  const printedFor = printedYear(kind, document)
  if (printedFor !== undefined && printedFor !== String(year))
    return refused(`this is ${OFFICIAL_FORMS[kind].name} of ${printedFor}, not of ${year}.`)
  const wrong = wrongField(kind, year, fields)
  if (wrong !== undefined) return refused(`not ${wanted} as expected: ${wrong}.`)
  return { kind, year, bytes, document, fields: new Map(fields.map((field) => [keyOf(field.name), field])) }
}

/** `topmostSubform[0].Page1[0].Table_PartI[0].Row1a[0].f1_05_RO[0]` as `f1_5`: leading zeros and marks differ from year to year. */
function keyOf(name: string): string {
  const last = name.split('.').at(-1) ?? ''
  const box = /^(c\d_\d+\[\d+\])$/.exec(last)?.[1]
  if (box !== undefined) return box
  const [, page, number] = /^f(\d)_0*(\d+)(?:_RO)?\[0\]$/.exec(last) ?? []
  return page === undefined || number === undefined ? name : `f${page}_${number}`
}

function placesIn(document: PDFDocument): FieldPlace[] {
  const pageOf = new Map(
    document
      .getPages()
      .flatMap((page, n) => (page.node.Annots()?.asArray() ?? []).map((ref) => [ref, n] as const)),
  )
  return document
    .getForm()
    .getFields()
    .flatMap((field) => {
      const [widget] = field.acroField.getWidgets()
      if (widget === undefined) return []
      const ref = document.context.getObjectRef(widget.dict)
      const page = (ref === undefined ? undefined : pageOf.get(ref)) ?? pageByName(field.getName())
      const { x, y, width, height } = widget.getRectangle()
      return field instanceof PDFCheckBox || field instanceof PDFTextField
        ? [{ name: field.getName(), page, x, y, width, height }]
        : []
    })
}

const pageByName = (name: string) => Number(/\bPage(\d)\[/.exec(name)?.[1] ?? '1') - 1

/** The first field that is missing, stands elsewhere or is not expected, in words. */
function wrongField(kind: OfficialKind, year: number, fields: readonly FieldPlace[]): string | undefined {
  const expected = expectedFields(kind, year)
  const byKey = Map.groupBy(fields, ({ name }) => keyOf(name))
  for (const { key, within } of expected) {
    const [field, another] = byKey.get(key) ?? []
    if (field === undefined) return `field ${key} is missing`
    if (another !== undefined) return `field ${key} is there twice`
    if (within !== null && !field.name.includes(`.${within}[`)) return `field ${key} is not in ${within}`
    if (pageOfKey(key) !== field.page) return `field ${key} is on page ${field.page + 1}`
  }
  if (!isClosed(kind)) return undefined
  const known = new Set(expected.map(({ key }) => key))
  const unknown = fields.find(({ name }) => !known.has(keyOf(name)))
  return unknown === undefined ? undefined : `field ${unknown.name} is not known`
}

const pageOfKey = (key: string) => Number(key[1]) - 1

/** The year that the pages are printed for, or that the title names; undefined where neither says one. */
function printedYear(kind: OfficialKind, document: PDFDocument): string | undefined {
  const text = document.getPages().map(textOn).join('\n')
  const years = [...text.matchAll(OFFICIAL_FORMS[kind].print)].map(([, year]) => year)
  return years[0] ?? /^\s*(20\d\d)\b/.exec(document.getTitle() ?? '')?.[1]
}

/** The content streams of a page, one after the other. */
export function contentOf(page: PDFPage): Uint8Array {
  const { context } = page.doc
  const contents = page.node.Contents()
  const streams =
    contents instanceof PDFArray ? contents.asArray().map((ref) => context.lookup(ref)) : [contents]
  const parts = streams.flatMap((stream) =>
    stream instanceof PDFRawStream
      ? [decodePDFRawStream(stream).decode(), NEWLINE]
      : stream instanceof PDFContentStream
        ? [stream.getUnencodedContents(), NEWLINE]
        : [],
  )
  return Buffer.concat(parts)
}

const NEWLINE = new Uint8Array([10])

/** Strings of a page's content, joined: enough to find a footer in forms of the IRS, whose letters have their usual codes. */
function textOn(page: PDFPage): string {
  const content = Buffer.from(contentOf(page)).toString('latin1')
  return [...content.matchAll(/\(((?:\\.|[^\\)])*)\)|<([0-9a-fA-F\s]+)>/g)]
    .map(([, literal, hex]) =>
      literal === undefined
        ? Buffer.from((hex ?? '').replace(/\s/g, ''), 'hex').toString('latin1')
        : literal.replace(/\\([()\\])/g, '$1'),
    )
    .join('')
}
