import { isObject, type JsonObject, objectsOf, textIn } from '../../exchanges/json-answer.ts'
import { parsedInstructions } from './parsed-instructions.ts'

export const BALANCES = ['preTokenBalances', 'postTokenBalances'] as const

/** Addresses of a transaction, in the order that its balances number them by. */
export function keysOf(result: JsonObject): string[] {
  const transaction = result['transaction']
  const message = isObject(transaction) ? transaction['message'] : undefined
  return isObject(message) ? objectsOf(message['accountKeys']).map((key) => textIn(key, 'pubkey')) : []
}

/** Owners that a transaction states for its token accounts; those of 2021 and before state none. */
export function statedOwners(result: JsonObject): ReadonlyMap<string, string> {
  const meta = isObject(result['meta']) ? result['meta'] : {}
  const keys = keysOf(result)
  return new Map(
    BALANCES.flatMap((field) => objectsOf(meta[field])).flatMap((balance) => {
      const [owner, key] = [textIn(balance, 'owner'), keys[Number(textIn(balance, 'accountIndex'))]]
      return owner === '' || key === undefined ? [] : [[key, owner] as const]
    }),
  )
}

/** The token accounts of a wallet that a transaction names: by their owner, or where it states none by who acts for them. */
export function ownTokenAccounts(result: JsonObject, wallet: string): string[] {
  const owners = statedOwners(result)
  const stated = [...owners].flatMap(([account, owner]) => (owner === wallet ? [account] : []))
  const named = parsedInstructions(result).flatMap(({ program, info }) => {
    if (program === 'spl-associated-token-account')
      return textIn(info, 'wallet') === wallet ? [textIn(info, 'account')] : []
    if (!isTokenProgram(program)) return []
    const isActing = textIn(info, 'authority') === wallet || textIn(info, 'owner') === wallet
    return isActing ? [textIn(info, 'source') || textIn(info, 'account')] : []
  })
  return [...new Set([...stated, ...named.filter((account) => account !== '' && !owners.has(account))])]
}

/** Whether a transaction moved tokens of some accounts of which it states no balance at all, as those of 2020 do. */
export function movesUnstated(result: JsonObject, own: ReadonlySet<string>): boolean {
  const meta = isObject(result['meta']) ? result['meta'] : {}
  if (BALANCES.some((field) => objectsOf(meta[field]).length > 0)) return false
  return parsedInstructions(result).some(
    ({ program, type, info }) =>
      isTokenProgram(program) &&
      /^(?:transfer|mintTo|burn)/.test(type) &&
      ['source', 'destination', 'account'].some((field) => own.has(textIn(info, field))),
  )
}

const isTokenProgram = (program: string): boolean => /^spl-token(?:-2022)?$/.test(program)
