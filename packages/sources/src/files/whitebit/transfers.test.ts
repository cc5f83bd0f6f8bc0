import * as XLSX from '@e965/xlsx'
import { expect, test } from 'vitest'
import { readFile } from '../read-file.ts'
import type { ReadOutcome } from '../reader/file-reading.ts'
import { linesOf } from '../testing/read-rows.ts'
import { lines } from '../testing/read-text.ts'

test('a withdrawal that was processed has its fee in it', () => {
  const row = {
    ...{ Id: 'w', Currency: 'SOL', Status: 'success', 'Created At': '2024-02-05 UTC 10:00:00' },
    ...{ 'Requested Amount': '2', 'Requested Fee': '0.02', 'Processed Amount': '1', 'Processed Fee': '0.01' },
  }
  expect(linesOf('whitebit-withdrawals', [row])).toEqual(['outgoing/sent 0.99 SOL -> fee 0.01 SOL'])
})

test('a sheet of withdrawals under the columns of deposits is none of deposits', () => {
  const book = XLSX.utils.book_new()
  for (const name of ['Deposits', 'Withdrawals'])
    XLSX.utils.book_append_sheet(
      book,
      XLSX.utils.aoa_to_sheet([
        ['Id', 'Currency', 'Address', 'Hash', 'Amount', 'Fee', 'Status', 'Created At', 'Updated At'],
        [name, 'SOL', '', '', '1', '0', 'success', '2024-02-05 UTC 10:00:00', '2024-02-05 UTC 10:00:00'],
      ]),
      name,
    )
  const bytes = new Uint8Array(XLSX.write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer)
  const reading = readFile({ name: 'history.xlsx', bytes }) as ReadOutcome
  expect(lines(reading)).toEqual([
    'incoming/received -> 1 SOL',
    'outgoing/sent 1 SOL -> (unmapped_type:withdrawal under the columns of a deposit)',
  ])
  expect(reading.notes.map(({ code }) => code)).toContain('unmapped_type')
})
