import { basename } from 'node:path'
import {
  contract,
  HOLDINGS_CSV_PATH,
  type HoldingsAnswer,
  holdingsFilter,
  LOTS_CSV_PATH,
} from '@lotbook/contract'
import { withSubject, type Tx } from '../../platform/database.ts'
import type { Feature } from '../../platform/feature.ts'
import { downloadHeaders } from '../../platform/headers.ts'
import { context as contextOf } from '../../platform/http.ts'
import { refuse } from '../../platform/refusal.ts'
import { routes, type RequestContext } from '../../platform/request-context.ts'
import { startCalculation } from '../../calculating/run/start-calculation.ts'
import { readHarvest } from './harvest.ts'
import { holdingsCsv, lotsCsv } from './holdings-csv.ts'
import { isInProgress, listHoldings, type HoldingsRequest } from './list-holdings.ts'
import { listLots } from './list-lots.ts'
import { lotsAsOf, type LotsAsOf } from './lots-as-of.ts'
import { planSale } from './plan-sale.ts'
import { shownHoldings, shownLots, shownOverTime } from './shown-holdings.ts'
import { valueOverTime } from './value-over-time.ts'
import { withLines } from '../../calculating/keep/prepare-lines.ts'

const os = routes(contract.holdings)

interface Filter {
  readonly page: number
  readonly per_page: number
  readonly show: HoldingsRequest['show']
  readonly account?: string | undefined
  readonly is_source?: boolean | undefined
  readonly custom_csv?: boolean | undefined
  readonly as_of?: string | undefined
  readonly in_tax_currency?: boolean | undefined
}

function requestOf(filter: Filter, isAll: boolean): HoldingsRequest {
  return {
    page: isAll ? 'all' : { number: filter.page, size: filter.per_page },
    show: filter.show,
    account: filter.account,
    isSource: filter.is_source,
    isCustomCsv: filter.custom_csv,
  }
}

async function answerOf(context: RequestContext, filter: Filter, isAll: boolean): Promise<HoldingsAnswer> {
  const asOf = await lotsAsOf(context, filter.as_of)
  return withSubject(context.db, context.who, async (tx) => {
    const { subjectId } = context.who
    const answer = await listHoldings(tx, subjectId, requestOf(filter, isAll), context.now, asOf)
    return shownHoldings(tx, subjectId, answer, filter.in_tax_currency === true)
  })
}

const list = os.list.handler(({ input: { query, body }, context }) => answerOf(context, query, body.all))

const page = os.page.handler(({ input, context }) => answerOf(context, input, false))

const inProgress = os.inProgress.handler(({ context }) =>
  withSubject(context.db, context.who, async (tx) => ({
    holding_in_progress: await isInProgress(tx, context.who.subjectId),
  })),
)

const lots = os.lots.handler(async ({ input, context }) => {
  const asOf = await lotsAsOf(context, input.as_of, input.asset)
  return withSubject(context.db, context.who, async (tx) => {
    const { subjectId } = context.who
    const at = asOf?.at ?? context.now
    return shownLots(tx, subjectId, await listLots(tx, subjectId, input, at, asOf), at)
  })
})

const harvest = os.harvest.handler(({ input, context }) =>
  withLines(context.db, context.who, async (tx) => ({
    data: await readHarvest(tx, context.who.subjectId, input, context.now),
  })),
)

const salePlan = os.salePlan.handler(({ input, context }) => planSale(context, input))

const overTime = os.valueOverTime.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const { subjectId } = context.who
    return shownOverTime(tx, subjectId, await valueOverTime(tx, subjectId, input.period, context.now))
  }),
)

const calculate = os.calculate.handler(async ({ context }) => {
  await context.limit('calculations')
  const { outcome } = await withSubject(context.db, context.who, (tx) =>
    startCalculation(tx, context.who.subjectId, {
      restart: false,
      taxYear: undefined,
      now: context.now,
      evenUntaxed: true,
    }),
  )
  return outcome === 'nothing-taxable' ? refuse('nothing_taxable') : { status: 'success' as const }
})

type WriteFile = (tx: Tx, userId: string, at: Date, asOf?: LotsAsOf) => Promise<Buffer>

const FILES: Readonly<Record<string, WriteFile>> = {
  [HOLDINGS_CSV_PATH]: holdingsCsv,
  [LOTS_CSV_PATH]: lotsCsv,
}

/** The query of a file: only that of the holdings is also written of an earlier day. */
const fileQuery = holdingsFilter.pick({ as_of: true })

/** What is held, lot by lot. */
export const holdingsFeature: Feature = {
  routes: {
    holdings: { list, page, inProgress, lots, harvest, salePlan, calculate, valueOverTime: overTime },
  },
  raw: (api) => {
    for (const [path, write] of Object.entries(FILES))
      api.get(path, { config: { access: ['customer'], scope: 'read' } }, async (request, reply) => {
        const context = contextOf(request)
        await context.limit('exports')
        const { subjectId } = context.who
        const asked = path === HOLDINGS_CSV_PATH ? fileQuery.safeParse(request.query) : undefined
        if (asked?.success === false) refuse('invalid_input', asked.error.issues[0]?.message)
        const asOf = await lotsAsOf(context, asked?.data?.as_of)
        const file = await withSubject(context.db, context.who, (tx) =>
          write(tx, subjectId, context.now, asOf),
        )
        const name = `lotbook-${basename(path, '.csv')}-${asOf?.day ?? context.now.toISOString().slice(0, 10)}.csv`
        return reply.headers(downloadHeaders(name, 'text/csv; charset=utf-8')).send(file)
      })
  },
}
