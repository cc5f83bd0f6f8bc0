import { compareText } from '@lotbook/journal'

/** Keys of accounts in the order of the names that a person reads, capitals aside; of one name by key (R-POOL-4). */
export function inNameOrder(accounts: readonly { readonly key: string; readonly name: string }[]): string[] {
  return accounts
    .map(({ key, name }) => ({ key, name: name.toLowerCase() }))
    .sort((a, b) => compareText(a.name, b.name) || compareText(a.key, b.key))
    .map(({ key }) => key)
}
