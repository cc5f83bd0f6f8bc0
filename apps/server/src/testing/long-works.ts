import type {
  Comparison,
  JournalRun,
  MethodComparison,
  SafeHarborState,
  TaxDetails,
  TreatmentBoard,
} from '@lotbook/contract'
import type { Browser } from '../demo/browser.ts'

/** Work that a person starts and a job does: how it is begun, and what came of it once it is done. */
export interface LongWork {
  readonly name: string
  /** @returns what `outcome` asks after, where that has an id. */
  readonly begin: (browser: Browser) => Promise<string>
  /** Undefined while it is not done. */
  readonly outcome: (browser: Browser, id: string) => Promise<unknown>
}

type Data<T> = Promise<{ data: T }>

/** What becomes of work that has a state; one that came to another end than its own is an outcome too. */
function whenEnded<T extends { readonly state: string }>(work: T | null): T | undefined {
  return work === null || ['queued', 'running'].includes(work.state) ? undefined : work
}

/** An account beside the first, so that there is something to allocate. */
const SECOND_ACCOUNT = `Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid
2023-02-03 04:05:06,buy,0.5,BTC,11500,USD,,,Vault,yes,
2024-02-03 04:05:06,buy,0.25,BTC,10750,USD,,,Vault,yes,
`

const calculation: LongWork['outcome'] = async (browser) => {
  const { data } = await (browser.get('/imports/v1/tax_calculations/details') as Data<TaxDetails>)
  return data.tax_calculated === true ? true : undefined
}

const calculate = async (browser: Browser) => {
  await browser.post('/imports/v1/tax_calculations/start_tax_calculation')
  return ''
}

/** Prepares what later works need. Nothing is killed here, since an import was killed before. */
export const PREPARED: readonly LongWork[] = [
  {
    name: 'a second account',
    begin: async (browser) => {
      const form = new FormData()
      form.set('file', new File([SECOND_ACCOUNT], 'vault.csv', { type: 'text/csv' }))
      await browser.upload('/csv_uploads', form)
      return ''
    },
    outcome: async (browser) => {
      const { total } = await browser.get<{ total: number }>('/transactions?limit=1&asset=BTC&year=2024')
      return total > 0 ? total : undefined
    },
  },
]

/** Those of a group are begun together; the groups in this order, on a history of bitcoin at Kraken whose calculation is done. */
export const LONG_WORKS: readonly (readonly LongWork[])[] = [
  [
    {
      name: 'a year under every method',
      begin: async (browser) =>
        (await (browser.post('/method_comparisons', { year: 2023 }) as Data<{ id: string }>)).data.id,
      outcome: async (browser) =>
        whenEnded(
          (await (browser.get('/method_comparisons?year=2023') as Data<MethodComparison | null>)).data,
        ),
    },
    {
      name: 'what each treatment would change',
      begin: async (browser) => (await (browser.post('/treatments/effects') as Data<{ id: string }>)).data.id,
      outcome: async (browser) =>
        whenEnded((await (browser.get('/treatments') as Data<TreatmentBoard>)).data.effects),
    },
  ],
  PREPARED,
  [
    {
      name: 'every allocation of 2025',
      begin: async (browser) => {
        const settings = await browser.get<object>('/setting/tax')
        await browser.post('/setting/tax', { ...settings, pool_before_2025: 'universal' })
        return (await (browser.post('/safe_harbor/comparisons') as Data<{ id: string }>)).data.id
      },
      outcome: async (browser) =>
        whenEnded((await (browser.get('/safe_harbor') as Data<SafeHarborState>)).data.comparison),
    },
    { name: 'another calculation', begin: calculate, outcome: calculation },
  ],
  [
    {
      name: 'two calculations compared',
      begin: async (browser) => {
        const { data } = await (browser.get('/tax_calculations') as Data<{ id: string }[]>)
        const [after, before] = data
        return (
          await (browser.post('/comparisons', { before: before?.id, after: after?.id }) as Data<{
            id: string
          }>)
        ).data.id
      },
      outcome: async (browser, id) =>
        whenEnded((await (browser.get(`/comparisons/${id}`) as Data<Comparison>)).data),
    },
    {
      name: 'a rule over the whole history',
      begin: async (browser) => {
        const rule = {
          condition: { source: 'kraken', direction: 'out' },
          result: { set: 'type', type: 'outgoing', sub_type: 'gift_sent' },
        }
        return (await browser.post<{ run_id: string }>('/rules', rule)).run_id
      },
      outcome: async (browser, id) =>
        whenEnded((await (browser.get(`/journal_runs/${id}`) as Data<JournalRun>)).data),
    },
  ],
]

/** What came of work, without what differs from person to person: ids, and the times of the day it was done. */
export function comparable(outcome: unknown): string {
  return JSON.stringify(outcome)
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '(id)')
    .replaceAll(/"(finished_at|created_at)":"[^"]*"/g, '"$1":"(time)"')
}
