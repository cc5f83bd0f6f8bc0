import type { Source, SourceCard } from '@lotbook/contract'

type Offered = Pick<Source, 'api' | 'csv' | 'oauth' | 'address'>

export type Method = 'oauth' | 'api' | 'wallet' | 'csv'

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

/** The way that is chosen at first: the upload where it is asked for, else the first there is (R2.128, R2.129). */
export function firstMethod(source: Offered, wantsCsv: boolean): Method {
  return wantsCsv ? 'csv' : (methodsOf(source)[0] ?? 'csv')
}

/** Note on a source whose own files nobody reads; undefined where they are read. */
export function methodNotice(source: Pick<Source, 'csv' | 'name'>): string | undefined {
  if (source.csv) return undefined
  return `Lotbook does not read files from ${source.name} yet. Fill in the template with its history, and upload that.`
}

/** How the history of a source comes in today, in a word or two. */
export function wayOf(source: Pick<SourceCard, 'csv' | 'kind' | 'api' | 'oauth' | 'address'>): string {
  const [first] = methodsOf(source)
  if (first === undefined) return 'Template'
  if (first === 'csv') return source.kind === 'blockchain' ? 'CSV of its explorer' : 'CSV'
  return { oauth: 'Sign in', api: 'API key', wallet: 'Public address' }[first]
}
