import type { JsonObject } from '../../exchanges/json-answer.ts'
import { WRAPPED_COIN } from '../../providers/solana/mints.ts'
import { changesIn, type TokenChanges } from './token-changes.ts'

/** Flag of what may be one side of an order that a program filled later, where nothing states which part was given for which. */
export const ORDER_SIDE = 'order_side'

/** A transaction that may be a side of an order, which goes by the place of the transaction that gave for it. */
export interface OrderSide {
  readonly side: 'given' | 'got'
  readonly order: number
}

/**
 * Transactions that may be the two sides of one order, by the place of each, and the side that each is: a token was given to a program's
 * account for nothing, and a later transaction that names this account or its owner, or pays out of an account of that owner, brought another coin. What came back of the token itself belongs to such an order. Accounts of
 * proven orders (`orderAccounts`) are none of these.
 */
export function orderSides(
  results: readonly JsonObject[],
  wallet: string,
  tokenAccounts: ReadonlySet<string>,
  proven: ReadonlySet<string>,
): ReadonlyMap<number, OrderSide> {
  const given = new Map<string, { readonly place: number; readonly mint: string }>()
  const sides = new Map<number, OrderSide>()
  const returns: { readonly place: number; readonly order: number }[] = []
  for (const [place, result] of results.entries()) {
    const seen = changesIn(result, wallet, tokenAccounts)
    if (seen === undefined || seen.keys.some((key) => proven.has(key))) continue
    const gained = seen.mints().filter((mint) => seen.ownChange(mint) > 0n)
    const gave = seen.mints().filter((mint) => seen.ownChange(mint) < 0n && mint !== WRAPPED_COIN)
    if (gained.length > 0 && gave.length === 0)
      for (const key of namedIn(seen)) {
        const order = given.get(key)
        if (order === undefined) continue
        if (gained.every((mint) => mint === order.mint)) returns.push({ place, order: order.place })
        else
          sides
            .set(order.place, { side: 'given', order: order.place })
            .set(place, { side: 'got', order: order.place })
      }
    const [mint, ...others] = gave
    if (mint === undefined || others.length > 0 || gained.length > 0) continue
    for (const key of takersOf(seen, mint)) given.set(key, { place, mint })
  }
  // What came back of an order that was filled in part is one of its sides, too.
  for (const { place, order } of returns)
    if (sides.get(order)?.order === order && !sides.has(place)) sides.set(place, { side: 'got', order })
  return sides
}

/** Accounts that a transaction names, and the owners of those that paid. */
function namedIn(seen: TokenChanges): string[] {
  const payers = [...seen.tokens.values()].flatMap(({ owner, before, after }) =>
    owner !== undefined && after < before && !seen.signs(owner) ? [owner] : [],
  )
  // Whoever signs acts for himself, and so do his token accounts.
  const isOfSigner = (key: string) => seen.signs(key) || seen.signs(seen.tokens.get(key)?.owner ?? '')
  return [...seen.keys.filter((key) => !isOfSigner(key)), ...payers]
}

/** Token accounts of others that took a token, and their owners, where these did not sign. */
function takersOf(seen: TokenChanges, mint: string): string[] {
  return [...seen.tokens].flatMap(([account, token]) => {
    const { owner, before, after } = token
    const isTaker = token.mint === mint && after > before && !seen.isOwn(account)
    return isTaker && owner !== undefined && !seen.signs(owner) ? [account, owner] : []
  })
}
