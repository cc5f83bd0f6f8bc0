import { z } from 'zod'
import { dayText, enteredDay, decimalText, id, instantText, success, taxYear } from './common.ts'
import { calculateRoute, customerRoute, readRoute } from './route.ts'
import { METHODS } from './settings.ts'
import { estimateOf, whatIf } from './what-if.ts'

/** `recorded`: the settings, standing orders and named lots as they are; the others as they are compared (N13). */
const OUTCOMES = ['recorded', 'fifo', 'lifo', 'hifo', 'lofo'] as const

const term = z.object({ proceeds: decimalText, basis: decimalText, gain: decimalText })

export const methodOutcome = z.object({
  method: z.enum(OUTCOMES),
  short: term,
  long: term,
  gain: decimalText,
  income: decimalText,
  /** Federal income tax of the year with these gains; null where there is no table for it. */
  tax: decimalText.nullable(),
  /** Less the same figure of `recorded`. */
  difference: z.object({ gain: decimalText, tax: decimalText.nullable() }),
  /** What is open at the end of the year. */
  left: z.object({
    count: z.number().int(),
    basis: decimalText,
    long: z.object({ count: z.number().int(), basis: decimalText }),
    unrealised: decimalText.nullable(),
    unpriced: z.number().int(),
  }),
  /** Disposals of the year that another method was on record for: this one cannot lawfully apply to them. */
  contrary: z.number().int(),
})
export type MethodOutcome = z.infer<typeof methodOutcome>

export const methodComparison = whatIf.extend({
  tax_year: z.number().int(),
  currency: z.string(),
  /** Of the year: all that draw on known lots, and those whose lots were named. */
  disposals: z.number().int(),
  named: z.number().int(),
  /** The day that open lots are valued on. */
  valued_on: dayText,
  outcomes: z.array(methodOutcome),
})
export type MethodComparison = z.infer<typeof methodComparison>

/** What a broker's confirmation may be of. */
const brokerRecord = z.enum(['standing_order', 'identification'])
export type BrokerRecord = z.infer<typeof brokerRecord>

/** That an order naming lots reached the broker: when, and how the broker said so. */
const brokerConfirmation = z.object({
  confirmed_on: enteredDay,
  /** A ticket, a message, a name. */
  reference: z.string().trim().max(300),
})
export type BrokerConfirmation = z.infer<typeof brokerConfirmation>

export const standingOrder = z.object({
  id,
  /** Null: every account, and every asset. */
  account_id: id.nullable(),
  account_name: z.string().nullable(),
  asset: z.string().nullable(),
  from_day: dayText,
  method: z.enum(METHODS),
  recorded_at: instantText,
  recorded_by: z.string(),
  ended_at: instantText.nullable(),
  /** Disposals on or after its first day that came before it was recorded, which it does not apply to. */
  too_late_for: z.number().int(),
  /** It may bear on units that a broker holds, who must have it from 2027 on. */
  needs_broker: z.boolean(),
  broker_confirmation: brokerConfirmation.nullable(),
})
export type StandingOrder = z.infer<typeof standingOrder>

export const lotOnOffer = z.object({
  lot_transaction_id: id,
  acquired: dayText,
  acquired_at: instantText,
  quantity: decimalText,
  basis: decimalText,
  term: z.enum(['short', 'long']),
  /** How much of it is named now. */
  chosen: decimalText,
})

export const identification = z.object({
  id,
  recorded_at: instantText,
  recorded_by: z.string(),
  is_contemporaneous: z.boolean(),
  /** What it rests on, in a sentence with its source. */
  authority: z.string(),
  /** It was replaced or taken back. */
  replaced_at: instantText.nullable(),
  lots: z.array(z.object({ acquired: dayText, quantity: decimalText, basis: decimalText })),
  needs_broker: z.boolean(),
  broker_confirmation: brokerConfirmation.nullable(),
})

export const saleLots = z.object({
  transaction_id: id,
  asset: z.string(),
  sold_at: instantText,
  quantity: decimalText,
  /** Net of fees, by the newest calculation; null where it has none. */
  proceeds: decimalText.nullable(),
  currency: z.string(),
  /** Lots of the account, or before 2025 of the universal pool. */
  pool: z.enum(['account', 'universal']),
  account_name: z.string(),
  lots: z.array(lotOnOffer),
  /** The newest first; the first without `replaced_at` counts. */
  identifications: z.array(identification),
})
export type SaleLots = z.infer<typeof saleLots>

export const methods = {
  /** The newest comparison of the year with its estimate; null where none was asked for. */
  comparison: readRoute
    .route({ method: 'GET', path: '/method_comparisons' })
    .input(estimateOf.extend({ year: taxYear }))
    .output(z.object({ data: methodComparison.nullable() })),
  /** Work the year out under every method; where nothing has changed since the last, that one answers. */
  compare: calculateRoute
    .route({ method: 'POST', path: '/method_comparisons' })
    .input(z.object({ year: taxYear }))
    .output(z.object({ data: z.object({ id }) })),
  orders: readRoute
    .route({ method: 'GET', path: '/standing_orders' })
    .output(z.object({ data: z.array(standingOrder) })),
  /** Recorded at the time of the call, whatever its first day: it applies to nothing before. */
  addOrder: customerRoute
    .route({ method: 'POST', path: '/standing_orders' })
    .input(
      z.object({
        account_id: id.nullable().default(null),
        asset: z.string().min(1).max(200).nullable().default(null),
        /** Left out it is today, where the customer's tax days are. */
        from_day: enteredDay.optional(),
        method: z.enum(METHODS),
      }),
    )
    .output(z.object({ data: standingOrder })),
  /** From now on; what it applied to stays. */
  endOrder: customerRoute
    .route({ method: 'POST', path: '/standing_orders/{id}/end' })
    .input(z.object({ id }))
    .output(success),
  /** Keep what a broker confirmed about an order or an identification; null takes it back. */
  confirm: customerRoute
    .route({ method: 'POST', path: '/broker_confirmations' })
    .input(z.object({ record: brokerRecord, id, confirmation: brokerConfirmation.nullable() }))
    .output(success),
  /** The lots that a disposal may draw on at its instant, and which of them are named. */
  saleLots: readRoute
    .route({ method: 'GET', path: '/transactions/{id}/lots' })
    .input(z.object({ id }))
    .output(z.object({ data: saleLots })),
  /** Name the lots of a disposal; none takes the naming back. Printed at /lot_identifications/{id}/record.pdf. */
  nameLots: customerRoute
    .route({ method: 'POST', path: '/transactions/{id}/lots' })
    .input(
      z.object({
        id,
        lots: z.array(z.object({ lot_transaction_id: id, quantity: decimalText })).max(500),
      }),
    )
    .output(z.object({ data: saleLots })),
}
