import type { PacketPaper } from '@lotbook/contract'
import type { DisposalLine, ReportFile, YearReport } from '@lotbook/reports'
import { bytesOf } from '../../platform/archive.ts'

/** Lines of a table that a small page has room for, and cells of each. */
const LINES = 16
const CELLS = 6
/** Lines of a box that a printed paper is drawn from: more than its first page has. */
const DRAWN = 200

/** A report with as many lines as first pages need, and a name that nobody can read off a screen. */
export function reportInSmall(report: YearReport): YearReport {
  return {
    ...report,
    disposals: firstOfEach(report.disposals),
    taxpayer: {
      name: masked(report.taxpayer.name),
      taxId: report.taxpayer.taxId === '' ? '' : '***-**-****',
    },
  }
}

function firstOfEach(disposals: readonly DisposalLine[]): DisposalLine[] {
  const boxes = Map.groupBy(disposals, ({ box }) => box)
  return [...boxes.values()].flatMap((lines) => lines.slice(0, DRAWN))
}

/** `A** R***` for `Ana Ruiz`. */
export function masked(name: string): string {
  return name.replace(
    /(\p{L})([^\s]*)/gu,
    (_, first: string, rest: string) => `${first}${'*'.repeat(rest.length)}`,
  )
}

/** A file of the packet in small; a workbook has no page. */
export async function paperOf(file: ReportFile, small: ReportFile): Promise<PacketPaper> {
  const { fileName, rows, mediaType } = file
  const paper = { file_name: fileName, rows }
  if (mediaType === 'application/pdf')
    return { ...paper, pdf: Buffer.from(await bytesOf(small)).toString('base64'), lines: null }
  return { ...paper, pdf: null, lines: mediaType.startsWith('text/csv') ? await firstLines(small) : null }
}

async function firstLines({ chunks }: ReportFile): Promise<string[][]> {
  const lines: string[][] = []
  for await (const chunk of chunks) {
    const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString()
    lines.push(cellsOf(text.trimEnd()).slice(0, CELLS))
    if (lines.length === LINES) break
  }
  return lines
}

/** Cells of a line of a table as `csvLines` writes it. */
function cellsOf(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,"]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  )
}
