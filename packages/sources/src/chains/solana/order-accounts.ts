import type { JsonObject } from '../../exchanges/json-answer.ts'
import { changesIn, type TokenChanges } from './token-changes.ts'

/**
 * Accounts that hold coins of a wallet's orders and plans (limit, DCA). A program opens a token account for one order, takes into it what
 * the wallet gives, and pays out of it fill by fill. Such an account is the wallet's own until it is empty: then placing an order moves
 * nothing, a fill is an exchange of the part that left the account, and a canceled rest comes back as what it was.
 *
 * An account counts as one where the answers prove it: it was opened with what the wallet gave, its owner never signs, nobody else pays
 * in, and whenever it pays out, the wallet gains. An account that only takes is not proven: a person may have been paid.
 *
 * @param results - transactions of the wallet, oldest first.
 */
export function orderAccounts(
  results: readonly JsonObject[],
  wallet: string,
  tokenAccounts: ReadonlySet<string>,
): ReadonlySet<string> {
  const orders = new Map<string, Order>()
  for (const result of results) {
    const seen = changesIn(result, wallet, tokenAccounts)
    if (seen === undefined) continue
    for (const account of seen.tokens.keys()) {
      const order = orders.get(account)
      if (order !== undefined) follow(order, seen)
    }
    for (const order of openedIn(seen)) if (!orders.has(order.account)) orders.set(order.account, order)
  }
  const proven = [...orders.values()].filter(({ isPaid, isRefuted }) => isPaid && !isRefuted)
  return new Set(proven.flatMap(({ members }) => members))
}

/** A token account that may hold an order, as it was seen last. */
interface Order {
  readonly account: string
  readonly owner: string
  readonly mint: string
  /** The account, and others that were opened for its owner in the same transaction. */
  readonly members: readonly string[]
  held: bigint
  isPaid: boolean
  isRefuted: boolean
}

function follow(order: Order, seen: TokenChanges): void {
  const { account, owner, members, mint } = order
  const now = seen.tokens.get(account)
  if (now === undefined) return
  const change = now.after - order.held
  const gains = seen.gainsOf(new Set(members))
  if (seen.signs(owner)) order.isRefuted = true
  if (change > 0n && seen.ownChange(mint) > -change) order.isRefuted = true
  if (change < 0n && !gains) order.isRefuted = true
  if (change < 0n && gains) order.isPaid = true
  order.held = now.after
}

/** Token accounts that a wallet filled in the transaction that opened them, for an owner who did not sign, and for nothing in return. */
function openedIn(seen: TokenChanges): Order[] {
  return [...seen.tokens].flatMap(([account, { mint, owner, before, after }]) => {
    if (before !== 0n || after === 0n || owner === undefined || seen.isOwn(account) || seen.signs(owner))
      return []
    const given = -seen.ownChange(mint)
    // What was given beyond it paid somebody for placing the order.
    if (given < after || seen.gainsOf(new Set())) return []
    const isMember = (key: string) => key === owner || seen.tokens.get(key)?.owner === owner
    const members = seen.opened.filter((key) => key === account || isMember(key))
    return [
      {
        account,
        owner,
        mint,
        members: [...new Set([account, ...members])],
        held: after,
        isPaid: false,
        isRefuted: false,
      },
    ]
  })
}
