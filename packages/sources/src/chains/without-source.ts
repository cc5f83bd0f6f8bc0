/** Reasons why a chain has no connector, as a customer reads them. */
const REASONS = {
  shutDown: 'This chain was shut down, and nobody serves its history any more.',
  noIndex: 'No public server lists the transactions of an address on this chain free of charge.',
  noTokens: 'The public servers of this chain leave out tokens, so that a history would not be whole.',
  private: 'This chain hides what an address did, so that only the wallet itself knows it.',
  notOffered: 'Lotbook does not ask anybody about this chain yet.',
} as const

const slugs = (reason: keyof typeof REASONS, ...chains: readonly string[]) =>
  chains.map((slug) => [slug, REASONS[reason]] as const)

/** Chains of the catalogue that nobody can be asked about, each with the reason. A file of the address is accepted all the same. */
const WITHOUT_SOURCE: ReadonlyMap<string, string> = new Map([
  ...slugs('shutDown', 'aion', 'bnb-beacon-chain'),
  ...slugs('noIndex', 'fantom', 'neo', 'ontology', 'ark'),
  ...slugs('noTokens', 'harmony', 'qtum'),
  ...slugs('private', 'monero'),
])

/** The reason why addresses of a chain cannot be fetched; undefined for a chain that has no entry. */
export function whyWithoutSource(slug: string): string | undefined {
  return WITHOUT_SOURCE.get(slug)
}
