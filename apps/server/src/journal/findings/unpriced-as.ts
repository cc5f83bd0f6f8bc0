import { sql } from '../../platform/sql.ts'

/** The way a transaction without a price counts; `nothing` when only the price of its fee is missing. */
export type UnpricedAs = 'nothing' | 'donor_basis' | 'no_disposal'

/**
 * The way a transaction `t` without a price counts. It counts at $0.00; but a gift has its donor's basis alone (R-GIFT-2), and
 * what is locked up or comes back is no disposal (R-OPEN-8).
 */
export const unpricedAs = sql`case
  when t.fee_asset is null and t.type = 'incoming' and t.sub_type = 'gift_received' then 'donor_basis'
  when t.fee_asset is null and t.sub_type in ('staking_lockup', 'staking_return') then 'no_disposal'
  else 'nothing' end`
