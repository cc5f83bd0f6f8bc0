import { expect, test } from 'vitest'
import { sourceBySlug } from './catalogue.ts'
import { listedTokens } from './listed-tokens.ts'
import { type LogoKind, logos, logoSvg } from './logos.ts'

const everyLogo = (['sources', 'coins'] as const).flatMap((kind: LogoKind) =>
  [...logos()[kind].keys()].map((id) => [kind, id] as const),
)

test('every logo belongs to a source of the catalogue or a coin, and is drawn', () => {
  const unknown = [...logos().sources.keys()].filter((slug) => sourceBySlug(slug) === undefined)
  expect(unknown).toEqual([])
  expect(logos().sources.size).toBeGreaterThan(150)
  expect(logos().coins.size).toBeGreaterThan(300)
  const notDrawn = everyLogo.filter(([kind, id]) => !/^<svg [^>]*viewBox=/.test(logoSvg(kind, id) ?? ''))
  expect(notDrawn).toEqual([])
})

test('a logo holds shapes and nothing that runs or loads', () => {
  const active = everyLogo.filter(([kind, id]) =>
    /<(?:script|style|image|use|foreignObject|a|iframe|animate|set)\b|\son\w+=|href=|url\((?!#)/i.test(
      logoSvg(kind, id) ?? '',
    ),
  )
  expect(active).toEqual([])
})

test('a token wears art by its contract alone: one that is named after another has none', () => {
  expect(logoSvg('coins', 'USDC')).toBeDefined()
  expect(logoSvg('coins', 'ethereum:0x00000000000000000000000000000000000000aa')).toBeUndefined()
  expect(logoSvg('coins', 'own:BTC')).toBeUndefined()
  // The package draws another token under this ticker, at another contract.
  expect(listedTokens().map(({ ticker }) => ticker)).toContain('ATH')
  expect(logoSvg('coins', 'ATH')).toBeUndefined()
  expect(logoSvg('coins', 'EUR')).toBeUndefined()
})

test('a token of a chain is drawn where a token list knows its contract by the same symbol', () => {
  // LINK on Polygon and on Arbitrum.
  for (const asset of [
    'polygon:0x53e0bca35ec356bd5dddfebbd1fc0fd03fabad39',
    'arbitrum:0xf97f4df75117a78c1a5a0dbb814af92458539fb4',
  ])
    expect(logoSvg('coins', asset), asset).toBe(logoSvg('coins', 'LINK'))
  // The same contract on a chain where it is something else, or nothing.
  expect(logoSvg('coins', 'base:0x53e0bca35ec356bd5dddfebbd1fc0fd03fabad39')).toBeUndefined()
  // A bridged token that the package takes for UNI itself, and the list calls UNI.e.
  expect(logoSvg('coins', 'avalanche:0x8ebaf22b6f053dffeaf46f4dd9efa95d89ba8580')).toBeUndefined()
})

test('nothing is drawn for a source that the package does not know', () => {
  expect(logoSvg('sources', 'mt-gox')).toBeUndefined()
  expect(logoSvg('sources', 'toString')).toBeUndefined()
})
