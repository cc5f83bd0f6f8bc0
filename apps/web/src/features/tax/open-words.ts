import type { OneYear } from '@lotbook/contract'
import { findingWords } from '../transactions/finding-words.ts'

type OpenOf = Pick<OneYear, 'filed' | 'open_as_of'>

/** The head of the column of open findings. A filed year shows those open when it was filed, or today's where those were not kept. */
export function openHead({ filed, open_as_of }: OpenOf): string {
  if (filed === null) return 'Open items'
  return open_as_of === 'today' ? 'Open items today' : 'Open items when filed'
}

/** Whether the open findings can still be decided: one that was open when a year was filed may be answered by now. */
export function leadsToReview({ filed, open_as_of }: OpenOf): boolean {
  return filed === null || open_as_of === 'today'
}

/** The open findings that a figure rests on, for the second line of a narrow row: the words of `OpenMark`, without a link. */
export function openWords([first, ...more]: readonly string[], { filed, open_as_of }: OpenOf): string {
  if (first === undefined) return ''
  const { mark } = findingWords(first)
  const word = `${mark.charAt(0).toLowerCase()}${mark.slice(1)}`
  const words = more.length === 0 ? word : `${word} +${more.length.toString()}`
  if (filed === null) return words
  return open_as_of === 'today' ? `today: ${words}` : `when filed: ${words}`
}
