import type { SaleLots } from '@lotbook/contract'
import { isFiat } from '@lotbook/journal'
import { standingOfIdentification } from '@lotbook/rules/us'
import { chooseLots, offersByLot, type OfferedLot } from '@lotbook/tax'
import { withSubject, type Tx } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { notify } from '../../platform/notify.ts'
import { refuse } from '../../platform/refusal.ts'
import type { RequestContext } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'
import { checkLock } from '../../journal/transactions/check-lock.ts'
import { writeJournal } from '../../journal/transactions/write-journal.ts'
import { newestCalculation, plain } from '../../journal/transactions/transaction-rows.ts'
import { inThread } from './in-thread.ts'
import { isOwnWallet } from '../../calculating/keep/broker-accounts.ts'
import { brokerConfirmations } from './broker-confirmations.ts'
import { recordedBy } from './standing-orders.ts'

interface Sale {
  readonly at: Date
  readonly day: string
  readonly asset: string
  readonly quantity: string
  readonly label: string
  readonly account_name: string
  readonly source_slug: string
  readonly currency: string
  readonly proceeds: string | null
  readonly version: string
}

/** The stored record of an identification: the sale and its lots as they stood when it was recorded. */
export interface IdentificationRecord {
  readonly sale: {
    readonly at: string
    readonly asset: string
    readonly quantity: string
    readonly account: string
  }
  readonly currency: string
  readonly lots: readonly {
    readonly lot_transaction_id: string
    readonly acquired: string
    readonly acquired_at: string
    readonly quantity: string
    readonly basis: string
  }[]
}

/** The lots that a disposal may draw on, and what was ever named for it. */
export async function saleLots(context: RequestContext, id: string): Promise<SaleLots> {
  const { userId } = owner(context)
  const sale = await withSubject(context.db, context.who, (tx) => saleOf(tx, userId, id))
  const lots = await openLots(context, id)
  return withSubject(context.db, context.who, (tx) => answer(tx, userId, id, sale, lots))
}

/** Name the lots of a disposal at this moment; what was named before stays on record as replaced. */
export async function nameLots(
  context: RequestContext,
  id: string,
  named: readonly { lot_transaction_id: string; quantity: string }[],
): Promise<SaleLots> {
  const { userId, actorId } = owner(context)
  const sale = await withSubject(context.db, context.who, (tx) => saleOf(tx, userId, id))
  const lots = await openLots(context, id)
  const chosen = checked(named, lots, sale)
  return withSubject(context.db, context.who, async (tx) => {
    // The lots on offer are current only while nobody has changed the journal.
    const { version } = await tx.one<{ version: string }>(
      sql`select version from journals where user_id = ${userId} for update`,
    )
    if (version !== sale.version)
      refuse('conflict', 'Your history has changed in the meantime. Please check again.')
    // The lots of a sale before the lock are locked too: naming other lots would change figures before the lock.
    await checkLock(tx, userId, [id])
    await checkFiledLots(tx, userId, id)
    await writeJournal(tx, userId)
    await tx.run(sql`
      update lot_identifications set replaced_at = ${context.now}
      where user_id = ${userId} and transaction_id = ${id} and replaced_at is null`)
    await tx.run(sql`delete from lot_choices where user_id = ${userId} and transaction_id = ${id}`)
    if (chosen.length > 0) {
      const record: IdentificationRecord = {
        sale: {
          at: sale.at.toISOString(),
          asset: sale.asset,
          quantity: sale.quantity,
          account: sale.account_name,
        },
        currency: sale.currency,
        lots: chosen,
      }
      await tx.run(sql`
        insert into lot_identifications (user_id, id, transaction_id, record, recorded_at, recorded_by)
        values (${userId}, ${newId(context.now.getTime())}, ${id}, ${JSON.stringify(record)}::jsonb, ${context.now}, ${actorId})`)
      await tx.run(sql`
        insert into lot_choices (user_id, transaction_id, lot_id, quantity, recorded_at, recorded_by)
        select ${userId}, ${id}, lot_transaction_id, sum(quantity), ${context.now}, ${actorId}
        from jsonb_to_recordset(${JSON.stringify(chosen)}::jsonb) as r (lot_transaction_id uuid, quantity numeric)
        group by lot_transaction_id`)
    }
    await notify(tx, userId, { type: 'transactions', id, status: 'changed' })
    return answer(tx, userId, id, sale, lots)
  })
}

function owner({ who }: RequestContext) {
  return { userId: who.subjectId, actorId: who.actorId }
}

/** A disposal or removal of units; what is moved to an own account, ignored or cash draws on no lots to name. */
async function saleOf(tx: Tx, userId: string, id: string): Promise<Sale> {
  const sale = await tx.maybe<Sale & { is_ignored: boolean; matched_as: string | null }>(sql`
    select t.at, (t.at at time zone c.time_zone)::date as day, t.from_asset as asset, t.from_amount::text as quantity,
      coalesce(t.sub_type, t.type) as label, a.name as account_name, a.source_slug, c.currency, t.is_ignored, t.matched_as, j.version,
      (select sum(d.proceeds)::text from disposals_of_transactions d where d.user_id = t.user_id and d.transaction_id = t.id
        and d.calculation_id = ${newestCalculation(userId)} and d.asset_id = t.from_asset
        and (d.kind <> 'fee' or t.sub_type = 'fee')) as proceeds
    from transactions t join accounts a on (a.user_id, a.id) = (t.user_id, t.account_id)
    join customers c on c.user_id = t.user_id join journals j on j.user_id = t.user_id
    where t.user_id = ${userId} and t.id = ${id} and t.deleted_at is null`)
  if (sale === undefined) refuse('not_found')
  if (sale.asset === null || sale.quantity === null || isFiat(sale.asset))
    refuse('invalid_input', 'This transaction gives up no coins.')
  if (sale.is_ignored || sale.matched_as !== null)
    refuse(
      'invalid_input',
      'Lots are identified for what you dispose of, not for transfers between your accounts.',
    )
  return { ...sale, quantity: plain(sale.quantity) }
}

/** Lots that a filed return used are not named otherwise. */
async function checkFiledLots(tx: Tx, userId: string, id: string): Promise<void> {
  const filed = await tx.maybe<{ year: number }>(sql`
    select tax_year as year from filed_lots where user_id = ${userId} and transaction_id = ${id} order by tax_year limit 1`)
  if (filed !== undefined)
    refuse('conflict', `The lots of this sale are kept as they were filed for ${filed.year}.`)
}

async function openLots(context: RequestContext, id: string): Promise<readonly OfferedLot[]> {
  await context.limit('calculations')
  const task = { kind: 'lots-before', userId: context.who.subjectId, transactionId: id } as const
  const found = await inThread(context.db, task)
  if (found.outcome === 'refused') return refuse('invalid_input', found.reason)
  if (found.outcome === 'fence-lost') return refuse('unavailable')
  return found.lots
}

/** The lots named, each with its share of the basis, and one of several costs with each. Refuses what is not there, and more than was sold. */
function checked(
  named: readonly { lot_transaction_id: string; quantity: string }[],
  lots: readonly OfferedLot[],
  sale: Sale,
): IdentificationRecord['lots'] {
  const naming = chooseLots(
    named.map(({ lot_transaction_id: lot, quantity }) => ({ lot, quantity })),
    lots,
    sale.quantity,
  )
  switch (naming.outcome) {
    case 'unknown':
      return refuse('not_found')
    case 'refused':
      return refuse('invalid_input', naming.message)
    case 'named':
      return naming.lots.map(({ lot, at, ...units }) => ({
        lot_transaction_id: lot,
        acquired_at: at,
        ...units,
      }))
  }
}

async function answer(
  tx: Tx,
  userId: string,
  id: string,
  sale: Sale,
  lots: readonly OfferedLot[],
): Promise<SaleLots> {
  const choices = await tx.all<{ lot_id: string; quantity: string }>(sql`
    select lot_id, quantity::text from lot_choices where user_id = ${userId} and transaction_id = ${id}`)
  const chosen = new Map(choices.map((choice) => [choice.lot_id, plain(choice.quantity)]))
  return {
    transaction_id: id,
    asset: sale.asset,
    sold_at: sale.at.toISOString(),
    quantity: sale.quantity,
    proceeds: sale.proceeds === null ? null : plain(sale.proceeds),
    currency: sale.currency,
    pool: lots.some((lot) => lot.account === null) ? 'universal' : 'account',
    account_name: sale.account_name,
    lots: [...offersByLot(lots).values()].map((lot) => ({
      lot_transaction_id: lot.lot,
      acquired: lot.acquired,
      acquired_at: lot.at,
      quantity: lot.quantity,
      basis: lot.basis,
      term: lot.term,
      chosen: chosen.get(lot.lot) ?? '0',
    })),
    identifications: await identificationsOf(tx, userId, id, sale),
  }
}

async function identificationsOf(
  tx: Tx,
  userId: string,
  id: string,
  sale: Sale,
): Promise<SaleLots['identifications']> {
  const rows = await tx.all<{
    id: string
    record: IdentificationRecord
    recorded_at: Date
    recorded_by: string
    replaced_at: Date | null
  }>(sql`
    select id, record, recorded_at, recorded_by, replaced_at from lot_identifications
    where user_id = ${userId} and transaction_id = ${id} order by recorded_at desc, id desc limit 50`)
  const confirmed = await brokerConfirmations(tx, userId, 'identification')
  return rows.map((row) => {
    const standing = standingOfIdentification(row.recorded_at.getTime(), sale.at.getTime(), sale.day)
    return {
      id: row.id,
      recorded_at: row.recorded_at.toISOString(),
      recorded_by: recordedBy(row.recorded_by, userId),
      is_contemporaneous: standing.isContemporaneous,
      authority: standing.authority,
      replaced_at: row.replaced_at?.toISOString() ?? null,
      lots: row.record.lots.map(({ acquired, quantity, basis }) => ({ acquired, quantity, basis })),
      needs_broker: row.replaced_at === null && !isOwnWallet(sale.source_slug),
      broker_confirmation: confirmed.get(row.id) ?? null,
    }
  })
}
