import { expect, test } from 'vitest'
import { firstPageOf } from './draw-pages.ts'
import { form8949Pdf } from './form-8949-pdf.ts'
import { form8949Statement } from './form-8949-statement.ts'
import { form8949Official } from './official-forms/form-8949-official.ts'
import { readOfficialForm } from './official-forms/filed-forms.ts'
import { isRefused } from './official-forms/official-form.ts'
import { bytesOf, wordsOf } from './testing/file-words.ts'
import { reportOf, sale } from './testing/report-of.ts'
import { smallOfficialForm } from './testing/small-official-form.ts'
import type { ReportFile } from './year-report.ts'

const report = reportOf({
  disposals: Array.from({ length: 250 }, (_, n) =>
    sale({ transaction: `t${n}`, proceeds: '10', basis: '4' }),
  ),
})
const official = await readOfficialForm('form-8949', 2025, await smallOfficialForm('form-8949', 2025))
if (isRefused(official)) throw new Error(official.refused)

const pagesIn = async (file: ReportFile) =>
  ((await bytesOf(file)).toString('latin1').match(/\/Type \/Page\n/g) ?? []).length

test('the first page of a paper is that of the whole: it says of how many, and has the totals of its own rows', async () => {
  const words = await wordsOf(firstPageOf(form8949Pdf(report)))
  expect(words).toContain('Part II, box L, page 1 of 23')
  expect(words).toContain('110.00')
  expect(await wordsOf(firstPageOf(form8949Statement(report)))).toMatch(/Page 1 of \d+\./)
})

test('drawn, filled or a statement, one page is drawn', async () => {
  const papers = () => [form8949Pdf(report), form8949Official(report, official), form8949Statement(report)]
  for (const paper of papers()) expect(await pagesIn(firstPageOf(paper))).toBe(1)
  expect(await Promise.all(papers().map(pagesIn))).toEqual([23, 24, 5])
})
