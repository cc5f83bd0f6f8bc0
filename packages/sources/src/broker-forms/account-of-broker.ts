const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/**
 * Finds the account that a form calls its broker: the one of that name, or the only one whose name begins like it, so that "Coinbase, Inc." is
 * Coinbase. A form that names none is of the only account that there is.
 */
export function accountOfBroker<Account extends { readonly name: string }>(
  broker: string,
  accounts: readonly Account[],
): Account | undefined {
  const wanted = plain(broker)
  if (wanted === '') return accounts.length === 1 ? accounts[0] : undefined
  const exact = accounts.filter(({ name }) => plain(name) === wanted)
  if (exact.length > 0) return exact.length === 1 ? exact[0] : undefined
  const alike = accounts.filter(({ name }) => plain(name) !== '' && wanted.startsWith(plain(name)))
  return alike.length === 1 ? alike[0] : undefined
}
