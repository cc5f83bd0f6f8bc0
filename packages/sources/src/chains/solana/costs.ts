import { isObject, type JsonObject, objectsOf, textIn } from '../../exchanges/json-answer.ts'
import { WRAPPED_COIN } from '../../providers/solana/mints.ts'
import { TIP_ACCOUNTS } from '../../providers/solana/tip-accounts.ts'
import { type ParsedInstruction, parsedInstructions } from './parsed-instructions.ts'
import { BALANCES, keysOf, statedOwners } from './token-accounts.ts'

/** Lamports that an account must hold to stay, by its bytes of data. https://solana.com/docs/core/accounts#rent */
const rentOf = (bytes: bigint): bigint => (bytes + 128n) * 6_960n

/** Rent of an account without data: nobody can be paid less who has nothing yet. */
export const LEAST_RENT = rentOf(0n)

/**
 * Lamports that a transaction cost a wallet beside its fee: tips for its place in a block, and the rent of accounts that it opened for
 * others. An account's rent is what it must hold at least; what is put in beyond that was sent.
 */
export function costsOf(result: JsonObject, wallet: string, own: ReadonlySet<string>): bigint {
  const meta = isObject(result['meta']) ? result['meta'] : {}
  if (meta['err'] !== null && meta['err'] !== undefined) return 0n
  const keys = keysOf(result)
  const [before, after] = ['preBalances', 'postBalances'].map((field) => lamportsIn(meta[field], keys.length))
  if (before === undefined || after === undefined) return 0n
  const isPayer = keys[0] === wallet
  const opened = new Openings(result, own)
  return keys.reduce((sum, key, n) => {
    const [was = 0n, is = 0n] = [before[n], after[n]]
    if (own.has(key) || is <= was) return sum
    if (TIP_ACCOUNTS.has(key)) return isPayer ? sum + is - was : sum
    return was === 0n ? sum + opened.rentFor(key, is, isPayer) : sum
  }, 0n)
}

function lamportsIn(balances: unknown, count: number): readonly bigint[] | undefined {
  if (!Array.isArray(balances) || balances.length !== count) return undefined
  return balances.every((one) => typeof one === 'string' && /^\d{1,25}$/.test(one))
    ? balances.map((one) => BigInt(one as string))
    : undefined
}

/** Accounts that a transaction opened, and who paid for them. */
class Openings {
  readonly #own: ReadonlySet<string>
  readonly #created: ReadonlyMap<string, ParsedInstruction>
  readonly #funded: ReadonlyMap<string, bigint>
  /** Units of the wrapped coin in token accounts of others; nothing in those of other tokens. */
  readonly #wrapped: ReadonlyMap<string, bigint>

  constructor(result: JsonObject, own: ReadonlySet<string>) {
    this.#own = own
    const system = parsedInstructions(result).filter(({ program }) => program === 'system')
    this.#created = new Map(
      system.flatMap((one) => {
        const account = textIn(one.info, 'newAccount') || textIn(one.info, 'account')
        return /^(?:createAccount|allocate)/.test(one.type) ? [[account, one] as const] : []
      }),
    )
    const funded = new Map<string, bigint>()
    for (const { type, info } of system) {
      if (!type.startsWith('transfer') || !own.has(textIn(info, 'source'))) continue
      const account = textIn(info, 'destination')
      funded.set(account, (funded.get(account) ?? 0n) + unitsIn(info, 'lamports'))
    }
    this.#funded = funded
    this.#wrapped = wrappedIn(result)
  }

  /** Rent in an account that holds `lamports` and did not exist before. */
  rentFor(account: string, lamports: bigint, isPayer: boolean): bigint {
    const by = this.#created.get(account)
    if (by === undefined) {
      // A node that explains no instruction still says that this is a token account of another.
      const wrapped = this.#wrapped.get(account)
      return wrapped === undefined || !isPayer ? 0n : least(lamports - wrapped, lamports)
    }
    // Where an account held lamports before it was made, the rest of its rent is sent to it.
    const paid = by.type.startsWith('allocate')
      ? (this.#funded.get(account) ?? 0n)
      : this.#own.has(textIn(by.info, 'source'))
        ? unitsIn(by.info, 'lamports')
        : 0n
    return least(paid, rentOf(unitsIn(by.info, 'space')), lamports)
  }
}

function wrappedIn(result: JsonObject): ReadonlyMap<string, bigint> {
  const meta = isObject(result['meta']) ? result['meta'] : {}
  const keys = keysOf(result)
  const owners = statedOwners(result)
  return new Map(
    objectsOf(meta[BALANCES[1]]).flatMap((balance) => {
      const key = keys[Number(textIn(balance, 'accountIndex'))]
      const held = balance['uiTokenAmount']
      if (key === undefined || !owners.has(key) || !isObject(held)) return []
      return [[key, textIn(balance, 'mint') === WRAPPED_COIN ? unitsIn(held, 'amount') : 0n] as const]
    }),
  )
}

function unitsIn(fields: JsonObject, field: string): bigint {
  const text = textIn(fields, field)
  return /^\d{1,25}$/.test(text) ? BigInt(text) : 0n
}

const least = (...amounts: readonly bigint[]): bigint => amounts.reduce((a, b) => (b < a ? b : a))
