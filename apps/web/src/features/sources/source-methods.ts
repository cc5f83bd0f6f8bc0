import type { Source, SourceCard } from '@lotbook/contract'

type Offered = Pick<Source, 'api' | 'csv' | 'oauth' | 'address'>

/** A way in that a source has but this version cannot go yet. */
export function waysToCome({ api, oauth, address }: Offered): readonly string[] {
  return [...(oauth ? ['OAuth'] : []), ...(api ? ['API key'] : []), ...(address ? ['public address'] : [])]
}

/** Note on the ways to connect a source, in a sentence or two; undefined if its own files are the only one. */
export function methodNotice(source: Offered & Pick<Source, 'name'>): string | undefined {
  const ways = waysToCome(source)
  const list = new Intl.ListFormat('en', { type: 'disjunction' }).format(ways)
  const none = ways.length === 0 ? '' : `Import by ${list} is not available yet. `
  if (source.csv) {
    return ways.length === 0 ? undefined : `${none}For now, ${source.name} is imported by uploading files.`
  }
  return `${none}Lotbook does not read files from ${source.name} yet. Fill in the template with its history, and upload that.`
}

/** How the history of a source comes in today, in a word or two. */
export function wayOf({ csv, kind }: Pick<SourceCard, 'csv' | 'kind'>): string {
  if (!csv) return 'Template'
  return kind === 'blockchain' ? 'CSV of its explorer' : 'CSV'
}
