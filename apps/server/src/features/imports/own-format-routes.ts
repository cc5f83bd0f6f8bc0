import { contract } from '@lotbook/contract'
import { auditRequest } from '../../platform/audit.ts'
import { withSubject } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { type RequestContext, routes } from '../../platform/request-context.ts'
import type { Readers } from '../../journal/reading/reader.ts'
import {
  columnsOfFile,
  discardWaiting,
  previewDescribed,
  readWaiting,
  saveDescribed,
} from './describe-file.ts'
import {
  addOwnFormat,
  listOwnFormats,
  ownFormatNamed,
  removeOwnFormat,
  renameOwnFormat,
  waitingFiles,
} from './own-formats.ts'

const os = routes(contract.ownFormats)

const list = os.list.handler(({ context }) =>
  withSubject(context.db, context.who, async (tx) => ({
    data: await listOwnFormats(tx, context.who.subjectId),
    waiting: await waitingFiles(tx, context.who.subjectId),
  })),
)

const share = os.share.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const { definition, title } = await ownFormatNamed(tx, context.who.subjectId, input.id)
    return { data: { ...definition, name: title.slice(0, 60) } }
  }),
)

const add = os.add.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const id = newId()
    await addOwnFormat(tx, context.who.subjectId, { id, format: input.format, now: context.now })
    await auditRequest(tx, context, { event: 'own_format_added', object: `own_format:${id}` })
    return { status: 'success' as const, id }
  }),
)

const rename = os.rename.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => {
    await renameOwnFormat(tx, context.who.subjectId, input.id, input.title)
    return { status: 'success' as const }
  }),
)

const remove = os.remove.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => {
    await removeOwnFormat(tx, context.who.subjectId, input.id, context.now)
    await auditRequest(tx, context, { event: 'own_format_removed', object: `own_format:${input.id}` })
    return { status: 'success' as const }
  }),
)

const discard = os.discard.handler(async ({ input, context }) => {
  await discardWaiting(context, input.id)
  return { status: 'success' as const }
})

/** Formats that a customer describes (E2, N24). */
export function ownFormatRoutes(readers: Readers) {
  const readerFor = ({ who }: RequestContext) => readers(who.subjectId)
  return {
    list,
    share,
    add,
    rename,
    remove,
    discard,
    columns: os.columns.handler(async ({ input, context }) => {
      await context.limit('search')
      return columnsOfFile(context, readerFor(context), input.id, input.header_line)
    }),
    preview: os.preview.handler(async ({ input, context }) => {
      await context.limit('search')
      return previewDescribed(context, readerFor(context), input.id, input.format)
    }),
    save: os.save.handler(async ({ input, context }) => {
      await context.limit('uploads')
      const saved = await saveDescribed(context, readerFor(context), input.id, input.format)
      return { status: 'success' as const, ...saved }
    }),
    read: os.read.handler(async ({ input, context }) => {
      await context.limit('uploads')
      return {
        status: 'success' as const,
        source_id: await readWaiting(context, readerFor(context), input.id),
      }
    }),
  }
}
