import { Readable } from 'node:stream'
import { contract } from '@lotbook/contract'
import { allocationCsv, allocationPdf, type AllocationSheet, type ReportFile } from '@lotbook/reports'
import type { FastifyReply } from 'fastify'
import { withSubject } from '../../platform/database.ts'
import type { Feature } from '../../platform/feature.ts'
import { downloadHeaders } from '../../platform/headers.ts'
import { context as contextOf } from '../../platform/http.ts'
import { refuse } from '../../platform/refusal.ts'
import { routes } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'
import { readTaxSettings } from '../../calculating/settings/tax-settings.ts'
import { readChoice } from './chosen-allocation.ts'
import { compareJob, readComparison, startComparison } from './comparisons.ts'
import { inThread } from './in-thread.ts'
import { allocationSheet } from './record-sheet.ts'
import { allocationRecords, recordAllocation } from './records.ts'
import { shownNames } from './shown-names.ts'

const os = routes(contract.safeHarbor)

const state = os.state.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const { subjectId: userId } = context.who
    const settings = await readTaxSettings(tx, userId)
    return {
      data: {
        pool: settings.pool_before_2025,
        records: await allocationRecords(tx, userId),
        comparison: await readComparison(tx, userId, settings, input, context.now),
      },
    }
  }),
)

const compare = os.compare.handler(async ({ input, context }) => {
  await context.limit('calculations')
  return withSubject(context.db, context.who, async (tx) => ({
    data: { id: await startComparison(tx, context.who.subjectId, input.own, context.now) },
  }))
})

const units = os.units.handler(async ({ input, context }) => {
  const { db, who } = context
  const { subjectId: userId } = who
  const accounts = input.accounts === '' ? [] : input.accounts.split(',')
  const choice = await withSubject(db, who, (tx) =>
    readChoice(tx, userId, { kind: 'specific', order: input.order, accounts, units: [], left_out: [] }),
  )
  const answer = await inThread(db, { kind: 'units', userId, choice, asset: input.asset })
  if (answer.outcome === 'refused') return refuse('invalid_input', answer.reason)
  if (answer.outcome !== 'units') return refuse('unavailable')
  return withSubject(db, who, async (tx) => {
    const shown = await shownNames(tx, userId, [input.asset])
    const { currency } = await tx.one<{ currency: string }>(
      sql`select currency from customers where user_id = ${userId}`,
    )
    const { held, lots } = answer.units
    return {
      data: {
        asset: input.asset,
        symbol: shown.asset(input.asset),
        currency,
        held: held.map((one) => ({ ...one, account_name: shown.account(one.account_id) })),
        lots: [...lots],
      },
    }
  })
})

const record = os.record.handler(async ({ input, context }) => ({
  data: await recordAllocation(context, input),
}))

const send = (reply: FastifyReply, { fileName, mediaType, chunks }: ReportFile) =>
  reply.headers(downloadHeaders(fileName, mediaType)).send(Readable.from(chunks))

/** Allocating unused basis to accounts: what there is to choose from, what is on record, and the record on paper. */
export const safeHarborFeature: Feature = {
  routes: { safeHarbor: { state, compare, units, record } },
  raw: (api) => {
    const access = { config: { access: ['customer' as const], scope: 'read' as const } }
    const file = (extension: string, write: (sheet: AllocationSheet) => ReportFile) =>
      api.get<{ Params: { id: string } }>(
        `/safe_harbor/records/:id/record.${extension}`,
        access,
        async (request, reply) => {
          const { id } = request.params
          if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) refuse('not_found')
          return send(reply, write(await allocationSheet(contextOf(request), id)))
        },
      )
    file('pdf', allocationPdf)
    file('csv', allocationCsv)
  },
  jobs: [compareJob],
}
