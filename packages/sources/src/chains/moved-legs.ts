import type { AssetId } from '@lotbook/journal'
import { type Decimal, decimal, formatDecimal, isNegative, negate, parseDecimal, plus } from '@lotbook/money'
import type { JsonRecord } from '../exchanges/json-record.ts'
import type { StatedBalance } from '../reading/outcome.ts'
import type { SourceTransaction, TokenHint } from '../reading/record.ts'
import { contractName } from '../catalogue/token-asset.ts'
import { tokenTicker } from '../providers/etherscan/token-movement.ts'
import { advertises } from '../spam/advertises.ts'
import type { EventLeg } from './add-event.ts'

/** A change of what an account holds of one asset; negative where it went out. */
export interface Moved {
  /** The ticker; of a token, as its issuer calls it. */
  readonly asset: AssetId
  readonly amount: Decimal
  readonly token?: TokenHint
}

/** Adds up what one transaction changed, one leg for each asset. Two tokens of one ticker stay two assets. */
export function legsOf(moved: readonly Moved[]): EventLeg[] {
  const sums = new Map<string, Moved>()
  for (const one of moved) {
    const key = one.token === undefined ? one.asset : `${one.token.chain} ${one.token.contract}`
    const known = sums.get(key)
    sums.set(key, known === undefined ? one : { ...known, amount: plus(known.amount, one.amount) })
  }
  const all = [...sums.values()]
  const isShared = (asset: AssetId) => all.filter((other) => other.asset === asset).length > 1
  return all.map(({ asset, amount, token }) => ({
    asset: token !== undefined && isShared(asset) ? `${asset}.${token.contract.slice(0, 8)}` : asset,
    ...sized(amount),
    ...(token !== undefined && { token }),
  }))
}

function sized(moved: Decimal): Pick<EventLeg, 'amount' | 'isOut'> {
  const value = isNegative(moved) ? negate(moved) : moved
  return { amount: { value, places: value.scale }, isOut: isNegative(moved) }
}

/** An amount written as a whole number of the smallest unit. @throws UnreadableValue */
export function unitsIn(record: JsonRecord, field: string, text: string, places: number): Decimal {
  if (!/^\d{1,60}$/.test(text))
    throw record.problem('not_an_amount', field, `Not an amount: ${text.slice(0, 40)}`)
  return decimal(BigInt(text), places)
}

/** An amount written as a decimal. @throws UnreadableValue */
export function decimalIn(record: JsonRecord, field: string, text: string): Decimal {
  const value = parseDecimal(text)
  if (value === undefined) throw record.problem('not_an_amount', field, `Not an amount: ${text.slice(0, 40)}`)
  return value
}

/** The decimals that a provider states for a token. @throws UnreadableValue: taken for zero, the amount would be of another size. */
export function placesIn(record: JsonRecord, field: string, text: string): number {
  if (!/^\d{1,2}$/.test(text))
    throw record.problem('not_an_amount', field, 'The decimals of this token are not stated')
  return Number(text)
}

/** A change of a token. Tickers are not unique, so its contract goes along. */
export function tokenMoved(
  amount: Decimal,
  { chain, contract, symbol }: { readonly chain: string; readonly contract: string; readonly symbol: string },
): Moved {
  return { asset: tokenTicker(symbol, contract), amount, token: { chain, contract } }
}

/** Whether the words of a token advertise something. */
export const isSpam = (...words: readonly string[]): boolean => advertises(words.join(' '))

/** A token that an account holds, as its provider states it. */
export interface HeldToken {
  readonly chain: string
  readonly contract: string
  /** Exact decimal text; a token whose amount cannot be read is not stated. */
  readonly quantity: string | undefined
}

/**
 * What is held of the tokens that transactions moved, under the tickers that these call them by. Others are not stated: a token that
 * never moved is none of the account's history.
 */
export function statedTokens(
  transactions: readonly SourceTransaction[],
  held: readonly HeldToken[],
  at: number,
): StatedBalance[] {
  const keyOf = (chain: string | null, contract: string) => `${chain} ${contractName(contract)}`
  const known = new Map(
    transactions.flatMap(({ tokens }) =>
      Object.entries(tokens)
        .filter(([, { tokenId }]) => tokenId === undefined)
        .map(([asset, token]) => [keyOf(token.chain, token.contract), { asset, token }] as const),
    ),
  )
  return held.flatMap(({ chain, contract, quantity }) => {
    const found = known.get(keyOf(chain, contract))
    return found === undefined || quantity === undefined ? [] : [{ ...found, part: '', at, quantity }]
  })
}

/** The amount of a whole number of smallest units; undefined where either number cannot be read. */
export function quantityOf(units: string, places: string): string | undefined {
  return /^\d{1,60}$/.test(units) && /^\d{1,2}$/.test(places)
    ? formatDecimal(decimal(BigInt(units), Number(places)))
    : undefined
}

/** What is held as a provider states it in smallest units; none where it states no number. */
export function statedUnits(asset: AssetId, text: string, places: number, at: number): StatedBalance[] {
  if (!/^\d{1,60}$/.test(text)) return []
  return [{ asset, part: '', at, quantity: formatDecimal(decimal(BigInt(text), places)) }]
}
