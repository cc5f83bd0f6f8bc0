import type { Printing } from '@lotbook/contract'
import { journalLoad } from '../../journal/transactions/journal-load.ts'
import { type Database, self, withSubject } from '../../platform/database.ts'
import { type Fence, takeFence, writeUnderFence } from '../../platform/fence.ts'
import { runThread } from '../../platform/in-thread.ts'
import { defineJob } from '../../platform/jobs.ts'
import type { Keys } from '../../platform/keys.ts'
import { longValue } from '../../platform/long-value.ts'
import { notify } from '../../platform/notify.ts'
import type { Services } from '../../platform/request-context.ts'
import { open, seal, type Place } from '../../platform/seal.ts'
import { sql } from '../../platform/sql.ts'
import { nameOnForms } from '../identity/index.ts'
import { papersOfYear } from '../workpapers/papers-of-year.ts'
import { formsOf, type ExportKind } from './export-kinds.ts'
import type { ExportTask, MadeExport } from './make-export.ts'
import { findForms, keepForm, type FoundForm } from './official-files.ts'
import type { PagesDrawn } from './watched-pages.ts'
import type { ExportMessage } from './write-export.worker.ts'

/** The queue of exports. */
export const WRITE_EXPORT = { name: 'write-export', retryLimit: 5 } as const
const GIVEN_UP = 'The file could not be made because of an error on our side. Try it again later.'
/** How long a file is kept to be fetched again. */
export const EXPORT_DAYS = 30

/** The form of a hundred thousand sales stays well below its heap. */
const THREAD = { url: new URL('./write-export.worker.ts', import.meta.url), heapMb: 2048, youngMb: 24 }

/** The place of an export's file, and of whose forms are printed while it is being made. */
export const placeOf = (userId: string, rowId: string) =>
  ({ table: 'exports', userId, rowId, column: 'sealed' }) as const satisfies Place

/** Make the file of an export in a thread and keep it sealed, until it is fetched or its time is over. */
export function writeExportJob({ keys, config, outbound }: Pick<Services, 'keys' | 'config' | 'outbound'>) {
  return defineJob<{ userId: string; exportId: string; scope: string }>(
    WRITE_EXPORT.name,
    async ({ userId, exportId, scope }, { db, signal }) => {
      const fence = await takeFence(db, 'exports', userId, exportId)
      if (fence === undefined) return
      const { kind, year, printing } = await readRequest(db, keys, fence)
      const kinds = year === null ? [] : formsOf(kind, printing !== null)
      const places = { config, outbound, signal }
      const forms = year === null ? [] : await findForms(kinds, year, places)
      // A thread has no way to identities: names are read here.
      const ownName = await nameOnForms(db, userId)
      const papers =
        kind === 'filing-packet' && year !== null
          ? await withSubject(db, self(userId), (tx) => papersOfYear(tx, db, userId, year))
          : undefined
      const task = { userId, exportId, scope, printing, forms, ownName, papers }
      const made = await makeInThread(db, task, signal)
      for (const form of forms) if (isToKeep(form, made) && year !== null) await keepForm(form, year, places)
      await keepFile(db, keys, fence, made)
    },
    { retryLimit: WRITE_EXPORT.retryLimit, giveUp: giveUpExport },
  )
}

const isToKeep = ({ kind, isNew }: FoundForm, { proven }: MadeExport) => isNew && proven.includes(kind)

/** What is to be made, and whose name and number are printed; those stand sealed where the file will. */
async function readRequest(db: Database, keys: Keys, { userId, id }: Fence) {
  return withSubject(db, self(userId), async (tx) => {
    const row = await tx.one<{ kind: ExportKind; tax_year: number | null; sealed: Buffer | null }>(sql`
      select kind, tax_year, sealed from exports where user_id = ${userId} and id = ${id}`)
    const opened = row.sealed === null ? null : await open(tx, keys, placeOf(userId, id), row.sealed)
    const printing = opened === null ? null : (JSON.parse(opened.toString('utf8')) as Printing)
    return { kind: row.kind, year: row.tax_year, printing }
  })
}

/** A file in the pieces that it came in. */
interface MadeFile extends MadeExport {
  readonly pieces: Uint8Array[]
}

async function makeInThread(db: Database, task: ExportTask, signal: AbortSignal): Promise<MadeFile> {
  const { userId, exportId } = task
  const pieces: Uint8Array[] = []
  let made: MadeExport | undefined
  let saying = Promise.resolve()
  const onMessage = (message: ExportMessage) => {
    if ('piece' in message) pieces.push(message.piece)
    else if ('made' in message) made = message.made
    else saying = saying.then(() => sayPages(db, userId, exportId, message.pages))
  }
  await runThread<ExportTask, ExportMessage>(db, THREAD, task, {
    load: await journalLoad(db, userId),
    signal,
    onMessage,
  })
  await saying
  signal.throwIfAborted()
  if (made === undefined) throw new Error('the thread stopped before its end')
  return { ...made, pieces }
}

const sayPages = (db: Database, userId: string, exportId: string, { done, of }: PagesDrawn) =>
  withSubject(db, self(userId), async (tx) => {
    await tx.run(sql`
      update exports set pages_done = ${done}, pages = ${of} where user_id = ${userId} and id = ${exportId} and state = 'running'`)
  })

/** The file takes the place of what was sealed with the request. */
async function keepFile(db: Database, keys: Keys, fence: Fence, made: MadeFile): Promise<void> {
  const { userId, id } = fence
  const bytes = made.pieces.reduce((sum, piece) => sum + piece.length, 0)
  await writeUnderFence(db, fence, async (tx) => {
    const sealed = await longValue(tx, await seal(tx, keys, placeOf(userId, id), taken(made.pieces)))
    await tx.run(sql`
      update exports set state = 'done', file_name = ${made.fileName}, media_type = ${made.mediaType}, sealed = ${sealed},
        sha256 = ${Buffer.from(made.sha256)}, size_bytes = ${bytes}, rows = ${made.rows},
        by_hand = ${JSON.stringify(made.byHand)}::jsonb, notes = ${JSON.stringify(made.notes)}::jsonb, pages_done = null, pages = null,
        expires_at = now() + make_interval(days => ${EXPORT_DAYS})
      where user_id = ${userId} and id = ${id}`)
    await notify(tx, userId, { type: 'export', id, status: 'done' })
  })
}

/** The pieces of a long file one by one, each let go of as it is taken: the file and what is sealed of it are never there both. */
function* taken(pieces: Uint8Array[]): Generator<Uint8Array> {
  pieces.reverse()
  for (let piece = pieces.pop(); piece !== undefined; piece = pieces.pop()) yield piece
}

async function giveUpExport(
  { userId, exportId }: { readonly userId: string; readonly exportId: string },
  { db }: { readonly db: Database },
): Promise<void> {
  const fence = await takeFence(db, 'exports', userId, exportId)
  if (fence === undefined) return
  await writeUnderFence(db, fence, async (tx) => {
    await tx.run(sql`
      update exports set state = 'failed', reason_code = ${GIVEN_UP}, sealed = null where user_id = ${userId} and id = ${exportId}`)
    await notify(tx, userId, { type: 'export', id: exportId, status: 'failed' })
  })
}
