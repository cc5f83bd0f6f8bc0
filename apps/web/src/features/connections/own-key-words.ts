import type { ExplorerKey } from '@lotbook/contract'

/** Names of explorers in a sentence: "Blockscout or Etherscan". */
export const eitherOf = (explorers: readonly Pick<ExplorerKey, 'name'>[]): string =>
  explorers.map(({ name }) => name).join(' or ')
