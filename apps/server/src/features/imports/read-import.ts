import type { ReadAs } from '@lotbook/contract'
import type { AskOutcome, ReadOutcome } from '@lotbook/sources'
import { self, withSubject, type Database, type Tx } from '../../platform/database.ts'
import {
  takeFence,
  watchFence,
  writeLongUnderFence,
  writeUnderFence,
  type Fence,
} from '../../platform/fence.ts'
import { defineJob } from '../../platform/jobs.ts'
import type { Keys } from '../../platform/keys.ts'
import { notify } from '../../platform/notify.ts'
import { sql } from '../../platform/sql.ts'
import { MANY_ROWS, refreshStatistics } from '../../platform/statistics.ts'
import { findDuplicates } from '../review/find-duplicates.ts'
import { settleJournal } from '../transactions/settle-journal.ts'
import { recount, writeJournal } from '../transactions/journal.ts'
import { reportConflicts } from '../transactions/overlay.ts'
import { accountFor, dropEmptied } from './account-of.ts'
import { connectionInto } from './connections.ts'
import { divideReading, type AccountReading } from './divide-reading.ts'
import { READ_IMPORT } from './import-job-name.ts'
import { knownAnswer, readKnowing } from './known-answers.ts'
import { ReaderStopped, type Reader } from './read-isolated.ts'
import { placeOf } from './refused-file.ts'
import { closeFindings } from './remove-history.ts'
import { storedUpload, type StoredUpload } from './stored-upload.ts'
import { writeReading, type Destination, type Written } from './write-reading.ts'

const NOT_STORABLE = 'The file holds a value that the journal cannot keep, so nothing of it was taken in.'

/** Accounts that the rows of one file may name. */
const MOST_ACCOUNTS = 500

const tooMany = (accounts: number) =>
  `Its rows name ${accounts.toLocaleString('en-US')} accounts. A file may name up to ${MOST_ACCOUNTS}: divide it, and nothing of it is lost.`

/** The database refused a value (data exceptions, broken constraints): trying again changes nothing. */
function isOfTheData(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^2[23]/.test(code)
}

/** How often a screen hears of progress while a file is read. */
const PROGRESS_EVERY_MS = 250

/**
 * Read one stored file and put it into the journal. The bytes are read in a process of their own; everything that is
 * written is written in one transaction under the fence, so a worker that is killed or cancelled leaves nothing, and the
 * next one does it all, once.
 */
export function readImportJob(keys: Keys, reader: Reader) {
  return defineJob<{ userId: string; importId: string }>(
    READ_IMPORT.name,
    async ({ userId, importId }, { db }) => {
      const fence = await takeFence(db, 'imports', userId, importId)
      if (fence === undefined) return
      const work = await load(db, keys, fence)
      if (work === undefined) return
      const tell = progressOf(db, userId, work.connectionId)
      // A file that is no longer wanted does not keep the next ones waiting until it is read.
      const watch = watchFence(db, fence)
      try {
        const { reading, readAs } = await readKnowing(
          work.answers,
          (answers) =>
            reader.read(
              work.file,
              { ...work.options, ...answers },
              (done, total) => tell('Reading rows', done, total, 'rows'),
              watch.signal,
            ),
          (asked) => withSubject(db, self(userId), (tx) => knownAnswer(tx, userId, work.accountKey, asked)),
        )
        watch.stop()
        await tell.settled()
        if (reading.outcome === 'read') {
          const parts = divideReading(reading, work.accountKey)
          if (parts.length > MOST_ACCOUNTS)
            await setAside(db, fence, work, 'too_many_accounts', tooMany(parts.length))
          else await keep(db, fence, work, reading, parts, readAs, tell)
          if (reading.transactions.length >= MANY_ROWS) await refreshStatistics(db)
        } else if (reading.outcome === 'ask') await askFor(db, fence, work, reading)
        else await setAside(db, fence, work, reading.outcome, reading.message, placeOf(reading))
      } catch (error) {
        // The same file would break the same bound again.
        if (error instanceof ReaderStopped) await setAside(db, fence, work, error.code, error.message)
        else if (isOfTheData(error)) await setAside(db, fence, work, 'not_storable', NOT_STORABLE)
        else throw error
      } finally {
        watch.stop()
      }
    },
    { retryLimit: READ_IMPORT.retryLimit },
  )
}

interface Work extends StoredUpload {
  readonly connectionId: string
  readonly uploadId: string
  /** The account that the file was taken for; what the reading tells goes before it. */
  readonly accountId: string
  readonly accountKey: string
  readonly uploadHash: string
}

function load(db: Database, keys: Keys, { userId, id }: Fence): Promise<Work | undefined> {
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
    const upload = await storedUpload(tx, keys, userId, row.upload_id)
    // Read before: its address and chain are known.
    const { address, chain } = row
    const before = {
      ...(address === null ? {} : { own_address: address }),
      ...(chain === null ? {} : { chain }),
    }
    return {
      ...upload,
      answers: { ...before, ...upload.answers },
      connectionId: row.connection_id,
      uploadId: row.upload_id,
      accountId: row.account_id,
      accountKey: row.key,
      uploadHash: row.hash,
    }
  })
}

function keep(
  db: Database,
  fence: Fence,
  work: Work,
  reading: ReadOutcome,
  parts: readonly AccountReading[],
  readAs: readonly ReadAs[],
  tell: Tell,
): Promise<void> {
  return writeLongUnderFence(db, fence, {
    async work(tx, stillWanted) {
      const { userId, id: importId } = fence
      const journalVersion = await writeJournal(tx, userId)
      await stillWanted()
      await dropTold(tx, userId, work)
      const all: Written[] = []
      for (const part of parts) {
        const account = await accountFor(tx, userId, part.account)
        const connectionId =
          part === parts[0] ? work.connectionId : await connectionInto(tx, userId, work, account.id)
        const to = {
          userId,
          importId,
          connectionId,
          account,
          journalVersion,
          uploadHash: work.uploadHash,
          onProgress: tell,
        }
        const written = await writeReading(tx, to, part.reading)
        await keepConnection(tx, to, part.reading, written, readAs)
        all.push(written)
        await stillWanted()
      }
      const touched = all.flatMap((written) => written.touched)
      const gone = all.flatMap((written) => written.gone)
      const conflicts = all.flatMap((written) => written.conflicts)
      await reportConflicts(tx, userId, conflicts)
      await closeFindings(tx, userId, gone)
      tell('Matching transfers', 0, null, 'transactions')
      await settleJournal(tx, userId, touched, {
        added: all.flatMap((written) => written.added),
        valued: new Set(all.flatMap((written) => written.valued)),
        onValued: (done, total) => tell('Finding values', done, total, 'transactions'),
      })
      await stillWanted()
      await findDuplicates(tx, userId, touched)
      await recount(tx, userId)
      await dropEmptied(tx, userId, work.accountId)
      await tx.run(sql`
        update uploads set time_zone = ${reading.timeZone.zone}, format_id = ${reading.formatId}, format_name = ${reading.formatName}
        where user_id = ${userId} and id = ${work.uploadId}`)
      // The end is told last.
      await tell.settled()
    },
    finish: (tx) =>
      finish(tx, fence, work, { stage: 'Done', code: null, reason: null, rows: reading.dataRows }),
  })
}

/** What a file says to no account in particular is told anew, by the connection through which it is read. */
async function dropTold(tx: Tx, userId: string, { connectionId, uploadId }: Work): Promise<void> {
  await tx.run(sql`
    delete from records r using connections c
    where (c.user_id, c.upload_id) = (${userId}, ${uploadId}) and c.id <> ${connectionId}
      and (r.user_id, r.connection_id) = (c.user_id, c.id) and r.outcome <> 'used'`)
}

/** A connection with what it brought into its account. */
async function keepConnection(
  tx: Tx,
  { userId, connectionId, account }: Destination,
  reading: ReadOutcome,
  written: Written,
  readAs: readonly ReadAs[],
): Promise<void> {
  const times = reading.transactions.map((read) => read.at)
  await tx.run(sql`
    update connections set account_id = ${account.id}, state = 'ok', question = null, read_as = ${JSON.stringify(readAs)}::jsonb,
      records = ${written.total}, parsed = ${written.used}, errors = ${written.errors}, notes = ${written.notes},
      already_here = ${written.alreadyHere}, last_synced_at = now(), format_id = ${reading.formatId},
      format_name = ${reading.formatName}, covers = ${coverOf(times)}::tstzrange
    where user_id = ${userId} and id = ${connectionId}`)
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
      reason: `${work.file.name}: ${message}`,
      rows: null,
    })
  })
}

function setAside(
  db: Database,
  fence: Fence,
  work: Work,
  code: string,
  message: string,
  place = '',
): Promise<void> {
  return writeUnderFence(db, fence, (tx) =>
    finish(tx, fence, work, {
      stage: 'Failed',
      code,
      reason: `${work.file.name}${place}: ${message}`,
      rows: null,
    }),
  )
}

interface Ending {
  readonly stage: 'Done' | 'Failed' | 'Needs you'
  readonly code: string | null
  readonly reason: string | null
  readonly rows: number | null
}

async function finish(
  tx: Tx,
  fence: Fence,
  work: Work,
  { stage, code, reason, rows }: Ending,
): Promise<void> {
  await tx.run(sql`
    update imports set state = ${stage === 'Done' ? 'done' : 'failed'}, stage = ${stage},
      done = coalesce(${rows}::bigint, done), total = coalesce(${rows}::bigint, total), reason_code = ${code},
      reason = ${reason}, finished_at = now()
    where user_id = ${fence.userId} and id = ${fence.id}`)
  await notify(tx, fence.userId, {
    type: 'import',
    id: work.connectionId,
    status: 'complete',
    stage,
    message: reason,
  })
}

interface Tell {
  (stage: string, done: number, total: number | null, unit: string): void
  /** Once all that was told is written. */
  settled(): Promise<unknown>
}

/** Progress for the screens: each stage, and how far it is at most four times a second, in a short transaction of its own. */
function progressOf(db: Database, userId: string, connectionId: string): Tell {
  let last = 0
  let lastStage = ''
  let pending: Promise<unknown> = Promise.resolve()
  const tell = (stage: string, done: number, total: number | null, unit: string) => {
    const now = performance.now()
    if (stage === lastStage && now - last < PROGRESS_EVERY_MS) return
    last = now
    lastStage = stage
    pending = pending.then(() =>
      withSubject(db, self(userId), (tx) =>
        notify(tx, userId, {
          type: 'import',
          id: connectionId,
          status: 'in-progress',
          stage,
          done,
          total,
          unit,
        }),
      ).catch(() => {}),
    )
  }
  tell.settled = () => pending
  return tell
}
