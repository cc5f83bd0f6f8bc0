import { sidesFit, type TransactionType } from '@lotbook/journal'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { fitsItsType } from '../transactions/sides-fit.ts'
import { mayClose } from '../findings/subject-exists.ts'
import { mayBeSide, maySide } from '../matching/match-sides.ts'
import { sidesInMatches } from '../matching/sides-in-matches.ts'

/** Questions that the journal itself leaves open about a transaction, whatever a calculation says. */
const CODES = ['unmatched_send', 'unmatched_receive', 'unknown_type', 'uncounted_side'] as const

/** Whether the reader did not know the type of a transaction `t`, and nobody has said it since. */
const isOfUnknownType = sql`(exists (select 1 from unnest(t.flags) f where f like 'unmapped_type:%')
  and not coalesce(t.base ?| '{type,sub_type}', false))`

/** Whether a transaction `t` has a side that nothing counts: from before its type was refused for it. */
const hasUncountedSide = sql`(t.from_asset is not null and t.to_asset is not null and not ${fitsItsType})`

/** Whether a new transaction `t` concerns anything beside its own value: a match, its type, or the token that it moves. */
export const askSomething = sql`(${maySide} or t.from_asset like '%:%' or t.to_asset like '%:%' or ${hasUncountedSide}
  or exists (select 1 from unnest(t.flags) f where f like 'unmapped_type:%'))`

/** The same of a new transaction at hand. */
export function asksSomething(t: Parameters<typeof mayBeSide>[0]): boolean {
  return (
    mayBeSide(t) ||
    [t.from_asset, t.to_asset].some((asset) => asset?.includes(':') === true) ||
    (t.from_asset !== null &&
      t.to_asset !== null &&
      !sidesFit(t.type as TransactionType, t.sub_type, { from: true, to: true })) ||
    t.flags.some((flag) => flag.startsWith('unmapped_type:'))
  )
}

/**
 * Open or close the findings that follow from transactions as they stand: sent or received without another side, and of a
 * type that the reader did not know, or has no side for what it shows. Of the last nothing else is asked before: the answer says what it was. A side for which a match is suggested has the finding of the suggestion instead, and one of an
 * unknown type is first asked what it was: the answer may leave nothing more to ask. What a person accepted stays accepted while
 * it is still so, and waits where the transaction is gone.
 */
export async function findOpenQuestions(tx: Tx, userId: string, touched: readonly string[]): Promise<void> {
  if (touched.length === 0) return
  const matched = (await sidesInMatches(tx, userId, touched))
    .filter(({ state, made_by }) => state === 'made' || (state === 'suggested' && made_by === 'system'))
    .map((side) => side.transaction_id)
  const open = sql`
    select t.id::text as subject_id, case when t.sub_type in ('sent', 'send') then 'unmatched_send' else 'unmatched_receive' end as code
    from transactions t where t.user_id = ${userId} and t.id = any (${touched}) and ${maySide}
      and not t.id = any (${matched})
      and (not ${isOfUnknownType} or t.id::text in (select f.subject_id from findings f
        where f.user_id = ${userId} and f.subject = 'transaction' and f.subject_id = any (${touched})
          and f.code = any (${CODES}) and f.state = 'accepted'))
    union all
    select t.id::text, 'unknown_type' from transactions t
    where t.user_id = ${userId} and t.id = any (${touched}) and t.deleted_at is null and not t.is_ignored
      and ${isOfUnknownType}
    union all
    select t.id::text, 'uncounted_side' from transactions t
    where t.user_id = ${userId} and t.id = any (${touched}) and t.deleted_at is null and not t.is_ignored and ${hasUncountedSide}`
  await tx.run(sql`
    update findings f set state = 'resolved', updated_at = now()
    where f.user_id = ${userId} and f.subject = 'transaction' and f.code = any (${CODES}) and f.state <> 'resolved'
      and f.subject_id = any (${touched}) and (f.code, f.subject_id) not in (select code, subject_id from (${open}) o)
      and ${mayClose}`)
  await tx.run(sql`
    insert into findings (user_id, id, code, subject, subject_id, severity, created_at, updated_at)
    select ${userId}, gen_random_uuid(), code, 'transaction', subject_id, 'warning', now(), now() from (${open}) o
    on conflict (user_id, code, subject, subject_id) do update set state = 'open', updated_at = now()
      where findings.state = 'resolved'`)
}
