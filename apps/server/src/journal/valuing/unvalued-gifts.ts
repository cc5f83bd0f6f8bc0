import { isZero, parseDecimal } from '@lotbook/money'
import type { Tx } from '../../platform/database.ts'
import { plannedOnce } from '../../platform/sql.ts'
import { isOpen, openMissingPrices } from './value-transactions.ts'

/**
 * Ask what gifts were worth whose donor paid something, where that is neither known nor asked: gifts that were in the journal before
 * anybody asked it of them (R-GIFT-2). Values stay as they are, for a calculation has read them; what is locked is passed over.
 */
export async function askForUnvaluedGifts(tx: Tx, userId: string): Promise<void> {
  const gifts = await tx.all<{ id: string; asset: string; donor_basis: string }>(plannedOnce`
    select t.id, t.to_asset as asset, t.gift ->> 'donor_basis' as donor_basis
    from transactions t join customers c on c.user_id = t.user_id
    where t.user_id = ${userId} and t.deleted_at is null and t.sub_type = 'gift_received' and t.type = 'incoming'
      and not t.is_ignored and t.gift ->> 'donor_basis' is not null and t.to_asset <> c.currency and ${isOpen}
      and not exists (select 1 from valuations v where v.user_id = t.user_id and v.transaction_id = t.id and v.side = 'to')
      and not exists (
        select 1 from findings f where f.user_id = t.user_id and f.code = 'missing_price'
          and f.transaction_id = t.id and f.state <> 'resolved')`)
  const asked = gifts.filter(({ donor_basis }) => {
    const basis = parseDecimal(donor_basis)
    return basis !== undefined && !isZero(basis)
  })
  await openMissingPrices(
    tx,
    userId,
    asked.map(({ id, asset }) => ({ id, note: asset })),
  )
}
