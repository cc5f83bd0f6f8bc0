import { allocationMarkWords } from '@lotbook/journal'
import { allocationNotes } from './allocation-notes.ts'
import { drawDraft, LETTER, type Document } from './draw-pages.ts'
import type { Form8949 } from './form-8949.ts'
import { writeBlock, writeLine } from './letters.ts'
import { closingNotes } from './not-advice.ts'

const LEFT = 36
const WIDTH = LETTER.width - 2 * LEFT

/** A last page for the person and the preparer where rows rest on an allocation that is no safe harbor; none where no row does. */
export function drawNotes(document: Document, form: Form8949) {
  const { year, disposals } = form.report
  const notes = allocationNotes(disposals)
  if (notes.length === 0) return
  document.addPage({ size: 'LETTER', margin: 0 })
  drawDraft(document, form.report, LETTER.height - 56)
  writeLine(document, `Notes to Form 8949 (${year})`, LEFT, 40, { font: 'Helvetica-Bold', size: 14 })
  const aside = 'For you and your preparer; this page is no part of the form.'
  writeLine(document, aside, LEFT, 62, { font: 'Helvetica', size: 9 })
  let y = 88
  for (const { mark, text, rows } of notes) {
    const all = disposals.length
    const which = `${rows} of ${all} ${all === 1 ? 'row rests' : 'rows rest'} on that. In the table of this form (CSV) each such row reads "${allocationMarkWords[mark]}" under Allocation.`
    writeBlock(document, `${text} ${which}`, LEFT, y, { font: 'Helvetica', size: 10, width: WIDTH })
    y = document.y + 10
  }
  const foot = [
    `Calculation ${form.report.calculationId}.`,
    ...closingNotes({ restsOn: form.report.restsOn }),
  ]
  foot.forEach((note, n) =>
    writeLine(document, note, LEFT, LETTER.height - 44 + 9 * n, { font: 'Helvetica', size: 6.5 }),
  )
}
