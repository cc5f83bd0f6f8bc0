// Letters of other scripts, and digits, that read like a Latin letter.
// oxfmt-ignore
const READS_AS: Readonly<Record<string, string>> = {
  А: 'A', В: 'B', С: 'C', Е: 'E', Н: 'H', І: 'I', Ј: 'J', К: 'K', М: 'M', О: 'O', Р: 'P', Ѕ: 'S', Т: 'T', У: 'Y', Х: 'X',
  Α: 'A', Β: 'B', Ε: 'E', Ζ: 'Z', Η: 'H', Ι: 'I', Κ: 'K', Μ: 'M', Ν: 'N', Ο: 'O', Ρ: 'P', Τ: 'T', Υ: 'Y', Χ: 'X',
  '₮': 'T', Đ: 'D', Ð: 'D', '0': 'O', '1': 'I', '5': 'S', '$': 'S',
}

/** The Latin letters that a symbol reads as, upper-case; what cannot be seen is left out. */
function readsAs(symbol: string): string {
  const visible = symbol.normalize('NFKD').replaceAll(/[\p{M}\p{Cf}\p{Z}]/gu, '')
  return visible.toUpperCase().replaceAll(/./gsu, (letter) => READS_AS[letter] ?? letter)
}

/**
 * Whether a symbol is written to be taken for a known one: it reads like it and is not it.
 *
 * @param known - the known symbols, upper-case.
 */
export function isLookalike(symbol: string, known: ReadonlySet<string>): boolean {
  const own = symbol.toUpperCase()
  if (known.has(own)) return false
  const read = readsAs(symbol)
  return read !== own && known.has(read)
}
