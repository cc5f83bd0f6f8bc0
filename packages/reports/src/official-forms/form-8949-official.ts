import { documentOf, drawDraft, drawPages, type Document } from '../draw-pages.ts'
import { amountOn, form8949Pages, type Form8949, type Form8949Page } from '../form-8949.ts'
import { boxesOf } from '../form-8949-boxes.ts'
import { cellsOf } from '../form-8949-cells.ts'
import { type FormShape, shapedForm } from '../form-8949-summary.ts'
import { drawNotes } from '../form-8949-notes.ts'
import { amountShown, type FormUnit } from '../money-text.ts'
import { reportFileName, type ReportFile, type YearReport } from '../year-report.ts'
import { checkBox, fillField, type Side } from './fill-page.ts'
import { cellOf8949, totalOf8949 } from './form-fields.ts'
import { pagePicture } from './page-picture.ts'
import type { OfficialForm } from './read-official-form.ts'

/** Pages of a filled Form 8949 at most: more is nothing that can be mailed or attached. */
export const MOST_FILLED_PAGES = 10_000

/** Why a filled Form 8949 of these rows is not made; null where it is. */
export function tooLongToFill(form: Form8949): string | null {
  const pages = form8949Pages(form).length
  if (pages <= MOST_FILLED_PAGES) return null
  const most = MOST_FILLED_PAGES.toLocaleString('en-US')
  return `Form 8949 would have ${pages.toLocaleString('en-US')} pages, and a filled one has ${most} at most. Report the sales in summary with a statement attached (Exception 2).`
}

/**
 * Form 8949 on the pages of the IRS: one copy of a page for each 11 rows of a box (14 up to 2024), the totals of each page on it, and
 * name and number on every page. A part without rows stays blank and is there once, so that the form is whole.
 */
export function form8949Official(
  report: YearReport,
  official: OfficialForm,
  unit: FormUnit = 'cents',
  shape: FormShape = 'rows',
): ReportFile {
  const form = shapedForm(report, unit, shape)
  const pages = form8949Pages(form)
  const document = documentOf(`Form 8949 (${report.year})`, report)
  const count = { done: 0, of: pages.length }
  return {
    fileName: reportFileName('form-8949-official', report, 'pdf'),
    mediaType: 'application/pdf',
    rows: form.sections.reduce((sum, section) => sum + section.rows.length, 0),
    chunks: drawPages(document, filledPages(document, form, official, pages), count),
    pages: count,
  }
}

function* filledPages(
  document: Document,
  form: Form8949,
  official: OfficialForm,
  pages: readonly Form8949Page[],
) {
  const sides = official.document.getPages()
  const show = sides.map((side, n) => pagePicture(document, side, `Side${n + 1}`))
  for (const side of [1, 2] as const) {
    const ofPart = pages.filter(({ section }) => section.part === (side === 1 ? 'I' : 'II'))
    for (const page of ofPart.length === 0 ? [undefined] : ofPart)
      yield () => {
        const { width, height } = sides[side - 1]!.getMediaBox()
        document.addPage({ size: [width, height], margin: 0 })
        drawDraft(document, form.report, height - 24)
        show[side - 1]!()
        fillSide(document, form, official, side, page)
      }
  }
  yield () => drawNotes(document, form)
}

const SIDES: readonly Side[] = ['left', 'center', 'center', 'right', 'right', 'center', 'right', 'right']

function fillSide(
  document: Document,
  form: Form8949,
  official: OfficialForm,
  side: 1 | 2,
  page: Form8949Page | undefined,
) {
  const { taxpayer, year } = form.report
  fillField(document, official, `f${side}_1`, taxpayer.name)
  fillField(document, official, `f${side}_2`, taxpayer.taxId)
  if (page === undefined) return
  const box = boxesOf(year, page.section.part).findIndex((one) => one.box === page.section.box)
  checkBox(document, official, `c${side}_1[${box}]`)
  page.rows.forEach((row, n) =>
    cellsOf(form, row).forEach((text, column) =>
      fillField(document, official, cellOf8949(side, n, column), text, SIDES[column]),
    ),
  )
  const { proceeds, basis, adjustment, gain } = page.totals
  const total = (column: number, units: bigint) =>
    fillField(
      document,
      official,
      totalOf8949(year, side, column),
      amountShown(amountOn(form, units)),
      'right',
    )
  total(3, proceeds)
  total(4, basis)
  if (adjustment !== 0n) total(6, adjustment)
  total(7, gain)
}
