import { expect, test } from 'vitest'
import { form8949Pdf } from './form-8949-pdf.ts'
import { form8949Statement } from './form-8949-statement.ts'
import { shapedForm } from './form-8949-summary.ts'
import { form8949 } from './form-8949.ts'
import { bytesOf, embeddedLettersOf, wordsOf } from './testing/file-words.ts'
import { reportOf, sale } from './testing/report-of.ts'

const of = (account: string, box: string, code = '', adjustment = '0') =>
  sale({
    account,
    box,
    proceeds: '100.004',
    basis: '40',
    form: { proceeds: '100.004', basis: '40', code, adjustment },
  })

const report = reportOf({
  taxpayer: { name: 'Jane Roe', taxId: '123-45-6789' },
  disposals: [
    of('Kraken', 'L'),
    of('Coinbase', 'K', 'E', '-5'),
    of('Coinbase', 'K', 'B', '-1'),
    of('Coinbase', 'L'),
  ],
})

test('in summary the form has one row for each broker and box, with code M and the others, and the same totals', () => {
  const form = shapedForm(report, 'cents', 'summary')
  expect(
    form.sections.map(({ box, rows }) => [
      box,
      ...rows.map(({ description, acquired, disposed, code, adjustment }) =>
        [description, acquired, disposed, code, adjustment].join('|'),
      ),
    ]),
  ).toEqual([
    ['K', 'Coinbase, see attached statement|||BEM|-600'],
    ['L', 'Coinbase, see attached statement|||M|0', 'Kraken, see attached statement|||M|0'],
  ])
  expect(form.sections.map(({ totals }) => totals)).toEqual(
    form8949(report).sections.map(({ totals }) => totals),
  )
})

test('the statement has every row with the columns of the form, and a subtotal for each broker and box', async () => {
  const file = form8949Statement(report)
  expect([file.fileName, file.rows]).toEqual(['8949-statement-2025.pdf', 4])
  const lines = (await wordsOf(file)).split('\n')
  const count = (text: string) => lines.filter((line) => line === text).length
  expect(count('1 BTC')).toBe(4)
  for (const text of [
    'Jane Roe   123-45-6789',
    'Subtotal, Kraken',
    'Total of box K',
    'Total of box L',
    '(5.00)',
    '(6.00)',
  ])
    expect(lines).toContain(text)
  expect(count('Subtotal, Coinbase')).toBe(2)
  expect((await bytesOf(form8949Statement(report))).equals(await bytesOf(form8949Statement(report)))).toBe(
    true,
  )
})

test('a statement goes on over as many pages as it takes', async () => {
  const disposals = Array.from({ length: 200 }, (_, n) =>
    sale({ transaction: `t${n}`, proceeds: '1', basis: '1' }),
  )
  const words = await wordsOf(form8949Statement(reportOf({ disposals })))
  for (const page of [1, 2, 3, 4]) expect(words).toContain(`Page ${page} of 4.`)
})

test('the drawn form has what the official one has: numbers, the wording of its boxes, the totals of each page', async () => {
  const disposals = Array.from({ length: 12 }, (_, n) =>
    sale({ transaction: `t${n}`, proceeds: '10', basis: '1' }),
  )
  const lines = (await wordsOf(form8949Pdf(reportOf({ disposals })))).split('\n')
  for (const text of [
    'OMB No. 1545-0074',
    'Attachment Sequence No. 12A',
    '110.00',
    '99.00',
    '120.00',
    '108.00',
  ])
    expect(lines).toContain(text)
  expect(lines).toContain(
    'Long-term transactions reported on Form(s) 1099-DA showing basis was not reported to the IRS',
  )
  const before = sale({ box: 'F', proceeds: '1', basis: '1' })
  const of2024 = (await wordsOf(form8949Pdf(reportOf({ year: 2024, disposals: [before] })))).split('\n')
  expect(of2024).toContain('Long-term transactions not reported to you on Form 1099-B')
})

test('the drawn form prints letters of any script, and the number of one that no font has', async () => {
  const file = () =>
    form8949Pdf(reportOf({ disposals: [sale({ asset: '柴犬\u{e000}', proceeds: '1', basis: '1' })] }))
  expect(await embeddedLettersOf(file())).toContain('柴犬')
  expect(await wordsOf(file())).not.toContain('?')
})
