import type { PDFDocument } from '@cantoo/pdf-lib'
import type { OfficialKind } from './form-fields.ts'

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
