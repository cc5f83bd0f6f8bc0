import { decimal } from '@lotbook/money'
import { isObject, type JsonObject, objectsOf, textIn } from '../../exchanges/json-answer.ts'
import type { JsonRecord } from '../../exchanges/json-record.ts'
import { type Amount, isZeroAmount } from '../../reading/amount-text.ts'
import type { DraftLeg } from '../../reading/collector.ts'
import { TICKERS, WRAPPED_COIN } from '../../providers/solana/mints.ts'
import type { EventLeg } from '../add-event.ts'
import { costsOf, LEAST_RENT } from './costs.ts'
import { BALANCES, keysOf, statedOwners } from './token-accounts.ts'

/** Decimals of the coin. */
export const LAMPORTS = 9

/** Accounts whose coins are one wallet's own. */
export interface SolanaAccounts {
  readonly wallet: string
  readonly stakes: ReadonlySet<string>
  /** Its token accounts, as any of its transactions names them. */
  readonly accounts: ReadonlySet<string>
  /** Accounts of programs that hold what its open orders give (`orderAccounts`). */
  readonly orders: ReadonlySet<string>
}

/** Coins and tokens of a wallet that a transaction moved. */
export interface SolanaMovement {
  readonly legs: readonly EventLeg[]
  /** The fee that its first signer pays, with tips and the rent of accounts that it opened for others. */
  readonly fee: DraftLeg
  readonly flags: readonly string[]
}

/** Holdings of an account of an order when it was seen last. */
interface LastSeen {
  readonly lamports: bigint
  readonly tokens: ReadonlyMap<string, TokenUnits>
}

/** An amount of a token in its smallest unit. */
export interface TokenUnits {
  readonly units: bigint
  readonly decimals: number
}

/** Holdings of open orders, as the last transactions of the wallet left them. */
export interface HeldInOrders {
  readonly lamports: bigint
  readonly tokens: ReadonlyMap<string, TokenUnits>
}

/** Flag of an exchange that a program made between two transactions of the wallet. */
const FILLED_EARLIER = 'filled_earlier'

/** A wallet with all accounts that are its own. Its transactions are read oldest first. */
export class SolanaHolder {
  readonly #of: SolanaAccounts
  readonly #lastSeen = new Map<string, LastSeen>()

  constructor(of: SolanaAccounts) {
    this.#of = of
  }

  /** @throws UnreadableValue */
  movedBy(record: JsonRecord, result: JsonObject, meta: JsonObject): SolanaMovement {
    const { wallet, stakes, orders } = this.#of
    const keys = keysOf(result)
    const isOwnAccount = this.#isOwnAccount(result)
    const own = new Set([wallet, ...stakes, ...keys.filter(isOwnAccount)])
    const fee = keys[0] === wallet ? unitsOf(record, 'fee', meta['fee']) : 0n
    const costs = costsOf(result, wallet, own)
    const [before, after] = ['preBalances', 'postBalances'].map((field) => {
      const balances = meta[field]
      if (!Array.isArray(balances) || balances.length !== keys.length)
        throw record.problem('not_an_amount', field, 'Not a balance of each account')
      return new Map(
        keys.flatMap((key, n) => (own.has(key) ? [[key, unitsOf(record, field, balances[n])] as const] : [])),
      )
    })
    const [had, has] = BALANCES.map((field) => this.#tokensIn(record, meta, field, keys, isOwnAccount))
    const flags: string[] = []
    for (const key of keys.filter((one) => orders.has(one))) {
      const last = this.#lastSeen.get(key)
      if (last !== undefined) {
        if (isOther(last, before?.get(key), had?.get(key))) flags.push(FILLED_EARLIER)
        before?.set(key, last.lamports)
        had?.set(key, last.tokens)
      }
      this.#lastSeen.set(key, { lamports: after?.get(key) ?? 0n, tokens: has?.get(key) ?? new Map() })
    }
    const coins = sum(after) - sum(before) + fee + costs
    const legs = tokenLegs(had ?? new Map(), has ?? new Map())
    const crumb = crumbIn(coins, legs)
    return {
      legs: [legOf(coins - crumb, LAMPORTS, 'SOL'), ...legs],
      fee: { asset: 'SOL', amount: amountOf(fee + costs - crumb, LAMPORTS) },
      flags: [...new Set(flags)],
    }
  }

  /** Holdings of the accounts of orders, once all transactions are read. */
  heldInOrders(): HeldInOrders {
    const seen = [...this.#lastSeen.values()]
    const tokens = new Map<string, TokenUnits>()
    for (const [mint, { units, decimals }] of seen.flatMap((one) => [...one.tokens]))
      tokens.set(mint, { units: (tokens.get(mint)?.units ?? 0n) + units, decimals })
    return { lamports: seen.reduce((total, one) => total + one.lamports, 0n), tokens }
  }

  #isOwnAccount(result: JsonObject): (key: string) => boolean {
    const { wallet, accounts, orders } = this.#of
    const owners = statedOwners(result)
    return (key) => orders.has(key) || (owners.get(key) ?? (accounts.has(key) ? wallet : '')) === wallet
  }

  /** Tokens in own accounts, by account and mint; the wrapped coin is the coin. */
  #tokensIn(
    record: JsonRecord,
    meta: JsonObject,
    field: (typeof BALANCES)[number],
    keys: readonly string[],
    isOwnAccount: (key: string) => boolean,
  ): Map<string, ReadonlyMap<string, TokenUnits>> {
    const found = new Map<string, ReadonlyMap<string, TokenUnits>>()
    for (const balance of objectsOf(meta[field])) {
      const mint = textIn(balance, 'mint')
      const held = balance['uiTokenAmount']
      const account = keys[Number(textIn(balance, 'accountIndex'))] ?? ''
      if (!isOwnAccount(account) || mint === WRAPPED_COIN || !isObject(held)) continue
      const units = unitsOf(record, field, held['amount'])
      const decimals = textIn(held, 'decimals')
      if (!/^\d{1,2}$/.test(decimals)) throw record.problem('not_an_amount', field, 'No decimals of a token')
      found.set(
        account,
        new Map([...(found.get(account) ?? []), [mint, { units, decimals: Number(decimals) }]]),
      )
    }
    return found
  }
}

const sum = (amounts: ReadonlyMap<string, bigint> | undefined): bigint =>
  [...(amounts?.values() ?? [])].reduce((total, one) => total + one, 0n)

/** Whether an account holds anything else than when it was seen last. */
function isOther(
  last: LastSeen,
  lamports: bigint | undefined,
  tokens: ReadonlyMap<string, TokenUnits> | undefined,
): boolean {
  const mints = new Set([...last.tokens.keys(), ...(tokens?.keys() ?? [])])
  const isSame = (mint: string) => (last.tokens.get(mint)?.units ?? 0n) === (tokens?.get(mint)?.units ?? 0n)
  return (lamports ?? 0n) !== last.lamports || ![...mints].every(isSame)
}

type TokensByAccount = ReadonlyMap<string, ReadonlyMap<string, TokenUnits>>

function tokenLegs(had: TokensByAccount, has: TokensByAccount): EventLeg[] {
  const moved = new Map<string, TokenUnits>()
  for (const [side, sign] of [
    [had, -1n],
    [has, 1n],
  ] as const)
    for (const tokens of side.values())
      for (const [mint, { units, decimals }] of tokens)
        moved.set(mint, { units: (moved.get(mint)?.units ?? 0n) + sign * units, decimals })
  return [...moved].map(([mint, { units, decimals }]) => ({
    ...legOf(units, decimals, TICKERS[mint] ?? mint),
    token: { chain: 'solana', contract: mint },
  }))
}

/**
 * Coins that went out beside an exchange of two tokens, too few to open any account with: they paid for it, as tips to anybody do. More
 * than that may have been given for something.
 */
function crumbIn(coins: bigint, tokens: readonly EventLeg[]): bigint {
  const moved = tokens.filter(({ amount }) => !isZeroAmount(amount))
  const isExchange = moved.length === 2 && moved.filter(({ isOut }) => isOut).length === 1
  return isExchange && coins < 0n && -coins <= LEAST_RENT ? coins : 0n
}

function legOf(units: bigint, decimals: number, asset: string): EventLeg {
  return { asset, amount: amountOf(units < 0n ? -units : units, decimals), isOut: units < 0n }
}

/** @throws UnreadableValue */
function unitsOf(record: JsonRecord, field: string, value: unknown): bigint {
  if (typeof value === 'string' && /^\d{1,25}$/.test(value)) return BigInt(value)
  throw record.problem('not_an_amount', field, 'Not an amount')
}

function amountOf(units: bigint, decimals: number): Amount {
  const value = decimal(units, decimals)
  return { value, places: value.scale }
}
