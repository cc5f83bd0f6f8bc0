/** Latin letters that no accent can be taken off. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  đ: 'd',
  Đ: 'D',
  ł: 'l',
  Ł: 'L',
  ı: 'i',
}

/** A text in ASCII: accents are taken off, and a letter of another script becomes its code point (`U+67F4`), so that two names stay two. */
export function inAscii(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '')
  return Array.from(plain)
    .map((letter) => {
      if (/[\x20-\x7e]/.test(letter)) return letter
      if (/[\p{Cc}\p{Z}]/u.test(letter)) return ' '
      return LETTERS[letter] ?? `U+${letter.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
    })
    .join('')
}
