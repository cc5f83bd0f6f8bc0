import { createHash } from 'node:crypto'
import {
  allocationPdf,
  type AllocationSheet,
  type ReportFile,
  type ReturnOfYear,
  type YearReport,
} from '@lotbook/reports'
import { NO_RETURN_FACTS } from '@lotbook/rules/us'
import { archiveOf, bytesOf } from '../../platform/archive.ts'
import { inBreaths } from '../../platform/in-breaths.ts'
import { self, withSubject, type Tx } from '../../platform/database.ts'
import { takeFence, writeUnderFence } from '../../platform/fence.ts'
import { defineJob, HOLDING } from '../../platform/jobs.ts'
import type { Keys } from '../../platform/keys.ts'
import { longValue } from '../../platform/long-value.ts'
import { notify } from '../../platform/notify.ts'
import { seal } from '../../platform/seal.ts'
import { returnOfYear } from '../../calculating/keep/return-facts.ts'
import { sql } from '../../platform/sql.ts'
import { nameOnForms } from '../identity/index.ts'
import { allocationSheets } from '../safe-harbor/record-sheet.ts'
import { papersOfYear } from '../workpapers/papers-of-year.ts'
import { draftOf } from './draft-of.ts'
import {
  amendmentFiles,
  isAmendment,
  isTaxProgram,
  printsScheduleD,
  reportFiles,
  type ExportKind,
} from './export-kinds.ts'
import { scopeOfText } from './export-scope.ts'
import { amendedYear, readAmendment } from './read-amendment.ts'
import { readInterestPaid } from './read-interest-paid.ts'
import { readYearReport } from './read-year-report.ts'
import { transactionsCsv, transactionsName } from './transactions-csv.ts'

/** An allocation of unused basis is of what is sold since 2025 (Rev. Proc. 2024-28). */
const FIRST_ALLOCATED_YEAR = 2025
const isInForce = ({ replacedAt }: AllocationSheet) => replacedAt === null

/** Named by its second, since two may be of one day. */
const recordFile = (sheet: AllocationSheet): ReportFile => ({
  ...allocationPdf(sheet),
  fileName: `safe-harbor-allocation-${sheet.recordedAt.slice(0, 19).replaceAll(':', '-')}.pdf`,
})

const NO_RETURN: ReturnOfYear = { facts: NO_RETURN_FACTS, earlier: [] }

/** The queue of exports. */
export const WRITE_EXPORT = { name: 'write-export', retryLimit: 5 } as const
const GIVEN_UP = 'The file could not be made because of an error on our side. Try it again later.'
/** How long a file is kept to be fetched again. */
export const EXPORT_DAYS = 30

/** Make the file of an export and keep it sealed, until it is fetched or its time is over. */
export function writeExportJob(keys: Keys) {
  return defineJob<{ userId: string; exportId: string; scope: string }>(
    WRITE_EXPORT.name,
    async ({ userId, exportId, scope }, { db }) => {
      const fence = await takeFence(db, 'exports', userId, exportId)
      if (fence === undefined) return
      const taxpayer = await nameOnForms(db, userId)
      const made = await withSubject(db, self(userId), async (tx) => {
        const row = await tx.one<{
          kind: ExportKind
          tax_year: number | null
          calculation_id: string | null
          comparison_id: string | null
          file_name: string | null
        }>(sql`
          select kind, tax_year, calculation_id, comparison_id, file_name from exports where user_id = ${userId} and id = ${exportId}`)
        if (isAmendment(row.kind) && row.tax_year !== null && row.comparison_id !== null) {
          const report = await readAmendment(tx, userId, row.comparison_id, row.tax_year, taxpayer)
          const corrected =
            row.kind === 'amendment-packet'
              ? await correctedYear(tx, userId, row.comparison_id, row.tax_year, taxpayer)
              : undefined
          const files = amendmentFiles(row.kind, report, corrected)
          return { ...(await oneFile(files, `${row.kind}-${row.tax_year}`)), byHand: [] }
        }
        if (
          row.kind === 'transactions-csv' ||
          isAmendment(row.kind) ||
          row.tax_year === null ||
          row.calculation_id === null
        ) {
          const name = row.file_name ?? transactionsName(undefined)
          const file = await transactionsCsv(tx, userId, scopeOfText(scope), name)
          return { ...(await oneFile([file], 'transactions')), byHand: [] }
        }
        const report = await readYearReport(tx, userId, row.calculation_id, row.tax_year, taxpayer)
        const papers =
          row.kind === 'filing-packet' ? await papersOfYear(tx, db, userId, row.tax_year) : undefined
        const draft = await draftOf(tx, userId, row.kind, row.tax_year)
        const interestPaid =
          row.kind === 'filing-packet' ? await readInterestPaid(tx, userId, row.tax_year) : []
        const stated = printsScheduleD(row.kind) ? await returnOfYear(tx, userId, row.tax_year) : NO_RETURN
        const { files: ofYear, byHand } = await inBreaths(
          reportFiles(row.kind, { ...report, draft, interestPaid, returnOfYear: stated }, papers),
        )
        const files =
          row.kind === 'filing-packet' && row.tax_year >= FIRST_ALLOCATED_YEAR
            ? [...ofYear, ...(await allocationSheets(tx, userId, taxpayer)).filter(isInForce).map(recordFile)]
            : ofYear
        const contents =
          row.kind === 'filing-packet'
            ? {
                tax_year: row.tax_year,
                taxpayer,
                calculation_id: row.calculation_id,
                calculated_at: report.calculatedAt,
                draft,
              }
            : undefined
        // The list and the statement beside the files of a program have the same sales once more.
        const sales = isTaxProgram(row.kind) ? { rows: report.disposals.length } : {}
        return { ...(await oneFile(files, `${row.kind}-${row.tax_year}`, contents)), ...sales, byHand }
      })
      await writeUnderFence(db, fence, async (tx) => {
        const place = { table: 'exports', userId, rowId: exportId, column: 'sealed' } as const
        const sealed = await longValue(tx, await seal(tx, keys, place, made.bytes))
        await tx.run(sql`
          update exports set state = 'done', file_name = ${made.fileName}, media_type = ${made.mediaType}, sealed = ${sealed},
            sha256 = ${createHash('sha256').update(made.bytes).digest()}, size_bytes = ${made.bytes.length}, rows = ${made.rows},
            by_hand = ${JSON.stringify(made.byHand)}::jsonb, expires_at = now() + make_interval(days => ${EXPORT_DAYS})
          where user_id = ${userId} and id = ${exportId}`)
        await notify(tx, userId, { type: 'export', id: exportId, status: 'done' })
      })
    },
    {
      retryLimit: WRITE_EXPORT.retryLimit,
      turns: HOLDING,
      giveUp: async ({ userId, exportId }, { db }) => {
        const fence = await takeFence(db, 'exports', userId, exportId)
        if (fence === undefined) return
        await writeUnderFence(db, fence, async (tx) => {
          await tx.run(sql`
            update exports set state = 'failed', reason_code = ${GIVEN_UP} where user_id = ${userId} and id = ${exportId}`)
          await notify(tx, userId, { type: 'export', id: exportId, status: 'failed' })
        })
      },
    },
  )
}

/** A filed year as the newest calculation has it, for the forms of an amended return. */
async function correctedYear(
  tx: Tx,
  userId: string,
  comparisonId: string,
  year: number,
  taxpayer: string,
): Promise<YearReport> {
  const { after, corrected } = await amendedYear(tx, userId, comparisonId, year)
  const report = await readYearReport(tx, userId, after, year, taxpayer)
  return { ...report, draft: null, interestPaid: [], returnOfYear: corrected }
}

/** Several parts travel as one archive. */
async function oneFile(
  files: readonly ReportFile[],
  stem: string,
  contents?: Readonly<Record<string, string | number | null>>,
) {
  const rows = files.reduce((sum, file) => sum + file.rows, 0)
  const [first] = files
  if (files.length === 1 && first !== undefined && contents === undefined) {
    return { fileName: first.fileName, mediaType: first.mediaType, rows, bytes: await bytesOf(first) }
  }
  const bytes = await archiveOf(files, contents && { name: 'packet.json', head: contents })
  return { fileName: `${stem}.zip`, mediaType: 'application/zip', rows, bytes }
}
