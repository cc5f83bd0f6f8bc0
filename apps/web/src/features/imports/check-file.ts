import { fill, screenMessages } from '@lotbook/contract'

// The contract's own (a test holds them to it): they stand beside its schemas, and with them the validator would come
// into the bundle.
export const MOST_BYTES = 10_485_760
export const EXTENSIONS: readonly string[] = ['csv', 'xls', 'xlsx']
export const TEMPLATE = {
  csv: '/csv_uploads/lotbook-template.csv',
  xlsx: '/csv_uploads/lotbook-template.xlsx',
}

/** Why a file is not taken: the sentence, and what can be done about it. */
export interface FileRefusal {
  readonly text: string
  readonly detail: string | null
  /** The upload of a file that is kept until its columns are described. */
  readonly uploadId?: string
}

/** Refusal of a file for its extension or size, before it is sent. The server checks its contents. */
export function refusalOf({ name, size }: Pick<File, 'name' | 'size'>): FileRefusal | undefined {
  const ext = /\.([^.]*)$/.exec(name)?.[1] ?? ''
  if (!EXTENSIONS.includes(ext.toLowerCase())) {
    return { text: fill(screenMessages.csv.extension, { file: name, ext }), detail: null }
  }
  if (size > MOST_BYTES) {
    return {
      text: `${name} is larger than 10 MB.`,
      detail: 'Export it in parts, such as a year at a time, and upload those. Nothing is counted twice.',
    }
  }
  return undefined
}

/** Refusal of a file by the server, from its answer; one that is kept can be described. */
export function notTaken(name: string, message: string | null, uploadId: string | null = null): FileRefusal {
  const text = fill(screenMessages.csv.criteria, { file: name })
  return { text, detail: message, ...(uploadId !== null && { uploadId }) }
}
