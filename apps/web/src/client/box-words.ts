import type { FormTotals } from '@lotbook/contract'

const BROKER_WORDS: Readonly<Record<string, string>> = {
  ADGJ: 'on a broker’s form with its cost',
  BEHK: 'on a broker’s form without its cost',
  CFIL: 'on no broker’s form',
}

/** "Short-term, on no broker's form". */
export function boxWords({ box, term }: Pick<FormTotals['boxes'][number], 'box' | 'term'>): string {
  const words = Object.entries(BROKER_WORDS).find(([boxes]) => boxes.includes(box))?.[1] ?? ''
  return `${term === 'short' ? 'Short' : 'Long'}-term, ${words}`
}
