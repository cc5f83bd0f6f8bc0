import { createHash } from 'node:crypto'
import type { Printing } from '@lotbook/contract'
import { parseTaxId } from '@lotbook/journal'
import {
  linesInFormOrder,
  isRefused,
  readOfficialForm,
  type OfficialForm,
  type OfficialKind,
  type RefusedForm,
  type ReportFile,
  type WorkpapersReport,
  type YearReport,
} from '@lotbook/reports'
import { archivePieces, piecesOf } from '../../platform/archive.ts'
import { type Database, self, type Tx, withSubject } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { brokerPapers, NO_BROKER_PAPERS } from './broker-papers.ts'
import { draftOf } from './draft-of.ts'
import {
  amendmentFiles,
  isAmendment,
  isTaxProgram,
  packetFiles,
  printsBrokerLines,
  reportFiles,
  type ExportFiles,
  type ExportKind,
  type PrintedOn,
  type ReportKind,
} from './export-kinds.ts'
import { returnFor } from './return-for.ts'
import { scopeOfText } from './export-scope.ts'
import type { FoundForm } from './official-files.ts'
import { amendedYear, readAmendment } from './read-amendment.ts'
import { historyInEngine, NO_ENGINE, packetParts, type HistoryInEngine } from './packet-parts.ts'
import { readInterestPaid } from './read-interest-paid.ts'
import { readYearReport } from './read-year-report.ts'
import { transactionsCsv, transactionsName } from './transactions-csv.ts'
import { watched, type PagesDrawn } from './watched-pages.ts'

/** An export to be made, with what is printed on it. */
export interface ExportTask {
  readonly userId: string
  readonly exportId: string
  readonly scope: string
  readonly printing: Printing | null
  readonly forms: readonly FoundForm[]
  /** The name that the customer gave of themselves. */
  readonly ownName: string
  /** Papers of their professional, of a packet. */
  readonly papers: WorkpapersReport | undefined
}

/** Facts about the file of an export that was made. */
export interface MadeExport {
  readonly fileName: string
  readonly mediaType: string
  readonly rows: number
  readonly sha256: Uint8Array
  readonly byHand: ExportFiles['byHand']
  readonly notes: readonly string[]
  /** Forms of the IRS that proved to be the expected ones. */
  readonly proven: readonly OfficialKind[]
}

interface ExportOf {
  readonly kind: ExportKind
  readonly tax_year: number | null
  readonly calculation_id: string | null
  readonly comparison_id: string | null
  readonly file_name: string | null
}

/** Messages of an export that is being made: how far a long paper is, and the bytes of the file as they come. */
export interface OnMaking {
  readonly onPages: (pages: PagesDrawn) => void
  readonly onPiece: (piece: Uint8Array) => void
}

/** Make the file of an export from what is stored; nothing of it is held once it was handed on. */
export async function makeExport(
  db: Database,
  task: ExportTask,
  { onPages, onPiece }: OnMaking,
): Promise<MadeExport> {
  const { userId, exportId } = task
  const row = await withSubject(db, self(userId), (tx) =>
    tx.one<ExportOf>(sql`
      select kind, tax_year, calculation_id, comparison_id, file_name from exports where user_id = ${userId} and id = ${exportId}`),
  )
  const engine =
    row.kind === 'filing-packet' && row.tax_year !== null
      ? await historyInEngine(db, userId, row.tax_year)
      : NO_ENGINE
  return withSubject(db, self(userId), async (tx) => {
    const { made, stem, contents, sales, officials } = await filesOf(tx, { ...task, engine }, row)
    const { pieces, ...packed } = oneFile(watched(made.files, onPages), stem, contents)
    const file = sales === undefined ? packed : { ...packed, rows: sales }
    const hash = createHash('sha256')
    for await (const piece of pieces) {
      hash.update(piece)
      onPiece(piece)
    }
    const sha256 = hash.digest()
    const proven = [...officials].flatMap(([kind, form]) => (isRefused(form) ? [] : [kind]))
    return { ...file, sha256, byHand: made.byHand, notes: made.notes, proven }
  })
}

type TaskWithEngine = ExportTask & { readonly engine: HistoryInEngine }

interface FilesToPack {
  readonly made: ExportFiles
  readonly stem: string
  /** Sales that the file is counted by, where its parts have each more than once. */
  readonly sales?: number
  /** The head of the list of a packet. */
  readonly contents?: Readonly<Record<string, string | number | null>>
  readonly officials: PrintedOn['officials']
}

const NONE = { byHand: [], notes: [] }

async function filesOf(tx: Tx, task: TaskWithEngine, row: ExportOf): Promise<FilesToPack> {
  const { userId, scope, ownName } = task
  const { kind, tax_year: year, calculation_id: calculationId, comparison_id: comparisonId } = row
  const officials = new Map<OfficialKind, OfficialForm | RefusedForm>()
  if (isAmendment(kind) && year !== null) {
    const report = await readAmendment(tx, userId, comparisonId, year, ownName)
    const corrected =
      kind === 'amendment-packet'
        ? await correctedYear(tx, userId, { comparisonId, year, taxpayer: ownName })
        : undefined
    const files = amendmentFiles(kind, report, corrected)
    return { made: { files, ...NONE }, stem: `${kind}-${year}`, officials }
  }
  if (kind === 'transactions-csv' || isAmendment(kind) || year === null || calculationId === null) {
    const name = row.file_name ?? transactionsName(undefined)
    const file = await transactionsCsv(tx, userId, scopeOfText(scope), name)
    return { made: { files: [file], ...NONE }, stem: 'transactions', officials }
  }
  for (const form of task.forms) officials.set(form.kind, await readForm(form, year))
  return { ...(await filesOfYear(tx, task, { kind, year, calculationId, officials })), officials }
}

/** A filed year as the newest calculation has it, for the forms of an amended return. */
async function correctedYear(
  tx: Tx,
  userId: string,
  {
    comparisonId,
    year,
    taxpayer,
  }: { readonly comparisonId: string | null; readonly year: number; readonly taxpayer: string },
): Promise<YearReport> {
  const { after, corrected } = await amendedYear(tx, userId, comparisonId, year)
  const report = await readYearReport(tx, userId, after, year, taxpayer, 'now')
  return { ...report, draft: null, interestPaid: [], returnOfYear: corrected }
}

/** @returns a form that is as expected, or why it is not there. */
async function readForm({ kind, found }: FoundForm, year: number): Promise<OfficialForm | RefusedForm> {
  return typeof found === 'string' ? { refused: found } : readOfficialForm(kind, year, found)
}

interface OfYear {
  readonly kind: ReportKind
  readonly year: number
  readonly calculationId: string
  readonly officials: PrintedOn['officials']
}

async function filesOfYear(
  tx: Tx,
  { userId, printing, ownName, papers, engine }: TaskWithEngine,
  { kind, year, calculationId, officials }: OfYear,
): Promise<Omit<FilesToPack, 'officials'>> {
  const isPacket = kind === 'filing-packet'
  const stored = await readYearReport(tx, userId, calculationId, year, ownName)
  const report: YearReport = {
    ...stored,
    taxpayer:
      printing === null ? stored.taxpayer : { name: printing.name, taxId: parseTaxId(printing.tax_id) ?? '' },
    draft: await draftOf(tx, userId, kind, year),
    interestPaid: isPacket ? await readInterestPaid(tx, userId, year) : [],
    returnOfYear: await returnFor(tx, userId, kind, year),
  }
  const most = printing?.summary_above ?? null
  const shape = most !== null && linesInFormOrder(report).length > most ? 'summary' : 'rows'
  const broker = printsBrokerLines(kind) ? await brokerPapers(tx, userId, report) : NO_BROKER_PAPERS
  const on = { officials, shape, broker } as const
  if (kind !== 'filing-packet') {
    const made = await reportFiles(kind, report, on)
    // The list and the statement beside the files of a program have the same sales once more.
    const sales = isTaxProgram(kind) ? { sales: report.disposals.length } : {}
    return { made, stem: `${kind}-${year}`, ...sales }
  }
  return {
    made: await packetFiles(report, await packetParts(tx, userId, { report, papers, engine }), on),
    stem: `${kind}-${year}`,
    contents: {
      tax_year: year,
      taxpayer: report.taxpayer.name,
      calculation_id: calculationId,
      calculated_at: report.calculatedAt,
      draft: report.draft,
    },
  }
}

/** Several parts travel as one archive. */
function oneFile(
  files: readonly ReportFile[],
  stem: string,
  contents: FilesToPack['contents'],
): Pick<MadeExport, 'fileName' | 'mediaType' | 'rows'> & { readonly pieces: AsyncIterable<Uint8Array> } {
  const rows = files.reduce((sum, file) => sum + file.rows, 0)
  const [first] = files
  if (files.length === 1 && first !== undefined && contents === undefined) {
    return { fileName: first.fileName, mediaType: first.mediaType, rows, pieces: piecesOf(first) }
  }
  const pieces = archivePieces(files, contents && { name: 'packet.json', head: contents })
  return { fileName: `${stem}.zip`, mediaType: 'application/zip', rows, pieces }
}
