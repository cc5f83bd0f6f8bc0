import { z } from 'zod'
import { dayText, enteredDay, decimalText, id, instantText, textOfForm } from './common.ts'
import { COMPARED_METHODS } from './method-names.ts'
import { calculateRoute, customerRoute, readRoute } from './route.ts'
import { ALLOCATION_KINDS } from './safe-harbor-names.ts'
import { POOLS } from './settings.ts'
import { estimateOf, whatIf } from './what-if.ts'

const assetId = z.string().min(1).max(200)

/** Lots in an order, attached to accounts one after the other; accounts that are not named follow by name. */
const allocationRule = z.object({
  order: z.enum(COMPARED_METHODS),
  accounts: z.array(z.object({ id, name: z.string() })),
})
export type AllocationRule = z.infer<typeof allocationRule>

/** An allocation as a person chooses it: a rule, and the assets they allocate unit by unit instead. */
export const allocationChoice = z.object({
  kind: z.enum(ALLOCATION_KINDS),
  order: z.enum(COMPARED_METHODS),
  accounts: z.array(id).max(500),
  /** An asset that is named here goes by what is named here alone. */
  units: z
    .array(z.object({ asset: assetId, lot_transaction_id: id, account_id: id, quantity: decimalText }))
    .max(4_000)
    .default([]),
  /**
   * Open assets that it is not of: they stay as they count now, and open. What `units` name of them waits; a record refuses
   * it. A global rule is for every asset and leaves none out.
   */
  left_out: z.array(assetId).max(4_000).default([]),
})
export type AllocationChoice = z.infer<typeof allocationChoice>

export const allocationStanding = z.object({
  conditions: z.array(z.object({ state: z.enum(['met', 'unmet', 'open']), text: z.string() })),
  /** Assets that it comes in time for. */
  in_time: z.enum(['all', 'some', 'none']),
  /** What is in time, or open, is bound by it; what is late is not. */
  assets: z.array(
    z.object({ symbol: z.string(), state: z.enum(['in_time', 'open', 'late']), why: z.string() }),
  ),
  is_irrevocable: z.boolean(),
})
export type AllocationStanding = z.infer<typeof allocationStanding>

export const allocationRecord = z.object({
  id,
  kind: z.enum(ALLOCATION_KINDS),
  rule_text: z.string(),
  recorded_at: instantText,
  recorded_by: z.string(),
  /** The day on which the customer says their own books had it. */
  books_day: dayText.nullable(),
  /** Null of one that was recorded before standing was kept. */
  standing: allocationStanding.nullable(),
  /** It binds an asset at least. */
  is_irrevocable: z.boolean(),
  /** Assets that were open and that it is not of, by symbol. */
  left_out: z.array(z.string()),
  /** Assets that it does not bind and for which a later one took its place, by symbol. */
  replaced_assets: z.array(z.string()),
  /** When a later one had taken its place for all that it does not bind. */
  replaced_at: instantText.nullable(),
})
export type AllocationRecord = z.infer<typeof allocationRecord>

const yearOutcome = z.object({
  year: z.number().int(),
  short: decimalText,
  long: decimalText,
  income: decimalText,
  /** Federal income tax of the year; null where there is no table for it. */
  tax: decimalText.nullable(),
})

export const allocationOutcome = z.object({
  id: z.string(),
  /** `none`: nothing on record, the default (R-POOL-4); `own`: the one that was asked for. */
  kind: z.enum(['recorded', 'none', 'own', 'global']),
  rule: allocationRule.nullable(),
  /** Rules that attach the same units to the same accounts. */
  same_as: z.array(allocationRule),
  /** 2025 and every later year that has anything. */
  years: z.array(yearOutcome),
  /** Over those years. */
  gain: decimalText,
  tax: decimalText.nullable(),
  /** Less the same figure of the first outcome, which is what counts now. */
  difference: z.object({ gain: decimalText, tax: decimalText.nullable() }),
  /** What is open at the end, by account; null is what found no account. */
  left: z.array(
    z.object({
      account_id: id.nullable(),
      account_name: z.string().nullable(),
      lots: z.number().int(),
      basis: decimalText,
      /** Null where no lot has a price. */
      unrealised: decimalText.nullable(),
    }),
  ),
  /** Why it may not be recorded. */
  problems: z.array(z.string()),
})
export type AllocationOutcome = z.infer<typeof allocationOutcome>

export const positionAsset = z.object({
  asset: z.string(),
  symbol: z.string(),
  lots: z.number().int(),
  /** Basis units, and what they cost. */
  units: decimalText,
  basis: decimalText,
  held: z.array(z.object({ account_id: id, account_name: z.string(), quantity: decimalText })),
  /** What accounts hold in all. */
  held_units: decimalText,
  /** The first sale, disposition or transfer since 2025. */
  first_move: instantText.nullable(),
  /** A record binds it: no other can be made for it. */
  is_bound: z.boolean(),
})
export type PositionAsset = z.infer<typeof positionAsset>

export const allocationComparison = whatIf.extend({
  /** It is not current, and nothing has changed since but that allocations were recorded. */
  is_before_record_only: z.boolean(),
  currency: z.string(),
  valued_on: dayText,
  /** What there was to allocate at the end of 2024. */
  assets: z.array(positionAsset),
  outcomes: z.array(allocationOutcome),
  /** Every order of accounts that can differ is among the outcomes. */
  is_complete: z.boolean(),
  own: allocationChoice.nullable(),
  /** Where the allocation on record no longer fits the history. */
  drift: z.array(z.string()),
  /** What holds of an allocation of either kind, were it recorded now for what is neither bound nor left out. */
  standing: z.object({ specific: allocationStanding, global: allocationStanding }).nullable(),
})
export type AllocationComparison = z.infer<typeof allocationComparison>

export const safeHarborState = z.object({
  pool: z.enum(POOLS),
  /** The newest first: it counts, but for what an earlier one binds and for what it leaves out. */
  records: z.array(allocationRecord),
  comparison: allocationComparison.nullable(),
})
export type SafeHarborState = z.infer<typeof safeHarborState>

export const assetUnits = z.object({
  asset: z.string(),
  symbol: z.string(),
  currency: z.string(),
  held: z.array(z.object({ account_id: id, account_name: z.string(), quantity: decimalText })),
  lots: z.array(
    z.object({
      lot_transaction_id: id,
      acquired: dayText,
      acquired_at: instantText,
      quantity: decimalText,
      basis: decimalText,
      /** Were it sold on January 1, 2025. */
      term: z.enum(['short', 'long']),
      attached: z.array(z.object({ account_id: id, quantity: decimalText })),
    }),
  ),
})
export type AssetUnits = z.infer<typeof assetUnits>

export const safeHarbor = {
  /** What is on record, and the newest comparison with its estimate. */
  state: readRoute
    .route({ method: 'GET', path: '/safe_harbor' })
    .input(
      estimateOf.extend({
        books_day: enteredDay.optional(),
        /** What a record that is made now would leave out: its standing is of the other open assets. */
        left_out: z.array(assetId).max(4_000).default([]),
      }),
    )
    .output(z.object({ data: safeHarborState })),
  /** Work out every allocation there is to choose from, and one's own; what was worked out already answers. */
  compare: calculateRoute
    .route({ method: 'POST', path: '/safe_harbor/comparisons' })
    .input(z.object({ own: allocationChoice.nullable().default(null) }))
    .output(z.object({ data: z.object({ id }) })),
  /** The lots of an asset at the end of 2024, and where a rule attaches them. */
  units: readRoute
    .route({ method: 'GET', path: '/safe_harbor/units' })
    .input(
      z.object({
        asset: assetId,
        order: z.enum(COMPARED_METHODS).default('fifo'),
        /** Ids with commas between them. */
        accounts: textOfForm(
          /^([0-9a-f-]{36}(,[0-9a-f-]{36})*)?$/,
          'ids with commas between them are expected',
        )
          .max(20_000)
          .default(''),
      }),
    )
    .output(z.object({ data: assetUnits })),
  /**
   * Recorded at the time of the call, for good, for every asset that no record binds yet and that is not left out. Printed at /safe_harbor/records/{id}/record.pdf and .csv. What cannot be
   * made again is recorded only with the word of `ALLOCATION_CONFIRMATION`.
   */
  record: customerRoute
    .route({ method: 'POST', path: '/safe_harbor/records' })
    .input(
      allocationChoice.extend({
        books_day: enteredDay.nullable().default(null),
        confirmation: z.string().max(40).default(''),
      }),
    )
    .output(z.object({ data: allocationRecord })),
}
