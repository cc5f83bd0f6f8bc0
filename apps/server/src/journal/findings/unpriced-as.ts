import { sql } from '../../platform/sql.ts'

/** What becomes of a transaction that lacks a price; of one that lacks that of a fee, `nothing`. */
export type UnpricedAs = 'nothing' | 'donor_basis' | 'no_disposal'

/**
 * What becomes of a transaction `t` that lacks a price. It counts at $0.00; but a gift has its donor's basis alone (R-GIFT-2), and
 * what is locked up or comes back is no disposal (R-OPEN-8).
 */
export const unpricedAs = sql`case
  when t.fee_asset is null and t.type = 'incoming' and t.sub_type = 'gift_received' then 'donor_basis'
  when t.fee_asset is null and t.sub_type in ('staking_lockup', 'staking_return') then 'no_disposal'
  else 'nothing' end`
