import { accountOfFile, type FileReading, type ReadOptions, type ReadOutcome } from '@lotbook/sources'
import { self, withSubject, type Database, type Tx } from '../../platform/database.ts'
import { takeFence, writeUnderFence, type Fence } from '../../platform/fence.ts'
import { defineJob } from '../../platform/jobs.ts'
import type { Keys } from '../../platform/keys.ts'
import { notify } from '../../platform/notify.ts'
import { open } from '../../platform/seal.ts'
import { sql } from '../../platform/sql.ts'
import { findDuplicates } from '../review/find-duplicates.ts'
import { settleJournal } from '../transactions/settle-journal.ts'
import { recount, writeJournal } from '../transactions/journal.ts'
import { reportConflicts } from '../transactions/overlay.ts'
import { accountFor } from './account-of.ts'
import { READ_IMPORT } from './import-job-name.ts'
import { readIsolated, ReaderStopped } from './read-isolated.ts'
import { closeFindings } from './remove-history.ts'
import { writeReading } from './write-reading.ts'

const NOT_STORABLE = 'The file holds a value that the journal cannot keep, so nothing of it was taken in.'

/** The database refused a value (data exceptions, broken constraints): trying again changes nothing. */
function isOfTheData(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^2[23]/.test(code)
}

/** How often a screen hears of progress while a file is read. */
const PROGRESS_EVERY_MS = 250

/**
 * Read one stored file and put it into the journal. The bytes are read in a process of their own; everything that is
 * written is written in one transaction under the fence, so a worker that is killed leaves nothing, and the
 * next one does it all, once.
 */
export function readImportJob(keys: Keys) {
  return defineJob<{ userId: string; importId: string }>(
    READ_IMPORT.name,
    async ({ userId, importId }, { db }) => {
      const fence = await takeFence(db, 'imports', userId, importId)
      if (fence === undefined) return
      const work = await load(db, keys, fence)
      if (work === undefined) return
      const tell = progressOf(db, userId, work.connectionId)
      try {
        const reading = await readKnowing(db, userId, work, (done, total) =>
          tell('Reading rows', done, total),
        )
        await tell.settled()
        if (reading.outcome === 'read') await keep(db, fence, work, reading)
        else await setAside(db, fence, work, reading.outcome, reading.message)
      } catch (error) {
        // The same file would break the same bound again.
        if (error instanceof ReaderStopped) await setAside(db, fence, work, error.code, error.message)
        else if (isOfTheData(error)) await setAside(db, fence, work, 'not_storable', NOT_STORABLE)
        else throw error
      }
    },
    { retryLimit: READ_IMPORT.retryLimit },
  )
}

/**
 * Read the file, and once more where it only left open which of several addresses is the customer's, and they
 * have just one of them already.
 */
async function readKnowing(
  db: Database,
  userId: string,
  { file, options }: Work,
  onProgress: (done: number, total: number) => void,
): Promise<FileReading> {
  const reading = await readIsolated(file, options, onProgress)
  if (reading.outcome !== 'ask' || reading.question !== 'own_address') return reading
  const candidates = reading.candidates.map(({ value }) => value)
  const owned = await withSubject(db, self(userId), (tx) =>
    tx.all<{ address: string }>(sql`
      select distinct address from accounts
      where user_id = ${userId} and deleted_at is null and address = any (${candidates})`),
  )
  const [own, ...others] = owned
  if (own === undefined || others.length > 0) return reading
  return readIsolated(file, { ...options, ownAddress: own.address }, onProgress)
}

interface Work {
  readonly connectionId: string
  readonly uploadHash: string
  readonly file: { readonly name: string; readonly bytes: Uint8Array }
  readonly options: Omit<ReadOptions, 'onProgress'>
}

function load(db: Database, keys: Keys, { userId, id }: Fence): Promise<Work | undefined> {
  return withSubject(db, self(userId), async (tx) => {
    const row = await tx.maybe<{
      connection_id: string
      upload_id: string
      file_name: string
      sealed: Buffer
      hash: string
      options: Omit<ReadOptions, 'onProgress'>
      address: string | null
    }>(sql`
      select c.id as connection_id, u.id as upload_id, u.file_name, u.sealed, encode(u.sha256, 'hex') as hash, u.options,
        a.address
      from imports i join connections c on (c.user_id, c.id) = (i.user_id, i.connection_id)
      join uploads u on (u.user_id, u.id) = (c.user_id, c.upload_id)
      join accounts a on (a.user_id, a.id) = (c.user_id, c.account_id)
      where i.user_id = ${userId} and i.id = ${id}`)
    if (row === undefined) return undefined
    const place = { table: 'uploads', userId, rowId: row.upload_id, column: 'sealed' } as const
    return {
      connectionId: row.connection_id,
      uploadHash: row.hash,
      file: { name: row.file_name, bytes: await open(tx, keys, place, row.sealed) },
      options: row.address === null ? row.options : { ...row.options, ownAddress: row.address },
    }
  })
}

function keep(db: Database, fence: Fence, work: Work, reading: ReadOutcome): Promise<void> {
  return writeUnderFence(db, fence, async (tx) => {
    const { userId, id: importId } = fence
    const journalVersion = await writeJournal(tx, userId)
    const account = await accountFor(tx, userId, accountOfFile(reading))
    await tx.run(sql`
      update connections set account_id = ${account.id} where user_id = ${userId} and id = ${work.connectionId}`)
    const to = {
      userId,
      importId,
      connectionId: work.connectionId,
      account,
      journalVersion,
      uploadHash: work.uploadHash,
    }
    const written = await writeReading(tx, to, reading)
    await reportConflicts(tx, userId, written.conflicts)
    await closeFindings(tx, userId, written.gone)
    await settleJournal(tx, userId, written.touched)
    await findDuplicates(tx, userId, written.touched)
    await recount(tx, userId)
    const times = reading.transactions.map((read) => read.at)
    await tx.run(sql`
      update connections set state = 'ok', records = ${written.total}, parsed = ${written.used}, errors = ${written.errors},
        notes = ${written.notes}, already_here = ${written.alreadyHere}, last_synced_at = now(), format_id = ${reading.formatId},
        format_name = ${reading.formatName}, covers = ${coverOf(times)}::tstzrange
      where user_id = ${userId} and id = ${work.connectionId}`)
    await finish(tx, fence, work, 'done', null, null, reading.dataRows)
  })
}

/** From the first to the last instant, both included; null for a file without transactions. */
function coverOf(times: readonly number[]): string | null {
  if (times.length === 0) return null
  let first = Number.POSITIVE_INFINITY
  let last = Number.NEGATIVE_INFINITY
  for (const at of times) {
    if (at < first) first = at
    if (at > last) last = at
  }
  return `["${new Date(first).toISOString()}","${new Date(last).toISOString()}"]`
}

function setAside(db: Database, fence: Fence, work: Work, code: string, message: string): Promise<void> {
  return writeUnderFence(db, fence, async (tx) => {
    await recount(tx, fence.userId)
    await finish(tx, fence, work, 'failed', code, `${work.file.name}: ${message}`, null)
  })
}

async function finish(
  tx: Tx,
  fence: Fence,
  work: Work,
  state: 'done' | 'failed',
  code: string | null,
  reason: string | null,
  rows: number | null,
): Promise<void> {
  await tx.run(sql`
    update imports set state = ${state}, stage = ${state === 'done' ? 'Done' : 'Failed'}, done = coalesce(${rows}::bigint, done),
      total = coalesce(${rows}::bigint, total), reason_code = ${code}, reason = ${reason}, finished_at = now()
    where user_id = ${fence.userId} and id = ${fence.id}`)
  await notify(tx, fence.userId, {
    type: 'import',
    id: work.connectionId,
    status: 'complete',
    stage: state === 'done' ? 'Done' : 'Failed',
    message: reason,
  })
}

/** Progress for the screens, at most four times a second, each told in a short transaction of its own. */
function progressOf(db: Database, userId: string, connectionId: string) {
  let last = 0
  let pending: Promise<unknown> = Promise.resolve()
  const tell = (stage: string, done: number, total: number) => {
    const now = performance.now()
    if (now - last < PROGRESS_EVERY_MS) return
    last = now
    pending = pending.then(() =>
      withSubject(db, self(userId), (tx) =>
        notify(tx, userId, {
          type: 'import',
          id: connectionId,
          status: 'in-progress',
          stage,
          done,
          total,
          unit: 'rows',
        }),
      ).catch(() => {}),
    )
  }
  tell.settled = () => pending
  return tell
}
