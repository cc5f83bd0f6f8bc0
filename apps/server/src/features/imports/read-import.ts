import type { AskOutcome, SourceFile } from '@lotbook/sources'
import { self, withSubject, type Database } from '../../platform/database.ts'
import { FenceLost, takeFence, watchFence, writeUnderFence, type Fence } from '../../platform/fence.ts'
import { inThread, makeReady } from '../../platform/in-thread.ts'
import { defineJob } from '../../platform/jobs.ts'
import type { Keys } from '../../platform/keys.ts'
import { sql } from '../../platform/sql.ts'
import { MANY_ROWS, refreshStatistics } from '../../platform/statistics.ts'
import { packSoon } from '../../calculating/collect/pack-journal.ts'
import { prepareToCalculate } from '../../calculating/run/run-calculation.ts'
import { journalLoad } from '../../journal/transactions/journal-load.ts'
import { READ_IMPORT } from './import-job-name.ts'
import {
  finish,
  IMPORT_GIVEN_UP,
  progressOf,
  type Purpose,
  setAside,
} from '../../journal/laying/keep-reading.ts'
import { type KeepAnswer, keepPacked, type KeepTask } from './keep-packed.ts'
import { knownAnswer, readKnowing } from './known-answers.ts'
import { type Readers, ReaderStopped } from '../../journal/reading/reader.ts'
import { placeOf } from './refused-file.ts'
import { storedUpload, type StoredUpload, uploadWithoutBytes } from './stored-upload.ts'

const NOT_STORABLE = 'The file holds a value that the journal cannot keep, so nothing of it was taken in.'

/** Longer files are written in a thread of their own, so that the event loop of the server does not. */
const BYTES_AT_HAND = 1 << 17

/** Rows of a stored file, about: what is short is known before it is read. */
const rowsOf = (length: number) => length / 80

/** Half a million rows stay well below its heap. */
const WRITER = { url: new URL('./keep-reading.worker.ts', import.meta.url), heapMb: 4096, youngMb: 128 }

/**
 * Read one stored file and put it into the journal. The bytes are read in a process of their own; everything that is
 * written is written in one transaction under the fence, so a worker that is killed or cancelled leaves nothing, and the
 * next one does it all, once.
 */
export function readImportJob(keys: Keys, readers: Readers) {
  return defineJob<{ userId: string; importId: string }>(
    READ_IMPORT.name,
    async ({ userId, importId }, { db, signal }) => {
      const fence = await takeFence(db, 'imports', userId, importId)
      if (fence === undefined) return
      const work = await load(db, fence)
      if (work === undefined) return
      const file = fileOnce(db, keys, userId, work.upload.id)
      const tell = progressOf(db, userId, work.connectionId)
      // A file that is no longer wanted does not keep the next ones waiting until it is read.
      const watch = watchFence(db, fence)
      const isLong = work.length > BYTES_AT_HAND
      // It comes up while the file is read.
      if (isLong) makeReady(WRITER, { size: rowsOf(work.length) })
      try {
        const { reading, readAs } = await readKnowing(
          work.answers,
          async (answers) => {
            const options = { ...work.options, ...answers }
            const onProgress = (done: number, total: number) => tell('Reading rows', done, total, 'rows')
            return readers(userId).read(await file(), options, onProgress, watch.signal)
          },
          (asked) => withSubject(db, self(userId), (tx) => knownAnswer(tx, userId, work.accountKey, asked)),
        )
        await tell.settled()
        if (reading.outcome === 'read') {
          const task = { fence, purpose: purposeOf(work), reading, readAs }
          const kept = await (isLong ? keepInThread(db, task, work.length, signal) : keepPacked(db, task))
          if (kept === 'not-storable') await setAside(db, fence, work, 'not_storable', NOT_STORABLE)
          if (kept === 'fence-lost') throw new FenceLost(fence)
          prepareToCalculate(await journalLoad(db, userId))
          if (reading.dataRows >= MANY_ROWS) {
            await refreshStatistics(db)
            await withSubject(db, self(userId), (tx) => packSoon(tx, userId))
          }
        } else if (reading.outcome === 'ask') await askFor(db, fence, work, reading)
        else await setAside(db, fence, work, reading.outcome, reading.message, placeOf(reading))
      } catch (error) {
        // The same file would break the same bound again.
        if (error instanceof ReaderStopped) await setAside(db, fence, work, error.code, error.message)
        else throw error
      } finally {
        watch.stop()
      }
    },
    {
      retryLimit: READ_IMPORT.retryLimit,
      giveUp: async ({ userId, importId }, { db }) => {
        const fence = await takeFence(db, 'imports', userId, importId)
        if (fence === undefined) return
        const work = await load(db, fence)
        if (work !== undefined) await setAside(db, fence, work, 'given_up', IMPORT_GIVEN_UP)
      },
    },
  )
}

/** Put a long reading into the journal in a thread of its own; its pieces are handed over without being copied. */
function keepInThread(
  db: Database,
  task: KeepTask,
  length: number,
  signal: AbortSignal,
): Promise<KeepAnswer> {
  // The pieces of one answer lie in one buffer.
  const buffers = new Set(task.reading.pieces.map(({ buffer }) => buffer))
  const load = { customer: task.fence.userId, size: rowsOf(length) }
  return inThread<KeepTask, KeepAnswer>(db, WRITER, task, { load, signal, transfer: [...buffers] })
}

interface Work extends Omit<StoredUpload, 'file'>, Purpose {
  readonly upload: NonNullable<Purpose['upload']>
  /** Length of the bytes as they are stored. */
  readonly length: number
}

function purposeOf({ length: _length, options: _options, answers: _answers, ...purpose }: Work): Purpose {
  return purpose
}

/** The stored file, which is not asked for where it is read already. */
function fileOnce(db: Database, keys: Keys, userId: string, uploadId: string): () => Promise<SourceFile> {
  let file: Promise<SourceFile> | undefined
  const load = () =>
    withSubject(db, self(userId), async (tx) => (await storedUpload(tx, keys, userId, uploadId)).file)
  return () => (file ??= load())
}

function load(db: Database, { userId, id }: Fence): Promise<Work | undefined> {
  return withSubject(db, self(userId), async (tx) => {
    const row = await tx.maybe<{
      connection_id: string
      upload_id: string
      account_id: string
      hash: string
      key: string
      address: string | null
      chain: string | null
    }>(sql`
      select c.id as connection_id, u.id as upload_id, a.id as account_id, encode(u.sha256, 'hex') as hash, a.key, a.address, a.chain
      from imports i join connections c on (c.user_id, c.id) = (i.user_id, i.connection_id)
      join uploads u on (u.user_id, u.id) = (c.user_id, c.upload_id)
      join accounts a on (a.user_id, a.id) = (c.user_id, c.account_id)
      where i.user_id = ${userId} and i.id = ${id}`)
    if (row === undefined) return undefined
    const { name, ...upload } = await uploadWithoutBytes(tx, userId, row.upload_id)
    // Read before: its address and chain are known.
    const { address, chain } = row
    const before = {
      ...(address === null ? {} : { own_address: address }),
      ...(chain === null ? {} : { chain }),
    }
    return {
      ...upload,
      name,
      answers: { ...before, ...upload.answers },
      connectionId: row.connection_id,
      accountId: row.account_id,
      accountKey: row.key,
      upload: { id: row.upload_id, sha256: row.hash },
    }
  })
}

/**
 * The file asks something: its connection waits for the answer. The import itself is over, since the states of an import
 * have none for it (`waiting` is the provider's, and would keep the history at 'in-progress'); on the wire it is complete
 * with `needs_mapping`, the specification's word for a file that needs the person to say how it is read.
 */
function askFor(db: Database, fence: Fence, work: Work, { message, question }: AskOutcome): Promise<void> {
  return writeUnderFence(db, fence, async (tx) => {
    await tx.run(sql`
      update connections set state = 'needs_mapping', question = ${message}
      where user_id = ${fence.userId} and id = ${work.connectionId}`)
    await finish(tx, fence, work, {
      stage: 'Needs you',
      code: `asks_${question}`,
      reason: `${work.name}: ${message}`,
      rows: null,
    })
  })
}
