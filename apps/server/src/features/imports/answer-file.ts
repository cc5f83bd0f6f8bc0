import { fileAnswers, type FileQuestionKind, type ReadAs } from '@lotbook/contract'
import type { FileAnswers } from '@lotbook/sources'
import { withSubject, type Tx } from '../../platform/database.ts'
import { auditRequest } from '../../platform/audit.ts'
import { refuse } from '../../platform/refusal.ts'
import type { RequestContext } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'
import { accountFor } from '../../journal/transactions/account-of.ts'
import type { Reader } from '../../journal/reading/reader.ts'
import { connect, queueImport, takenFor } from './receive-upload.ts'
import { removeSource } from './remove-history.ts'
import { storedUpload, type StoredUpload } from './stored-upload.ts'

interface Asking extends StoredUpload {
  readonly uploadId: string
  readonly readAs: readonly ReadAs[]
}

/** The stored file of a source, with what it was read by: what was said to it, and what was known. */
export function askingSource({ db, who, keys }: RequestContext, sourceId: string): Promise<Asking> {
  return withSubject(db, who, async (tx) => {
    const row = await tx.maybe<{ upload_id: string; read_as: ReadAs[] }>(sql`
      select upload_id, read_as from connections
      where user_id = ${who.subjectId} and id = ${sourceId} and deleted_at is null and upload_id is not null`)
    if (row === undefined) return refuse('not_found')
    const upload = await storedUpload(tx, keys, who.subjectId, row.upload_id)
    return { ...upload, uploadId: row.upload_id, readAs: row.read_as }
  })
}

/**
 * Keep what the person says to the questions of a file, beside its bytes, and read it again. A file that is in already
 * under other answers is taken out and comes in anew; its rows may have other names then, so its source does too.
 *
 * @returns the source that is read now.
 */
export async function answerFile(
  context: RequestContext,
  reader: Reader,
  sourceId: string,
  said: FileAnswers,
): Promise<string> {
  const source = await askingSource(context, sourceId)
  const answers = await checked(reader, source, { ...source.answers, ...said })
  const recognised = await reader.recognise(source.file, source.options)
  return withSubject(context.db, context.who, async (tx) => {
    const { subjectId: userId } = context.who
    const { state, is_running, is_in } = await stateOf(tx, userId, sourceId)
    if (is_running) refuse('conflict', 'This file is being read. Cancel it, or wait for it to end.')
    if (is_in && state !== 'needs_mapping' && isSame(answers, source.readAs)) return sourceId
    await tx.run(sql`
      update uploads set answers = ${JSON.stringify(answers)}::jsonb, time_zone = ${answers.time_zone ?? null}
      where user_id = ${userId} and id = ${source.uploadId}`)
    await auditRequest(tx, context, {
      event: 'file_answered',
      object: `connection:${sourceId}`,
      details: answers,
    })
    if (state === 'needs_mapping' || !is_in) {
      await tx.run(sql`
        update connections set state = 'ok', question = null where user_id = ${userId} and id = ${sourceId}`)
      await queueImport(tx, userId, sourceId)
      return sourceId
    }
    await removeSource(tx, userId, sourceId)
    const account = await accountFor(tx, userId, takenFor(recognised))
    return connect(tx, context, { uploadId: source.uploadId, accountId: account.id })
  })
}

/** Whether a file was read by just these answers, said or known. */
function isSame(answers: FileAnswers, readAs: readonly ReadAs[]): boolean {
  const said = Object.entries(answers)
  return said.length === readAs.length && readAs.every(({ kind, value }) => answers[kind] === value)
}

async function stateOf(tx: Tx, userId: string, sourceId: string) {
  const row = await tx.maybe<{ state: string; is_running: boolean; is_in: boolean }>(sql`
    select state, last_synced_at is not null as is_in, exists (
        select 1 from connections o join imports i on (i.user_id, i.connection_id) = (o.user_id, o.id)
        where o.user_id = c.user_id and o.upload_id = c.upload_id and i.state in ('queued', 'running', 'waiting')) as is_running
    from connections c where user_id = ${userId} and id = ${sourceId} and deleted_at is null`)
  return row ?? refuse('not_found')
}

/** Checks answers against the questions of the file; an answer without a question is refused by its name. */
async function checked(reader: Reader, { file, options }: StoredUpload, said: FileAnswers) {
  const { questions } = await reader.ask(file, { ...options, firstRows: 1 }, said, {})
  const answers: Partial<Record<FileQuestionKind, string>> = {}
  for (const { question, answer, candidates, message } of questions) {
    const value = said[question]
    if (value === undefined) continue
    const isListed = candidates.length === 0 || candidates.some((candidate) => candidate.value === value)
    const isAddress = question === 'own_address' && /^0x[0-9a-f]{40}$/i.test(value)
    if (answer === null || !(isListed || isAddress))
      refuse('invalid_input', message, { fields: { [question]: message } })
    answers[question] = value
  }
  return fileAnswers.parse(answers)
}
