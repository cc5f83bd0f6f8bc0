import type { Source, SourceCard } from '@lotbook/contract'

type Offered = Pick<Source, 'api' | 'csv' | 'oauth' | 'address'>

export type Method = 'oauth' | 'api' | 'wallet' | 'csv'

/** The generic wallet: always among the results, for an address of any chain (R2.100). */
export const ANY_ADDRESS = 'wallet-address'

/** Name of a source in a heading: the generic wallet is called by what it is, not by how it is found. */
export function headingName({ slug, name }: Pick<Source, 'slug' | 'name'>): string {
  return slug === ANY_ADDRESS ? 'Wallet' : name
}

/** The ways in that a source has today, in the order they are offered (R2.127, R2.128). */
export function methodsOf({ api, csv, oauth, address }: Offered): readonly Method[] {
  const methods: readonly (readonly [Method, boolean])[] = [
    ['oauth', oauth],
    ['api', api],
    ['wallet', address],
    ['csv', csv],
  ]
  return methods.flatMap(([method, has]) => (has ? [method] : []))
}

/**
 * The way that is chosen at first: the upload where it is asked for, that of the connection which is set right, else the first there is
 * (R2.128, R2.129).
 */
export function firstMethod(source: Offered, wantsCsv: boolean, fixed?: Method): Method {
  if (wantsCsv) return 'csv'
  const methods = methodsOf(source)
  return methods.find((method) => method === fixed) ?? methods[0] ?? 'csv'
}

/** Note on a source whose own files nobody reads; undefined where they are read. */
export function methodNotice(source: Pick<Source, 'csv' | 'name'>): string | undefined {
  if (source.csv) return undefined
  return `Lotbook does not read files from ${source.name} yet. Upload one and say once what its columns hold, or fill in the template.`
}

/** How the history of a source comes in today, in a word or two. */
export function wayOf(source: Pick<SourceCard, 'csv' | 'kind' | 'api' | 'oauth' | 'address'>): string {
  const [first] = methodsOf(source)
  if (first === undefined) return 'Template'
  if (first === 'csv') return source.kind === 'blockchain' ? 'CSV of its explorer' : 'CSV'
  return { oauth: 'Sign in', api: 'API key', wallet: 'Public address' }[first]
}

/** What can be done with an address: its history is fetched where there is a connector, and comes as a file elsewhere. */
export function waysOf(chains: readonly Pick<SourceCard, 'address' | 'csv'>[]): string {
  const others = chains.filter(({ address }) => !address)
  const fetched = 'Lotbook fetches its history'
  if (others.length === 0)
    return chains.length === 1 ? `${fetched} from there.` : `Choose the chain. ${fetched} from there.`
  const none = 'Lotbook cannot fetch the history of an address by itself yet.'
  const template = 'fill in the template, or enter its transactions by hand'
  const file = 'export its transactions from the explorer and upload the files'
  if (others.length < chains.length)
    return `Choose the chain. Where its card says Public address, ${fetched}. Where it says CSV, ${file}; elsewhere, ${template}.`
  if (others.every(({ csv }) => !csv)) return `${none} Until it can, ${template}.`
  return others.every(({ csv }) => csv)
    ? `${none} Until it can, ${file}.`
    : `${none} Choose the chain. Where its card says CSV, ${file}; elsewhere, ${template}.`
}
