import type { BrokerForm, BrokerReported } from '@lotbook/contract'

/** What a Form 1099-DA can show of an account's sales, in the words of who holds it in hand. */
export const REPORTED_WORDS: Readonly<Record<BrokerReported, string>> = {
  proceeds: 'Proceeds only',
  basis: 'Proceeds and cost basis',
  none: 'No form was sent',
}

/** The choice while nothing is said. */
export function unansweredWord({ is_expected }: Pick<BrokerForm, 'is_expected'>): string {
  return is_expected ? 'Expected, not answered yet' : 'No form expected'
}

/** `1 Form 1099-DA is expected`: how many accounts should have a form that nobody has answered for. */
export function openForms(forms: readonly BrokerForm[]): readonly BrokerForm[] {
  return forms.filter(({ is_expected, reported, lines }) => is_expected && reported === null && lines === 0)
}

/** `Short-term H, long-term K`. */
export function boxesOf({ short_box, long_box }: Pick<BrokerForm, 'short_box' | 'long_box'>): string {
  return `${short_box} short-term, ${long_box} long-term`
}
