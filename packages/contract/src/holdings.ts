import { z } from 'zod'
import { dayText, decimalText, enteredDay, id, instantText, success } from './common.ts'
import { shownCurrency } from './display-currency.ts'
import { HOLDINGS_PAGE_SIZE, HOLDINGS_SHOWN, LOTS_AT_FIRST, VALUE_PERIODS } from './holding-names.ts'
import { FILING_STATUSES } from './method-names.ts'
import { calculateRoute, readRoute } from './route.ts'
import { METHODS } from './settings.ts'
import { estimateOf } from './what-if.ts'

/** The newest known price of one unit, with its moment: however old it is. */
export const holdingPrice = z.object({
  price: decimalText,
  at: instantText,
  /** A price file of one's own, the price history, a transaction that was valued, or the currency itself. */
  origin: z.enum(['own_price', 'price', 'transaction', 'currency']),
  /** Who says so, of a price of the history. */
  provider: z.string().optional(),
})
export type HoldingPrice = z.infer<typeof holdingPrice>

/** A part of a gain by how long it was held. */
const gainByTerm = z.object({ long: decimalText, short: decimalText, total: decimalText })

/** How the balances that accounts report of an asset compare with what their transactions come to (E16). */
export const balanceCheck = z.object({
  /** The transactions come to more than is reported, or to less; `differs` where accounts do both. */
  state: z.enum(['matches', 'over', 'under', 'differs']),
  /** Units that the accounts are apart by, together. */
  by: decimalText,
})
export type BalanceCheck = z.infer<typeof balanceCheck>

export const holding = z.object({
  asset: z.string(),
  symbol: z.string(),
  name: z.string(),
  quantity: decimalText,
  /** Null where no price is known: the asset is in no total. */
  price: holdingPrice.nullable(),
  value: decimalText.nullable(),
  /** Null where no calculation has worked out what it cost. */
  basis: decimalText.nullable(),
  gain: gainByTerm.nullable(),
  /** Held for more than one year; null where no calculation knows the lots. */
  long_quantity: decimalText.nullable(),
  /** Units whose cost nobody knows, so that it counts as zero; null as above. */
  assumed_quantity: decimalText.nullable(),
  /** Open lots; null as above. */
  lots: z.number().int().nullable(),
  /** The next units to become long-term: how many, and from which day on. */
  next_long_term: z.object({ quantity: decimalText, from: dayText, days: z.number().int() }).nullable(),
  /** Where it lies; an account of null is the one pool of all accounts. */
  accounts: z.array(
    z.object({ id: id.nullable(), name: z.string(), slug: z.string(), quantity: decimalText }),
  ),
  /** Null where no account reports what it holds of it. */
  balance_check: balanceCheck.nullable(),
  /** Known prices of the last 30 days, at most one of a day. */
  trend: z.array(z.object({ day: dayText, price: decimalText })),
})
export type Holding = z.infer<typeof holding>

/** The sums over all assets that have a price, however the list is paged and narrowed. */
export const holdingsTotals = z.object({
  value: decimalText,
  basis: decimalText.nullable(),
  gain: gainByTerm.nullable(),
  /** The value of what was held for more than one year. */
  long_value: decimalText.nullable(),
  lots: z.number().int().nullable(),
  accounts: z.number().int(),
  /** Assets that are left out, for no price is known. */
  unpriced: z.number().int(),
  /** Assets with a price that have units whose cost nobody knows. */
  assumed: z.number().int(),
  /** The oldest price that the value rests on; null where nothing has one. */
  oldest_price: z.object({ symbol: z.string(), at: instantText }).nullable(),
})
export type HoldingsTotals = z.infer<typeof holdingsTotals>

/** A part of the whole value; an asset of null is all others together. */
export const allocationPart = z.object({
  asset: z.string().nullable(),
  symbol: z.string(),
  /** How many assets it stands for. */
  assets: z.number().int(),
  value: decimalText,
  long_value: decimalText.nullable(),
})
export type AllocationPart = z.infer<typeof allocationPart>

/** R3.51, R3.52 */
export const holdingsAnswer = z.object({
  data: z.object({
    holdings: z.array(holding),
    /** How many assets the list has, over all of its pages. */
    assets_total: z.number().int(),
    /** The account that was asked for. */
    group_id: id.nullable(),
    /** What all that has a price is worth. */
    total_holdings: decimalText,
  }),
  ...shownCurrency.shape,
  /** An import or a calculation is at work: what is told is what was known before. */
  holding_in_progress: z.boolean(),
  /** The moment of the holdings: that of the request, or the end of the earlier day that was asked for. */
  at: instantText,
  /** The earlier day; null where the holdings are those of now. */
  as_of: dayText.nullable(),
  /**
   * The calculation whose lots these are. Null: there is none, and the quantities are balances of the history; or the holdings are of an
   * earlier day, whose lots the engine works out for the answer.
   */
  calculation: z.object({ finished_at: instantText, changes_since: z.number().int() }).nullable(),
  totals: holdingsTotals,
  allocation: z.array(allocationPart),
  /** How many assets each narrowing shows. */
  counts: z.object({
    all: z.number().int(),
    soon: z.number().int(),
    differs: z.number().int(),
    unpriced: z.number().int(),
  }),
})
export type HoldingsAnswer = z.infer<typeof holdingsAnswer>

export const openLot = z.object({
  n: z.number().int(),
  transaction_id: id.nullable(),
  account_id: id.nullable(),
  account_name: z.string(),
  account_slug: z.string(),
  acquired: dayText.nullable(),
  quantity: decimalText,
  basis: decimalText,
  /** Set of a gift that was worth less than it had cost: what a loss is counted from. */
  loss_basis: decimalText.nullable(),
  value: decimalText.nullable(),
  gain: decimalText.nullable(),
  term: z.enum(['short', 'long']),
  /** The first day of a long-term sale; null of a day that is not known. */
  long_term_from: dayText.nullable(),
  /** Days until then; 0 once it is. */
  days: z.number().int().nullable(),
})
export type OpenLot = z.infer<typeof openLot>

/** What an account last said that it holds of an asset, beside what its transactions come to at that moment (E16). */
export const reportedHolding = z.object({
  account_id: id,
  account_name: z.string(),
  at: instantText,
  stated: decimalText,
  computed: decimalText,
})
export type ReportedHolding = z.infer<typeof reportedHolding>

/** The value of what was held over a period, oldest first; nothing where there is no history. */
export const valueOverTime = z.object({
  /** Each point is converted at the rate of its day; one whose day has none is left out. */
  currency: z.string(),
  points: z.array(
    z.object({
      at: instantText,
      value: decimalText,
      /** What it had cost; null where no calculation knows it. */
      basis: decimalText.nullable(),
      /** Assets that were held without a known price: in neither sum. */
      unpriced: z.number().int(),
    }),
  ),
})
export type ValueOverTime = z.infer<typeof valueOverTime>

/** A sale that nobody has made. */
export const salePlanRequest = z.object({
  asset: z.string().min(1).max(200),
  account: id,
  quantity: decimalText,
  /** From today until the end of the year; today if left out. */
  day: enteredDay.optional(),
  /** Of one unit; the newest known one if left out. */
  price: decimalText.optional(),
  /** Without one no tax is estimated. */
  filing_status: z.enum(FILING_STATUSES).optional(),
  /** Taxable income without what Lotbook counts. */
  other_income: decimalText.optional(),
})
export type SalePlanRequest = z.infer<typeof salePlanRequest>

/** What a sale on a day would come to. */
const saleFigures = z.object({
  day: dayText,
  proceeds: decimalText,
  basis: decimalText,
  gain: gainByTerm,
  /** How much of it was held for more than one year by then. */
  long_quantity: decimalText,
  /** The federal tax that it adds to that of the year, below zero where it lowers it; null where that is not asked for or not known. */
  tax: decimalText.nullable(),
})

/** What a planned sale would come to, lot by lot, by the customer's own method. */
export const salePlan = saleFigures.extend({
  asset: z.string(),
  symbol: z.string(),
  quantity: decimalText,
  account_id: id,
  account_name: z.string(),
  /** Somebody else holds the coins: from 2027 on, an order that names lots must reach them before the sale. */
  is_broker: z.boolean(),
  currency: z.string(),
  /** The customer's day. */
  today: dayText,
  price: holdingPrice.extend({
    /** Null of a price that was given with the request. */
    at: instantText.nullable(),
    origin: z.enum([...holdingPrice.shape.origin.options, 'given']),
  }),
  method: z.enum(METHODS),
  /** In the order in which they go. */
  lots: z.array(
    z.object({
      /** What acquired it. */
      transaction_id: id.nullable(),
      acquired: dayText.nullable(),
      quantity: decimalText,
      proceeds: decimalText,
      basis: decimalText,
      gain: decimalText,
      term: z.enum(['short', 'long']),
      long_term_from: dayText.nullable(),
    }),
  ),
  /** All lots, also those beyond the ones listed. */
  lots_total: z.number().int(),
  /**
   * The same sale at the same price on the next day on which one of its lots turns long-term, and on the day from which all are; so
   * many days after the planned one.
   */
  waits: z.array(saleFigures.extend({ days: z.number().int() })),
})
export type SalePlan = z.infer<typeof salePlan>

/** An open lot that is worth less than it cost. */
const harvestLot = z.object({
  asset: z.string(),
  symbol: z.string(),
  /** Null is the one pool of all accounts. */
  account_id: id.nullable(),
  account_name: z.string(),
  acquired: dayText.nullable(),
  quantity: decimalText,
  basis: decimalText,
  value: decimalText,
  /** Positive. */
  loss: decimalText,
  term: z.enum(['short', 'long']),
  /** Days until a sale is long-term; 0 once it is, null of a day that is not known. */
  days: z.number().int().nullable(),
  /** The tax that a sale of this lot alone would save; null without a tax table. */
  saves: decimalText.nullable(),
})
export type HarvestLot = z.infer<typeof harvestLot>

/** Lots that a sale would make a loss of, and the tax that it would save (E23). */
export const harvest = z.object({
  today: dayText,
  tax_year: z.number().int(),
  currency: z.string(),
  /** How sales of this year choose among lots. */
  method: z.enum(METHODS),
  /** The largest loss first; at most 200. */
  lots: z.array(harvestLot),
  lots_total: z.number().int(),
  /** Of all of them, positive. */
  loss: gainByTerm,
  /** The tax that a sale of all of them would save. */
  saves: decimalText.nullable(),
  /** The first day on which units bought back today are long-term. */
  long_term_from: dayText,
  /** Open lots of assets without a price, which may have a loss too. */
  unpriced: z.number().int(),
  /** The day of the oldest price that it rests on. */
  oldest_price: instantText.nullable(),
})
export type Harvest = z.infer<typeof harvest>

const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]).optional()

/** R7.83. With `is_source` the account is named by one of its sources; `custom_csv` asks for what is in accounts of one's own files. */
export const holdingsFilter = z.object({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  per_page: z.coerce.number().int().min(1).max(200).default(HOLDINGS_PAGE_SIZE),
  account: id.optional(),
  is_source: flag,
  custom_csv: flag,
  show: z.enum(HOLDINGS_SHOWN).default('all'),
  /** The end of this day, where the customer lives; today's holdings are those of now. */
  as_of: enteredDay.optional(),
  /** In the currency of the return, whatever the customer chose to see: what a sale is planned with. */
  in_tax_currency: flag,
})

export const holdings = {
  /** R7.82, R7.83: the page of the query, or with `all` in the body every asset. */
  list: readRoute
    .route({ method: 'POST', path: '/users/crypto_assets', inputStructure: 'detailed' })
    .input(
      z.object({
        query: holdingsFilter.optional().transform((query) => query ?? holdingsFilter.parse({})),
        body: z.object({ all: z.boolean().default(false) }).default({ all: false }),
      }),
    )
    .output(holdingsAnswer),
  /** The same page as a read, for screens: whoever may look at a customer may see it. */
  page: readRoute
    .route({ method: 'GET', path: '/users/crypto_assets' })
    .input(holdingsFilter)
    .output(holdingsAnswer),
  /** R7.84 */
  inProgress: readRoute
    .route({ method: 'GET', path: '/users/crypto_assets/holding_in_progress' })
    .output(z.object({ holding_in_progress: z.boolean() })),
  /**
   * Works out what the holdings cost, lot by lot: a calculation, also of a history in which nothing is taxable yet. Refused with
   * `nothing_taxable` where there is no history; one that runs already is left to it.
   */
  calculate: calculateRoute.route({ method: 'POST', path: '/users/crypto_assets/calculate' }).output(success),
  /** What was held was worth over time, at 120 moments at most. */
  valueOverTime: readRoute
    .route({ method: 'GET', path: '/users/crypto_assets/value_over_time' })
    .input(z.object({ period: z.enum(VALUE_PERIODS).default('1Y') }))
    .output(valueOverTime),
  /** What a sale would come to that nobody has made, by the engine, on the history as it is now. Nothing is recorded. */
  salePlan: readRoute
    .route({ method: 'GET', path: '/users/crypto_assets/sale_plan' })
    .input(salePlanRequest)
    .output(salePlan),
  /** Lots with a loss, by the newest calculation and the last known prices; refused with `calculation_not_done`. */
  harvest: readRoute
    .route({ method: 'GET', path: '/users/crypto_assets/harvest' })
    .input(estimateOf)
    .output(z.object({ data: harvest })),
  /** The open lots of an asset, oldest first, as the newest calculation left them or as they were at the end of an earlier day. */
  lots: readRoute
    .route({ method: 'GET', path: '/users/crypto_assets/lots' })
    .input(
      z.object({
        asset: z.string().min(1).max(200),
        account: id.optional(),
        offset: z.coerce.number().int().min(0).max(10_000_000).default(0),
        limit: z.coerce.number().int().min(1).max(200).default(LOTS_AT_FIRST),
        /** As with the holdings. */
        as_of: enteredDay.optional(),
      }),
    )
    .output(
      z.object({
        rows: z.array(openLot),
        total: z.number().int(),
        ...shownCurrency.shape,
        /** The customer's day, which terms are told of. */
        today: dayText,
        /** How sales of this year choose among them; null without a calculation. */
        method: z.enum(METHODS).nullable(),
        /** The day that the first of all lots was acquired. */
        since: dayText.nullable(),
        /** Of the accounts that state a balance; cash is left out. */
        reported: z.array(reportedHolding),
      }),
    ),
}
