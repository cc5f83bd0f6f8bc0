import { z } from 'zod'
import { TRANSACTION_TYPES } from '@lotbook/journal'
import {
  attribution,
  cursorPage,
  dayText,
  enteredDay,
  decimalText,
  id,
  instantText,
  success,
} from './common.ts'
import { displayRate } from './display-currency.ts'
import { leftOut } from './left-out.ts'
import { customerRoute, readRoute } from './route.ts'

/** How sure a match is: the same hash or names, a gap that is explained, or the rest. */
export const MATCH_QUALITIES = ['exact', 'likely', 'weak'] as const

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
  /** In the currency of the return; null where nothing knows it. */
  fair_market_value: decimalText.nullable(),
  /** Gain in the newest done calculation, of this transaction's disposals together; null without one. */
  gain: decimalText.nullable(),
  is_edited: z.boolean(),
  is_ignored: z.boolean(),
  flags: z.array(z.string()),
  findings: z.array(z.string()),
})
export type TransactionRow = z.infer<typeof transactionRow>

/** A row with its value in the currency that the customer chose. */
export const listedTransaction = transactionRow.extend({
  /** At the rate of its UTC day; null where the value or that rate is not known. */
  shown_value: decimalText.nullable(),
})
export type ListedTransaction = z.infer<typeof listedTransaction>

export const transactionFilter = z.object({
  account_id: id.optional(),
  type: z.string().optional(),
  sub_type: z.string().optional(),
  asset: z.string().max(200).optional(),
  year: z.coerce.number().int().min(1).max(9999).optional(),
  from_day: enteredDay.optional(),
  to_day: enteredDay.optional(),
  /** Only those with an open finding. */
  review: z.stringbool().optional(),
  edited: z.stringbool().optional(),
  ignored: z.stringbool().optional(),
  /** Only those that a person deleted; the others are all that were not. */
  removed: z.stringbool().optional(),
  /** Amount, asset, hash, comment. */
  q: z.string().max(200).optional(),
})

/** One correction and what it changed. */
export const toldChange = z.object({
  id,
  kind: z.string(),
  summary: z.string(),
  at: instantText,
  by: z.string(),
  /** How many transactions an undo puts back. */
  rows: z.number().int(),
  /** A rule that is on made it: taking it back leaves the rule on, unless asked. */
  rule_is_on: z.boolean(),
})
export type ToldChange = z.infer<typeof toldChange>

/** A change in the history of one transaction, with what it did to that one. */
export const change = toldChange.extend({
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
  /** Providers whose terms ask for a link where their data is shown. */
  attributions: z.array(attribution),
})

/** A lot piece that a disposal of this transaction used. */
export const lotUse = z.object({
  handle: z.string(),
  kind: z.string(),
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

/** A fee that something cost beside its own: a transaction of its own, which spends it. */
export const furtherFee = z.object({
  id,
  fee: leg,
  /** In the customer's currency; null where nothing knows. */
  value: decimalText.nullable(),
})
export type FurtherFee = z.infer<typeof furtherFee>

/** How many fees one edit may add. */
export const MOST_ADDED_FEES = 9

/** A transfer between the customer's own accounts, made, suggested or refused (E9). */
export const match = z.object({
  id,
  quality: z.enum(MATCH_QUALITIES),
  state: z.enum(['suggested', 'made', 'refused']),
  made_by: z.enum(['system', 'person']),
  /** Sent less arrived. */
  gap: decimalText,
  others: z.array(z.object({ id, account_name: z.string(), at: instantText, amount: decimalText })),
})

/** What may be the other half of a transfer, and how well it fits. */
export const matchCandidate = z.object({
  id,
  account_name: z.string(),
  at: instantText,
  amount: decimalText,
  gap: decimalText,
  quality: z.enum(MATCH_QUALITIES),
  is_within_tolerance: z.boolean(),
  /** It is part of a transfer now, which would end. */
  is_matched: z.boolean(),
  /** A person said that the two are no transfer. */
  is_refused: z.boolean(),
})
export type MatchCandidate = z.infer<typeof matchCandidate>

/** What is done to many transactions at once. */
export const bulkDeed = z.discriminatedUnion('set', [
  z.object({
    set: z.literal('type'),
    type: z.enum(TRANSACTION_TYPES),
    sub_type: z.string().max(60).nullable(),
  }),
  z.object({ set: z.literal('ignored') }),
  z.object({ set: z.literal('counted') }),
  z.object({ set: z.literal('removed') }),
  z.object({ set: z.literal('restored') }),
])
export type BulkDeed = z.infer<typeof bulkDeed>

/** Those named, else all that a filter finds. */
const bulk = z.object({
  ids: z.array(id).min(1).max(5_000).optional(),
  filter: transactionFilter.optional(),
  deed: bulkDeed,
})

/** What a bulk edit would do. */
export const bulkPreview = z.object({
  matching: z.number().int(),
  changes: z.number().int(),
  /** Those that are so already. */
  already: z.number().int(),
  /** Of those that change, the ones that are half of a transfer now. */
  transfers: z.number().int(),
  /** Of those that change, the ones of a filed year: they become a proposed amendment. */
  filed: z.number().int(),
  left_out: leftOut,
})
export type BulkPreview = z.infer<typeof bulkPreview>

/** What a change is taken back by. */
const changed = success.extend({ change_id: id })

export const transactionDetail = transactionRow.extend({
  /** Of the fields that can be corrected, for `edit` to say which it saw. */
  version: z.string(),
  /** The first day that is open, where this lies before it and is locked. */
  locked_before: dayText.nullable(),
  tx_hash: z.string().nullable(),
  external_id: z.string().nullable(),
  comment: z.string().nullable(),
  us_based: z.boolean(),
  value: z
    .object({
      amount: decimalText,
      currency: z.string(),
      origin: z.string(),
      /** Who says so, in a sentence: the file and line, the provider, the person (E19). */
      source: z.string(),
      attribution: attribution.nullable(),
    })
    .nullable(),
  /** The same in the currency that the customer chose, at the rate of its UTC day; null where that is the currency of the return. */
  shown: z
    .object({
      currency: z.string(),
      value: decimalText.nullable(),
      fee_value: decimalText.nullable(),
      /** What each of the further fees is worth, in their order. */
      further_fees: z.array(decimalText.nullable()),
      /** Null where no rate of that day is known, and with it no value. */
      rate: displayRate.nullable(),
    })
    .nullable(),
  imported_at: z.string(),
  records: z.array(originalRecord),
  changes: z.array(change),
  lots: z.array(lotUse),
  /** What its own fee is worth, in the currency of the return; null where it has none, or nothing knows. */
  fee_value: decimalText.nullable(),
  /** What it cost beside its own fee. */
  further_fees: z.array(furtherFee),
  /** Of such a fee, what it was paid for. */
  paid_for: z.object({ id, label: z.string() }).nullable(),
  match: match.nullable(),
  /** What a person said is no transfer. */
  refused_matches: z.array(match),
  /** It was sent or received, so it may be half of a transfer. */
  can_match: z.boolean(),
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
  /**
   * Fees it cost beside those there are. Each becomes a transaction of its own, which is corrected by itself; those in the coin that came in were kept
   * back from it and become its own fee, and that one of the others.
   */
  added_fees: z
    .array(
      z.object({
        asset: z.string().trim().min(1).max(200),
        amount: decimalText,
        /** Fair market value in the customer's currency; stands above every price. */
        value: decimalText.nullable().optional(),
      }),
    )
    .max(MOST_ADDED_FEES)
    .optional(),
})
export type TransactionEdit = z.infer<typeof transactionEdit>

export const transactions = {
  list: readRoute
    .route({ method: 'GET', path: '/transactions' })
    .input(
      transactionFilter.extend({
        cursor: z.string().max(300).optional(),
        limit: z.coerce.number().int().min(1).max(500).default(100),
        order: z.enum(['newest', 'oldest']).default('newest'),
      }),
    )
    .output(
      cursorPage(listedTransaction).extend({
        /** The currency of `shown_value`. */
        currency: z.string(),
        /** The currency of the return, in which gains are told. */
        tax_currency: z.string(),
        /**
         * Transactions within the filters that have no row of their own: arrivals of transfers stand on the row of what left.
         * Null where a text, days, open findings or what was removed are asked for.
         */
        joined: z.number().int().nullable(),
      }),
    ),
  /** What the filters can be set to, with counts. */
  facets: readRoute.route({ method: 'GET', path: '/transactions/facets' }).output(
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
  detail: readRoute
    .route({ method: 'GET', path: '/transactions/{id}' })
    .input(z.object({ id }))
    .output(z.object({ data: transactionDetail })),
  /**
   * One change with its edits; refused with `invalid_input` and the field, `transactions_locked`, or `changed_elsewhere` where the
   * transaction is no longer the version that was seen.
   */
  edit: customerRoute
    .route({ method: 'PATCH', path: '/transactions/{id}' })
    .input(z.object({ id, edit: transactionEdit, version: z.string().max(64).optional() }))
    .output(changed.extend({ data: transactionDetail })),
  /** Takes a change back, as a change of its own; refused with `already_undone`. One of very many rows is taken back by a job. */
  undo: customerRoute
    .route({ method: 'POST', path: '/changes/{id}/undo' })
    .input(
      z.object({
        id,
        /** Of a change that a rule made: nothing that comes later is asked by it either. */
        switch_rule_off: z.boolean().default(false),
      }),
    )
    .output(success.extend({ run_id: id.nullable() })),
  /** How many rows a bulk edit would change, without changing any. */
  bulkPreview: customerRoute
    .route({ method: 'POST', path: '/transactions/bulk/preview' })
    .input(bulk)
    .output(z.object({ data: bulkPreview })),
  /** Edit many transactions as one change with one undo, in a job. */
  bulk: customerRoute
    .route({ method: 'POST', path: '/transactions/bulk' })
    .input(bulk)
    .output(success.extend({ run_id: id })),
  /** A person's word on a match: it stands first, and for ever until they say otherwise or undo it. */
  decideMatch: customerRoute
    .route({ method: 'POST', path: '/matches/{id}/decide' })
    .input(z.object({ id, decision: z.enum(['match', 'refuse']) }))
    .output(changed.extend({ match_id: id })),
  /** Two sides that a person says are one transfer, beyond any tolerance; refused with `invalid_input`. */
  match: customerRoute
    .route({ method: 'POST', path: '/matches' })
    .input(z.object({ departure: id, arrivals: z.array(id).min(1).max(20) }))
    .output(changed.extend({ match_id: id })),
  /** What may be the other half of a sent or received transaction, the likeliest first. */
  matchCandidates: readRoute
    .route({ method: 'GET', path: '/transactions/{id}/match_candidates' })
    .input(z.object({ id }))
    .output(z.object({ data: z.array(matchCandidate) })),
}
