import PDFDocument from 'pdfkit'
import { writeLine } from './letters.ts'
import type { YearReport } from './year-report.ts'

export type Document = PDFKit.PDFDocument

/** US Letter in points. */
export const LETTER = { width: 612, height: 792 } as const

/** A document that carries the instant of its calculation, so that the same report gives the same bytes. */
export function documentOf(title: string, report: YearReport): Document {
  return new PDFDocument({
    size: 'LETTER',
    margin: 0,
    autoFirstPage: false,
    lang: 'en-US',
    info: {
      Title: title,
      Producer: 'Lotbook',
      Creator: 'Lotbook',
      Subject: `Calculation ${report.calculationId}`,
      CreationDate: new Date(report.calculatedAt),
      ModDate: new Date(report.calculatedAt),
    },
  })
}

/** Pages of a paper that are drawn so far, and how many it will have. */
export interface PageCount {
  done: number
  readonly of: number
}

/** Pages drawn before the bytes so far are handed on. */
const AT_ONCE = 20

/** Draw pages while the reader takes the bytes, so that a long paper is never in memory whole. */
export async function* drawPages(
  document: Document,
  pages: Iterable<() => void>,
  count: PageCount,
): AsyncGenerator<Uint8Array> {
  const rest = pages[Symbol.iterator]()
  let isDone = false
  const drawSome = () => {
    for (let n = 0; n < AT_ONCE && !isDone; n += 1) {
      const { value, done } = rest.next()
      if (done === true) {
        isDone = true
        document.end()
      } else {
        value()
        count.done += 1
      }
    }
  }
  drawSome()
  for await (const chunk of document as AsyncIterable<Uint8Array>) {
    yield chunk
    if (!isDone) drawSome()
  }
}

/** The word across a draft's page, and the reason at its foot; call it before the page is drawn. */
export function drawDraft(document: Document, { draft }: YearReport, reasonAt: number) {
  if (draft === null) return
  document.save()
  document.rotate(-45, { origin: [LETTER.width / 2, LETTER.height / 2] })
  document.font('Helvetica-Bold').fontSize(160).fillColor('#ededed')
  document.text('Draft', 0, LETTER.height / 2 - 70, {
    width: LETTER.width,
    align: 'center',
    lineBreak: false,
  })
  document.restore()
  document.fillColor('black')
  writeLine(document, `Draft, not to be filed. ${draft}`, 36, reasonAt, { font: 'Helvetica-Bold', size: 8 })
}
