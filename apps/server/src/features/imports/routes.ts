import { basename } from 'node:path'
import {
  ALL_ACCOUNTS,
  contract,
  ERROR_LOG_PAGE_SIZE,
  IMPORT_HISTORY_PAGE_SIZE,
  type ListedFile,
  TEMPLATE_PATHS,
  type UploadInput,
} from '@lotbook/contract'
import { defaultTaxYear } from '@lotbook/journal'
import { templateCsv, templateWorkbook } from '@lotbook/sources'
import { withSubject } from '../../platform/database.ts'
import type { Feature } from '../../platform/feature.ts'
import { downloadHeaders } from '../../platform/headers.ts'
import { received } from '../../platform/multipart.ts'
import { refuse } from '../../platform/refusal.ts'
import { type RequestContext, routes, type Services } from '../../platform/request-context.ts'
import { auditRequest } from '../../platform/audit.ts'
import { sql } from '../../platform/sql.ts'
import { isPlanNeeded } from '../billing/require-plan.ts'
import { deleteAccount, markUsBased, renameAccount } from './account-acts.ts'
import {
  allFiles,
  exchangeSources,
  importFindings,
  importHistories,
  importSource,
} from './import-histories.ts'
import { importReceipt } from './import-receipt.ts'
import { answerFile, askingSource } from './answer-file.ts'
import { connectionsOfFile } from '../../journal/laying/connections.ts'
import { errorLog } from './error-log.ts'
import { ownFormatRoutes } from './own-format-routes.ts'
import { ownFormatsFor } from './own-formats.ts'
import { previewFile } from './preview-file.ts'
import type { Readers } from '../../journal/reading/reader.ts'
import { readerOf } from '../../journal/reading/readers.ts'
import { storedUpload } from './stored-upload.ts'
import { readImportJob } from './read-import.ts'
import { acceptedFile } from './accepted-file.ts'
import { queueImport, receiveUpload, type Upload } from './receive-upload.ts'
import { cancelImports, removeSource } from './remove-history.ts'

const os = routes(contract.imports)
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The calls that read files. */
function readingRoutes(readers: Readers) {
  const readerFor = ({ who }: RequestContext) => readers(who.subjectId)
  return {
    upload: os.upload.handler(async ({ input, context }) => {
      await context.limit('uploads')
      return receiveUpload(context, readerFor(context), uploadOf(input))
    }),
    check: os.check.handler(async ({ input, context }) => {
      await context.limit('uploads')
      const { options, ...accepted } = acceptedFile(uploadOf(input))
      const { db, who } = context
      const own = await withSubject(db, who, (tx) => ownFormatsFor(tx, who.subjectId, null))
      const upload = { ...accepted, options: { ...options, ...own } }
      return previewFile(context, readerFor(context), upload, { from: 1, whole: true, withEffect: true })
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
  const { file, exchange_value: exchangeValue, trace_id: traceId, ...answers } = input
  const { name, contents: bytes, sha256 } = received(file)
  return { name, bytes, sha256, traceId, exchangeValue, answers }
}

const historiesOf = ({ db, who, now }: RequestContext, page: number, size: number) =>
  withSubject(db, who, (tx) => importHistories(tx, who.subjectId, { page, size }, now))

const histories = os.histories.handler(({ input, context }) => historiesOf(context, input.page, input.size))
const complianceHistories = os.complianceHistories.handler(({ input, context }) =>
  historiesOf(context, input.page, input.size),
)
const allHistories = os.allHistories.handler(({ input, context }) =>
  historiesOf(context, 1, input.all ? ALL_ACCOUNTS : IMPORT_HISTORY_PAGE_SIZE),
)

const sources = os.exchangeSources.handler(({ input, context }) =>
  withSubject(context.db, context.who, (tx) =>
    exchangeSources(tx, context.who.subjectId, input.id, input, context.now),
  ),
)

const source = os.source.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => ({
    data: (await importSource(tx, context.who.subjectId, input.id, context.now)) ?? refuse('not_found'),
  })),
)

const receipt = os.receipt.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => ({
    data: (await importReceipt(tx, context.who.subjectId, input.id, context.now)) ?? refuse('not_found'),
  })),
)

const findings = os.findings.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const { subjectId } = context.who
    const connection = (await importSource(tx, subjectId, input.id, context.now)) ?? refuse('not_found')
    return {
      file_name: connection.file_name,
      ...(await importFindings(tx, subjectId, input)),
    }
  }),
)

const errorLogRoute = os.errorLog.handler(({ input, context }) =>
  errorLog(context, input.id, input.page, ERROR_LOG_PAGE_SIZE),
)

const deleteHistory = os.deleteHistory.handler(({ input, context }) => deleteAccount(context, input.id))
const deleteHistoryV1 = os.deleteHistoryV1.handler(({ input, context }) => deleteAccount(context, input.id))

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
    return (await importSource(tx, subjectId, input.id, context.now)) === undefined
      ? refuse('not_found')
      : refuse('conflict', 'This import has already ended.')
  }),
)

const retry = os.retry.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const { subjectId } = context.who
    const connection = (await importSource(tx, subjectId, input.id, context.now)) ?? refuse('not_found')
    if (connection.import_status === 'in-progress') refuse('conflict')
    if (connection.upload_id === null) refuse('conflict', 'There is no file to read again.')
    await tx.run(sql`
      update connections set state = 'ok', question = null
      where user_id = ${subjectId} and id = ${input.id} and state = 'needs_mapping'`)
    await queueImport(tx, subjectId, input.id)
    return { status: 'success' as const }
  }),
)

const updateName = os.updateName.handler(({ input, context }) => renameAccount(context, input.id, input.name))
const updateNameV1 = os.updateNameV1.handler(({ input, context }) =>
  renameAccount(context, input.id, input.name),
)
const updateUsBased = os.updateUsBased.handler(({ input, context }) =>
  markUsBased(context, input.id, input.us_based),
)
const updateUsBasedV1 = os.updateUsBasedV1.handler(({ input, context }) =>
  markUsBased(context, input.id, input.us_based),
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

/** This installation has no plans: whatever was imported, nothing has to be paid. */
const paymentRequired = os.paymentRequired.handler(({ context }) =>
  withSubject(context.db, context.who, async (tx) => ({
    payment_required: await isPlanNeeded(
      tx,
      context.who.subjectId,
      defaultTaxYear(context.now.getTime()),
      context.config,
    ),
  })),
)

/** Files are the way in that every installation has. */
const csvImportEnabled = os.csvImportEnabled.handler(() => ({ csv_import_enabled: true }))

const listCsvFiles = os.listCsvFiles.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const files = await allFiles(tx, context.who.subjectId, input.all, context.now)
    const byName = Map.groupBy(files, (file) => file.custom_name ?? file.account_name)
    return Object.fromEntries([...byName].map(([name, own]) => [name, own.map(listedOf)]))
  }),
)

function listedOf(file: ListedFile): ListedFile {
  const { id, group_id, file_name, format_name, import_status, status_code, total, parsed, last_sync } = file
  return { id, group_id, file_name, format_name, import_status, status_code, total, parsed, last_sync }
}

/** Files in: uploads, the reading of them, and the import history. */
export function importsFeature({ keys }: Pick<Services, 'keys'>, readers: Readers = readerOf): Feature {
  return {
    routes: {
      imports: {
        ...readingRoutes(readers),
        histories,
        exchangeSources: sources,
        source,
        receipt,
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
        allHistories,
        complianceHistories,
        deleteHistoryV1,
        updateNameV1,
        updateUsBasedV1,
        paymentRequired,
        csvImportEnabled,
        listCsvFiles,
      },
      ownFormats: ownFormatRoutes(readers),
    },
    raw: (api) => {
      const { csv, xlsx } = TEMPLATE_PATHS
      api.get(csv, { config: { access: ['customer'], scope: 'read' } }, (_, reply) =>
        reply.headers(downloadHeaders(basename(csv), 'text/csv')).send(templateCsv()),
      )
      api.get(xlsx, { config: { access: ['customer'], scope: 'read' } }, (_, reply) =>
        reply.headers(downloadHeaders(basename(xlsx), XLSX)).send(Buffer.from(templateWorkbook())),
      )
    },
    jobs: [readImportJob(keys, readers)],
  }
}
