/** The widest logo of aspect ratio under 2 is a square of 40 px; a wider one has 100 (2 itself is wide: O-15). */
export function logoWidth(naturalWidth: number, naturalHeight: number): 40 | 100 {
  return naturalWidth / naturalHeight < 2 ? 40 : 100
}

/** Which of the eight soft grounds a letter tile has: always the same for a slug. */
export function tileGround(slug: string): number {
  let hash = 2166136261
  for (const letter of slug) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16777619)
  return (hash >>> 0) % 8
}

/** The first letter or digit of a name, in upper case. */
export function tileLetter(name: string): string {
  return /[\p{L}\p{N}]/u.exec(name)?.[0].toUpperCase() ?? '?'
}
