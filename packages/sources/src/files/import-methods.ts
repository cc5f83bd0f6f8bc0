import { CUSTOM_CSV, type Source } from '../catalogue/catalogue.ts'
import { EXPLORER_CHAINS } from '../catalogue/explorer-chains.ts'
import { explorerHost } from '../catalogue/explorer-page.ts'
import type { FileFormat } from './reader/csv-format.ts'
import { formats } from './registry.ts'

/** One way history reaches an account. */
export type ImportMethod = 'oauth' | 'api' | 'wallet' | 'csv'

/** Slugs that formats go by which stand for no one source. */
const EXPLORER = 'evm-explorer'
const TEMPLATE = 'lotbook'

/**
 * Names of the files of a source that can be read as it hands them out, by the readers that there are. Without one its
 * history comes in by the template.
 */
export function filesReadOf(slug: string): readonly string[] {
  const written = slug === CUSTOM_CSV ? TEMPLATE : EXPLORER_CHAINS.includes(slug) ? EXPLORER : slug
  return formats.filter((format) => isOf(written, format)).map(({ name }) => name)
}

/** True of a source whose report it is. Templates of other products that it hands out too are no report of its own. */
function isOf(slug: string, { sourceSlug, alsoOf = [], isGeneric }: FileFormat): boolean {
  return sourceSlug === slug || (isGeneric !== true && alsoOf.includes(slug))
}

/** Steps to get the files of a source that can be read; none where none can be. */
export function exportSteps(source: Source): readonly string[] {
  if (filesReadOf(source.slug).length === 0) return []
  if (!EXPLORER_CHAINS.includes(source.slug)) return source.help.csv ?? []
  return [
    `Open ${explorerHost(source.slug) ?? `the explorer of ${source.name}`} and look up your address`,
    'Choose CSV Export below the list of transactions, and take the whole period',
    'Do the same under Internal Transactions, Token Transfers (ERC-20) and NFT Transfers: each is a file of its own',
    'Upload all of them here',
  ]
}

/**
 * How history can come from a source, in the order the screen offers it. A closed source has files, and
 * addresses, whatever its API once could: old tax years still need them.
 */
export function importMethods(source: Source): readonly ImportMethod[] {
  const isOpen = source.status === 'active'
  const methods: [ImportMethod, boolean][] = [
    ['oauth', source.oauth && isOpen],
    ['api', source.api && isOpen],
    ['wallet', source.address],
    ['csv', filesReadOf(source.slug).length > 0],
  ]
  return methods.flatMap(([method, has]) => (has ? [method] : []))
}
