import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Words that lists of leaked passwords are made of, one a line, lower case, letters only. */
const WORDS: ReadonlySet<string> = new Set(lines('common-words.data.txt'))
/** Whole leaked passwords of twelve and more characters. */
const WHOLE: ReadonlySet<string> = new Set(lines('common-passwords.data.txt'))

const LEAST_LEFT = 8
const FEWEST_DIFFERENT = 5
const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '01234567890',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
]
const LEET: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
}

function lines(file: string): string[] {
  return readFileSync(join(import.meta.dirname, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
}

/**
 * Whether a password is among the first that would be tried: a known one, a known word dressed up with digits and
 * signs, a walk over the keyboard, a repetition, or Lotbook's name or the person's own with little else.
 */
export function isCommonPassword(password: string, email: string): boolean {
  const text = password.normalize('NFKC').toLowerCase()
  if (WHOLE.has(text) || new Set(text).size < FEWEST_DIFFERENT) return true
  if (isRepetition(text) || isWalk(text)) return true
  if (withoutWords(text, contextWords(email)).length < LEAST_LEFT) return true
  return isDressedWord(text) || isDressedWord(text.replace(/[@4310!$57]/g, (char) => LEET[char] ?? char))
}

function contextWords(email: string): string[] {
  const [local = '', domain = ''] = email.toLowerCase().split('@')
  return ['lotbook', local, ...local.split(/[._+-]/), domain.split('.')[0] ?? ''].filter(
    (word) => word.length >= 4,
  )
}

function withoutWords(text: string, words: readonly string[]): string {
  return words.toSorted((a, b) => b.length - a.length).reduce((rest, word) => rest.replaceAll(word, ''), text)
}

/** A common word, or common words in a row, with few other characters before, between and after. */
function isDressedWord(text: string): boolean {
  const parts = text.match(/\p{L}+/gu) ?? []
  const letters = parts.join('')
  const rest = text.length - letters.length
  return (
    letters.length > 0 &&
    rest < LEAST_LEFT &&
    parts.every((part) => WORDS.has(part) || isMadeOfWords(part, 3))
  )
}

function isMadeOfWords(text: string, most: number): boolean {
  if (text === '') return true
  if (most === 0) return false
  for (let end = 3; end <= text.length; end += 1) {
    if (WORDS.has(text.slice(0, end)) && isMadeOfWords(text.slice(end), most - 1)) return true
  }
  return false
}

function isRepetition(text: string): boolean {
  // Found again inside itself doubled before the end: made of one piece, repeated.
  return text.length > 1 && (text + text).indexOf(text, 1) < text.length
}

function isWalk(text: string): boolean {
  const tracks = ROWS.flatMap((row) => [row, row.split('').toReversed().join('')]).map((row) => row + row)
  let from = 0
  let pieces = 0
  while (from < text.length) {
    let length = 0
    for (const track of tracks) {
      while (from + length < text.length && track.includes(text.slice(from, from + length + 1))) length += 1
    }
    if (length < 3) return false
    from += length
    pieces += 1
  }
  return pieces <= 4
}
