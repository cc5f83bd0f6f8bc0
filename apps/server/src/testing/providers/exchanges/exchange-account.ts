import { createHmac } from 'node:crypto'
import type { ProviderCall, ProviderHandler } from '../serve.ts'

/** A trade as it happened, before an exchange puts it into its own words. Amounts are exact text. */
export interface MadeTrade {
  /** Digits; rises with the time. */
  readonly id: string
  /** Milliseconds. */
  readonly at: number
  readonly base: string
  readonly quote: string
  readonly side: 'buy' | 'sell'
  readonly amount: string
  readonly price: string
  /** Amount times price. */
  readonly cost: string
  readonly fee: string
  readonly feeCoin: string
}

/** A deposit or withdrawal that went through. */
export interface MadeMovement {
  readonly kind: 'deposit' | 'withdrawal'
  readonly id: string
  readonly at: number
  readonly coin: string
  readonly amount: string
  /** Of a withdrawal. */
  readonly fee: string
  readonly txid: string
}

/** Something that an exchange gave. */
export interface MadeReward {
  readonly id: string
  readonly at: number
  readonly coin: string
  readonly amount: string
}

export interface ExchangeAccount {
  readonly apiKey: string
  readonly apiSecret: string
  /** The passphrase, or the customer id, of an exchange that has one. */
  readonly passphrase: string
  readonly trades: MadeTrade[]
  readonly movements: MadeMovement[]
  readonly rewards: MadeReward[]
  /** Entries of lists that an exchange alone has, as it sends them, by the path and type that they are asked for by. */
  readonly listed?: Readonly<Record<string, readonly ListedEntry[]>>
}

/** An entry as an exchange sends it. */
export type ListedEntry = Readonly<Record<string, unknown>>

/** Speaks for an exchange with the accounts of some keys. */
export type ExchangeFake = (
  accountOf: (apiKey: string) => ExchangeAccount | undefined,
  now: () => number,
) => ProviderHandler

/** Markets of every exchange of this machine. */
export const MARKETS = [
  ['BTC', 'USDT'],
  ['ETH', 'USDT'],
  ['ETH', 'BTC'],
  ['SOL', 'USDT'],
] as const

export const COINS = ['BTC', 'ETH', 'SOL', 'USDT'] as const

/** Entries from one moment to another, both included, in the order of most exchanges: the newest first. */
export function within<E extends { readonly at: number; readonly id: string }>(
  all: readonly E[],
  from: number,
  to: number,
): E[] {
  return all
    .filter(({ at }) => at >= from && at <= to)
    .toSorted((a, b) => b.at - a.at || Number(BigInt(b.id) - BigInt(a.id)))
}

export const movementsOf = ({ movements }: ExchangeAccount, kind: MadeMovement['kind']) =>
  movements.filter((one) => one.kind === kind)

/** A number of the query, or of what is sent with the request. */
export function numberIn(fields: URLSearchParams, name: string, otherwise: number): number {
  const text = fields.get(name)
  return text === null ? otherwise : Number(text)
}

export const hmac = (
  algorithm: 'sha256' | 'sha384' | 'sha512',
  secret: string | Buffer,
  text: string,
  encoding: 'hex' | 'base64' = 'hex',
): string => createHmac(algorithm, secret).update(text).digest(encoding)

/** The query as it was sent, without the question mark. */
export const queryText = ({ target }: ProviderCall): string => target.split('?')[1] ?? ''

/** Whether the time of a signature is near enough to be taken. */
export const isFresh = (text: string | null | undefined, now: number, validMs = 5_000): boolean =>
  Math.abs(now - Number(text)) <= validMs

/** The sum of two amounts, with the places of the longer. */
export function plus(a: string, b: string): string {
  const places = Math.max(...[a, b].map((text) => text.split('.')[1]?.length ?? 0))
  const units = (text: string) => {
    const [whole = '0', rest = ''] = text.replace('-', '').split('.')
    return BigInt(`${whole}${rest.padEnd(places, '0')}`) * (text.startsWith('-') ? -1n : 1n)
  }
  const sum = units(a) + units(b)
  const digits = String(sum < 0n ? -sum : sum).padStart(places + 1, '0')
  return `${sum < 0n ? '-' : ''}${digits.slice(0, digits.length - places)}.${digits.slice(digits.length - places)}`
}

/** The quantity of a coin that the account holds after all that happened. */
export function heldOf(
  { trades, movements }: ExchangeAccount,
  coin: string,
  feeCoinOf: (trade: MadeTrade) => string = ({ feeCoin }) => feeCoin,
): string {
  const changes = [
    ...trades.flatMap((one): Change[] => [
      [one.base, one.side === 'buy' ? one.amount : `-${one.amount}`],
      [one.quote, one.side === 'buy' ? `-${one.cost}` : one.cost],
      [feeCoinOf(one), `-${one.fee}`],
    ]),
    ...movements.flatMap((one): Change[] => [
      [one.coin, one.kind === 'deposit' ? one.amount : `-${one.amount}`],
      [one.coin, `-${one.fee}`],
    ]),
  ]
  return changes.reduce((sum, [of, amount]) => (of === coin ? plus(sum, amount) : sum), '0.0')
}

type Change = readonly [coin: string, amount: string]
