import { type Book, BookRefusal } from './book.ts'

/** A call of the API. */
export interface AskRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly query?: Readonly<Record<string, string | number | undefined>>
  readonly body?: object
}

/** Makes a call with an access token, and gives back the body of its answer. @throws BookRefusal for one that is refused */
export type Ask = (request: AskRequest) => Promise<unknown>

type Fields = Readonly<Record<string, unknown>>

/** Figures of a year that an assistant gets; lists that grow with the history are left to the rows. */
const OF_A_YEAR = [
  'year',
  'years',
  'currency',
  'changes_since',
  'filed',
  'net_gain',
  'short',
  'long',
  'income',
  'donation_deduction',
  'months',
  'income_by_category',
  'counts',
]
const MOST_ASSETS = 50

/** The books of the customer whose token `ask` goes by, over the API of an installation. */
export function apiBook(ask: Ask): Book {
  const get = (path: string, query: AskRequest['query'] = {}) =>
    ask({ method: 'GET', path, query }) as Promise<Fields>
  const data = async (path: string, query?: AskRequest['query']) => (await get(path, query))['data'] as Fields
  return {
    async years() {
      const {
        tax_year: taxYear,
        tax_calculated: state,
        need_tax_calculation: isStale,
      } = await data('/imports/v1/tax_calculations/details')
      const calculated = { is_calculated: state === true, needs_calculation: isStale }
      if (state === null) return { ...calculated, years: [] }
      const year = await data('/one_year', { year: taxYear as number })
      const { currency, by_year: years } = year
      return { ...calculated, currency, years, calculation: calculationOf(year) }
    },
    async year(year) {
      const all = await data('/one_year', { year })
      const byAsset = (all['by_asset'] ?? []) as readonly unknown[]
      return {
        ...picked(all, OF_A_YEAR),
        calculation: calculationOf(all),
        by_asset: byAsset.slice(0, MOST_ASSETS),
        assets_total: byAsset.length,
      }
    },
    rows: ({ year, kind, cursor, limit }) => get(`/one_year/${kind}`, { year, cursor, limit }),
    explain: (handle, cursor) => data('/explain', { handle, cursor }),
    async holdings({ cursor, limit }) {
      const page = pageOf(cursor)
      const answer = await get('/users/crypto_assets', { page, per_page: limit })
      const { holdings, assets_total: total } = answer['data'] as {
        holdings: readonly Fields[]
        assets_total: number
      }
      return {
        ...picked(answer, ['currency', 'at', 'holding_in_progress', 'calculation', 'totals']),
        holdings: holdings.map((holding) => ({ ...holding, trend: undefined })),
        total,
        next: page * limit < total ? String(page + 1) : null,
      }
    },
    async openItems({ cursor, limit }) {
      const { rows, next, total } = await get('/review', { state: 'open', cursor, limit })
      return { rows, next, total }
    },
    async answerEffect(id, option) {
      const path = `/review/${encodeURIComponent(id)}/effects`
      const { data: effects } = (await ask({ method: 'POST', path, body: { answers: [{ option }] } })) as {
        data: readonly (object | null)[]
      }
      const effect = effects[0]
      if (effect == null)
        throw new BookRefusal('needs_more', 'This answer has to say more before its effect is known.')
      return effect
    },
    planSale: (wanted) => get('/users/crypto_assets/sale_plan', { ...wanted }),
  }
}

function pageOf(cursor: string | undefined): number {
  if (cursor === undefined) return 1
  if (!/^[1-9]\d{0,5}$/.test(cursor))
    throw new BookRefusal('invalid_input', 'cursor: next of the page before is expected.')
  return Number(cursor)
}

function calculationOf({ calculation }: Fields): Fields | null {
  if (calculation == null) return null
  return picked(calculation as Fields, [
    'id',
    'finished_at',
    'engine_version',
    'rules_version',
    'input_hash',
    'result_hash',
  ])
}

function picked(from: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(names.filter((name) => name in from).map((name) => [name, from[name]]))
}
