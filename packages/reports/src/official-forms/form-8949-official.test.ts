import { describe, expect, test } from 'vitest'
import { bytesOf, embeddedLettersOf, wordsOf } from '../testing/file-words.ts'
import { reportOf, sale } from '../testing/report-of.ts'
import { smallOfficialForm } from '../testing/small-official-form.ts'
import { form8949 } from '../form-8949.ts'
import { form8949Official, tooLongToFill } from './form-8949-official.ts'
import { isRefused, readOfficialForm, type OfficialForm } from './read-official-form.ts'

async function formOf(year: number): Promise<OfficialForm> {
  const form = await readOfficialForm('form-8949', year, await smallOfficialForm('form-8949', year))
  if (isRefused(form)) throw new Error(form.refused)
  return form
}

const sales = (count: number, box: string) =>
  Array.from({ length: count }, (_, n) =>
    sale({
      transaction: `${box}${n}`,
      box,
      proceeds: '1000.10',
      basis: '2000',
      term: box < 'J' ? 'short' : 'long',
    }),
  )

const pagesIn = async (file: ReturnType<typeof form8949Official>) =>
  ((await bytesOf(file)).toString('latin1').match(/\/Type \/Page\n/g) ?? []).length

describe('Form 8949 on the pages of the IRS', () => {
  test('has a copy of a page for each 11 rows of a box, 14 up to 2024, and a blank part once', async () => {
    const form2025 = await formOf(2025)
    const pages = (year: number, form: OfficialForm, disposals: ReturnType<typeof sales>) =>
      pagesIn(form8949Official(reportOf({ year, disposals }), form))
    expect(await pages(2025, form2025, [...sales(12, 'I'), ...sales(1, 'H')])).toBe(2 + 1 + 1)
    expect(await pages(2025, form2025, sales(11, 'L'))).toBe(1 + 1)
    const form2024 = await formOf(2024)
    expect(await pages(2024, form2024, [...sales(14, 'C'), ...sales(15, 'F')])).toBe(1 + 2)
  })

  test('has name and number on every page, the rows, and the totals of each page', async () => {
    const report = reportOf({
      taxpayer: { name: 'Jane Roe', taxId: '123-45-6789' },
      disposals: [
        ...sales(12, 'I'),
        sale({
          box: 'K',
          proceeds: '5',
          basis: '3',
          form: { proceeds: '5', basis: '3', code: 'B', adjustment: '-1.50' },
        }),
      ],
    })
    const lines = (await wordsOf(form8949Official(report, await formOf(2025)))).split('\n')
    const count = (text: string) => lines.filter((line) => line === text).length
    expect(count('Jane Roe')).toBe(3)
    expect(count('123-45-6789')).toBe(3)
    expect(count('1 BTC')).toBe(13)
    expect(count('11,001.10')).toBe(1)
    expect(count('(10,998.90)')).toBe(1)
    // The last page has one row, whose amounts are its totals.
    expect(count('1,000.10')).toBe(12 + 1)
    expect(count('(1.50)')).toBe(2)
    expect(count('B')).toBe(1)
  })

  test('prints names and assets in any script as they are', async () => {
    const report = reportOf({
      taxpayer: { name: 'Łukasz Юлія 山田', taxId: '' },
      disposals: [sale({ asset: '柴犬🐕', proceeds: '1', basis: '1' })],
    })
    const form = await formOf(2025)
    const file = () => form8949Official(report, form)
    const letters = await embeddedLettersOf(file())
    for (const letter of 'ŁЮлія柴犬🐕山田') expect(letters).toContain(letter)
    expect(await wordsOf(file())).not.toContain('?')
    expect((await bytesOf(file())).equals(await bytesOf(file()))).toBe(true)
  })

  test('says Draft on every page of a draft', async () => {
    const report = reportOf({ disposals: sales(12, 'I'), draft: 'The history has changed.' })
    const words = await wordsOf(form8949Official(report, await formOf(2025)))
    expect(words.match(/Draft, not to be filed\. The history has changed\./g)).toHaveLength(3)
  })

  test('is not made above the bound on its pages, which is said', () => {
    const form = form8949(reportOf({ disposals: sales(110_001, 'I') }))
    expect(tooLongToFill(form)).toBe(
      'Form 8949 would have 10,001 pages, and a filled one has 10,000 at most. Report the sales in summary with a statement attached (Exception 2).',
    )
    expect(tooLongToFill(form8949(reportOf({ disposals: sales(12, 'I') })))).toBe(null)
  })
})

describe('a file that is not the expected form is refused by name', () => {
  const refusalOf = async (year: number, bytes: Uint8Array | Promise<Uint8Array>) => {
    const form = await readOfficialForm('form-8949', year, await bytes)
    return isRefused(form) ? form.refused : undefined
  }

  test.each([2020, 2021, 2022, 2023, 2024, 2025, 2026])('the form of %i is taken', async (year) => {
    expect(await refusalOf(year, smallOfficialForm('form-8949', year))).toBe(undefined)
  })

  test('one that lacks a field, has another or is of another year', async () => {
    expect(await refusalOf(2025, smallOfficialForm('form-8949', 2025, { without: 'f1_90' }))).toBe(
      'f8949--2025.pdf: not Form 8949 of 2025 as expected: field f1_90 is missing.',
    )
    expect(
      await refusalOf(
        2025,
        smallOfficialForm('form-8949', 2025, { more: 'topmostSubform[0].Page1[0].c1_1[6]' }),
      ),
    ).toBe(
      'f8949--2025.pdf: not Form 8949 of 2025 as expected: field topmostSubform[0].Page1[0].c1_1[6] is not known.',
    )
    expect(await refusalOf(2025, smallOfficialForm('form-8949', 2024))).toContain(
      'f8949--2025.pdf: not Form 8949 of 2025',
    )
    // Fields have the same names from 2020 to 2024: what is printed says the year.
    const of2022 = smallOfficialForm('form-8949', 2022, { text: 'Form 8949 (2022)' })
    expect(await refusalOf(2023, of2022)).toBe('f8949--2023.pdf: this is Form 8949 of 2022, not of 2023.')
    expect(await refusalOf(2023, smallOfficialForm('form-8949', 2023, { title: '2022 Form 8949' }))).toBe(
      'f8949--2023.pdf: this is Form 8949 of 2022, not of 2023.',
    )
  })

  test('one that is no PDF, and a year before those that Lotbook knows', async () => {
    expect(await refusalOf(2025, Buffer.from('<html>Not found</html>'))).toBe(
      'f8949--2025.pdf: not a PDF that can be read, so not Form 8949 of 2025.',
    )
    expect(await refusalOf(2019, smallOfficialForm('form-8949', 2020))).toBe(
      'f8949--2019.pdf: Lotbook fills the forms of 2020 and later, not Form 8949 of 2019.',
    )
  })
})
