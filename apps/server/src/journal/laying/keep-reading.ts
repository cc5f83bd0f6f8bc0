import type { ReadAs } from '@lotbook/contract'
import { type AccountDescription, accountOfFile } from '@lotbook/sources'
import { self, withSubject, type Database, type Tx } from '../../platform/database.ts'
import { writeLongUnderFence, writeUnderFence, type Fence } from '../../platform/fence.ts'
import { notify } from '../../platform/notify.ts'
import { mailOutcome } from '../../platform/outcome-mail.ts'
import { webhookOutcome } from '../../platform/outcome-webhook.ts'
import { identifier, sql, type Sql } from '../../platform/sql.ts'
import { findDuplicates } from '../findings/find-duplicates.ts'
import { bringAddedBack } from '../transactions/bring-added-back.ts'
import { recount, writeJournal } from '../transactions/write-journal.ts'
import { reportConflicts } from '../transactions/overlay.ts'
import { settleJournal } from '../settling/settle-journal.ts'
import { accountFor, dropEmptied } from '../transactions/account-of.ts'
import { keepBalanceSeries } from './keep-balance-series.ts'
import { keepBalances } from './keep-balances.ts'
import { keepCounterparties } from './keep-counterparties.ts'
import { carryWords } from './carry-words.ts'
import { connectionInto } from './connections.ts'
import { divideReading } from './divide-reading.ts'
import { closeFindings } from '../transactions/close-findings.ts'
import type { ReadingSummary, ReadingToLay } from './reading-to-lay.ts'
import type { Destination } from './file-event.ts'
import { writeReading, type Written } from './write-reading.ts'

/** Accounts that the rows of one file may name. */
const MOST_ACCOUNTS = 500

const tooMany = (accounts: number) =>
  `Its rows name ${accounts.toLocaleString('en-US')} accounts. A file may name up to ${MOST_ACCOUNTS}: divide it, and nothing of it is lost.`

/** Shortest time between two messages of progress. */
const PROGRESS_EVERY_MS = 250

/** The connection that an import reads, and the account it was taken for. */
export interface Purpose {
  /** The connection as messages name it: the name of the file, or of the source and its key or address. */
  readonly name: string
  readonly connectionId: string
  /** The account before it is read; the account that the reading itself names goes before it. */
  readonly accountId: string
  readonly accountKey: string
  /** The stored file that the connection reads; null for an API, an address or a form. */
  readonly upload: { readonly id: string; readonly sha256: string } | null
}

/** A reading, and the answers it was read by. */
export interface Reading {
  readonly reading: ReadingToLay
  readonly readAs: readonly ReadAs[]
}

/**
 * Put what was read into the journal, in one transaction under the fence, and end the import.
 *
 * @throws FenceLost when the import is no longer ours, and what the database says of values that it cannot keep.
 */
export async function keepReading(
  db: Database,
  fence: Fence,
  work: Purpose,
  { reading, readAs }: Reading,
): Promise<void> {
  const parts =
    'transactions' in reading
      ? divideReading(reading, work.accountKey)
      : [{ account: accountOfFile(reading), reading }]
  if (parts.length > MOST_ACCOUNTS)
    return setAside(db, fence, work, 'too_many_accounts', tooMany(parts.length))
  const tell = progressOf(db, fence.userId, work.connectionId)
  let unread = 0
  await writeLongUnderFence(db, fence, {
    async work(tx, stillWanted) {
      unread = await layParts(tx, { userId: fence.userId, importId: fence.id }, work, {
        parts,
        readAs,
        tell,
        stillWanted,
      })
      if (work.upload !== null)
        await tx.run(sql`
          update uploads set time_zone = ${reading.timeZone?.zone ?? null}, format_id = ${reading.formatId}, format_name = ${reading.formatName}
          where user_id = ${fence.userId} and id = ${work.upload.id}`)
      // The end is told last.
      await tell.settled()
    },
    async finish(tx) {
      await finish(tx, fence, work, { stage: 'Done', code: null, reason: null, rows: reading.dataRows })
      if (unread > 0) await mailOutcome(tx, fence.userId, 'import', fence.id)
    },
  })
}

/**
 * Put what was fetched of one account into the journal, in one transaction under the fence, and end the import. `onLaid` writes what may
 * stand only where all of it is in the journal: how far the history was fetched.
 *
 * @throws FenceLost as `keepReading` does.
 */
export async function keepFetched(
  db: Database,
  fence: Fence,
  work: Purpose,
  part: AccountPart,
  onLaid: (tx: Tx) => Promise<void>,
): Promise<void> {
  const tell = progressOf(db, fence.userId, work.connectionId)
  await writeLongUnderFence(db, fence, {
    async work(tx, stillWanted) {
      const of = { userId: fence.userId, importId: fence.id }
      await layParts(tx, of, work, { parts: [part], readAs: [], tell, stillWanted })
      await onLaid(tx)
      await tell.settled()
    },
    finish: (tx) =>
      finish(tx, fence, work, { stage: 'Done', code: null, reason: null, rows: part.reading.dataRows }),
  })
}

/** A reading, and the account that it is of. */
export interface AccountPart {
  readonly account: AccountDescription
  readonly reading: ReadingToLay
}

/**
 * Put a reading of a few records of one account into the journal within a transaction of the caller, and end its import: what a person entered is in
 * the journal when the request is answered, or not at all. No worker can take it over, so it needs no fence.
 */
export async function keepReadingAtOnce(
  tx: Tx,
  of: ImportOf,
  work: Purpose,
  part: AccountPart,
): Promise<void> {
  await layParts(tx, of, work, { parts: [part], readAs: [], tell: untold, stillWanted: async () => {} })
  await finish(tx, { userId: of.userId, id: of.importId }, work, {
    stage: 'Done',
    code: null,
    reason: null,
    rows: part.reading.dataRows,
  })
}

/** An import, by its row. */
export interface ImportOf {
  readonly userId: string
  readonly importId: string
}

interface Laying {
  readonly parts: readonly AccountPart[]
  readonly readAs: readonly ReadAs[]
  readonly tell: (...progress: Parameters<Tell>) => void
  readonly stillWanted: () => Promise<void>
}

const untold = () => {}

/**
 * Writes the parts of a reading account by account, and works out anew what follows from them.
 *
 * @returns how many rows could not be read.
 */
async function layParts(
  tx: Tx,
  { userId, importId }: ImportOf,
  work: Purpose,
  { parts, readAs, tell, stillWanted }: Laying,
): Promise<number> {
  const journalVersion = await writeJournal(tx, userId)
  await stillWanted()
  if (work.upload !== null) await dropTold(tx, userId, work.connectionId, work.upload.id)
  const all: Written[] = []
  for (const part of parts) {
    const account = await accountFor(tx, userId, part.account)
    const connectionId =
      part === parts[0] ? work.connectionId : await connectionInto(tx, userId, work.connectionId, account.id)
    const to = {
      userId,
      importId,
      connectionId,
      account,
      journalVersion,
      readFrom: work.upload?.sha256 ?? work.connectionId,
      onProgress: tell,
    }
    const written = await writeReading(tx, to, part.reading)
    await keepConnection(tx, to, part.reading, written, readAs)
    await keepBalances(tx, to, part.reading.balances)
    await keepBalanceSeries(tx, to, part.reading, work.upload === null)
    await keepCounterparties(tx, to, part.reading.counterparties ?? [])
    all.push(written)
    await stillWanted()
  }
  const carried = new Set(
    work.upload === null ? [] : await carryWords(tx, { userId, journalVersion, uploadId: work.upload.id }),
  )
  const back = await bringAddedBack(tx, { userId, journalVersion })
  const touched = [...new Set([...all.flatMap((written) => written.touched), ...carried, ...back])]
  const gone = all.flatMap((written) => written.gone)
  const conflicts = all.flatMap((written) => written.conflicts)
  await reportConflicts(tx, userId, conflicts)
  await closeFindings(tx, userId, gone)
  tell('Matching transfers', 0, null, 'transactions')
  await settleJournal(tx, userId, touched, {
    quiet: new Set(all.flatMap((written) => written.quiet).filter((id) => !carried.has(id))),
    valued: new Set(all.flatMap((written) => written.valued).filter((id) => !carried.has(id))),
    onValued: (done, total) => tell('Finding values', done, total, 'transactions'),
  })
  await stillWanted()
  const accountIds = [...new Set(all.flatMap((written) => written.accountIds))]
  // An account that had nothing has one connection alone, so nothing in it can be a duplicate.
  if (!all.every(({ isFirst }) => isFirst)) await findDuplicates(tx, userId, accountIds, touched)
  await recount(tx, userId)
  await dropEmptied(tx, userId, work.accountId)
  return all.reduce((sum, { errors }) => sum + errors, 0)
}

/** Removes the records that belong to no account in particular: the connection that the file is read through writes them anew. */
async function dropTold(tx: Tx, userId: string, connectionId: string, uploadId: string): Promise<void> {
  await tx.run(sql`
    delete from records r using connections c
    where (c.user_id, c.upload_id) = (${userId}, ${uploadId}) and c.id <> ${connectionId}
      and (r.user_id, r.connection_id) = (c.user_id, c.id) and r.outcome <> 'used'`)
}

/** A connection with what it brought into its account. One of manual entries is read an entry at a time, and its counts add up. */
async function keepConnection(
  tx: Tx,
  { userId, connectionId, account }: Destination,
  reading: ReadingSummary,
  written: Written,
  readAs: readonly ReadAs[],
): Promise<void> {
  await tx.run(sql`
    update connections set account_id = ${account.id}, state = 'ok', question = null, read_as = ${JSON.stringify(readAs)}::jsonb,
      records = ${before('records')} + ${written.total}, parsed = ${before('parsed')} + ${written.used},
      errors = ${before('errors')} + ${written.errors}, notes = ${before('notes')} + ${written.notes},
      already_here = ${before('already_here')} + ${written.alreadyHere}, last_synced_at = now(), format_id = ${reading.formatId},
      format_name = ${reading.formatName}, covers = case when method = 'manual' and connections.covers is not null
        then range_merge(connections.covers, coalesce(r.covers, connections.covers)) else r.covers end
    from (select ${rangeOf(written.covers)}::tstzrange as covers) r
    where user_id = ${userId} and id = ${connectionId}`)
}

/** What a count was before, of a connection whose readings add up. */
function before(column: 'records' | 'parsed' | 'errors' | 'notes' | 'already_here'): Sql {
  return sql`case when method = 'manual' then connections.${identifier(column)} else 0 end`
}

/** From the first to the last instant, both included; null for a file without transactions. */
function rangeOf(covers: Written['covers']): string | null {
  return covers === null
    ? null
    : `["${new Date(covers.first).toISOString()}","${new Date(covers.last).toISOString()}"]`
}

/** Nothing of the file is taken in; its import says why. */
export function setAside(
  db: Database,
  fence: Fence,
  work: Purpose,
  code: string,
  message: string,
  place = '',
): Promise<void> {
  return writeUnderFence(db, fence, (tx) =>
    finish(tx, fence, work, {
      stage: 'Failed',
      code,
      reason: `${work.name}${place}: ${message}`,
      rows: null,
    }),
  )
}

/** The reason of an import whose repeats are used up. */
export const IMPORT_GIVEN_UP =
  'The import failed several times because of an error on our side. Try it again later.'

interface Ending {
  readonly stage: 'Done' | 'Failed' | 'Needs you'
  readonly code: string | null
  readonly reason: string | null
  readonly rows: number | null
}

/** End an import, and tell; of one that failed or needs the customer they are told by mail too. */
export async function finish(
  tx: Tx,
  fence: Pick<Fence, 'userId' | 'id'>,
  work: Purpose,
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
  await webhookOutcome(tx, fence.userId, 'import', fence.id)
  const isNews = stage !== 'Done' && !(await failedSoBefore(tx, fence, work.connectionId, code))
  if (isNews) await mailOutcome(tx, fence.userId, 'import', fence.id)
}

/** Whether the import of the connection before this one failed for the same reason, which only time mends: once is enough to be told of it. */
async function failedSoBefore(
  tx: Tx,
  { userId, id }: Pick<Fence, 'userId' | 'id'>,
  connectionId: string,
  code: string | null,
): Promise<boolean> {
  if (code !== 'provider_down' && code !== 'provider_failed') return false
  const before = await tx.maybe<{ reason_code: string | null }>(sql`
    select reason_code from imports where user_id = ${userId} and connection_id = ${connectionId} and id <> ${id}
    order by created_at desc, id desc limit 1`)
  return before?.reason_code === code
}

export interface Tell {
  (stage: string, done: number, total: number | null, unit: string): void
  /** Once all that was told is written. */
  settled(): Promise<unknown>
}

/** Progress for the screens: each stage, and how far it is at most four times a second, in a short transaction of its own. */
export function progressOf(db: Database, userId: string, connectionId: string): Tell {
  let last = 0
  let lastStage = ''
  let pending: Promise<unknown> = Promise.resolve()
  const tell = (stage: string, done: number, total: number | null, unit: string) => {
    const now = performance.now()
    if (stage === lastStage && now - last < PROGRESS_EVERY_MS) return
    last = now
    lastStage = stage
    pending = pending.then(() =>
      withSubject(db, self(userId), async (tx) => {
        // Progress need not outlast a crash, since the import begins anew then.
        await tx.all(sql`select set_config('synchronous_commit', 'off', true)`)
        await notify(tx, userId, {
          type: 'import',
          id: connectionId,
          status: 'in-progress',
          stage,
          done,
          total,
          unit,
        })
      }).catch(() => {}),
    )
  }
  tell.settled = () => pending
  return tell
}
