import { findingWords } from '../../app/finding-words.ts'

/** What a figure rests on that nobody has decided yet, for the second line of a narrow row: as `OpenMark` says it, without a way there. */
export function openWords([first, ...more]: readonly string[]): string {
  if (first === undefined) return ''
  const { mark } = findingWords(first)
  const word = `${mark.charAt(0).toLowerCase()}${mark.slice(1)}`
  return more.length === 0 ? word : `${word} +${more.length.toString()}`
}
