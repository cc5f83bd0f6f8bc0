import { isFiat } from '@lotbook/journal'
import { compare, formatDecimal, isNegative, isZero, minus, parseDecimal, zero } from '@lotbook/money'
import type { Tx } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { sql } from '../../platform/sql.ts'
import { accountFor, dropEmptied, type AccountRef } from '../transactions/account-of.ts'
import { addTransaction } from '../transactions/add-transaction.ts'
import { balances } from '../transactions/balances.ts'
import type { ChangeEdit } from '../transactions/changes.ts'
import { lockEnd } from '../transactions/check-lock.ts'
import type { Editor } from '../transactions/editor.ts'
import { writeWord, type MatchWord } from './decide-match.ts'

/** Accounts that a claim against a bankrupt company passes through, beside the one that the company kept. */
export type ClaimPlace = 'owed' | 'settling'

/** Begins the keys of these accounts; the key of the company's account follows. */
const KEYS = { owed: 'custom-csv:claim:', settling: 'custom-csv:claim being settled:' } as const
const NAMES = { owed: 'claim', settling: 'claim, being settled' } as const

interface NamedAccount {
  readonly id: string
  readonly key: string
  readonly name: string
}

/** Makes the account for the claim on a company, or for the part of it that is being settled. */
export function claimAccount(
  tx: Tx,
  userId: string,
  { key, name }: NamedAccount,
  place: ClaimPlace,
): Promise<AccountRef> {
  return accountFor(tx, userId, {
    key: `${KEYS[place]}${key}`,
    slug: 'custom-csv',
    name: `${name} ${NAMES[place]}`,
  })
}

/** Units of one asset that an account held, which may be a claim against the company that kept it. */
export interface HeldClaim {
  readonly account: NamedAccount
  /** The account that the units are in: that of the claim, once it was set aside. */
  readonly heldBy: string
  readonly asset: string
  /** Exact decimal text. */
  readonly quantity: string
}

/**
 * Units that accounts held just before a moment and still hold, by account and asset: what was paid of it meanwhile, or lost, is owed no more. Of
 * the account that a payment arrived in only the first counts, since what it holds later is what was paid.
 */
export async function heldClaims(
  tx: Tx,
  userId: string,
  { at, receivedBy }: { readonly at: Date; readonly receivedBy: string },
): Promise<HeldClaim[]> {
  const accounts = await claimableAccounts(tx, userId)
  const heldBy = new Map(
    accounts.map(({ claim, settling: _settling, set_aside_at, ...account }) => {
      const isSetAside = claim !== null && set_aside_at !== null && set_aside_at <= at
      return [isSetAside ? claim : account.id, account]
    }),
  )
  const before = await balances(tx, userId, { until: new Date(at.getTime() - 1) })
  const now = new Map((await balances(tx, userId)).map((one) => [keyOf(one), one.quantity]))
  return before.flatMap((held) => {
    const account = heldBy.get(held.accountId)
    if (account === undefined || isFiat(held.asset)) return []
    const later = held.accountId === receivedBy ? held.quantity : (now.get(keyOf(held)) ?? '0')
    const quantity = smaller(held.quantity, later)
    return isAbove(quantity) ? [{ account, heldBy: held.accountId, asset: held.asset, quantity }] : []
  })
}

/**
 * Units that are left of the claim on the company of an account, as of a moment; of the account itself where nothing was set aside.
 *
 * @param accountId - the account that the company kept, or one of its claim.
 */
export async function claimLeftOf(
  tx: Tx,
  userId: string,
  accountId: string,
  until?: Date,
): Promise<{ readonly account: NamedAccount; readonly heldBy: string; readonly left: readonly Left[] }> {
  const found = (await claimableAccounts(tx, userId)).find(({ id, claim, settling }) =>
    [id, claim, settling].includes(accountId),
  )
  if (found === undefined) return refuse('not_found')
  const { claim, settling: _settling, set_aside_at, ...account } = found
  const heldBy = claim !== null && set_aside_at !== null ? claim : account.id
  const held = await balances(tx, userId, { accounts: [heldBy], ...(until === undefined ? {} : { until }) })
  const left = held.filter(({ asset, quantity }) => !isFiat(asset) && isAbove(quantity))
  return { account, heldBy, left }
}

/** Takes the accounts of claims out again once the last answer that put something in them is taken back. */
export async function dropEmptyClaims(tx: Tx, userId: string, added: readonly string[]): Promise<void> {
  if (added.length === 0) return
  const accounts = await tx.all<{ id: string }>(sql`
    select distinct a.id from transactions t join accounts a on (a.user_id, a.id) = (t.user_id, t.account_id)
    where t.user_id = ${userId} and t.id = any (${added})
      and (starts_with(a.key, ${KEYS.owed}) or starts_with(a.key, ${KEYS.settling})) order by a.id`)
  for (const { id } of accounts) await dropEmptied(tx, userId, id)
}

interface Left {
  readonly asset: string
  readonly quantity: string
}

interface ClaimableAccount extends NamedAccount {
  /** The account of the claim on its company, and when that was set aside. */
  readonly claim: string | null
  /** The account that units pass through while they are settled. */
  readonly settling: string | null
  readonly set_aside_at: Date | null
}

/** Accounts that a company may have kept, the accounts of claims themselves left out. */
function claimableAccounts(tx: Tx, userId: string): Promise<ClaimableAccount[]> {
  return tx.all<ClaimableAccount>(sql`
    select a.id, a.key, a.name, c.id as claim, s.id as settling, (
      select min(t.at) from transactions t where t.user_id = a.user_id and t.account_id = c.id
        and t.deleted_at is null and ${SET_ASIDE} = any (t.flags)) as set_aside_at
    from accounts a left join accounts c on c.user_id = a.user_id and c.key = ${KEYS.owed} || a.key and c.deleted_at is null
    left join accounts s on s.user_id = a.user_id and s.key = ${KEYS.settling} || a.key and s.deleted_at is null
    where a.user_id = ${userId} and a.deleted_at is null
      and not starts_with(a.key, ${KEYS.owed}) and not starts_with(a.key, ${KEYS.settling})
    order by a.name, a.id`)
}

const SET_ASIDE = 'claim_set_aside'

/**
 * Sets aside what the company owed when it began to pay: own transfers of all that its account held, so that what was paid out and what is still
 * owed are not one pool of lots. Where a former answer did so already, its transfers are part of this one too, so that they stay
 * until both are taken back.
 *
 * @param finding - the item whose answer needs it.
 * @returns the account of the claim, the edits of the change, and the transactions to settle the journal with.
 */
export async function setClaimAside(
  tx: Tx,
  editor: Editor,
  journalVersion: string,
  { account, at, finding }: { readonly account: NamedAccount; readonly at: Date; readonly finding: string },
): Promise<{
  readonly accountId: string
  readonly edits: readonly ChangeEdit[]
  readonly touched: readonly string[]
}> {
  const { userId } = editor
  const { id: accountId } = await claimAccount(tx, userId, account, 'owed')
  const former = await formerSetAside(tx, userId, accountId)
  if (former !== undefined) {
    if (former.at > at) refuse('invalid_input', TOO_LATE)
    const lock = await lockEnd(tx, userId)
    // An edit of a locked year stays as it is.
    return { accountId, edits: lock !== undefined && former.at < lock ? [] : former.edits, touched: [] }
  }
  const first = await firstPayment(tx, userId, account.id, at)
  const moment = new Date(first.getTime() - 1)
  const paid = await paidSince(tx, userId, account.id, moment)
  const edits: ChangeEdit[] = []
  for (const { asset, quantity } of await balances(tx, userId, { accounts: [account.id], until: moment })) {
    const amount = less(quantity, paid.get(asset) ?? '0')
    if (isFiat(asset) || !isAbove(amount)) continue
    const units = { asset, amount }
    const of = { at: moment, comment: `Owed by ${account.name}`, flag: SET_ASIDE, answers: finding } as const
    const key = { userId, journalVersion }
    const sent = await addTransaction(tx, key, {
      ...of,
      accountId: account.id,
      type: 'outgoing',
      subType: 'sent',
      from: units,
      to: null,
    })
    const arrived = await addTransaction(tx, key, {
      ...of,
      accountId,
      type: 'incoming',
      subType: 'received',
      from: null,
      to: units,
    })
    edits.push(sent, arrived)
    edits.push(
      await writeWord(tx, editor, { departure: sent.targetId, arrivals: [arrived.targetId] }, 'made'),
    )
  }
  const touched = edits.filter(({ target }) => target === 'added').map(({ targetId }) => targetId)
  return { accountId, edits, touched }
}

const TOO_LATE =
  'The claim was set aside for a later payment. Undo the answer to that payment, answer this one first, then answer it again.'

/** The first payment of a claim that its source calls one, or the payment at hand where that is earlier. */
async function firstPayment(tx: Tx, userId: string, accountId: string, at: Date): Promise<Date> {
  const row = await tx.maybe<{ at: Date | null }>(sql`
    select min(at) as at from transactions where user_id = ${userId} and account_id = ${accountId} and deleted_at is null
      and not is_ignored and type = 'incoming' and 'bankruptcy' = any (flags)`)
  return row?.at != null && row.at < at ? row.at : at
}

/** Units that former answers paid straight out of an account since a moment. */
async function paidSince(
  tx: Tx,
  userId: string,
  accountId: string,
  since: Date,
): Promise<Map<string, string>> {
  const rows = await tx.all<{ asset: string; quantity: string }>(sql`
    select from_asset as asset, sum(from_amount)::text as quantity from transactions
    where user_id = ${userId} and account_id = ${accountId} and deleted_at is null and at >= ${since}
      and type = 'outgoing' and 'claim_paid' = any (flags) group by 1`)
  return new Map(rows.map(({ asset, quantity }) => [asset, quantity]))
}

/** The transfers by which the claim was set aside before, as edits that another change can share. */
async function formerSetAside(
  tx: Tx,
  userId: string,
  claimId: string,
): Promise<{ readonly at: Date; readonly edits: readonly ChangeEdit[] } | undefined> {
  const rows = await tx.all<{ at: Date; change_id: string }>(sql`
    select t.at, e.change_id from transactions t
    join edits e on e.user_id = t.user_id and e.target = 'added' and e.target_id = t.id
    join changes c on (c.user_id, c.id) = (e.user_id, e.change_id) and c.undone_at is null
    where t.user_id = ${userId} and t.account_id = ${claimId} and t.deleted_at is null and ${SET_ASIDE} = any (t.flags)
    order by t.at, c.at, c.id limit 1`)
  const [first] = rows
  if (first === undefined) return undefined
  const edits = await tx.all<{ target: 'added' | 'match'; target_id: string; after: object }>(sql`
    with aside as (
      select e.target_id as id from edits e join transactions t on (t.user_id, t.id) = (e.user_id, e.target_id)
      where e.user_id = ${userId} and e.change_id = ${first.change_id} and e.target = 'added' and ${SET_ASIDE} = any (t.flags))
    select e.target, e.target_id, e.after from edits e where e.user_id = ${userId} and e.change_id = ${first.change_id}
      and (e.target = 'added' and e.target_id in (select id from aside)
        or e.target = 'match' and e.after ->> 'departure' in (select id::text from aside))
    order by e.id`)
  return {
    at: first.at,
    edits: edits.map(({ target, target_id: targetId, after }) => ({
      target,
      targetId,
      before: target === 'match' ? (after as MatchWord) : null,
      after,
    })),
  }
}

const keyOf = ({ accountId, asset }: { readonly accountId: string; readonly asset: string }) =>
  `${accountId} ${asset}`
const read = (amount: string) => parseDecimal(amount) ?? zero
const less = (a: string, b: string) => formatDecimal(minus(read(a), read(b)))
const smaller = (a: string, b: string) => (compare(read(a), read(b)) < 0 ? a : b)
const isAbove = (amount: string) => !isNegative(read(amount)) && !isZero(read(amount))
