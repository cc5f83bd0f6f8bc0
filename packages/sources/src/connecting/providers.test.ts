import { expect, test } from 'vitest'
import { isProviderName, OPERATOR_KEYS, type Provider, type ProviderTerms, PROVIDERS } from './providers.ts'

/** Providers whose page nobody could read so far. A new provider comes with a page that was read. */
const UNREAD = [
  'bitpanda',
  'fmfw',
  'gate-eu',
  'poloniex',
  'neo',
  'ontology',
  'blockbook-sys',
  'insight-rdd',
  'irs',
]

const terms = Object.entries<Provider>(PROVIDERS).flatMap(
  ([name, provider]): (ProviderTerms & { readonly name: string })[] =>
    provider.isOperators === true ? [] : [{ name, ...provider.terms }],
)

test('every provider has its terms in a line, the page that states them, and the day it was read', () => {
  // @ts-expect-error One without terms does not compile, unless it is the operator's own.
  const withoutTerms: Provider = { base: 'https://api.example.com', perSecond: 1, burst: 1 }
  expect(withoutTerms.terms).toBeUndefined()

  expect(terms.length).toBeGreaterThan(60)
  for (const { name, page, says, checkedOn } of terms) {
    expect(new URL(page).protocol, name).toBe('https:')
    expect(says, name).toMatch(/^\S.*\.$/)
    expect(says.length, `${name}: ${says}`).toBeLessThan(160)
    if (checkedOn !== null) expect(new Date(checkedOn).toISOString(), name).toBe(`${checkedOn}T00:00:00.000Z`)
  }
  expect(terms.filter(({ checkedOn }) => checkedOn === null).map(({ name }) => name)).toEqual(UNREAD)
})

test('a key that a provider can do without lets it be asked faster', () => {
  const optional = Object.entries(OPERATOR_KEYS).flatMap(([name, { rate }]) =>
    rate !== undefined && isProviderName(name)
      ? [{ name, keyless: PROVIDERS[name].perSecond, keyed: rate.perSecond }]
      : [],
  )
  expect(optional.map(({ name }) => name)).toEqual(['koios', 'trongrid'])
  for (const { name, keyless, keyed } of optional) expect(keyed, name).toBeGreaterThan(keyless)
})
