import type { UploadResult } from '@lotbook/contract'
import {
  type AccountDescription,
  accountOfFile,
  CUSTOM_CSV,
  type FileRecognition,
  optionsOf,
} from '@lotbook/sources'
import { withSubject, type Tx } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { addJob } from '../../platform/jobs.ts'
import { notify } from '../../platform/notify.ts'
import { refuse } from '../../platform/refusal.ts'
import type { RequestContext } from '../../platform/request-context.ts'
import { auditRequest } from '../../platform/audit.ts'
import { longValue } from '../../platform/long-value.ts'
import { seal } from '../../platform/seal.ts'
import { sql } from '../../platform/sql.ts'
import { traceById } from '../../calculating/run/open-trace.ts'
import { accountFor } from '../../journal/transactions/account-of.ts'
import { READ_IMPORT } from './import-job-name.ts'
import { ReaderStopped, type Reader } from '../../journal/reading/reader.ts'
import { ownFormatsFor } from './own-formats.ts'
import { placeOf } from './refused-file.ts'
import { acceptedFile, type UploadedFile } from './accepted-file.ts'
import type { StoredUpload } from './stored-upload.ts'

export interface Upload extends UploadedFile {
  /** SHA-256 of the bytes. */
  readonly sha256: Buffer
  /** The walk that the file was uploaded in; undefined where none is named. */
  readonly traceId: string | undefined
}

const NO_TRACE = 'There is no such import session. Reload the page and upload the file again.'

/** Files of one customer, and their bytes, that are kept at most (SE10). */
const MOST_FILES = 2_000
const MOST_BYTES = 1024 * 1024 * 1024

/**
 * Take a file in: store its bytes sealed, find out from its first lines what it is, and queue the reading, all in one
 * transaction, before it is acknowledged. What is not recognised is kept all the same, and the answer says
 * what the file looks like; what is no table at all is refused with the reason and leaves nothing behind.
 */
export async function receiveUpload(
  context: RequestContext,
  reader: Reader,
  upload: Upload,
): Promise<UploadResult> {
  const accepted = acceptedFile(upload)
  const { db, who } = context
  const own = await withSubject(db, who, (tx) => ownFormatsFor(tx, who.subjectId, null))
  const recognised = await recognise(reader, { ...accepted, options: { ...accepted.options, ...own } })
  return keepUpload(context, upload, accepted, recognised)
}

async function keepUpload(
  context: RequestContext,
  upload: Upload,
  { file: { name }, options, answers }: StoredUpload,
  recognised: FileRecognition,
): Promise<UploadResult> {
  if (recognised.outcome === 'refused') return rejected(name, recognised)

  const { db, who } = context
  return withSubject(db, who, async (tx) => {
    const { subjectId: userId } = who
    const { sha256 } = upload
    // A trace of somebody else, or none at all, is refused before anything is kept (R7.4).
    const isNoTrace =
      upload.traceId !== undefined && (await traceById(tx, userId, upload.traceId)) === undefined
    if (isNoTrace) return refuse('not_found', NO_TRACE, { fields: { trace_id: NO_TRACE } })
    await checkQuota(tx, userId, upload.bytes.length)
    const before = await tx.one<{ imports: string; repeats: string }>(sql`
      select (select count(*) from imports where user_id = ${userId}) as imports,
        (select count(*) from uploads where user_id = ${userId} and sha256 = ${sha256}) as repeats`)
    const uploadId = newId()
    const place = { table: 'uploads', userId, rowId: uploadId, column: 'sealed' } as const
    const sealed = await longValue(tx, await seal(tx, context.keys, place, upload.bytes))
    const isKnown = recognised.outcome === 'recognised'
    await tx.run(sql`
      insert into uploads (user_id, id, sha256, file_name, size_bytes, sealed, format_id, format_name, header_row,
        time_zone, options, answers, received_at)
      values (${userId}, ${uploadId}, ${sha256}, ${name}, ${upload.bytes.length}, ${sealed},
        ${isKnown ? recognised.formatId : null}, ${isKnown ? recognised.formatName : null},
        ${isKnown ? recognised.headerRow : null}, ${answers.time_zone ?? null}, ${JSON.stringify(options)}::jsonb,
        ${JSON.stringify(answers)}::jsonb, ${context.now})`)
    await auditRequest(tx, context, { event: 'upload_received', object: `upload:${uploadId}` })
    const answer = {
      upload_id: uploadId,
      first_import: before.imports === '0',
      is_repeat: before.repeats !== '0',
    }
    if (recognised.outcome === 'unknown')
      return { ...notRead(name, recognised), ...answer, first_import: false }

    const described = takenFor(recognised)
    const account = await accountFor(tx, userId, described)
    const connectionId = await connect(tx, context, { uploadId, accountId: account.id })
    await tx.run(sql`update customers set transaction_uploaded = true where user_id = ${userId}`)
    return {
      ...answer,
      status: 'success',
      source_id: connectionId,
      format_name: isKnown ? recognised.formatName : null,
      account_name: described.name,
      message: null,
    }
  })
}

/** The account that a file is taken for until it is read: nobody's in particular where its layout leaves that open. */
export function takenFor(recognised: FileRecognition): AccountDescription {
  const untold = { sourceSlug: CUSTOM_CSV, exchange: 'Custom CSV' }
  return accountOfFile(recognised.outcome === 'recognised' ? recognised : untold)
}

/** Make a connection of an upload, and queue its reading; gives back the connection's id. */
export async function connect(
  tx: Tx,
  { who, now }: Pick<RequestContext, 'who' | 'now'>,
  { uploadId, accountId }: { uploadId: string; accountId: string },
): Promise<string> {
  const id = newId()
  await tx.run(sql`
    insert into connections (user_id, id, account_id, method, label, file_name, upload_id, format_id, format_name, created_at)
    select user_id, ${id}, ${accountId}, 'csv', file_name, file_name, id, format_id, format_name, ${now}
    from uploads where user_id = ${who.subjectId} and id = ${uploadId}`)
  await queueImport(tx, who.subjectId, id)
  return id
}

/** Queue the reading of a connection's file, and tell the open screens. */
export async function queueImport(tx: Tx, userId: string, connectionId: string): Promise<void> {
  const importId = newId()
  await tx.run(sql`
    insert into imports (user_id, id, connection_id, state, stage, unit, created_at)
    values (${userId}, ${importId}, ${connectionId}, 'queued', 'Queued', 'rows', now())`)
  await addJob(tx, READ_IMPORT, { userId, importId })
  await notify(tx, userId, { type: 'import', id: connectionId, status: 'in-progress', stage: 'Queued' })
}

async function recognise(reader: Reader, { file, options, answers }: StoredUpload): Promise<FileRecognition> {
  try {
    return await reader.recognise(file, { ...options, ...optionsOf(answers) })
  } catch (error) {
    if (!(error instanceof ReaderStopped)) throw error
    return { outcome: 'refused', code: 'unsafe_workbook', message: error.message }
  }
}

async function checkQuota(tx: Tx, userId: string, size: number) {
  const { files, bytes } = await tx.one<{ files: string; bytes: string }>(sql`
    select count(*) as files, coalesce(sum(size_bytes), 0)::text as bytes from uploads where user_id = ${userId}`)
  if (Number(files) >= MOST_FILES || Number(bytes) + size > MOST_BYTES) {
    refuse('too_large', 'The files kept for this account have reached their limit of 2,000 files or 1 GiB.')
  }
}

const NOTHING = {
  status: 'error',
  first_import: false,
  upload_id: null,
  source_id: null,
  format_name: null,
  account_name: null,
  is_repeat: false,
} as const

/** A file that cannot be opened: why, and where. */
function rejected(name: string, why: Extract<FileRecognition, { outcome: 'refused' }>): UploadResult {
  return { ...NOTHING, message: `${name}${placeOf(why)}: ${why.message}` }
}

/** A file that waits for its columns to be named. */
function notRead(name: string, why: Extract<FileRecognition, { outcome: 'unknown' }>): UploadResult {
  return { ...NOTHING, message: `${name}${placeOf(why)}: ${why.message}` }
}
