import { z } from 'zod'
import { cursorPage, dayText, decimalText, id, instantText, success } from './common.ts'
import { customerRoute, readRoute } from './route.ts'
import { INCOME_SUB_TYPES, REVIEW_ACTIONS, REVIEW_KINDS, REVIEW_OPTION_IDS } from './review-options.ts'
import { match, toldChange, transactionRow } from './transactions.ts'
import { REVIEW_WIZARDS } from './wizards.ts'

export const REVIEW_STATES = ['open', 'accepted'] as const

/** `resolved` is what an answer or the data itself settled: it is no more in the queue, and can still be looked at. */
const ITEM_STATES = [...REVIEW_STATES, 'resolved'] as const

/** What a person decided about an item: what they chose, why, and when. */
export const reviewDecision = z.object({
  choice: z.string(),
  note: z.string().nullable(),
  at: instantText,
})

/** One place that states a transaction: its file and line, its account, and when it was imported. */
const transactionOrigin = z.object({
  /** Null for a transaction that no file brought. */
  file_name: z.string().nullable(),
  format_name: z.string().nullable(),
  /** 1-based line of the file. */
  line: z.number().int().nullable(),
  account_name: z.string(),
  imported_at: instantText,
})
export type TransactionOrigin = z.infer<typeof transactionOrigin>

/** Questions for the price of one asset, which are asked as one. */
const questionsTogether = z.object({
  /** Ticker of the asset; several where a transaction lacks the prices of several. */
  symbol: z.string(),
  count: z.number().int(),
  /** Sums of the effects that are known; null where none is. */
  effect_low: decimalText.nullable(),
  effect_high: decimalText.nullable(),
  /** Questions whose effect is not known. */
  unknown: z.number().int(),
  years: z.array(z.number().int()),
  from: instantText,
  to: instantText,
})
export type QuestionsTogether = z.infer<typeof questionsTogether>

/** Something in the data that a person has to look at. */
export const reviewItem = z.object({
  id,
  code: z.enum(REVIEW_KINDS),
  state: z.enum(ITEM_STATES),
  tax_year: z.number().int().nullable(),
  /** The least and the most that it may change the year's gain by; null where nobody knows. */
  effect_low: decimalText.nullable(),
  effect_high: decimalText.nullable(),
  /** What is missing, by its kind: assets without a price, `0.5 ETH` below zero. */
  detail: z.string().nullable(),
  decision: reviewDecision.nullable(),
  /** Null for what concerns the whole history. */
  transaction: transactionRow.nullable(),
  /** The other side that is suggested. */
  match: match.nullable(),
  /** The transaction that looks the same. */
  other: transactionRow.nullable(),
  /** Origins of the transaction and of its likely duplicate; empty for one that was entered by hand. */
  told_by: z
    .object({ transaction: z.array(transactionOrigin), other: z.array(transactionOrigin) })
    .nullable(),
  /** All questions for the price that this one lacks, in every year; null where it is the only one. */
  together: questionsTogether.nullable(),
})
export type ReviewItem = z.infer<typeof reviewItem>

/** A person's answer to an item: which option, and what it asks for. */
export const reviewAnswer = z.object({
  option: z.enum(REVIEW_OPTION_IDS),
  acquired_on: dayText.optional(),
  quantity: decimalText.optional(),
  cost: decimalText.optional(),
  value: decimalText.optional(),
  unit_price: decimalText.optional(),
  sub_type: z.enum(INCOME_SUB_TYPES).optional(),
  donor_basis: decimalText.optional(),
  donor_acquired: dayText.optional(),
  departure: id.optional(),
  /** One of `claims`; by default the one account that held as many units of the coin that was received. */
  claim: z.string().max(300).optional(),
  /** Units of the claim that are settled; by default as many as were received, of the same coin. */
  claim_quantity: decimalText.optional(),
  note: z.string().trim().max(2000).optional(),
})
export type ReviewAnswer = z.infer<typeof reviewAnswer>

/** What an answer would change, in the currency of the customer; years in which nothing changes are left out. */
export const decisionEffect = z.object({
  /** Why this answer cannot be given, or why its effect cannot be worked out. */
  refused: z.string().nullable(),
  /** Without this the history cannot be calculated at all, and with it it can: the figures are those of after, and there are none of before. */
  mends: z.boolean().default(false),
  years: z.array(
    z.object({
      year: z.number().int(),
      /** Of net gain, of income and of the deduction for donations: after less before. */
      gain: decimalText,
      /** The short-term part of that gain, the rest is long-term; null where it was worked out before it was told apart. */
      short: decimalText.nullable().default(null),
      income: decimalText,
      deduction: decimalText,
    }),
  ),
  /** Transactions that would count at $0.00 in these years because nothing knows what they are worth, and do not now: all, where it mends. */
  unpriced: z.number().int().default(0),
})
export type DecisionEffect = z.infer<typeof decisionEffect>

export const reviewFilter = z.object({
  kind: z.enum(REVIEW_KINDS).optional(),
  state: z.enum(REVIEW_STATES).default('open'),
  account_id: id.optional(),
  asset: z.string().max(200).optional(),
  year: z.coerce.number().int().min(1).max(9999).optional(),
  /** What a step of the walk still asks: without what was left open there. */
  wizard: z.enum(REVIEW_WIZARDS).optional(),
})

/** Which items: those named, or all that a filter finds; with `by_asset` a missing price stands for all of its asset. */
const which = z.object({
  items: z.array(id).max(5_000).optional(),
  by_asset: z.boolean().optional(),
  filter: reviewFilter.optional(),
})

export const review = {
  /** The queue, what changes most first; with `by_asset` the missing prices of an asset are one item. */
  list: readRoute
    .route({ method: 'GET', path: '/review' })
    .input(
      reviewFilter.extend({
        by_asset: z.stringbool().optional(),
        cursor: z.string().max(300).optional(),
        limit: z.coerce.number().int().min(1).max(500).default(100),
      }),
    )
    .output(cursorPage(reviewItem)),
  /** How many wait of each kind, and how much they may change together where that is known. */
  counts: readRoute.route({ method: 'GET', path: '/review/counts' }).output(
    z.object({
      total: z.number().int(),
      effect: decimalText,
      unknown: z.number().int(),
      accepted: z.number().int(),
      kinds: z.array(
        z.object({ code: z.enum(REVIEW_KINDS), count: z.number().int(), effect: decimalText.nullable() }),
      ),
    }),
  ),
  item: readRoute
    .route({ method: 'GET', path: '/review/{id}' })
    .input(z.object({ id }))
    .output(
      z.object({
        data: reviewItem,
        alike: z.number().int(),
        /** Of what is no longer open, when it was settled and by which change, which can be undone; null where the data did. */
        settled: z.object({ at: instantText, change: toldChange.nullable() }).nullable(),
      }),
    ),
  /**
   * What answers would change, each worked out by the engine on the journal as it would be then. An answer that cannot be
   * given says why; null is what could not be worked out in time.
   */
  effects: readRoute
    .route({ method: 'POST', path: '/review/{id}/effects' })
    .input(z.object({ id, answers: z.array(reviewAnswer).min(1).max(12) }))
    .output(z.object({ data: z.array(decisionEffect.nullable()) })),
  /** Settle an item: one change, with one undo. */
  decide: customerRoute
    .route({ method: 'POST', path: '/review/{id}/decide' })
    .input(z.object({ id, answer: reviewAnswer }))
    .output(success.extend({ change_id: id })),
  /** What was sent from other accounts and may be what is missing here, the nearest before first. */
  origins: readRoute
    .route({ method: 'GET', path: '/review/{id}/origins' })
    .input(z.object({ id }))
    .output(
      z.object({
        data: z.array(z.object({ id, account_name: z.string(), at: instantText, amount: decimalText })),
      }),
    ),
  /** What accounts held before it was received, which may be the claim that it pays. */
  claims: readRoute
    .route({ method: 'GET', path: '/review/{id}/claims' })
    .input(z.object({ id }))
    .output(
      z.object({
        data: z.array(
          z.object({ id: z.string(), account_name: z.string(), symbol: z.string(), quantity: decimalText }),
        ),
      }),
    ),
  /** One change with one undo, however many items. `ignore` concerns their transactions, `match` and `refuse` suggestions. */
  act: customerRoute
    .route({ method: 'POST', path: '/review/actions' })
    .input(which.extend({ action: z.enum(REVIEW_ACTIONS), note: z.string().trim().max(2000).optional() }))
    .output(success.extend({ change_id: id, count: z.number().int() })),
}
