import { contract, type TaxSettings } from '@lotbook/contract'
import { withSubject, type Tx } from '../../platform/database.ts'
import type { Feature } from '../../platform/feature.ts'
import { refuse } from '../../platform/refusal.ts'
import { routes } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'
import { plain } from '../../journal/transactions/transaction-rows.ts'
import {
  calculationState,
  calculationRows,
  type CalculationRow,
} from '../../calculating/run/calculation-state.ts'
import { dropOldRows } from '../../calculating/keep/drop-old-rows.ts'
import { estimatedTax } from '../../calculating/keep/estimated-tax.ts'
import { explain } from './explain.ts'
import { formTotals } from './form-totals.ts'
import { findingSentence } from './open-of-year.ts'
import { oneYear } from './one-year.ts'
import { packJournalJob } from '../../calculating/collect/pack-journal.ts'
import { calculateJob } from '../../calculating/run/run-calculation.ts'
import { startCalculation } from '../../calculating/run/start-calculation.ts'
import { taxDetails } from './tax-details.ts'
import { disposalRows, incomeRows, removalRows } from './year-rows.ts'
import { withLines } from '../../calculating/keep/prepare-lines.ts'

const os = routes(contract.tax)

const start = os.start.handler(async ({ input, context }) => {
  await context.limit('calculations')
  const result = await withSubject(context.db, context.who, (tx) =>
    startCalculation(tx, context.who.subjectId, {
      restart: input.recalculate,
      taxYear: input.tax_year,
      now: context.now,
    }),
  )
  switch (result.outcome) {
    case 'started':
    case 'current':
      return { data: { trace_id: result.traceId } }
    case 'already-running':
      return refuse('tax_calculation_running')
    case 'nothing-taxable':
      return refuse('nothing_taxable')
  }
})

const details = os.details.handler(({ context }) =>
  withSubject(context.db, context.who, async (tx) => ({
    data: await taxDetails(tx, context.who.subjectId, context.now),
  })),
)

const updateTaxCalculated = os.updateTaxCalculated.handler(({ context }) =>
  withSubject(context.db, context.who, async (tx) => {
    await tx.run(sql`
      update notifications set read_at = ${context.now}
      where user_id = ${context.who.subjectId} and type = 'calculation' and read_at is null`)
    return { data: await taxDetails(tx, context.who.subjectId, context.now) }
  }),
)

const cancel = os.cancel.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const stopped = await tx.run(sql`
      update calculations set state = 'cancelled', fence = fence + 1, finished_at = ${context.now}
      where user_id = ${context.who.subjectId} and id = ${input.id} and state in ('queued', 'running')`)
    if (stopped === 0) refuse('not_found')
    return { status: 'success' as const }
  }),
)

const preflight = os.preflight.handler(({ context }) =>
  withSubject(context.db, context.who, async (tx) => ({
    data: await preflightOf(tx, context.who.subjectId),
  })),
)

async function preflightOf(tx: Tx, userId: string) {
  const counts = await tx.one<{ total: string; busy: string; transactions: string }>(sql`
    select (select count(distinct coalesce(upload_id, id)) from connections where user_id = ${userId} and deleted_at is null) as total,
      (select count(distinct connection_id) from imports where user_id = ${userId}
        and state in ('queued', 'running', 'waiting')) as busy,
      (select transactions from journals where user_id = ${userId}) as transactions`)
  const findings = await tx.all<{ code: string; count: string; effect: string | null; unknown: string }>(sql`
    select code, count(*) as count, sum(effect_high)::text as effect, count(*) filter (where effect_high is null) as unknown
    from findings
    where user_id = ${userId} and state = 'open' and severity <> 'info' group by code
    order by sum(effect_high) desc nulls last, count(*) desc, code`)
  return {
    imports_done: Number(counts.total) - Number(counts.busy),
    imports_total: Number(counts.total),
    transactions: Number(counts.transactions),
    findings: findings.map((row) => ({
      code: row.code,
      label: LABELS[row.code] ?? findingSentence({ code: row.code, unpriced_as: null }),
      count: Number(row.count),
      effect: row.effect === null ? null : plain(row.effect),
      unknown: Number(row.unknown),
      is_blocking: false,
    })),
  }
}

const LABELS: Readonly<Record<string, string>> = {
  missing_basis: 'Sales without a known cost basis',
  missing_price: 'Transactions without a price',
  unmatched_send: 'Unmatched sends',
  unmatched_receive: 'Unmatched receipts',
  possible_duplicate: 'Possible duplicates',
  weak_match: 'Possible transfers to confirm',
  unknown_type: 'Transactions of unknown type',
  uncounted_side: 'Transactions with a side that is not counted',
  negative_balance: 'Accounts with a negative balance',
  gift_basis_unknown: 'Gifts without the donor’s cost',
  one_for_one: 'Pairs traded one for one, which may be a coin and its token',
  staking_return_exceeds_lockup: 'Staking returns above the amount locked up',
  staking_return_short: 'Staking returns below the amount locked up',
  spec_lot_unavailable: 'Named lots that were not available',
  suspected_spam: 'Tokens that look like spam',
  safe_harbor_missing: 'Safe Harbor allocation not recorded',
  safe_harbor_off_record: 'Safe Harbor record that no longer fits',
  safe_harbor_unplaced: 'Cost basis without coins on January 1, 2025',
}

const calculations = os.calculations.handler(({ context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const rows = await tx.all<CalculationRow & { settings: TaxSettings; net: string | null }>(sql`
      select x.*, y.settings, ((y.totals #>> array['years', x.tax_year::text, 'short', 'gain'])::numeric
        + (y.totals #>> array['years', x.tax_year::text, 'long', 'gain'])::numeric)::text as net
      from (${calculationRows} where c.user_id = ${context.who.subjectId}) x
      join calculations y on y.user_id = ${context.who.subjectId} and y.id = x.id
      order by y.created_at desc, y.id desc limit 20`)
    return {
      data: rows.map(({ settings, net, ...row }) => ({
        ...calculationState(row),
        settings,
        net_gain: net === null ? null : plain(net),
      })),
    }
  }),
)

const year = os.oneYear.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => ({
    data: await oneYear(tx, context.who.subjectId, input.year),
  })),
)

const totals = os.formTotals.handler(({ input, context }) =>
  withLines(context.db, context.who, async (tx) => ({
    data: await formTotals(tx, context.who.subjectId, input.year),
  })),
)

const estimate = routes(contract.estimates).federalTax.handler(
  ({ input: { year: of, ...person }, context }) =>
    withLines(context.db, context.who, async (tx) => ({
      data: await estimatedTax(tx, context.who.subjectId, of, person),
    })),
)

const disposals = os.disposals.handler(({ input, context }) =>
  withLines(context.db, context.who, (tx) => disposalRows(tx, context.who.subjectId, input)),
)

const incomes = os.incomes.handler(({ input, context }) =>
  withSubject(context.db, context.who, (tx) => incomeRows(tx, context.who.subjectId, input)),
)

const removals = os.removals.handler(({ input, context }) =>
  withSubject(context.db, context.who, (tx) => removalRows(tx, context.who.subjectId, input)),
)

const explained = routes(contract.explain).figure.handler(({ input, context }) =>
  withLines(context.db, context.who, async (tx) => ({
    data: await explain(tx, context.keys, context.who.subjectId, input.handle, input.cursor, context.now),
  })),
)

/** Calculations and what they say of a year. */
export const taxFeature: Feature = {
  routes: {
    tax: {
      start,
      details,
      updateTaxCalculated,
      cancel,
      preflight,
      calculations,
      oneYear: year,
      formTotals: totals,
      disposals,
      incomes,
      removals,
    },
    estimates: { federalTax: estimate },
    explain: { figure: explained },
  },
  upkeep: dropOldRows,
  jobs: [calculateJob, packJournalJob],
}
