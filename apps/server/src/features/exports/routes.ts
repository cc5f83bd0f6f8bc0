import { contract, PRINTED_KINDS, type ExportRow } from '@lotbook/contract'
import {
  checkedLine,
  formText,
  notInYear,
  TAX_PROGRAMS,
  type AmendedLine,
  type TaxProgramId,
} from '@lotbook/reports'
import { defaultTaxYear } from '@lotbook/journal'
import { bytesOf } from '../../platform/archive.ts'
import { withSubject, type Tx, type Who } from '../../platform/database.ts'
import type { Feature } from '../../platform/feature.ts'
import { downloadHeaders } from '../../platform/headers.ts'
import { context as contextOf } from '../../platform/http.ts'
import { newId } from '../../platform/ids.ts'
import { addJob } from '../../platform/jobs.ts'
import { notify } from '../../platform/notify.ts'
import { refuse } from '../../platform/refusal.ts'
import { routes, type Services } from '../../platform/request-context.ts'
import { auditRequest } from '../../platform/audit.ts'
import { sql, type Sql } from '../../platform/sql.ts'
import { nameOnForms } from '../identity/index.ts'
import { calculationOfYear, newestDone } from '../../calculating/keep/done-calculation.ts'
import { requirePlan } from '../billing/require-plan.ts'
import { papersOfYear } from '../workpapers/papers-of-year.ts'
import { draftOf } from './draft-of.ts'
import { isAmendment, isReport, isTaxProgram } from './export-kinds.ts'
import { scopeName, scopeText } from './export-scope.ts'
import { formRests } from './form-rests.ts'
import { madeOf, makeRoom, sameExport } from './made-of.ts'
import { fetchFile, makerOf, mayHandle, requireHandling, sealForCustomer } from './maker.ts'
import { refuseEmpty } from './nothing-to-report.ts'
import { readPapers } from './read-papers.ts'
import { amendedYear, comparisonSinceFiled } from './read-amendment.ts'
import { transactionsCsv, transactionsName } from './transactions-csv.ts'
import { WRITE_EXPORT, writeExportJob } from './write-export.ts'
import { withLines } from '../../calculating/keep/prepare-lines.ts'

const os = routes(contract.exports)

const list = os.list.handler(({ context }) =>
  withSubject(context.db, context.who, async (tx) => ({
    data: await exportRows(tx, context.who, sql`true`),
  })),
)

/** Whether name and number are printed on an export of this kind. */
const isPrinted = (kind: ExportRow['kind']) => PRINTED_KINDS.some((one) => one === kind)

const createHandler = (keys: Services['keys']) =>
  os.create.handler(async ({ input, context }) => {
    const { db, who } = context
    const { subjectId: userId } = who
    const taxpayer = await nameOnForms(db, userId)
    const id = newId(context.now.getTime())
    const { printing } = input
    if (printing !== undefined && !isPrinted(input.kind))
      refuse('conflict', 'This file has no name and number on it.')
    if (printing !== undefined) await requireHandling(db, who)
    const sealed =
      printing === undefined
        ? null
        : await sealForCustomer(db, keys, { userId, id }, JSON.stringify(printing))
    return withLines(db, who, async (tx) => {
      const isJournal = input.kind === 'transactions-csv'
      const year = isJournal ? null : (input.tax_year ?? defaultTaxYear(context.now.getTime()))
      const isOfChanges = isAmendment(input.kind) && year !== null
      if (year !== null && isTaxProgram(input.kind)) refuseOtherYear(input.kind, year)
      if (year !== null) await requirePlan(tx, userId, year, context.config)
      const comparisonId = isOfChanges ? await comparisonSinceFiled(tx, userId, year) : null
      const calculationId =
        year === null
          ? null
          : (await (isOfChanges ? newestDone(tx, userId) : calculationOfYear(tx, userId, year))).id
      const { source_id, account_id, type } = input
      if (year !== null && calculationId !== null && isReport(input.kind))
        await refuseEmpty(tx, userId, { kind: input.kind, calculationId, year })
      const scope = isJournal ? { source_id, account_id, type } : {}
      const name = isJournal ? transactionsName(await scopeName(tx, userId, scope)) : null
      const made = await madeOf(tx, userId, {
        kind: input.kind,
        year,
        calculationId,
        comparisonId,
        scope: scopeText(scope),
        taxpayer,
        draft: await draftOf(tx, userId, input.kind, year),
        papers:
          input.kind === 'filing-packet' && year !== null
            ? await papersOfYear(tx, db, userId, year)
            : undefined,
      })
      const maker = makerOf(who)
      // One with a number is never the same as another: to know, a hash of the number would have to be kept.
      const there = printing === undefined ? await sameExport(tx, userId, made, maker) : undefined
      if (there !== undefined) return { data: await exportRow(tx, who, there) }
      await context.limit('exports')
      await makeRoom(tx, userId)
      await tx.run(sql`
      insert into exports (user_id, id, kind, tax_year, calculation_id, comparison_id, file_name, state, created_at, made_of, sealed, made_by)
      values (${userId}, ${id}, ${input.kind}, ${year}, ${calculationId}, ${comparisonId}, ${name}, 'queued', ${context.now},
        ${printing === undefined ? made : null}, ${sealed}, ${maker})`)
      await addJob(tx, WRITE_EXPORT, { userId, exportId: id, scope: scopeText(scope) })
      await notify(tx, userId, { type: 'export', id, status: 'queued' })
      await auditRequest(tx, context, {
        event: printing === undefined || printing.tax_id.trim() === '' ? 'export_made' : 'forms_printed',
        object: `export:${id}`,
        details: { kind: input.kind, ...(printing !== undefined && { tax_year: year }) },
      })
      return { data: await exportRow(tx, who, id) }
    })
  })

/** Refuse a file whose format is not defined for the year. */
function refuseOtherYear(kind: TaxProgramId, year: number): void {
  const program = TAX_PROGRAMS.find(({ id }) => id === kind)
  const reason = program && notInYear(program, year)
  if (reason !== undefined) refuse('conflict', reason)
}

const programs = os.programs.handler(({ input }) => ({
  data: TAX_PROGRAMS.map((program) => ({
    kind: program.id,
    name: program.name,
    carries: program.carries,
    limit: program.limit,
    beyond: program.beyond,
    checked: checkedLine(program),
    unconfirmed: [...program.unconfirmed],
    steps: [...program.steps],
    unavailable: notInYear(program, input.tax_year) ?? null,
  })),
}))

const amendedReturn = os.amendedReturn.handler(({ input, context }) =>
  withLines(context.db, context.who, async (tx) => {
    const { subjectId: userId } = context.who
    const comparisonId = await comparisonSinceFiled(tx, userId, input.tax_year)
    const { lines } = await amendedYear(tx, userId, comparisonId, input.tax_year)
    return {
      data: {
        form_8949: lines.form8949.map(inText),
        schedule_d: lines.scheduleD.map(inText),
        form_1040: lines.form1040.map(inText),
        form_1040_x: lines.form1040X.map(({ line, text, a, b, c }) => ({
          line,
          text,
          a: amountText(a),
          b: amountText(b),
          c: amountText(c),
        })),
        carryover: lines.carryover.map(inText),
        part_ii: [...lines.partII],
        notes: [...lines.notes],
      },
    }
  }),
)

const amountText = (units: bigint | null) => (units === null ? null : formText(units, 'cents'))

function inText({ filed, corrected, ...line }: AmendedLine) {
  return { ...line, filed: amountText(filed), corrected: amountText(corrected) }
}

const restsOn = os.restsOn.handler(({ input, context }) =>
  withLines(context.db, context.who, async (tx) => ({
    data: await formRests(tx, context.who.subjectId, input.kind, input.tax_year),
  })),
)

const papers = os.papers.handler(async ({ input, context }) => ({
  data: await readPapers(context, input.tax_year),
}))

async function exportRow(tx: Tx, who: Who, id: string): Promise<ExportRow> {
  const [row] = await exportRows(tx, who, sql`id = ${id}`)
  return row ?? refuse('not_found')
}

const remove = os.remove.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const removed = await tx.run(sql`
      delete from exports where user_id = ${context.who.subjectId} and id = ${input.id}`)
    if (removed === 0) refuse('not_found')
    return { status: 'success' as const }
  }),
)

async function exportRows(tx: Tx, who: Who, where: Sql): Promise<ExportRow[]> {
  const maker = makerOf(who)
  const may = maker === null || (await mayHandle(tx))
  const rows = await tx.all<{
    id: string
    kind: ExportRow['kind']
    tax_year: number | null
    state: ExportRow['state']
    file_name: string | null
    size_bytes: string | null
    sha256: string | null
    rows: string | null
    by_hand: ExportRow['by_hand']
    notes: string[]
    pages_done: number | null
    pages: number | null
    reason_code: string | null
    made_by: string | null
    created_at: Date
  }>(sql`
    select id, kind, tax_year, state, file_name, size_bytes, encode(sha256, 'hex') as sha256, rows, by_hand, notes, pages_done, pages,
      reason_code, made_by, created_at
    from exports where user_id = ${who.subjectId} and ${where} and (expires_at is null or expires_at > now()) order by created_at desc, id desc limit 100`)
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    tax_year: row.tax_year,
    state: row.state,
    file_name: row.file_name,
    size_bytes: row.size_bytes === null ? null : Number(row.size_bytes),
    sha256: row.sha256,
    rows: row.rows === null ? null : Number(row.rows),
    by_hand: row.by_hand,
    reason: row.reason_code,
    notes: row.notes,
    pages: row.pages === null ? null : { done: row.pages_done ?? 0, of: row.pages },
    made_by: row.made_by === null ? 'customer' : 'professional',
    can_download: may && (maker === null || row.made_by === maker),
    created_at: row.created_at.toISOString(),
  }))
}

/** Forms and files out. */
export function exportsFeature(services: Pick<Services, 'keys' | 'config' | 'outbound'>): Feature {
  const { keys } = services
  return {
    routes: {
      exports: { list, create: createHandler(keys), programs, amendedReturn, restsOn, papers, remove },
    },
    raw: (api) => {
      api.get<{ Params: { id: string } }>(
        '/exports/:id/download',
        { config: { access: ['customer'], scope: 'read' } },
        async (request, reply) => {
          const { id } = request.params
          const context = contextOf(request)
          if (!/^[0-9a-f-]{36}$/.test(id)) refuse('not_found')
          const { name, mediaType, bytes } = await fetchFile(context.db, keys, context.who, id)
          return reply.headers(downloadHeaders(name, mediaType)).send(bytes)
        },
      )
      // R7.73: what a source brought, or all sources of an account, at once and not kept.
      api.get<{ Params: { id: string } }>(
        '/transaction/download_api_transactions/:id',
        { config: { access: ['customer'], scope: 'read' } },
        async (request, reply) => {
          const { id } = request.params
          const context = contextOf(request)
          if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) refuse('not_found')
          await context.limit('exports')
          const file = await withSubject(context.db, context.who, async (tx) => {
            const { subjectId: userId } = context.who
            const isAccount = await tx.maybe(sql`
              select 1 as there from accounts where user_id = ${userId} and id = ${id} and deleted_at is null`)
            const scope = isAccount === undefined ? { source_id: id } : { account_id: id }
            const name = transactionsName(await scopeName(tx, userId, scope))
            const file = await transactionsCsv(tx, userId, scope, name)
            return { ...file, bytes: Buffer.from(await bytesOf(file)) }
          })
          return reply.headers(downloadHeaders(file.fileName, file.mediaType)).send(file.bytes)
        },
      )
    },
    jobs: [writeExportJob(services)],
  }
}
