import { isObject, type JsonObject, textIn } from '../../exchanges/json-answer.ts'
import { parsedInstructions } from './parsed-instructions.ts'

/** The slots of an epoch, by which its number follows from a slot. */
const SLOTS_OF_EPOCH = 432_000

export const epochOf = (slot: number): number => Math.floor(slot / SLOTS_OF_EPOCH)

/** What transactions say of stake accounts: those that a wallet may withdraw from, and those that it gave away. */
export interface StakeAccounts {
  readonly own: readonly string[]
  readonly given: readonly string[]
}

/**
 * Stake accounts that a transaction names. One that a wallet may withdraw from is its own; one whose right to withdraw it passed on, as to
 * a pool, is no longer.
 */
export function stakeAccountsIn(result: JsonObject, wallet: string): StakeAccounts {
  const own: string[] = []
  const given: string[] = []
  for (const { program, type, info } of parsedInstructions(result)) {
    if (program !== 'stake') continue
    const account = textIn(info, 'stakeAccount')
    const authorized = isObject(info['authorized']) ? info['authorized'] : info
    if (type.startsWith('initialize') && textIn(authorized, 'withdrawer') === wallet) own.push(account)
    if (type === 'withdraw' && textIn(info, 'withdrawAuthority') === wallet) own.push(account)
    // A split has the rights of the account that it was split from.
    if (type === 'split' && textIn(info, 'stakeAuthority') === wallet)
      own.push(textIn(info, 'newSplitAccount'))
    if (type.startsWith('authorize') && /withdraw/i.test(textIn(info, 'authorityType'))) {
      // With a seed it goes by another name.
      const next = textIn(info, 'newAuthority') || textIn(info, 'newAuthorized')
      if (next === wallet) own.push(account)
      else given.push(account)
    }
  }
  const isNamed = (account: string) => account !== ''
  return { own: own.filter(isNamed), given: given.filter(isNamed) }
}

/** The stake accounts that stayed a wallet's own through all of its transactions. */
export function keptStakes(named: readonly StakeAccounts[]): ReadonlySet<string> {
  const given = new Set(named.flatMap((one) => one.given))
  return new Set(named.flatMap((one) => one.own)).difference(given)
}
