import type { OneYear } from '@lotbook/contract'

/** The moment that the notes above a filed year's figures describe; undefined for a year that shows the newest calculation. */
export function asOfWords({
  year,
  filed,
  qualifiers_as_of,
}: Pick<OneYear, 'year' | 'filed' | 'qualifiers_as_of'>): string | undefined {
  if (filed === null) return undefined
  switch (qualifiers_as_of) {
    case 'calculation':
      return `What was open in the calculation that ${year.toString()} was filed with:`
    case 'filing':
      return `What was open when ${year.toString()} was filed, after changes that its figures do not have:`
    case 'today':
      return `Open items today. What was open when ${year.toString()} was filed was not kept, and its figures stay:`
  }
}
