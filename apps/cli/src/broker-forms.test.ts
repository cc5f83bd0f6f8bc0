import { expect, test } from 'vitest'
import { runCalculateFiles } from './calculate-files.ts'
import { runAmend } from './amend.ts'
import { runReport } from './report.ts'
import { terminal } from './testing/run-command.ts'

const COINBASE = `Timestamp,Transaction Type,Asset,Quantity Transacted,Spot Price Currency,Spot Price at Transaction,Subtotal,Total (inclusive of fees),Fees,Notes
2021-06-01T00:00:01Z,Buy,ETH,3,USD,2500.00,7500.00,7500.00,0.00,Bought 3 ETH
2025-08-01T23:30:00Z,Sell,ETH,1,USD,1600.00,1600.00,1590.00,10.00,Sold 1 ETH for $1590.00 USD
2025-09-01T12:00:00Z,Sell,ETH,1,USD,1700.00,1700.00,1700.00,0.00,Sold 1 ETH for $1700.00 USD
`
const FORMS = `broker,taxFormId,digitalAssetName,units,dateOfSale,proceeds,costBasis,basisReported,grossOrNet,federalTaxWithheld
"Coinbase, Inc.",F1,Ether,1,2025-08-02,1600.00,,no,gross,
"Coinbase, Inc.",F1,ETH,1,2025-09-01,1700.00,2400.00,yes,net,12.50
"Coinbase, Inc.",F1,ETH,5,2025-10-01,9.00,,,,
Gemini,F2,ETH,1,2025-09-01,1700.00,,,,
"Coinbase, Inc.",F1,ETH,one,2025-09-01,1700.00,,,,
`
const now = new Date('2026-02-05T10:00:00Z')
const files = ['--files', 'coinbase.csv', '--method', 'fifo', '--year', '2025', '--out', 'out']

test('E22 N15 forms of brokers decide boxes and columns of Form 8949, and what became of each line is said', async () => {
  const { io, printed, written, named } = terminal({ 'coinbase.csv': COINBASE, 'forms.csv': FORMS })
  expect(await runCalculateFiles([...files, '--form-1099-da', 'forms.csv'], io, now)).toBe(1)
  expect(printed.err).toContain('forms.csv, line 6, column units: A number from 0 is expected. (one)\n')
  expect(printed.err).toContain(
    'forms.csv: no sale of this history is in an account called Gemini; there are Coinbase\n',
  )
  const csv = [...written].find(([path]) => /form-8949-2025.*csv$/.test(path))?.[1] ?? ''
  const form = csv.split('\r\n').slice(1, 3)
  // Gross proceeds: the fee is an adjustment. A basis that the IRS has and that is too low is corrected.
  expect(form.map((row) => row.split(',').slice(0, 10).join(','))).toEqual([
    'II,J,1 ETH,06/01/2021,09/01/2025,1700.00,2400.00,B,-100.00,-800.00',
    'II,K,1 ETH,06/01/2021,08/01/2025,1600.00,2500.00,E,-10.00,-910.00',
  ])
  const lines = named('form-1099-da-reconciliation-2025').split('\r\n')
  expect(lines.slice(1, 5).map((line) => line.split(',')[0]?.replaceAll('"', ''))).toEqual([
    'Proceeds differ; column (g) has the difference',
    'Basis differs from the one on the form',
    'Only on the form: no sale in your history fits',
    'Only on the form: no sale in your history fits',
  ])
  expect(lines.join('\n')).toContain('Federal income tax withheld 12.50: Form 1040, line 25b')
  expect([...written].find(([path]) => path.startsWith('out/notice-reply-2025'))?.[1].slice(0, 5)).toBe(
    '%PDF-',
  )
  const schedule = named('schedule-d-2025')
  expect(schedule).toContain(
    '8b,"Long-term, Form 8949 with box D or J checked",1700.00,2400.00,-100.00,-800.00',
  )
  expect(schedule).toContain(
    '9,"Long-term, Form 8949 with box E or K checked",1600.00,2500.00,-10.00,-910.00',
  )

  expect(
    await runReport(['out', '--year', '2025', '--out', 'again', '--form-1099-da', 'forms.csv'], io),
  ).toBe(1)
  const again = [...written].find(([path]) => path.startsWith('again/form-1099-da'))
  expect(again?.[1]).toBe(named('form-1099-da-reconciliation-2025'))
})

test('E20 sales with basis reported and no adjustment stand as totals on Schedule D where the facts say so', async () => {
  const forms = `${FORMS.split('\n')[0]}\n"Coinbase, Inc.",F1,ETH,1,2025-09-01,1700.00,2500.00,yes,net,\n`
  const facts = JSON.stringify({ 2025: { totals_on_schedule_d: true } })
  const { io, named } = terminal({ 'coinbase.csv': COINBASE, 'forms.csv': forms, 'facts.json': facts })
  expect(
    await runCalculateFiles(
      [...files, '--form-1099-da', 'forms.csv', '--return', 'facts.json', '--packet'],
      io,
      now,
    ),
  ).toBe(0)
  const schedule = named('schedule-d-2025')
  expect(schedule).toContain(
    '8a,"Long-term, basis reported to the IRS and no adjustments, without Form 8949",1700.00,2500.00,,-800.00',
  )
  expect(schedule).toContain('8b,"Long-term, Form 8949 with box D or J checked",0.00,0.00,0.00,0.00')
  expect(named('audit-trail-2025')).toContain('2500')
  expect(named('turbotax-steps')).toContain('Schedule D, line 8a')
})

const HEADER = FORMS.split('\n')[0]
const LATE = `${HEADER}\n"Coinbase, Inc.",F1,ETH,1,2025-08-09,1590.00,,no,net,\n`
const formRows = (csv: string) =>
  csv
    .split('\r\n')
    .slice(1, 3)
    .map((row) => row.split(',').slice(1, 10).join(','))

test('N15 E22 a file ties, parts and explains lines by hand, and says which losses do not count', async () => {
  const given: Record<string, string> = { 'coinbase.csv': COINBASE, 'forms.csv': LATE }
  const { io, printed, written, named } = terminal(given)
  const asked = [...files, '--form-1099-da', 'forms.csv']
  expect(await runCalculateFiles(asked, io, now)).toBe(0)
  // Sales are named by the table of the forms, which words on them name as well.
  const table = named('form-1099-da-reconciliation-2025').split('\r\n')
  const idOf = (day: string) =>
    table
      .find((row) => row.includes(day))
      ?.split(',')
      .at(-2) ?? ''
  expect(table.find((row) => row.includes('08/09/2025'))).toContain('Only on the form')
  expect(table.find((row) => row.includes('08/09/2025'))).toContain(',forms.csv:2,')
  given['words.csv'] = [
    'line,transactions,loss,explanation',
    `forms.csv:2,${idOf('08/01/2025')},not_deductible,"Reported late, sold to a related party"`,
    `,${idOf('09/01/2025')},not_deductible,`,
  ].join('\n')
  const again = (name: string) =>
    [...written].find(([path]) => path.startsWith(`again/${name}`) && path.endsWith('.csv'))?.[1] ?? ''
  const report = ['out', '--year', '2025', '--out', 'again', '--form-1099-da', 'forms.csv']
  expect(await runReport([...report, '--form-1099-da-words', 'words.csv'], io), printed.err).toBe(0)
  expect(formRows(again('form-8949-2025'))).toEqual([
    'K,1 ETH,06/01/2021,08/01/2025,1590.00,2500.00,L,910.00,0.00',
    'L,1 ETH,06/01/2021,09/01/2025,1700.00,2500.00,L,800.00,0.00',
  ])
  expect(again('form-1099-da-reconciliation')).toContain('"Reported late, sold to a related party"')

  given['words.csv'] = 'line,transactions\nforms.csv:2,none\nforms.csv:9,\n,abc\nforms.csv:3,abc\n'
  expect(await runReport([...report, '--form-1099-da-words', 'words.csv'], io)).toBe(1)
  expect(printed.err).toContain(
    'words.csv, line 3, column line: no line of the forms is called so; the table of Forms 1099-DA names them, such as forms.csv:2 (forms.csv:9)\n',
  )
  expect(printed.err).toContain('words.csv, line 4, column loss: ')
})

test('E20 a loss that a form takes back is not carried to the next year', async () => {
  const sold = `${COINBASE}2026-02-01T12:00:00Z,Sell,ETH,1,USD,2600.00,2600.00,2600.00,0.00,Sold 1 ETH\n`
  const forms = `${HEADER},washSaleLossDisallowed\n"Coinbase, Inc.",F1,ETH,1,2025-08-02,1590.00,2500.00,yes,net,,900\n`
  const { io, named } = terminal({ 'coinbase.csv': sold, 'forms.csv': forms })
  const of2026 = files.with(files.indexOf('2025'), '2026')
  expect(await runCalculateFiles([...of2026, '--form-1099-da', 'forms.csv'], io, now)).toBe(0)
  // 910 and 800 of losses in 2025, of which 900 do not count; nothing is left after 810 met other income.
  expect(named('schedule-d-2026')).toMatch(/\r\n14,Long-term capital loss carryover,,,,0\.00\r\n/)
})

test('E22 N5 a form that comes after filing gives the amended year', async () => {
  const late = `${HEADER}\n"Coinbase, Inc.",F2,ETH,1,2025-09-01,1700.00,2400.00,yes,net,\n`
  const { io, printed, written } = terminal({ 'coinbase.csv': COINBASE, 'filed.csv': LATE, 'late.csv': late })
  expect(await runCalculateFiles(files, io, now)).toBe(0)
  const asked = ['out', 'out', '--year', '2025', '--filed-on', '2026-04-15', '--out', 'amended']
  const today = new Date('2026-07-01T00:00:00Z')
  expect(await runAmend(asked, io, today)).toBe(0)
  expect(printed.out).toContain('Nothing of 2025 differs from what was filed.')
  const forms = ['--filed-form-1099-da', 'filed.csv', '--form-1099-da', 'late.csv']
  expect(await runAmend([...asked, ...forms], io, today), printed.err).toBe(0)
  const file = (name: string) =>
    [...written].find(([path]) => path.startsWith(`amended/${name}`) && path.endsWith('.csv'))?.[1] ?? ''
  const lines = file('amendment-2025')
    .split('\r\n')
    .filter((row) => row.startsWith('disposal,'))
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain(
    'Form 1099-DA received after filing: cost basis 2500.00 becomes 2400.00; box L becomes J B -100.00.',
  )
  expect(file('form-1040-x-lines-2025')).toContain('Form 8949,box J')
  expect([...written].find(([path]) => /corrected-forms.form-8949-2025.*csv$/.test(path))?.[1]).toContain(
    'J,1 ETH,06/01/2021,09/01/2025,1700.00,2400.00,B,-100.00,-800.00',
  )
})

test('E22 a file that is no form is refused by name, and the papers are written without it', async () => {
  const { io, printed, named } = terminal({ 'coinbase.csv': COINBASE, 'cut.json': '{"tax1099Da": {' })
  expect(
    await runCalculateFiles([...files, '--form-1099-da', 'cut.json', '--form-1099-da', 'none.csv'], io, now),
  ).toBe(1)
  expect(printed.err).toContain('cut.json: The file begins like JSON and is not: it may have been cut.\n')
  expect(printed.err).toContain('none.csv: ')
  expect(named('form-8949-2025').startsWith('%PDF')).toBe(true)
})
