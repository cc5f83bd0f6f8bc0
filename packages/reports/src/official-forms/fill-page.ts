import type { Document } from '../draw-pages.ts'
import { fitting, writeLine } from '../letters.ts'
import type { FieldPlace, OfficialForm } from './official-form.ts'

/** Margin of a field's text, and the line that it stands on above the field's lower edge. */
const INSET = 2
const BASE = 3
const CAP = 0.718

const FACE = { font: 'Helvetica', size: 8 } as const

/** The side of a field that its text stands at. */
export type Side = 'left' | 'center' | 'right'

/** Write a text where a field of the form has its place, smaller where it would not fit. */
export function fillField(
  document: Document,
  form: OfficialForm,
  key: string,
  text: string,
  side: Side = 'left',
) {
  const field = form.fields.get(key)
  if (field !== undefined && text !== '') writeInPlace(document, text, field, side)
}

/** Write a text in a place on the page, whose y is upward as in a PDF. */
export function writeInPlace(
  document: Document,
  text: string,
  place: Pick<FieldPlace, 'x' | 'y' | 'width' | 'height'>,
  side: Side = 'left',
) {
  const room = place.width - 2 * INSET
  const { wide, ...face } = fitting(document, text, FACE, room)
  const rest = room - wide
  const left = place.x + INSET + (side === 'left' ? 0 : side === 'right' ? rest : rest / 2)
  writeLine(document, text, left, document.page.height - place.y - BASE - CAP * face.size, face)
}

/** Check a box of the form. */
export function checkBox(document: Document, form: OfficialForm, key: string) {
  const field = form.fields.get(key)
  if (field === undefined) return
  const { x, y, width, height } = field
  const top = document.page.height - y - height
  document
    .moveTo(x + width * 0.15, top + height * 0.55)
    .lineTo(x + width * 0.4, top + height * 0.85)
    .lineTo(x + width * 0.9, top + height * 0.1)
    .lineWidth(1.2)
    .stroke('black')
}
