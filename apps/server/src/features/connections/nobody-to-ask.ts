import {
  addressConnector,
  EXPLORERS,
  type ExplorerName,
  explorersFor,
  type Source,
  whyWithoutSource,
} from '@lotbook/sources'

/** A way out for an address that nobody can be asked about. */
export const BY_FILE = 'Upload a file of the address instead.'

/** Names of explorers in a sentence: "Blockscout or Etherscan". */
export const eitherOf = (explorers: readonly ExplorerName[]): string =>
  explorers.map((explorer) => EXPLORERS[explorer].name).join(' or ')

/** The reason why an address cannot be fetched, and the way out: a key of the customer's own, where a key is what is missing. */
export function nobodyToAsk({ slug, name }: Pick<Source, 'slug' | 'name'>): string {
  const explorers = explorersFor(slug)
  if (explorers.length > 0)
    return `This site has no key for ${name}. Add your own free key from ${eitherOf(explorers)}, or upload a file of the address.`
  return `${whyWithoutSource(slug) ?? unnamed(slug, name)} ${BY_FILE}`
}

function unnamed(slug: string, name: string): string {
  return addressConnector(slug) === undefined
    ? `No public source of ${name} can be asked by Lotbook.`
    : `${name} can be asked with a key only, which the operator of this server has not set.`
}
