import type { OneYear } from '@lotbook/contract'
import { findingWords } from '../transactions/finding-words.ts'

type OpenOf = Pick<OneYear, 'filed' | 'open_as_of'>

/** Over what rows rest on: of a filed year what was open then, or today where that was not kept, which is said. */
export function openHead({ filed, open_as_of }: OpenOf): string {
  if (filed === null) return 'Not decided'
  return open_as_of === 'today' ? 'Not decided today' : 'Not decided when filed'
}

/** Whether what rows rest on can still be decided: what was open in a filed year may be answered by now. */
export function leadsToReview({ filed, open_as_of }: OpenOf): boolean {
  return filed === null || open_as_of === 'today'
}

/** What a figure rests on that nobody has decided yet, for the second line of a narrow row: as `OpenMark` says it, without a way there. */
export function openWords([first, ...more]: readonly string[], { filed, open_as_of }: OpenOf): string {
  if (first === undefined) return ''
  const { mark } = findingWords(first)
  const word = `${mark.charAt(0).toLowerCase()}${mark.slice(1)}`
  const words = more.length === 0 ? word : `${word} +${more.length.toString()}`
  if (filed === null) return words
  return open_as_of === 'today' ? `today: ${words}` : `when filed: ${words}`
}
