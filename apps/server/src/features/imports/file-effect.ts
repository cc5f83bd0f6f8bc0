import type { FilePreview } from '@lotbook/contract'
import { inThread } from '../../platform/in-thread.ts'
import type { RequestContext } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'
import { withSubject } from '../../platform/database.ts'
import type { FileEffectAnswer } from './file-effect.worker.ts'
import type { FileToAdd } from './work-out-file-effect.ts'

const THREAD = { url: new URL('./file-effect.worker.ts', import.meta.url), heapMb: 2048 }
/** Transactions of journal and file together: beyond it nobody would wait for the answer. */
const MOST = 60_000

/** Returns what a file would change in each year before any of it is kept (N8), or the reason why that is not known. */
export async function fileEffect(
  { db, who }: RequestContext,
  added: FileToAdd['added'],
): Promise<NonNullable<NonNullable<FilePreview['summary']>['effect']>> {
  const userId = who.subjectId
  const { transactions } = await withSubject(db, who, (tx) =>
    tx.one<{ transactions: string }>(sql`select transactions from journals where user_id = ${userId}`),
  )
  const none = { years: [], unpriced: 0 }
  if (added.length === 0) return { refused: null, ...none }
  if (Number(transactions) + added.length > MOST)
    return { refused: 'This is more history than the check works out. Import it and calculate.', ...none }
  const load = { customer: userId, size: Number(transactions) + added.length }
  const found = await inThread<FileToAdd, FileEffectAnswer>(db, THREAD, { userId, added }, { load })
  if (found.outcome === 'refused')
    return { refused: 'Your history and this file cannot be calculated together yet.', ...none }
  return { refused: null, years: [...found.effect.years], unpriced: found.effect.unpriced }
}
