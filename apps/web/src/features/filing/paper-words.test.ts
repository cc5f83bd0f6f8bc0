import type { PacketPaper } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { kindsOf, sheetsOf } from './paper-words.ts'

const paper = (file_name: string, pdf: string | null = null): PacketPaper => ({
  file_name,
  rows: 1,
  pdf,
  lines: pdf === null ? [] : null,
})

test('files of one paper are one sheet, shown as it is printed; a file without a name of ours goes by its own', () => {
  const sheets = sheetsOf([
    paper('form-8949-2025-a.csv'),
    paper('form-8949-2025-a.pdf', 'JVBE'),
    paper('income-by-line-2025-a.csv'),
    paper('income-2025-a.csv'),
    paper('holdings-2025-12-31.csv'),
    paper('holdings-2024-12-31.csv'),
    paper('taxact-2025-a.csv'),
  ])
  expect(sheets.map((sheet) => `${sheet.name}: ${kindsOf(sheet)}, ${sheet.shown.file_name}`)).toEqual([
    'Form 8949: CSV, PDF, form-8949-2025-a.pdf',
    'Income by line: CSV, income-by-line-2025-a.csv',
    'Income: CSV, income-2025-a.csv',
    'Holdings 2025-12-31: CSV, holdings-2025-12-31.csv',
    'Holdings 2024-12-31: CSV, holdings-2024-12-31.csv',
    'taxact-2025-a: CSV, taxact-2025-a.csv',
  ])
})
