import { createHash } from 'node:crypto'
import type { ReportFile, ReturnOfYear } from '@lotbook/reports'
import { NO_RETURN_FACTS } from '@lotbook/rules/us'
import { archiveOf, bytesOf } from '../../platform/archive.ts'
import { self, withSubject, type Database, type Tx } from '../../platform/database.ts'
import { takeFence, writeUnderFence } from '../../platform/fence.ts'
import { defineJob, HOLDING } from '../../platform/jobs.ts'
import type { Keys } from '../../platform/keys.ts'
import { longValue } from '../../platform/long-value.ts'
import { notify } from '../../platform/notify.ts'
import { seal } from '../../platform/seal.ts'
import { returnOfYear } from '../../calculating/keep/return-facts.ts'
import { sql } from '../../platform/sql.ts'
import { nameOnForms } from '../identity/index.ts'
import { papersOfYear } from '../workpapers/papers-of-year.ts'
import { draftOf } from './draft-of.ts'
import { amendmentFile, isAmendment, printsScheduleD, reportFiles, type ExportKind } from './export-kinds.ts'
import type { MadeFile } from './made-file.ts'
import { scopeOfText } from './export-scope.ts'
import { readAmendment } from './read-amendment.ts'
import { packetInThread, type PacketTask } from './packet-in-thread.ts'
import { readYearReport } from './read-year-report.ts'
import { transactionsCsv, transactionsName } from './transactions-csv.ts'

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
      const order = await withSubject(db, self(userId), (tx) =>
        orderOf(tx, db, userId, { exportId, scope, taxpayer }),
      )
      const made = 'packet' in order ? await packetInThread(db, order.packet) : order.made
      await writeUnderFence(db, fence, async (tx) => {
        const place = { table: 'exports', userId, rowId: exportId, column: 'sealed' } as const
        const sealed = await longValue(tx, await seal(tx, keys, place, made.bytes))
        await tx.run(sql`
          update exports set state = 'done', file_name = ${made.fileName}, media_type = ${made.mediaType}, sealed = ${sealed},
            sha256 = ${made.sha256}, size_bytes = ${made.bytes.length}, rows = ${made.rows},
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

interface Asked {
  readonly exportId: string
  readonly scope: string
  readonly taxpayer: string
}

/** The file of an export, or the packet that a thread has to make. */
async function orderOf(
  tx: Tx,
  db: Database,
  userId: string,
  { exportId, scope, taxpayer }: Asked,
): Promise<{ made: MadeFile } | { packet: PacketTask }> {
  const { kind, ...row } = await tx.one<{
    kind: ExportKind
    tax_year: number | null
    calculation_id: string | null
    comparison_id: string | null
    file_name: string | null
  }>(sql`
    select kind, tax_year, calculation_id, comparison_id, file_name from exports where user_id = ${userId} and id = ${exportId}`)
  const { tax_year: year, calculation_id: calculationId, comparison_id: comparisonId } = row
  if (isAmendment(kind) && year !== null && comparisonId !== null) {
    const report = await readAmendment(tx, userId, comparisonId, year, taxpayer)
    return { made: await oneFile([amendmentFile(kind, report)], kind) }
  }
  if (kind === 'transactions-csv' || isAmendment(kind) || year === null || calculationId === null) {
    const name = row.file_name ?? transactionsName(undefined)
    return {
      made: await oneFile([await transactionsCsv(tx, userId, scopeOfText(scope), name)], 'transactions'),
    }
  }
  if (kind === 'filing-packet')
    return {
      packet: { userId, calculationId, year, taxpayer, papers: await papersOfYear(tx, db, userId, year) },
    }
  const report = await readYearReport(tx, userId, calculationId, year, taxpayer)
  const draft = await draftOf(tx, userId, kind, year)
  const stated = printsScheduleD(kind) ? await returnOfYear(tx, userId, year) : NO_RETURN
  const { files, byHand } = reportFiles(kind, { ...report, draft, interestPaid: [], returnOfYear: stated })
  return { made: { ...(await oneFile(files, `${kind}-${year}`)), byHand } }
}

/** Several parts travel as one archive. */
async function oneFile(files: readonly ReportFile[], stem: string): Promise<MadeFile> {
  const rows = files.reduce((sum, file) => sum + file.rows, 0)
  const [first] = files
  const made =
    files.length === 1 && first !== undefined
      ? { fileName: first.fileName, mediaType: first.mediaType, bytes: await bytesOf(first) }
      : { fileName: `${stem}.zip`, mediaType: 'application/zip', bytes: await archiveOf(files) }
  return { ...made, rows, byHand: [], sha256: createHash('sha256').update(made.bytes).digest() }
}
