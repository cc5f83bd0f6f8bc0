import { contract } from '@lotbook/contract'
import { withSubject } from '../../platform/database.ts'
import type { Feature } from '../../platform/feature.ts'
import { notify } from '../../platform/notify.ts'
import { refuse } from '../../platform/refusal.ts'
import { routes, type Services } from '../../platform/request-context.ts'
import { auditRequest } from '../../platform/audit.ts'
import { sql } from '../../platform/sql.ts'
import { exchangeSources, importFindings, importHistories, importSource } from './import-histories.ts'
import { previewUpload } from './preview-upload.ts'
import { readImportJob } from './read-import.ts'
import { queueImport, receiveUpload } from './receive-upload.ts'
import { removeAccount, removeConnections } from './remove-history.ts'

const os = routes(contract.imports)

const upload = os.upload.handler(async ({ input, context }) => {
  context.limit('uploads')
  const bytes = new Uint8Array(await input.file.arrayBuffer())
  return receiveUpload(context, {
    name: input.file.name,
    bytes,
    exchangeValue: input.exchange_value,
    timeZone: input.time_zone,
  })
})

const preview = os.preview.handler(({ input, context }) =>
  withSubject(context.db, context.who, (tx) =>
    previewUpload(tx, context.keys, context.who.subjectId, input.id, input.from),
  ),
)

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
      data: await importFindings(tx, subjectId, input.id, input.severity),
    }
  }),
)

const deleteHistory = os.deleteHistory.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => {
    await removeAccount(tx, context.who.subjectId, input.id)
    await auditRequest(tx, context, { event: 'account_deleted', object: `account:${input.id}` })
    return { status: 'success' as const }
  }),
)

const deleteSource = os.deleteSource.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => {
    await removeConnections(tx, context.who.subjectId, [input.id])
    await auditRequest(tx, context, { event: 'source_deleted', object: `connection:${input.id}` })
    return { status: 'success' as const }
  }),
)

const cancel = os.cancel.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const stopped = await tx.run(sql`
      update imports set state = 'cancelled', fence = fence + 1, finished_at = now()
      where user_id = ${context.who.subjectId} and connection_id = ${input.id} and state in ('queued', 'running', 'waiting')`)
    if (stopped === 0) refuse('not_found')
    await notify(tx, context.who.subjectId, {
      type: 'import',
      id: input.id,
      status: 'complete',
      stage: 'Cancelled',
    })
    return { status: 'success' as const }
  }),
)

const retry = os.retry.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const { subjectId } = context.who
    const connection = (await importSource(tx, subjectId, input.id)) ?? refuse('not_found')
    if (connection.import_status === 'in-progress') refuse('conflict')
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

/** Files in: uploads, the reading of them, and the import history. */
export function importsFeature({ keys }: Pick<Services, 'keys'>): Feature {
  return {
    routes: {
      imports: {
        upload,
        preview,
        histories,
        exchangeSources: sources,
        source,
        findings,
        deleteHistory,
        deleteSource,
        cancel,
        retry,
        updateName,
        updateUsBased,
        historyExists,
      },
    },
    jobs: [readImportJob(keys)],
  }
}
