/**
 * The name of an account for a person: one that is an address as its chain and both ends (`Ethereum 0x4b1c…9f2e`), an address within
 * another name by its ends. Names of exchanges and those that a person gave stay as they are.
 */
export function shortAccount(name: string): string {
  const [, chain, address] = /^([a-z0-9-]+): ?(\S+)$/.exec(name) ?? []
  if (chain === undefined || address === undefined) return name.replace(ADDRESS, shortEnds)
  return `${chainName(chain)} ${address.replace(ADDRESS, shortEnds)}`
}

// Letters and digits in one long word; a word of letters alone is somebody's own.
const ADDRESS = /(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[0-9A-Za-z]{20,}/g

const shortEnds = (address: string) => `${address.slice(0, 6)}…${address.slice(-4)}`

/** A chain by its slug: each word with a capital, and short names that are tickers in capitals. */
function chainName(slug: string): string {
  return slug
    .split('-')
    .map((word) =>
      TICKERS.test(word) ? word.toUpperCase() : `${word.charAt(0).toUpperCase()}${word.slice(1)}`,
    )
    .join(' ')
}

const TICKERS = /^(ark|bnb|bsc|eos|nem|neo|ton|xrp)$/
