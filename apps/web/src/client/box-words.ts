import type { FormTotals } from '@lotbook/contract'

/** The boxes of Form 8949 in its own words; digital assets have boxes and a form of their own since 2025. */
const REPORTED_WORDS: Readonly<Record<string, string>> = {
  AD: 'reported on Form 1099-B, basis reported to the IRS',
  BE: 'reported on Form 1099-B, basis not reported to the IRS',
  CF: 'not reported on Form 1099-B',
  GJ: 'reported on Form 1099-DA, basis reported to the IRS',
  HK: 'reported on Form 1099-DA, basis not reported to the IRS',
  IL: 'not reported on Form 1099-DA',
}

/** "Short-term, not reported on Form 1099-DA". */
export function boxWords({ box, term }: Pick<FormTotals['boxes'][number], 'box' | 'term'>): string {
  const words = Object.entries(REPORTED_WORDS).find(([boxes]) => boxes.includes(box))?.[1] ?? ''
  return `${term === 'short' ? 'Short' : 'Long'}-term, ${words}`
}
