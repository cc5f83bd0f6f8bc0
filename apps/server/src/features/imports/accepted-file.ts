import { fill, UPLOAD_EXTENSIONS, UPLOAD_MAX_BYTES, screenMessages } from '@lotbook/contract'
import { sourceBySlug, type FileAnswers } from '@lotbook/sources'
import { refuse } from '../../platform/refusal.ts'
import type { StoredUpload } from './stored-upload.ts'

/** A file as it arrived. */
export interface UploadedFile {
  readonly name: string
  readonly bytes: Uint8Array
  /** The source whose page the file was dropped on; 'Custom CSV' where there is none. */
  readonly exchangeValue: string
  /** The answers that the person already gave to the questions of the file. */
  readonly answers: FileAnswers
}

/** An uploaded file with its name made plain. Other kinds of file, and files that are too large, are refused. */
export function acceptedFile({ name: given, bytes, exchangeValue, answers }: UploadedFile): StoredUpload {
  const name = fileName(given)
  checkExtension(name)
  checkSize(name, bytes)
  const sourceSlug = sourceBySlug(exchangeValue)?.slug
  return { file: { name, bytes }, options: sourceSlug === undefined ? {} : { sourceSlug }, answers }
}

/** A file of Forms 1099-DA with its name made plain: as an upload, and the JSON of FDX. */
export function acceptedForms({
  name: given,
  bytes,
}: Pick<UploadedFile, 'name' | 'bytes'>): StoredUpload['file'] {
  const name = fileName(given)
  if (!/\.json$/i.test(name)) checkExtension(name)
  checkSize(name, bytes)
  return { name, bytes }
}

function checkSize(name: string, bytes: Uint8Array) {
  if (bytes.length > UPLOAD_MAX_BYTES) refuse('too_large', `${name} is larger than 10 MB.`)
}

/** The name as the person knows it, without a path and without control characters, at most 255 characters. */
function fileName(name: string): string {
  const plain = name
    .replace(/^.*[/\\]/, '')
    // oxlint-disable-next-line no-control-regex
    .replace(/[\u0000-\u001f\u007f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, '')
  return plain.slice(-255) || 'file'
}

function checkExtension(name: string) {
  const extension = /\.([^.]*)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  if ((UPLOAD_EXTENSIONS as readonly string[]).includes(extension)) return
  refuse('unsupported_file', fill(screenMessages.csv.extension, { file: name, ext: extension }))
}
