import { shortNames } from './format/shorten.ts'

/** The name of an account where room is short: an address by its chain and both ends, a long name cut, the whole in the title. */
export function AccountName({ name }: { name: string }) {
  const [short = name] = shortNames([name])
  return short === name ? name : <span title={name}>{short}</span>
}
