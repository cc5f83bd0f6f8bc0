import { z } from 'zod'
import { TRANSACTION_TYPES } from '@lotbook/journal'
import { decimalText, id, instantText, success } from './common.ts'
import { journalRun } from './journal-runs.ts'
import { leftOut } from './left-out.ts'
import { decisionEffect } from './review.ts'
import { customerRoute, readRoute } from './route.ts'
import { AMOUNT_TESTS, MOST_RULES, RULE_DIRECTIONS } from './rule-names.ts'
import { transactionRow } from './transactions.ts'

const typeNamed = { type: z.enum(TRANSACTION_TYPES), sub_type: z.string().max(60).nullable() }

/** What a rule asks of a transaction as it was imported; all of it must hold. */
export const ruleCondition = z.object({
  /** Slug of the exchange, wallet, chain or service. */
  source: z.string().max(100).optional(),
  account_id: id.optional(),
  /** Of what came in or went out; not of a fee. */
  asset: z.string().max(200).optional(),
  direction: z.enum(RULE_DIRECTIONS).optional(),
  type: z.object(typeNamed).optional(),
  amount: z.object({ test: z.enum(AMOUNT_TESTS), amount: decimalText }).optional(),
  /** Contained in the comment, whatever its case. */
  text: z.string().trim().min(1).max(200).optional(),
})
export type RuleCondition = z.infer<typeof ruleCondition>

/** What a rule makes of a transaction. */
export const ruleResult = z.discriminatedUnion('set', [
  z.object({ set: z.literal('type'), ...typeNamed }),
  z.object({ set: z.literal('ignored') }),
])
export type RuleResult = z.infer<typeof ruleResult>

const draft = z.object({ condition: ruleCondition, result: ruleResult })
export type RuleDraft = z.infer<typeof draft>

export const rule = draft.extend({
  id,
  /** The rule as a sentence; its name. */
  sentence: z.string(),
  is_active: z.boolean(),
  created_at: instantText,
  saved_at: instantText,
  /** Transactions that are what this rule made them. */
  rows: z.number().int(),
})
export type Rule = z.infer<typeof rule>

/** What saving a rule would do to the past. */
export const rulePreview = z.object({
  sentence: z.string(),
  /** Transactions that it is about. */
  matching: z.number().int(),
  changes: z.number().int(),
  /** Rows that this rule changed before and that would go back to what was imported. */
  back: z.number().int(),
  /** Of those that change, the ones that are half of a transfer now and would not be any more. */
  transfers: z.number().int(),
  left_out: leftOut,
  /** The newest that change. */
  rows: z.array(z.object({ transaction: transactionRow, before: z.string(), after: z.string() })),
})
export type RulePreview = z.infer<typeof rulePreview>

/** A rule that may be made of what a person did by hand more than once. */
export const ruleOffer = draft.extend({
  sentence: z.string(),
  /** Rows that were changed by hand alike. */
  edited: z.number().int(),
  before: z.string(),
  after: z.string(),
})
export type RuleOffer = z.infer<typeof ruleOffer>

/** A draft in the place of the rule that it is to replace, else behind all others. */
const drafted = draft.extend({ id: id.optional() })

/** Null where there is nothing to work out in a job. */
const started = success.extend({ run_id: id.nullable() })

export const rules = {
  /** In the order they are asked, and the newest work on them. */
  list: readRoute.route({ method: 'GET', path: '/rules' }).output(
    z.object({
      data: z.array(rule),
      run: journalRun.nullable(),
      /** Where the customer has accounts, for a rule to name. */
      sources: z.array(z.object({ slug: z.string(), name: z.string() })),
    }),
  ),
  /** Save a rule; a job applies it to the past as one change. Refused with `invalid_input` and the field, with `conflict` where it is there already. */
  save: customerRoute.route({ method: 'POST', path: '/rules' }).input(drafted).output(started.extend({ id })),
  /** Switch on or off; off may take back what it did. */
  switch: customerRoute
    .route({ method: 'POST', path: '/rules/{id}/switch' })
    .input(z.object({ id, is_active: z.boolean(), take_back: z.boolean().default(false) }))
    .output(started),
  remove: customerRoute
    .route({ method: 'POST', path: '/rules/{id}/remove' })
    .input(z.object({ id, take_back: z.boolean() }))
    .output(started),
  /** The order of all rules; refused with `conflict` where one is missing. */
  order: customerRoute
    .route({ method: 'POST', path: '/rules/order' })
    .input(z.object({ ids: z.array(id).max(MOST_RULES) }))
    .output(started),
  /** Rows that saving it would change, without changing any. */
  preview: customerRoute
    .route({ method: 'POST', path: '/rules/preview' })
    .input(drafted)
    .output(z.object({ data: rulePreview })),
  /** What saving it would change in money, by year; else the work that finds out. */
  effect: customerRoute
    .route({ method: 'POST', path: '/rules/effect' })
    .input(drafted)
    .output(z.object({ data: decisionEffect.nullable(), run_id: id.nullable() })),
  /** A rule to make of the kind of edit that was made last, where it was made twice and no rule says so yet. */
  offer: customerRoute
    .route({ method: 'GET', path: '/rules/offer' })
    .output(z.object({ data: ruleOffer.nullable() })),
}
