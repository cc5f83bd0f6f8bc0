import type { FileReading, FileRecognition } from '@lotbook/sources'

/** Place in a file where its reading ended: `, line 3, column Amount`, as far as it is known. */
export function placeOf(why: FileReading | FileRecognition): string {
  if (why.outcome === 'unknown') return `, line ${why.headerLine}`
  if (why.outcome !== 'refused') return ''
  const line = why.line === undefined ? '' : `, line ${why.line}`
  return why.column === undefined ? line : `${line}, column ${why.column}`
}
