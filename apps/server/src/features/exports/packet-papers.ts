import type { PacketPaper } from '@lotbook/contract'
import { firstPageOf, type ReportFile, type YearReport } from '@lotbook/reports'
import { bytesOf } from '../../platform/archive.ts'

/** Lines of a table that a small page has room for, and cells of each. */
const LINES = 16
const CELLS = 6

/** A report with a name that nobody can read off a screen. */
export function maskedReport<Report extends Pick<YearReport, 'taxpayer'>>(report: Report): Report {
  const { name, taxId } = report.taxpayer
  return { ...report, taxpayer: { name: masked(name), taxId: taxId === '' ? '' : '***-**-****' } }
}

/** `A** R***` for `Ana Ruiz`. */
export function masked(name: string): string {
  return name.replace(
    /(\p{L})([^\s]*)/gu,
    (_, first: string, rest: string) => `${first}${'*'.repeat(rest.length)}`,
  )
}

/** A file of the packet in small, of the whole year: its first page, or its first lines. A workbook has no page. */
export async function paperOf(file: ReportFile): Promise<PacketPaper> {
  const { fileName, rows, mediaType } = file
  const paper = { file_name: fileName, rows }
  if (mediaType === 'application/pdf')
    return { ...paper, pdf: Buffer.from(await bytesOf(firstPageOf(file))).toString('base64'), lines: null }
  return { ...paper, pdf: null, lines: mediaType.startsWith('text/csv') ? await firstLines(file) : null }
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
