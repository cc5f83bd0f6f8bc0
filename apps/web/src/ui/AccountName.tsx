import { shortAccount } from '@lotbook/journal'

/** The name of an account: an address by its chain and both ends, the whole in the title. */
export function AccountName({ name }: { name: string }) {
  const short = shortAccount(name)
  return short === name ? name : <span title={name}>{short}</span>
}
