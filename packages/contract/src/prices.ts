import { z } from 'zod'
import { attribution, cursorPage, enteredDay, decimalText, id, instantText, success } from './common.ts'
import { customerRoute, importRoute, readRoute } from './route.ts'

/** A row of a price file that was not used. */
export const priceProblem = z.object({
  line: z.number().int(),
  column: z.string().nullable(),
  value: z.string().nullable(),
  message: z.string(),
})
export type PriceProblem = z.infer<typeof priceProblem>

/** A price file of the customer's own. */
export const priceFile = z.object({
  id,
  file_name: z.string(),
  /** The asset that the person named, of a file that names none. */
  asset: z.string().nullable(),
  received_at: instantText,
  prices: z.number().int(),
  /** Moments that had no price before, and moments whose price is another now; the rest said what was known. */
  added: z.number().int(),
  changed: z.number().int(),
  problem_count: z.number().int(),
  assets: z.array(z.string()),
  /** The first and last moment it has a price for. */
  from: instantText.nullable(),
  to: instantText.nullable(),
  /** Transactions whose value one of its prices makes now. */
  used_by: z.number().int(),
  /** Of its assets those that no transaction has, as a ticker misspelled. */
  unknown_assets: z.array(z.string()),
})
export type PriceFile = z.infer<typeof priceFile>

export const ownPrice = z.object({
  id,
  asset: z.string(),
  at: instantText,
  price: decimalText,
  currency: z.string(),
  file_id: id.nullable(),
  /** The file's name. */
  origin: z.string(),
  line: z.number().int().nullable(),
  /** Counts now; else a later file has another word for this moment. */
  is_current: z.boolean(),
})
export type OwnPrice = z.infer<typeof ownPrice>

export const ownPriceFilter = z.object({
  asset: z.string().max(200).optional(),
  from_day: enteredDay.optional(),
  to_day: enteredDay.optional(),
  file_id: id.optional(),
})

/** R7.63: what a unit was worth in dollars, and who says so. */
export const historicalPrice = z.object({
  price_usd: decimalText,
  currency_id: z.string(),
  /** The beginning of the hour or day, or the moment, that the price is of. */
  at: instantText,
  source: z.string(),
  attribution: attribution.nullable(),
})
export type HistoricalPrice = z.infer<typeof historicalPrice>

/** R7.64: what a code may mean; asked again with its `currency_id`, one of them. */
export const priceMatches = z.object({
  status: z.literal('error'),
  code: z.literal('multiple_matches'),
  message: z.string(),
  matches: z.array(
    z.object({
      currency_id: z.string(),
      code: z.string(),
      name: z.string(),
      rank: z.number().int().nullable(),
      price: decimalText.nullable(),
      icon_url: z.string().nullable(),
    }),
  ),
})
export type PriceMatches = z.infer<typeof priceMatches>

const revalued = success.extend({
  /** Transactions that were valued anew. */
  valued: z.number().int(),
  /** Transactions before the lock: they keep their value until it is lifted. */
  locked: z.number().int(),
})

export const priceUploadAnswer = revalued.extend({
  file: priceFile,
  is_repeat: z.boolean(),
  /** The first hundred. */
  problems: z.array(priceProblem),
})
export type PriceUploadAnswer = z.infer<typeof priceUploadAnswer>

/** The search of providers for the prices that transactions lack. */
const priceLookup = z.object({
  state: z.enum(['queued', 'running', 'waiting', 'done']),
  /** Closes of a day that were looked for, of those that are. */
  done: z.number().int(),
  total: z.number().int(),
  /** When the next search is, while a provider gives no answer. */
  until: instantText.nullable(),
})
export type PriceLookup = z.infer<typeof priceLookup>

export const prices = {
  /**
   * Multipart with `file` and, where the file does not name it, `asset`; refused with `invalid_input` and the field when
   * it is missing. Bad rows are told and the rest goes in; the same bytes again add nothing.
   */
  upload: importRoute
    .route({ method: 'POST', path: '/price_files' })
    .input(z.object({ file: z.file(), asset: z.string().trim().max(200).optional() }))
    .output(priceUploadAnswer),
  files: readRoute
    .route({ method: 'GET', path: '/price_files' })
    .output(z.object({ data: z.array(priceFile) })),
  problems: readRoute
    .route({ method: 'GET', path: '/price_files/{id}/problems' })
    .input(z.object({ id }))
    .output(z.object({ file_name: z.string(), total: z.number().int(), data: z.array(priceProblem) })),
  /** Its prices count no longer; what finished calculations used stays. */
  remove: customerRoute
    .route({ method: 'DELETE', path: '/price_files/{id}' })
    .input(z.object({ id }))
    .output(revalued),
  /** Takes a deletion back. */
  restore: customerRoute
    .route({ method: 'POST', path: '/price_files/{id}/restore' })
    .input(z.object({ id }))
    .output(revalued),
  /** The prices of one's own files, newest moment first. */
  list: readRoute
    .route({ method: 'GET', path: '/own_prices' })
    .input(
      ownPriceFilter.extend({
        cursor: z.string().max(300).optional(),
        limit: z.coerce.number().int().min(1).max(500).default(50),
      }),
    )
    .output(cursorPage(ownPrice)),
  /**
   * R7.62 to R7.65: the price of a unit at a moment, in dollars; status 300 where the code means several assets. `timestamp` is
   * Unix time; refused with `invalid_timestamp`, and with `not_found` where no price is known.
   */
  historicalPrice: readRoute
    .route({ method: 'GET', path: '/imports/v1/currencies/historical_price', outputStructure: 'detailed' })
    .input(
      z.object({
        code: z.string().trim().max(200).default(''),
        timestamp: z.string().max(40),
        blockchain: z.string().trim().max(40).optional(),
        contract_address: z.string().trim().max(200).optional(),
        /** Stands above the code: one asset and no other. */
        currency_id: z.string().trim().max(200).optional(),
      }),
    )
    .output(
      z.union([
        z.object({ status: z.literal(200).optional(), body: historicalPrice }),
        z.object({ status: z.literal(300), body: priceMatches }),
      ]),
    ),
  /** Asks the price services again: for one asset, or for all that transactions lack a price of. */
  lookUp: customerRoute
    .route({ method: 'POST', path: '/missing_prices/look_up' })
    .input(z.object({ asset: z.string().trim().max(200).optional() }))
    .output(success),
  /** E19: the assets that transactions lack a price of, those that most lack first, and how far the search for them is. */
  missing: readRoute.route({ method: 'GET', path: '/missing_prices' }).output(
    z.object({
      /** Who is asked for prices, as persons know them; empty where this server asks nobody. */
      providers: z.array(z.string()),
      lookup: priceLookup.nullable(),
      data: z.array(
        z.object({
          asset: z.string(),
          symbol: z.string(),
          transactions: z.number().int(),
          years: z.array(z.number().int()),
          from: instantText,
          to: instantText,
        }),
      ),
    }),
  ),
}
