import { basename } from 'node:path'
import { contract, HOLDINGS_CSV_PATH, LOTS_CSV_PATH } from '@lotbook/contract'
import { withSubject, type Tx } from '../../platform/database.ts'
import type { Feature } from '../../platform/feature.ts'
import { downloadHeaders } from '../../platform/headers.ts'
import { context as contextOf } from '../../platform/http.ts'
import { refuse } from '../../platform/refusal.ts'
import { routes } from '../../platform/request-context.ts'
import { startCalculation } from '../../calculating/run/start-calculation.ts'
import { holdingsCsv, lotsCsv } from './holdings-csv.ts'
import { isInProgress, listHoldings, type HoldingsRequest } from './list-holdings.ts'
import { listLots } from './list-lots.ts'
import { planSale } from './plan-sale.ts'
import { valueOverTime } from './value-over-time.ts'

const os = routes(contract.holdings)

interface Filter {
  readonly page: number
  readonly per_page: number
  readonly show: HoldingsRequest['show']
  readonly account?: string | undefined
  readonly is_source?: boolean | undefined
  readonly custom_csv?: boolean | undefined
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

const list = os.list.handler(({ input: { query, body }, context }) =>
  withSubject(context.db, context.who, (tx) =>
    listHoldings(tx, context.who.subjectId, requestOf(query, body.all), context.now),
  ),
)

const page = os.page.handler(({ input, context }) =>
  withSubject(context.db, context.who, (tx) =>
    listHoldings(tx, context.who.subjectId, requestOf(input, false), context.now),
  ),
)

const inProgress = os.inProgress.handler(({ context }) =>
  withSubject(context.db, context.who, async (tx) => ({
    holding_in_progress: await isInProgress(tx, context.who.subjectId),
  })),
)

const lots = os.lots.handler(({ input, context }) =>
  withSubject(context.db, context.who, (tx) => listLots(tx, context.who.subjectId, input, context.now)),
)

const salePlan = os.salePlan.handler(({ input, context }) => planSale(context, input))

const overTime = os.valueOverTime.handler(({ input, context }) =>
  withSubject(context.db, context.who, (tx) =>
    valueOverTime(tx, context.who.subjectId, input.period, context.now),
  ),
)

const calculate = os.calculate.handler(async ({ context }) => {
  context.limit('calculations')
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

const FILES: Readonly<Record<string, (tx: Tx, userId: string, at: Date) => Promise<Buffer>>> = {
  [HOLDINGS_CSV_PATH]: holdingsCsv,
  [LOTS_CSV_PATH]: lotsCsv,
}

/** What is held, lot by lot. */
export const holdingsFeature: Feature = {
  routes: { holdings: { list, page, inProgress, lots, salePlan, calculate, valueOverTime: overTime } },
  raw: (api) => {
    for (const [path, write] of Object.entries(FILES))
      api.get(path, { config: { access: ['customer'] } }, async (request, reply) => {
        const context = contextOf(request)
        context.limit('exports')
        const { subjectId } = context.who
        const file = await withSubject(context.db, context.who, (tx) => write(tx, subjectId, context.now))
        const name = `lotbook-${basename(path, '.csv')}-${context.now.toISOString().slice(0, 10)}.csv`
        return reply.headers(downloadHeaders(name, 'text/csv; charset=utf-8')).send(file)
      })
  },
}
