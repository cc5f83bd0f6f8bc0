import type { CalculationSettings } from '@lotbook/tax'

/** `--treatment airdrop=zero_basis`, and `--token wrapped=WETH,ETH` or `--token rebase=AMPL`; each any number of times. */
export const TREATMENT_OPTIONS = {
  treatment: { type: 'string', multiple: true },
  token: { type: 'string', multiple: true },
} as const

type Treatments = Pick<CalculationSettings, 'treatments' | 'tokens'>

/** What they say as settings; undefined where one is not of its form. Whether there is such a choice the engine says. */
export function treatmentsOf(
  treatment: readonly string[] = [],
  token: readonly string[] = [],
): Treatments | undefined {
  const choices = treatment.map((text) => /^([a-z_]+)=([a-z_]+)$/.exec(text))
  const declared = token.map((text) => /^([a-z_]+)=([^,]+)(?:,([^,]+))?$/.exec(text))
  if ([...choices, ...declared].includes(null)) return undefined
  const settings = {
    ...(choices.length > 0 && {
      treatments: Object.fromEntries(choices.map((match) => [match?.[1], match?.[2]])),
    }),
    ...(declared.length > 0 && {
      tokens: declared.map((match) => ({
        kind: match?.[1],
        asset: match?.[2],
        ...(match?.[3] !== undefined && { of: match[3] }),
      })),
    }),
  }
  return settings as Treatments
}
