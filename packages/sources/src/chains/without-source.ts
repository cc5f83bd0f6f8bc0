/** Reasons why a chain has no connector, as a customer reads them. */
const REASONS = {
  shutDown: 'This chain was shut down, and nobody serves its history any more.',
  noIndex: 'No public server lists the transactions of an address on this chain free of charge.',
  unencrypted:
    'The public servers of this chain answer without encryption, so that a history could be changed on its way.',
  private: 'This chain hides what an address did, so that only the wallet itself knows it.',
  operators:
    'No public server of this chain may be asked by other programs. Whoever runs this site can connect a server of their own.',
  notForBusiness:
    'The public servers of this chain are not for business use. Whoever runs this site can connect a server of their own.',
  undocumented:
    'The public explorer of this chain documents no way to list the transactions of an address. Whoever runs this site can connect a server of their own.',
  notOffered: 'Lotbook does not ask anybody about this chain yet.',
} as const

const slugs = (reason: keyof typeof REASONS, ...chains: readonly string[]) =>
  chains.map((slug) => [slug, REASONS[reason]] as const)

/** Chains of the catalogue that nobody can be asked about, each with the reason. A file of the address is accepted all the same. */
const WITHOUT_SOURCE: ReadonlyMap<string, string> = new Map([
  ...slugs('shutDown', 'aion', 'bnb-beacon-chain'),
  ...slugs('noIndex', 'fantom', 'ark'),
  ...slugs('unencrypted', 'nem'),
  ...slugs('private', 'monero'),
  // Their public servers were switched off in July 2025 (Bitcoin Gold, DigiByte, Vertcoin), or are for the programs of their owner alone.
  ...slugs('operators', 'bitcoin-cash', 'bitcoin-gold', 'digibyte', 'vertcoin', 'zcash'),
  ...slugs('notForBusiness', 'xrp-ledger'),
  ...slugs('undocumented', 'verge'),
  // Chains that the catalogue names and nobody can add.
  ...slugs(
    'notOffered',
    'cosmos',
    'osmosis',
    'irisnet',
    'kava',
    'zksync-era',
    'linea',
    'scroll',
    'mantle',
    'gnosis',
  ),
  ...slugs(
    'notOffered',
    'celo',
    'cronos',
    'moonbeam',
    'moonriver',
    'sonic',
    'polygon-zkevm',
    'arbitrum-nova',
  ),
  ...slugs(
    'notOffered',
    'unichain',
    'hyperevm',
    'monad',
    'pulsechain',
    'aurora',
    'ronin',
    'kusama',
    'sui',
    'aptos',
  ),
  ...slugs(
    'notOffered',
    'near',
    'ton',
    'hedera',
    'internet-computer',
    'flow',
    'stacks',
    'multiversx',
    'zilliqa',
  ),
  ...slugs(
    'notOffered',
    'vechain',
    'celestia',
    'injective',
    'sei',
    'dydx-chain',
    'thorchain',
    'terra-classic',
  ),
  ...slugs('notOffered', 'ravencoin', 'kaspa', 'nano', 'icon', 'lisk', 'hive', 'filecoin'),
])

/** The reason why addresses of a chain cannot be fetched; undefined for a chain that has no entry. */
export function whyWithoutSource(slug: string): string | undefined {
  return WITHOUT_SOURCE.get(slug)
}
