import type { Source } from '@lotbook/contract'

type Offered = Pick<Source, 'api' | 'csv' | 'oauth' | 'address'>

/** A way in that a source has but this version cannot go yet. */
export function waysToCome({ api, oauth, address }: Offered): readonly string[] {
  return [...(oauth ? ['OAuth'] : []), ...(api ? ['API key'] : []), ...(address ? ['public address'] : [])]
}

/** Note on the ways to connect a source, in a sentence or two; undefined if a file is the only one. */
export function methodNotice(source: Offered & Pick<Source, 'name'>): string | undefined {
  const ways = waysToCome(source)
  const list = new Intl.ListFormat('en', { type: 'disjunction' }).format(ways)
  if (source.csv) {
    if (ways.length === 0) return undefined
    return `Import by ${list} is not available yet. So far, ${source.name} is imported by uploading files.`
  }
  const so = `So far, only file upload is available: fill in the template, or upload an export of an explorer or another app that covers it.`
  const none = `We know of no file export of ${source.name}.`
  return ways.length === 0 ? `${none} ${so}` : `${none} Import by ${list} is not available yet. ${so}`
}
