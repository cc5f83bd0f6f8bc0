import type { OneYear, ReviewItem, TransactionRow } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { checkInvariants } from '../platform/invariants.ts'
import { customerWith } from '../testing/customer-journal.ts'
import { explainedDatabase, rowsTouched } from '../testing/explained-database.ts'
import { mixedHistory } from '../testing/mixed-history.ts'
import { asOwner } from '../testing/test-database.ts'
import { testServer } from '../testing/test-server.ts'

/** Rows of the file of a customer of whom the statistics know nothing; a long script asks for more: LOTBOOK_ROWS=30000. */
const LONG = process.env['LOTBOOK_ROWS']
const ROWS = Number(LONG ?? 1_000)
/** Of the customer whom they know and who went the whole way. Few: the fewer they are, the fewer does the planner expect of anybody. */
const ROWS_BEFORE = ROWS / 10
/** Further customers whom they know, of the long script: as many rows each, imported and calculated. */
const OTHERS = LONG === undefined ? 0 : 3

const explained = await explainedDatabase('120s')
const server = await testServer({ db: explained.db })

/**
 * Rows that one statement touches for each row of the customer's file, at most: each node of a plan counts those that it hands on and
 * those that it drops, so a plan of twenty nodes that reads everything once comes to about twenty. A plan that compares each row with
 * each comes to thousands.
 */
const PER_ROW = 60
/** The same for each row of a page. */
const PER_LISTED = 200
/**
 * Touched whatever is asked for: settings, policies, assets. Of tables of a few hundred rows the planner expects one of a customer and may
 * compare each with each, which is over at once; a thousand compared with a thousand is a million, and still too many.
 */
const ALWAYS = LONG === undefined ? 250_000 : 3_000

interface Excess {
  readonly rows: number
  readonly step: string
  readonly touched: number
  readonly returned: number
  readonly text: string
}

/** What a customer does, from the first file to taking it out again; each step under a name. */
async function wholeWay(
  rows: number,
  step: (name: string, work: () => Promise<unknown>, kind?: 'page') => Promise<void>,
) {
  const journal = await customerWith(server)
  const { customer, get, post } = journal
  const read = (path: string, kind?: 'page') => step(`GET ${path}`, () => get(path), kind)
  const drain = () => server.drainJobs()
  const calculate = async () => {
    await post('/imports/v1/tax_calculations/start_tax_calculation')
    await drain()
  }
  const newest = async () => (await get<{ data: OneYear }>('/one_year?year=2019')).data.calculation.id
  let source = ''
  await step('import', async () => (source = await journal.import('a.csv', mixedHistory(rows, 'a'))))
  await step('calculate', calculate)

  for (const query of [
    '',
    '&order=oldest&from_day=2019-01-10',
    '&edited=false',
    '&asset=BTC',
    '&type=transfer',
  ])
    await read(`/transactions?limit=100${query}`, 'page')
  // What is open is put in order by its weight: that reads all of it, of which there is no more than the customer has rows.
  for (const path of [
    '/transactions?limit=100&review=true',
    '/review',
    '/review?kind=missing_price',
    '/review?kind=unmatched_send',
    '/review?wizard=MissingSendWizard',
  ])
    await read(path)
  for (const list of ['disposals', 'incomes', 'removals']) await read(`/one_year/${list}?year=2019`, 'page')
  for (const path of ['/transactions/facets', '/transactions?q=a17', '/review/counts', '/one_year?year=2019'])
    await read(path)
  for (const path of ['', '/receipt', '/findings', '/error_log'])
    await read(`/imports/v2/sources/${source}${path}`)
  for (const path of [
    '/imports/v2/import_histories',
    '/wallets/v1/assets/accounts',
    '/wallets/v1/assets/balances',
    '/users/list_csv_files?all=true',
    '/tax_calculations',
    '/tax_calculations/preflight',
    '/missing_prices',
    '/price_files',
    '/imports/v1/currencies/search?q=bt',
  ])
    await read(path)
  for (const path of [
    '/imports/v1/tax_calculations/details',
    '/traces/trace_status',
    '/traces/steps',
    '/traces/next_wizard',
    '/start',
  ])
    await read(path)
  for (const path of [
    '/traces/review_entry',
    '/own_prices',
    '/rules',
    '/tax_years',
    '/exports',
    '/standing_orders',
    '/treatments',
  ])
    await read(path)
  for (const path of ['/setting', '/setting/tax', '/safe_harbor', '/method_comparisons?year=2019'])
    await read(path)
  for (const path of [
    '/users/crypto_assets',
    '/users/crypto_assets/holding_in_progress',
    '/users/crypto_assets/lots?asset=BTC',
    '/users/crypto_assets/value_over_time?period=All',
  ])
    await read(path)
  await read('/explain?handle=disposal:12')

  let some: TransactionRow[] = []
  await step('transactions one by one', async () => {
    some = (await journal.rows()).slice(-20)
    for (const { id } of some) await get(`/transactions/${id}`)
    for (const { id } of some) await customer.get(`/transactions/${id}/match_candidates`)
    for (const { id } of some.filter(({ type }) => type === 'sell').slice(0, 2))
      await get(`/transactions/${id}/lots`)
  })
  await step('items of the queue one by one', async () => {
    for (const kind of ['missing_price', 'unmatched_send', 'unknown_type']) {
      const { rows: items } = await get<{ rows: ReviewItem[] }>(`/review?kind=${kind}&limit=1`)
      for (const { id } of items) await get(`/review/${id}`)
      for (const { id } of items) await customer.get(`/review/${id}/origins`)
    }
  })
  await step('edit and undo', async () => {
    for (const { id } of some.filter(({ type }) => type === 'buy').slice(0, 2)) {
      const change = await journal.patch(id, { comment: 'looked at' })
      await post(`/changes/${change}/undo`)
    }
    await journal.patch(some[0]?.id ?? '', { comment: 'looked at' })
  })
  await step('calculate after an edit', calculate)
  await step('file a year', async () =>
    post('/tax_years/file', {
      year: 2019,
      calculation_id: await newest(),
      filed_on: '2020-04-15',
      confirmation: '',
    }),
  )
  await step('keep its lots', async () => {
    await post('/tax_years/keep_lots', { year: 2019 })
    await drain()
  })
  await step('calculate with kept lots', calculate)
  await read('/one_year?year=2019')
  await read('/one_year/disposals?year=2019', 'page')
  for (const kind of ['form-8949-csv', 'audit-trail-csv', 'income-csv', 'transactions-csv'])
    await step(`export ${kind}`, async () => {
      const { data } = (await post('/exports', { kind, tax_year: 2019 })) as { data: { id: string } }
      await drain()
      expect((await customer.get(`/exports/${data.id}/download`)).status).toBe(200)
    })
  await step('one pool before 2025', async () => {
    await journal.setTax({ pool_before_2025: 'universal' })
    await calculate()
  })
  await read('/safe_harbor')
  await read('/safe_harbor/units?asset=BTC')
  await step('compare allocations', async () => {
    await post('/safe_harbor/comparisons')
    await drain()
  })
  await step('compare methods', async () => {
    await post('/method_comparisons', { year: 2019 })
    await drain()
  })
  await step('effects of treatments', async () => {
    await post('/treatments/effects')
    await drain()
  })
  for (const set of ['ignored', 'removed'])
    await step(`all ${set}, and undone`, async () => {
      const all = { filter: {}, deed: { set } }
      await post('/transactions/bulk/preview', all)
      const { run_id } = (await post('/transactions/bulk', all)) as { run_id: string }
      await drain()
      const { data } = await get<{ data: { outcome: { change_ids: string[] } } }>(`/journal_runs/${run_id}`)
      await post(`/changes/${data.outcome.change_ids[0]}/undo`)
      await drain()
    })
  await step('the same rows under other ids', () => journal.import('b.csv', mixedHistory(rows / 5, 'b')))
  await read('/review?kind=possible_duplicate')
  let again = ''
  await step('the same rows once more', async () => {
    again = await journal.import('c.csv', mixedHistory(rows / 5, 'a'))
  })
  await step('calculate anew', calculate)
  await step('take a file out', async () => {
    await journal.remove(again)
    await drain()
  })
  await step('take the first out', async () => {
    await journal.remove(source)
    await drain()
  })
}

test(
  'no statement for a customer whom the statistics do not know touches more than they have, and a page little more than it shows',
  { timeout: 1_800_000 },
  async () => {
    // What the server itself does for its statistics would help in time; here nothing may.
    await asOwner(server.db, 'revoke maintain on all tables in schema public from lotbook_app')
    const excess: Excess[] = []
    await watched(ROWS_BEFORE, [])
    for (let n = 0; n < OTHERS; n += 1) {
      const other = await customerWith(server)
      await other.import('a.csv', mixedHistory(ROWS, 'a'))
      await other.post('/imports/v1/tax_calculations/start_tax_calculation')
      await server.drainJobs()
    }
    await asOwner(server.db, 'analyze')
    expect(await watched(ROWS, excess)).toBeGreaterThan(1_000)
    expect(excess).toEqual([])
    expect(await checkInvariants(server.db)).toEqual([])
  },
)

/** Goes the whole way, and adds the statements that touched too much; gives back how many there were. */
async function watched(rows: number, excess: Excess[]): Promise<number> {
  let count = 0
  explained.statements()
  await wholeWay(rows, async (step, work, kind) => {
    const begun = performance.now()
    await work()
    const statements = explained.statements()
    count += statements.length
    for (const text of explained.timedOut()) excess.push({ rows, step, touched: Infinity, returned: 0, text })
    for (const { text, plan } of statements) {
      const touched = rowsTouched(plan)
      const returned = plan['Actual Rows'] ?? 0
      const isPage = kind === 'page' && !/^\s*select count\(\*\)/.test(text)
      if (touched <= (isPage ? returned * PER_LISTED : rows * PER_ROW) + ALWAYS) continue
      excess.push({ rows, step, touched, returned, text: text.replace(/\s+/g, ' ') })
    }
    if (process.env['LOTBOOK_TELL'] !== undefined)
      console.log(`${rows} rows, ${step}: ${Math.round(performance.now() - begun)} ms`)
    server.clock.advance(60_000)
  })
  return count
}
