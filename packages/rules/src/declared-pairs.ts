import type { RuleSettings } from './settings.ts'

/** A test of two assets: true if a declared token makes one stand for the other, so that lots may pass between them. */
export function declaredPairs({ tokens }: Pick<RuleSettings, 'tokens'>): (a: string, b: string) => boolean {
  const pairs = new Set(
    (tokens ?? []).flatMap(({ asset, of: underlying }) =>
      underlying === undefined || underlying === null
        ? []
        : [pairName(asset, underlying), pairName(underlying, asset)],
    ),
  )
  return pairs.size === 0 ? () => false : (a, b) => pairs.has(pairName(a, b))
}

const pairName = (a: string, b: string) => `${a}\n${b}`
