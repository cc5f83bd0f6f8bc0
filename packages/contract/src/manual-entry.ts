import { z } from 'zod'
import { INCOMING_SUB_TYPES, NFT_SUB_TYPES, OUTGOING_SUB_TYPES, TRANSACTION_TYPES } from '@lotbook/journal'
import { decimalText, id, success } from './common.ts'
import { importRoute, readRoute } from './route.ts'

/** A currency as the search finds it (R3.31). */
export const currencyResult = z.object({
  currency_id: z.string(),
  code: z.string(),
  name: z.string(),
  /** 1 is held most; null for what has no rank. */
  rank: z.number().int().nullable(),
  /** The newest one that is known, in the customer's currency; null where none is. */
  price: decimalText.nullable(),
  icon_url: z.string().nullable(),
})
export type CurrencyResult = z.infer<typeof currencyResult>

const TYPES = [...TRANSACTION_TYPES, ...INCOMING_SUB_TYPES, ...OUTGOING_SUB_TYPES] as const
const coin = z.string().trim().max(200).default('')
const quantity = z.string().trim().max(200).default('')

/** R3.34 to R3.40. What is missing is told in the specification's words, so that no field is required here. */
export const manualEntryInput = z.object({
  to_currency_coin: coin,
  to_currency_quantity: quantity,
  from_currency_coin: coin,
  from_currency_quantity: quantity,
  fee_amount: quantity,
  fee_currency_code: coin,
  /** ISO 8601, UTC. */
  transaction_at: z.string().trim().max(40).default(''),
  /** The sub type where there is one, else the type. */
  type: z.enum(TYPES),
  /** The sub type of an NFT. */
  transaction_type: z.enum(NFT_SUB_TYPES).optional(),
  us_based: z.enum(['true', 'false']).default('true'),
  /** Without one it goes to an account of manual entries. */
  exchange_or_wallet: z.string().trim().max(100).default(''),
  comment: z.string().max(2000).default(''),
  /** E8: it was there already; acquired at `transaction_at`, and `from_currency_quantity` is what it had cost. */
  opening_lot: z.enum(['true', 'false']).default('false'),
})
export type ManualEntryInput = z.infer<typeof manualEntryInput>

export const manualEntry = {
  /** R7.9: writes a transaction that a person entered by hand. */
  save: importRoute
    .route({ method: 'POST', path: '/manual_entry' })
    .input(manualEntryInput)
    .output(success.extend({ transaction_id: id, source_id: id, account_name: z.string() })),
  /** R7.61: active currencies by ticker or name, the closest first; those of the customer's own history too. At most twenty. */
  searchCurrencies: readRoute
    .route({ method: 'GET', path: '/imports/v1/currencies/search' })
    .input(z.object({ q: z.string().max(100).default('') }))
    .output(z.object({ data: z.array(currencyResult) })),
}
