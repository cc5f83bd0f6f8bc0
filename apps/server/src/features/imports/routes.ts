import { basename } from 'node:path'
import { contract, ERROR_LOG_PAGE_SIZE, TEMPLATE_PATHS, type UploadInput } from '@lotbook/contract'
import { templateCsv, templateWorkbook } from '@lotbook/sources'
import { withSubject } from '../../platform/database.ts'
import type { Feature } from '../../platform/feature.ts'
import { downloadHeaders } from '../../platform/headers.ts'
import { received } from '../../platform/multipart.ts'
import { refuse } from '../../platform/refusal.ts'
import { type RequestContext, routes, type Services } from '../../platform/request-context.ts'
import { auditRequest } from '../../platform/audit.ts'
import { sql } from '../../platform/sql.ts'
import { exchangeSources, importFindings, importHistories, importSource } from './import-histories.ts'
import { answerFile, askingSource } from './answer-file.ts'
import { connectionsOfFile } from '../../journal/laying/connections.ts'
import { errorLog } from './error-log.ts'
import { previewFile } from './preview-file.ts'
import type { Readers } from '../../journal/reading/reader.ts'
import { readerOf } from '../../journal/reading/readers.ts'
import { storedUpload } from './stored-upload.ts'
import { readImportJob } from './read-import.ts'
import { acceptedFile } from './accepted-file.ts'
import { queueImport, receiveUpload, type Upload } from './receive-upload.ts'
import { cancelImports, connectionsOf, removeAccount, removeSource } from './remove-history.ts'

const os = routes(contract.imports)
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The calls that read files. */
function readingRoutes(readers: Readers) {
  const readerFor = ({ who }: RequestContext) => readers(who.subjectId)
  return {
    upload: os.upload.handler(async ({ input, context }) => {
      context.limit('uploads')
      return receiveUpload(context, readerFor(context), uploadOf(input))
    }),
    check: os.check.handler(async ({ input, context }) => {
      context.limit('uploads')
      return previewFile(context, readerFor(context), acceptedFile(uploadOf(input)), { from: 1, whole: true })
    }),
    preview: os.preview.handler(async ({ input, context }) => {
      const { db, who, keys } = context
      const upload = await withSubject(db, who, (tx) => storedUpload(tx, keys, who.subjectId, input.id))
      return previewFile(context, readerFor(context), upload, { from: input.from, whole: true })
    }),
    question: os.question.handler(async ({ input: { id, ...said }, context }) => {
      const { readAs, ...upload } = await askingSource(context, id)
      const known = Object.fromEntries(readAs.map(({ kind, value }) => [kind, value]))
      const answers = { ...known, ...upload.answers, ...said }
      return previewFile(context, readerFor(context), { ...upload, answers }, { from: 1, whole: false })
    }),
    answer: os.answer.handler(async ({ input: { id, ...said }, context }) => ({
      status: 'success' as const,
      source_id: await answerFile(context, readerFor(context), id, said),
    })),
  }
}

function uploadOf(input: UploadInput): Upload {
  const { file, exchange_value: exchangeValue, trace_id: _, ...answers } = input
  const { name, contents: bytes, sha256 } = received(file)
  return { name, bytes, sha256, exchangeValue, answers }
}

const histories = os.histories.handler(({ input, context }) =>
  withSubject(context.db, context.who, (tx) =>
    importHistories(tx, context.who.subjectId, input.page, input.size),
  ),
)

const sources = os.exchangeSources.handler(({ input, context }) =>
  withSubject(context.db, context.who, (tx) =>
    exchangeSources(tx, context.who.subjectId, input.id, input.page, input.size),
  ),
)

const source = os.source.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => ({
    data: (await importSource(tx, context.who.subjectId, input.id)) ?? refuse('not_found'),
  })),
)

const findings = os.findings.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const { subjectId } = context.who
    const connection = (await importSource(tx, subjectId, input.id)) ?? refuse('not_found')
    return {
      file_name: connection.file_name,
      ...(await importFindings(tx, subjectId, input)),
    }
  }),
)

const errorLogRoute = os.errorLog.handler(({ input, context }) =>
  errorLog(context, input.id, input.page, ERROR_LOG_PAGE_SIZE),
)

const deleteHistory = os.deleteHistory.handler(async ({ input, context }) => {
  const { db, who } = context
  await withSubject(db, who, async (tx) =>
    cancelImports(tx, who.subjectId, await connectionsOf(tx, who.subjectId, input.id)),
  )
  return withSubject(db, who, async (tx) => {
    await removeAccount(tx, who.subjectId, input.id)
    await auditRequest(tx, context, { event: 'account_deleted', object: `account:${input.id}` })
    return { status: 'success' as const }
  })
})

const deleteSource = os.deleteSource.handler(({ input, context }) => takeSourceOut(context, input.id))
const deleteTransactionCsv = os.deleteTransactionCsv.handler(({ input, context }) =>
  takeSourceOut(context, input.id),
)

async function takeSourceOut(context: RequestContext, id: string) {
  const { db, who } = context
  await withSubject(db, who, async (tx) =>
    cancelImports(tx, who.subjectId, await connectionsOfFile(tx, who.subjectId, id)),
  )
  return withSubject(db, who, async (tx) => {
    await removeSource(tx, who.subjectId, id)
    await auditRequest(tx, context, { event: 'source_deleted', object: `connection:${id}` })
    return { status: 'success' as const }
  })
}

const cancel = os.cancel.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const { subjectId } = context.who
    if ((await cancelImports(tx, subjectId, [input.id])) === 'cancelled')
      return { status: 'success' as const }
    return (await importSource(tx, subjectId, input.id)) === undefined
      ? refuse('not_found')
      : refuse('conflict', 'This import has ended already.')
  }),
)

const retry = os.retry.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const { subjectId } = context.who
    const connection = (await importSource(tx, subjectId, input.id)) ?? refuse('not_found')
    if (connection.import_status === 'in-progress') refuse('conflict')
    if (connection.upload_id === null) refuse('conflict', 'There is no file to read again.')
    await tx.run(sql`
      update connections set state = 'ok', question = null
      where user_id = ${subjectId} and id = ${input.id} and state = 'needs_mapping'`)
    await queueImport(tx, subjectId, input.id)
    return { status: 'success' as const }
  }),
)

const updateName = os.updateName.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const renamed = await tx.run(sql`
      update accounts set name = ${input.name} where user_id = ${context.who.subjectId} and id = ${input.id}
        and deleted_at is null`)
    if (renamed === 0) refuse('not_found')
    return { status: 'success' as const }
  }),
)

const updateUsBased = os.updateUsBased.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const marked = await tx.run(sql`
      update accounts set us_based = ${input.us_based} where user_id = ${context.who.subjectId} and id = ${input.id}
        and deleted_at is null`)
    if (marked === 0) refuse('not_found')
    return { status: 'success' as const }
  }),
)

const historyExists = os.historyExists.handler(({ context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const row = await tx.maybe<{ transaction_uploaded: boolean }>(sql`
      select transaction_uploaded from customers where user_id = ${context.who.subjectId}`)
    return { transaction_uploaded: row?.transaction_uploaded ?? false }
  }),
)

const updateUploaded = os.updateTransactionUploaded.handler(({ context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const { subjectId } = context.who
    const { transaction_uploaded } = await tx.one<{ transaction_uploaded: boolean }>(sql`
      update customers set transaction_uploaded =
        exists (select from connections where user_id = ${subjectId} and deleted_at is null)
      where user_id = ${subjectId} returning transaction_uploaded`)
    return { status: 'success' as const, transaction_uploaded }
  }),
)

/** Files in: uploads, the reading of them, and the import history. */
export function importsFeature({ keys }: Pick<Services, 'keys'>, readers: Readers = readerOf): Feature {
  return {
    routes: {
      imports: {
        ...readingRoutes(readers),
        histories,
        exchangeSources: sources,
        source,
        findings,
        deleteHistory,
        deleteSource,
        deleteTransactionCsv,
        errorLog: errorLogRoute,
        cancel,
        retry,
        updateName,
        updateUsBased,
        historyExists,
        updateTransactionUploaded: updateUploaded,
      },
    },
    raw: (api) => {
      const { csv, xlsx } = TEMPLATE_PATHS
      api.get(csv, { config: { access: ['customer'] } }, (_, reply) =>
        reply.headers(downloadHeaders(basename(csv), 'text/csv')).send(templateCsv()),
      )
      api.get(xlsx, { config: { access: ['customer'] } }, (_, reply) =>
        reply.headers(downloadHeaders(basename(xlsx), XLSX)).send(Buffer.from(templateWorkbook())),
      )
    },
    jobs: [readImportJob(keys, readers)],
  }
}
