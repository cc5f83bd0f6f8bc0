import { isObject, type JsonObject, objectsOf, textIn } from '../../exchanges/json-answer.ts'
import { WRAPPED_COIN } from '../../providers/solana/mints.ts'
import { BALANCES, keysOf, statedOwners } from './token-accounts.ts'

/** Changes that a transaction made; undefined of one that failed. */
export function changesIn(
  result: JsonObject,
  wallet: string,
  tokenAccounts: ReadonlySet<string>,
): TokenChanges | undefined {
  const { meta } = result
  if (isObject(meta) && meta['err'] !== null && meta['err'] !== undefined) return undefined
  return new TokenChanges(result, wallet, tokenAccounts)
}

/** A token account before and after a transaction. */
export interface HeldToken {
  readonly mint: string
  readonly owner: string | undefined
  readonly before: bigint
  readonly after: bigint
}

/** One transaction: what each token account held before and after, and what the wallet's own changed by. */
export class TokenChanges {
  readonly tokens: ReadonlyMap<string, HeldToken>
  /** Accounts that did not exist before. */
  readonly opened: readonly string[]
  /** All accounts that it names. */
  readonly keys: readonly string[]
  readonly #own: ReadonlySet<string>
  readonly #signers: ReadonlySet<string>
  readonly #coins: ReadonlyMap<string, bigint>

  constructor(result: JsonObject, wallet: string, tokenAccounts: ReadonlySet<string>) {
    const meta = isObject(result['meta']) ? result['meta'] : {}
    const keys = keysOf(result)
    this.keys = keys
    const owners = statedOwners(result)
    this.#own = new Set([
      wallet,
      ...keys.filter((key) => (owners.get(key) ?? (tokenAccounts.has(key) ? wallet : '')) === wallet),
    ])
    const [before, after] = ['preBalances', 'postBalances'].map((field) =>
      Array.isArray(meta[field]) ? (meta[field] as unknown[]).map(units) : [],
    )
    this.#coins = new Map(keys.map((key, n) => [key, (after?.[n] ?? 0n) - (before?.[n] ?? 0n)]))
    this.opened = keys.filter((_, n) => before?.[n] === 0n && (after?.[n] ?? 0n) > 0n)
    this.#signers = new Set(signersOf(result))
    this.tokens = tokensOf(meta, keys, owners)
  }

  isOwn(account: string): boolean {
    return this.#own.has(account)
  }

  signs(account: string): boolean {
    return this.#signers.has(account)
  }

  /** Change of what the wallet's own accounts hold of a token, or of the coin. */
  ownChange(mint: string): bigint {
    if (mint === WRAPPED_COIN)
      return [...this.#own].reduce((sum, key) => sum + (this.#coins.get(key) ?? 0n), 0n)
    return [...this.tokens].reduce(
      (sum, [key, token]) =>
        token.mint === mint && this.isOwn(key) ? sum + token.after - token.before : sum,
      0n,
    )
  }

  /** The tokens of own accounts, and the coin. */
  mints(): string[] {
    const own = [...this.tokens].flatMap(([key, { mint }]) => (this.isOwn(key) ? [mint] : []))
    return [...new Set([WRAPPED_COIN, ...own])]
  }

  /** Whether the wallet holds more of anything afterwards; what other accounts of an order took counts as its own. */
  gainsOf(members: ReadonlySet<string>): boolean {
    if (this.ownChange(WRAPPED_COIN) > 0n) return true
    const held = new Map<string, bigint>()
    for (const [key, { mint, before, after }] of this.tokens) {
      const isGain = mint !== WRAPPED_COIN && (this.isOwn(key) || (members.has(key) && after > before))
      if (isGain) held.set(mint, (held.get(mint) ?? 0n) + after - before)
    }
    return [...held.values()].some((change) => change > 0n)
  }
}

function tokensOf(
  meta: JsonObject,
  keys: readonly string[],
  owners: ReadonlyMap<string, string>,
): ReadonlyMap<string, HeldToken> {
  const tokens = new Map<string, HeldToken>()
  for (const [side, field] of [
    ['before', BALANCES[0]],
    ['after', BALANCES[1]],
  ] as const)
    for (const balance of objectsOf(meta[field])) {
      const key = keys[Number(textIn(balance, 'accountIndex'))]
      if (key === undefined) continue
      const held = isObject(balance['uiTokenAmount']) ? units(balance['uiTokenAmount']['amount']) : 0n
      const known = tokens.get(key) ?? {
        mint: textIn(balance, 'mint'),
        owner: owners.get(key),
        before: 0n,
        after: 0n,
      }
      tokens.set(key, { ...known, [side]: held })
    }
  return tokens
}

/** Signers; where they are not stated, the account that paid the fee. */
function signersOf(result: JsonObject): string[] {
  const transaction = result['transaction']
  const message = isObject(transaction) ? transaction['message'] : undefined
  const keys = isObject(message) ? objectsOf(message['accountKeys']) : []
  const signed = keys.filter((key) => key['signer'] === true)
  return (signed.length === 0 ? keys.slice(0, 1) : signed).map((key) => textIn(key, 'pubkey'))
}

const units = (value: unknown): bigint =>
  typeof value === 'string' && /^\d{1,25}$/.test(value) ? BigInt(value) : 0n
