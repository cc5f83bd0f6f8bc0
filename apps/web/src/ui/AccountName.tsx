import { shortAccount } from '@lotbook/journal'
import { shortNames } from './format/shorten.ts'

export interface AccountNameProps {
  readonly name: string
  /** Set where a long name may take several lines: then only addresses are shortened. */
  readonly hasRoom?: boolean
}

/** The name of an account: an address by its chain and both ends, a long name cut where room is short, the whole in the title. */
export function AccountName({ name, hasRoom = false }: AccountNameProps) {
  const [short = name] = hasRoom ? [shortAccount(name)] : shortNames([name])
  return short === name ? name : <span title={name}>{short}</span>
}
