import { shortAccount } from '@lotbook/journal'

/** On mobile the local part of an email over 17 characters is cut to 7 plus '...' (O-30: the email form only). */
export function shortLocalPart(localPart: string): string {
  const letters = [...localPart]
  return letters.length > 17 ? `${letters.slice(0, 7).join('')}...` : localPart
}

/** A CSV's name over 20 characters, cut; the full name belongs in the tooltip. */
export function shortFileName(name: string): string {
  const letters = [...name]
  return letters.length > 20 ? `${letters.slice(0, 20).join('')}…` : name
}

/** An address or hash as its first 6 and last 6 characters. The copy button gives the whole. */
export function shortAddress(address: string): string {
  return address.length > 16 ? `${address.slice(0, 6)}…${address.slice(-6)}` : address
}

/** From here on a name no longer fits beside others in a title. */
const LONG_NAME = 32

/**
 * Names of accounts for a title: an address as `shortAccount` has it, and a name that is still long cut. Names that
 * would be the same then stay whole.
 */
export function shortNames(names: readonly string[]): readonly string[] {
  const short = names.map((name) => {
    const letters = [...shortAccount(name)]
    return letters.length > LONG_NAME
      ? `${letters
          .slice(0, LONG_NAME - 1)
          .join('')
          .trimEnd()}…`
      : letters.join('')
  })
  return names.map((name, i) =>
    short.filter((one) => one === short[i]).length > 1 ? name : (short[i] ?? name),
  )
}

/** A count with the locale's separators. */
export function formatCount(count: number, locale?: string): string {
  return count.toLocaleString(locale)
}
