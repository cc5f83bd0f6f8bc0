/** Where explorers show an address, by the chain's slug; the address follows. */
const PAGES: Readonly<Record<string, string>> = {
  algorand: 'https://allo.info/account/',
  arbitrum: 'https://arbiscan.io/address/',
  avalanche: 'https://snowtrace.io/address/',
  base: 'https://basescan.org/address/',
  bitcoin: 'https://mempool.space/address/',
  'bitcoin-cash': 'https://blockchair.com/bitcoin-cash/address/',
  bsc: 'https://bscscan.com/address/',
  cardano: 'https://cardanoscan.io/address/',
  dash: 'https://blockchair.com/dash/address/',
  dogecoin: 'https://blockchair.com/dogecoin/address/',
  ethereum: 'https://etherscan.io/address/',
  litecoin: 'https://blockchair.com/litecoin/address/',
  optimism: 'https://optimistic.etherscan.io/address/',
  polygon: 'https://polygonscan.com/address/',
  solana: 'https://solscan.io/account/',
  stellar: 'https://stellar.expert/explorer/public/account/',
  tezos: 'https://tzkt.io/',
  tron: 'https://tronscan.org/#/address/',
  'xrp-ledger': 'https://xrpscan.com/account/',
  zcash: 'https://blockchair.com/zcash/address/',
}

/** The page of an address at its chain's explorer; null for a chain of which none is known. */
export function explorerPage(chain: string, address: string): string | null {
  const page = Object.hasOwn(PAGES, chain) ? PAGES[chain] : undefined
  return page === undefined ? null : `${page}${encodeURIComponent(address)}`
}

/** Name of the explorer of a chain in the web; undefined for a chain of which none is known. */
export function explorerHost(chain: string): string | undefined {
  const page = Object.hasOwn(PAGES, chain) ? PAGES[chain] : undefined
  return page === undefined ? undefined : new URL(page).host
}
