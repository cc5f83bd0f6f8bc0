import type { OneYear } from '@lotbook/contract'
import { findingWords } from '../../app/finding-words.ts'

/** Over what rows rest on: it is asked of today's questions, which is said where the rows are those of a filed year. */
export function openHead(filed: OneYear['filed']): string {
  return filed === null ? 'Not decided' : 'Not decided today'
}

/** What a figure rests on that nobody has decided yet, for the second line of a narrow row: as `OpenMark` says it, without a way there. */
export function openWords([first, ...more]: readonly string[]): string {
  if (first === undefined) return ''
  const { mark } = findingWords(first)
  const word = `${mark.charAt(0).toLowerCase()}${mark.slice(1)}`
  return more.length === 0 ? word : `${word} +${more.length.toString()}`
}
