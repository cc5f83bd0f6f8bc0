import PDFDocument from 'pdfkit'
import { writeBlock } from './letters.ts'
import type { PageCount } from './page-count.ts'
import type { ReportFile, YearReport } from './year-report.ts'

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

/** A paper of which the first page alone is drawn, if nothing of it was taken before; one without a count of pages stays whole. */
export function firstPageOf(file: ReportFile): ReportFile {
  if (file.pages !== undefined) file.pages.most = 1
  return file
}

/** Pages drawn before the bytes so far are handed on. */
const AT_ONCE = 20

const END = { value: undefined, done: true } as const

/** Draw pages while the reader takes the bytes, so that a long paper is never in memory whole. */
export async function* drawPages(
  document: Document,
  pages: Iterable<() => void>,
  count: PageCount,
): AsyncGenerator<Uint8Array> {
  const rest = pages[Symbol.iterator]()
  let isDone = false
  let drawn = 0
  const drawSome = () => {
    for (let n = 0; n < AT_ONCE && !isDone; n += 1) {
      const { value, done } = drawn === count.most ? END : rest.next()
      if (done === true) {
        isDone = true
        document.end()
      } else {
        value()
        drawn += 1
        // A page of notes is not counted beforehand.
        count.done = Math.min(count.done + 1, count.of)
      }
    }
  }
  drawSome()
  for await (const chunk of document as AsyncIterable<Uint8Array>) {
    yield chunk
    if (!isDone) drawSome()
  }
}

/** Parts of pdfkit's pages that its types leave out. */
interface PageParts {
  readonly content: { readonly buffer: Uint8Array[] }
  readonly fonts: Readonly<Record<string, unknown>>
  readonly xobjects: Record<string, unknown>
}

/**
 * A drawing that many pages show and that is in the file once. It is drawn on the first page that shows it, and what it wrote there
 * becomes a picture.
 *
 * @returns a function that shows it on the page being drawn, and returns what drawing it returned.
 */
export function stamp<Drawn>(document: Document, name: string, draw: () => Drawn): () => Drawn {
  let made: { readonly picture: object; readonly drawn: Drawn } | undefined
  return () => {
    const page = document.page as unknown as PageParts
    if (made === undefined) {
      const before = page.content.buffer.length
      const drawn = draw()
      const written = page.content.buffer.splice(before)
      const picture = document.ref({
        Type: 'XObject',
        Subtype: 'Form',
        BBox: [0, 0, LETTER.width, LETTER.height],
        Resources: { Font: { ...page.fonts } },
      }) as unknown as { end(bytes: Uint8Array): void }
      picture.end(Buffer.concat(written))
      made = { picture, drawn }
    }
    page.xobjects[name] = made.picture
    document.addContent(`/${name} Do`)
    return made.drawn
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
  // Several reasons take two lines.
  writeBlock(document, `Draft, not to be filed. ${draft}`, 36, reasonAt - 6, {
    font: 'Helvetica-Bold',
    size: 7,
    width: LETTER.width - 72,
  })
}
