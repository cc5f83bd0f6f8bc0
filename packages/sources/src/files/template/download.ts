import * as XLSX from '@e965/xlsx'
import { TEMPLATE_HEADER } from './template.ts'
import { TEMPLATE_WORDS } from './types.ts'

/** Our template to download as CSV: its header and nothing below, so that nothing of ours is imported. */
export function templateCsv(): string {
  return `${TEMPLATE_HEADER.join(',')}\r\n`
}

/** Our template as a workbook; its second sheet lists the words of the Type column and what they become. */
export function templateWorkbook(): Uint8Array {
  const book = XLSX.utils.book_new()
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet([[...TEMPLATE_HEADER]]), 'Transactions')
  const words = [['Type', 'Becomes', 'Needs'], ...TEMPLATE_WORDS.map((row) => [...row])]
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(words), 'Types')
  return new Uint8Array(XLSX.write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer)
}
