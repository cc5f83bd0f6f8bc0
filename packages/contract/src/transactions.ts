import { z } from 'zod'
import { TRANSACTION_TYPES } from '@lotbook/journal'
import { cursorPage, dayText, decimalText, id, instantText, success } from './common.ts'
import { customerRoute } from './route.ts'

export const leg = z.object({
  asset: z.string(),
  /** The ticker a person reads. */
  symbol: z.string(),
  amount: decimalText,
})

/** A row of the list. */
export const transactionRow = z.object({
  id,
  at: instantText,
  /** `transfer` for a made match of two sides. */
  type: z.enum([...TRANSACTION_TYPES, 'transfer']),
  sub_type: z.string().nullable(),
  label: z.string(),
  account_id: id,
  account_name: z.string(),
  account_slug: z.string(),
  /** Where a transfer went, or came from. */
  other_account_name: z.string().nullable(),
  from: leg.nullable(),
  to: leg.nullable(),
  fee: leg.nullable(),
  /** Gain in the newest done calculation, of this transaction's disposals together; null without one. */
  gain: decimalText.nullable(),
  is_edited: z.boolean(),
  is_ignored: z.boolean(),
  flags: z.array(z.string()),
  findings: z.array(z.string()),
})
export type TransactionRow = z.infer<typeof transactionRow>

export const transactionFilter = z.object({
  account_id: id.optional(),
  type: z.string().optional(),
  sub_type: z.string().optional(),
  asset: z.string().max(200).optional(),
  year: z.coerce.number().int().optional(),
  from_day: dayText.optional(),
  to_day: dayText.optional(),
  /** Only those with an open finding. */
  review: z.stringbool().optional(),
  edited: z.stringbool().optional(),
  ignored: z.stringbool().optional(),
  /** Amount, asset, hash, comment. */
  q: z.string().max(200).optional(),
})

/** One correction and what it changed. */
export const change = z.object({
  id,
  kind: z.string(),
  summary: z.string(),
  at: instantText,
  by: z.string(),
  is_undone: z.boolean(),
  can_undo: z.boolean(),
  fields: z.array(
    z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
  ),
})

/** A foreign row that the transaction came from, as it came (E4). */
export const originalRecord = z.object({
  id,
  source_id: id,
  file_name: z.string().nullable(),
  format_name: z.string().nullable(),
  kind: z.string(),
  native_id: z.string().nullable(),
  row: z.number().int().nullable(),
  line: z.number().int().nullable(),
  cells: z.array(z.object({ column: z.string(), value: z.string() })),
})

/** A lot piece that a disposal of this transaction used. */
export const lotUse = z.object({
  handle: z.string(),
  asset: z.string(),
  lot_transaction_id: id.nullable(),
  acquired: dayText.nullable(),
  disposed: dayText,
  quantity: decimalText,
  proceeds: decimalText,
  basis: decimalText,
  gain: decimalText,
  term: z.enum(['short', 'long']),
})

export const transactionDetail = transactionRow.extend({
  tx_hash: z.string().nullable(),
  external_id: z.string().nullable(),
  comment: z.string().nullable(),
  us_based: z.boolean(),
  value: z.object({ amount: decimalText, currency: z.string(), origin: z.string() }).nullable(),
  imported_at: z.string(),
  records: z.array(originalRecord),
  changes: z.array(change),
  lots: z.array(lotUse),
  match: z
    .object({
      id,
      quality: z.enum(['exact', 'likely', 'weak', 'person']),
      state: z.enum(['suggested', 'made', 'refused']),
      others: z.array(z.object({ id, account_name: z.string(), at: instantText, amount: decimalText })),
    })
    .nullable(),
})
export type TransactionDetail = z.infer<typeof transactionDetail>

/** What a person may correct. A field left out stays as it is; null empties it. */
export const transactionEdit = z.object({
  at: instantText.optional(),
  type: z.enum(TRANSACTION_TYPES).optional(),
  sub_type: z.string().nullable().optional(),
  from_asset: z.string().trim().max(200).nullable().optional(),
  from_amount: decimalText.nullable().optional(),
  to_asset: z.string().trim().max(200).nullable().optional(),
  to_amount: decimalText.nullable().optional(),
  fee_asset: z.string().trim().max(200).nullable().optional(),
  fee_amount: decimalText.nullable().optional(),
  /** Fair market value of the event in the customer's currency; stands above every price. */
  value: decimalText.nullable().optional(),
  gift: z
    .object({ donor_basis: decimalText.optional(), donor_acquired: dayText.optional() })
    .nullable()
    .optional(),
  comment: z.string().max(2000).nullable().optional(),
  is_ignored: z.boolean().optional(),
})
export type TransactionEdit = z.infer<typeof transactionEdit>

export const transactions = {
  list: customerRoute
    .route({ method: 'GET', path: '/transactions' })
    .input(
      transactionFilter.extend({
        cursor: z.string().max(300).optional(),
        limit: z.coerce.number().int().min(1).max(500).default(100),
        order: z.enum(['newest', 'oldest']).default('newest'),
      }),
    )
    .output(cursorPage(transactionRow)),
  /** What the filters can be set to, with counts. */
  facets: customerRoute.route({ method: 'GET', path: '/transactions/facets' }).output(
    z.object({
      accounts: z.array(z.object({ id, name: z.string(), slug: z.string(), count: z.number().int() })),
      types: z.array(
        z.object({
          type: z.string(),
          sub_type: z.string().nullable(),
          label: z.string(),
          count: z.number().int(),
        }),
      ),
      assets: z.array(z.object({ asset: z.string(), symbol: z.string(), count: z.number().int() })),
      years: z.array(z.object({ year: z.number().int(), count: z.number().int() })),
      review: z.number().int(),
    }),
  ),
  detail: customerRoute
    .route({ method: 'GET', path: '/transactions/{id}' })
    .input(z.object({ id }))
    .output(z.object({ data: transactionDetail })),
  /** One change with its edits; refused with `invalid_input` and the field, or `transactions_locked`. */
  edit: customerRoute
    .route({ method: 'PATCH', path: '/transactions/{id}' })
    .input(z.object({ id, edit: transactionEdit }))
    .output(z.object({ status: z.literal('success'), change_id: id, data: transactionDetail })),
  /** Takes a change back, as a change of its own; refused with `already_undone`. */
  undo: customerRoute
    .route({ method: 'POST', path: '/changes/{id}/undo' })
    .input(z.object({ id }))
    .output(success),
  /** A person's word on a suggested or made match: it stands first and for ever. */
  decideMatch: customerRoute
    .route({ method: 'POST', path: '/matches/{id}/decide' })
    .input(z.object({ id, decision: z.enum(['match', 'refuse']) }))
    .output(success),
}
