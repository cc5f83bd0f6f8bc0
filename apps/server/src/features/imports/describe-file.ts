import type { FileColumns, FilePreview, OwnFormat } from '@lotbook/contract'
import { type FileRecognition, optionsOf, ownProblems } from '@lotbook/sources'
import { auditRequest } from '../../platform/audit.ts'
import { withSubject, type Tx } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { refuse } from '../../platform/refusal.ts'
import type { RequestContext } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'
import { accountFor } from '../../journal/transactions/account-of.ts'
import { unpacked } from '../../journal/reading/packed-reading.ts'
import { type Reader, ReaderStopped } from '../../journal/reading/reader.ts'
import { addOwnFormat, checkDescribed, knownFormat } from './own-formats.ts'
import { previewFile, previewSettled } from './preview-file.ts'
import { connect, takenFor } from './receive-upload.ts'
import { placeOf } from './refused-file.ts'
import { storedUpload, type StoredUpload } from './stored-upload.ts'

/** A description that is tried on a file goes by this name until it is saved. */
const DRAFT = '00000000-0000-0000-0000-000000000000'

/** A guess at the contents of each column of a kept file. */
export async function columnsOfFile(
  context: RequestContext,
  reader: Reader,
  uploadId: string,
  headerLine?: number,
): Promise<FileColumns> {
  const { file, options } = await waitingUpload(context, uploadId)
  const name = file.name.replace(/\.[^.]*$/, '').slice(0, 60) || 'My file'
  const found = await bounded(file.name, () =>
    reader.suggest(file, name, { ...options, ...(headerLine !== undefined && { headerLine }) }),
  )
  if (found === undefined) {
    const where = headerLine === undefined ? '' : `, line ${headerLine}`
    return refuse('unsupported_file', `${file.name}${where}: no table was found in this file.`)
  }
  const { closest, format } = found
  return {
    file_name: file.name,
    header_line: found.headerLine,
    data_rows: found.rows,
    columns: found.columns.map(({ name: column, samples, words }) => ({
      name: column,
      samples: [...samples],
      words: words.map((word) => ({ ...word })),
    })),
    format: { ...format, header: [...format.header] },
    looks_like: found.looksLike,
    closest: closest && {
      name: closest.formatName,
      new_columns: [...closest.newColumns],
      missing_columns: [...closest.missingColumns],
    },
    says_zone: found.saysZone,
    is_order_open: found.isOrderOpen,
  }
}

/** A kept file as it would be read by a description. Nothing is stored. */
export async function previewDescribed(
  context: RequestContext,
  reader: Reader,
  uploadId: string,
  format: OwnFormat,
): Promise<FilePreview> {
  const upload = await waitingUpload(context, uploadId)
  const problems = ownProblems(format)
  if (problems.length > 0)
    return {
      file_name: upload.file.name,
      format_name: null,
      account_name: null,
      time_zone: null,
      questions: [],
      message: problems.join(' '),
      header: format.header,
      rows: [],
      data_rows: 0,
      summary: null,
    }
  const described = readBy(upload, format)
  return bounded(
    upload.file.name,
    async () =>
      (await previewSettled(context, reader, described)) ??
      (await previewFile(context, reader, described, { from: 1, whole: true })),
  )
}

/**
 * Keep a description, once the very file that it was made from is read by it, and take that file in.
 *
 * @returns the ids of the format and of the source that is read now.
 */
export async function saveDescribed(
  context: RequestContext,
  reader: Reader,
  uploadId: string,
  format: OwnFormat,
): Promise<{ format_id: string; source_id: string }> {
  checkDescribed(format)
  const upload = await waitingUpload(context, uploadId)
  await testOn(reader, readBy(upload, format), format)
  const id = newId()
  const own = [knownFormat({ id, title: format.name, definition: format })]
  const recognised = await bounded(upload.file.name, () =>
    reader.recognise(upload.file, { ...upload.options, own }),
  )
  return withSubject(context.db, context.who, async (tx) => {
    await addOwnFormat(tx, context.who.subjectId, { id, format, now: context.now })
    await auditRequest(tx, context, { event: 'own_format_saved', object: `own_format:${id}` })
    return { format_id: id, source_id: await takeIn(tx, context, uploadId, recognised) }
  })
}

/** Read a kept file by a format that has its columns now. */
export async function readWaiting(
  context: RequestContext,
  reader: Reader,
  uploadId: string,
): Promise<string> {
  const { file, options, answers } = await waitingUpload(context, uploadId)
  const recognised = await bounded(file.name, () =>
    reader.recognise(file, { ...options, ...optionsOf(answers) }),
  )
  if (recognised.outcome === 'unknown' || recognised.outcome === 'refused')
    return refuse('conflict', `${file.name}${placeOf(recognised)}: ${recognised.message}`)
  return withSubject(context.db, context.who, (tx) => takeIn(tx, context, uploadId, recognised))
}

/** Forget a kept file that was never read. */
export function discardWaiting(context: RequestContext, uploadId: string): Promise<void> {
  const { db, who } = context
  return withSubject(db, who, async (tx) => {
    await checkWaiting(tx, who.subjectId, uploadId)
    await tx.run(sql`delete from uploads where user_id = ${who.subjectId} and id = ${uploadId}`)
    await auditRequest(tx, context, { event: 'upload_discarded', object: `upload:${uploadId}` })
  })
}

function waitingUpload({ db, who, keys }: RequestContext, uploadId: string): Promise<StoredUpload> {
  return withSubject(db, who, async (tx) => {
    const upload = await storedUpload(tx, keys, who.subjectId, uploadId)
    await checkWaiting(tx, who.subjectId, uploadId)
    return upload
  })
}

/** Refuses a file that was taken in already: it would come in a second time. */
async function checkWaiting(tx: Tx, userId: string, uploadId: string): Promise<void> {
  const row = await tx.maybe<{ is_taken: boolean }>(sql`
    select exists (
      select from connections c where (c.user_id, c.upload_id) = (u.user_id, u.id)) as is_taken
    from uploads u where u.user_id = ${userId} and u.id = ${uploadId} for update`)
  if (row === undefined) refuse('not_found')
  if (row.is_taken) refuse('conflict', 'This file was taken in already.')
}

function readBy({ options, ...upload }: StoredUpload, format: OwnFormat): StoredUpload {
  const draft = knownFormat({ id: DRAFT, title: format.name, definition: format })
  return { ...upload, options: { ...options, own: [draft], formatId: draft.id } }
}

/** Refuses a description under which the file asks something, reads nothing, or has more errors than rows that are used. */
async function testOn(reader: Reader, { file, options }: StoredUpload, format: OwnFormat): Promise<void> {
  const packed = await bounded(file.name, () => reader.read(file, options, () => {}))
  if (packed.outcome !== 'read') refuse('conflict', `${file.name}${placeOf(packed)}: ${packed.message}`)
  const { transactions, errors, dataRows } = await unpacked(packed)
  if (transactions.length > 0 && errors.length <= transactions.length) return
  const [first] = errors
  const where = first === undefined ? '' : ` Line ${first.line}: ${first.message}.`
  const read = `${transactions.length} transactions of ${dataRows} rows`
  refuse('conflict', `“${format.name}” does not read ${file.name}: ${read}.${where}`)
}

async function takeIn(
  tx: Tx,
  context: RequestContext,
  uploadId: string,
  recognised: FileRecognition,
): Promise<string> {
  const { subjectId: userId } = context.who
  await checkWaiting(tx, userId, uploadId)
  if (recognised.outcome === 'recognised')
    await tx.run(sql`
      update uploads set format_id = ${recognised.formatId}, format_name = ${recognised.formatName},
        header_row = ${recognised.headerRow}
      where user_id = ${userId} and id = ${uploadId}`)
  const account = await accountFor(tx, userId, takenFor(recognised))
  const sourceId = await connect(tx, context, { uploadId, accountId: account.id })
  await tx.run(sql`update customers set transaction_uploaded = true where user_id = ${userId}`)
  return sourceId
}

async function bounded<T>(fileName: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof ReaderStopped) refuse('unsupported_file', `${fileName}: ${error.message}`)
    throw error
  }
}
