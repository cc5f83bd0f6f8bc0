import { fileURLToPath } from 'node:url'
import { openFont } from './font-files.ts'

type Document = PDFKit.PDFDocument

/** A font that every PDF reader has, and its size in points. */
export interface Face {
  readonly font: 'Helvetica' | 'Helvetica-Bold'
  readonly size: number
}

/** Letters in one font; null is the face that the text is written in. */
export interface Run {
  readonly text: string
  readonly font: string | null
}

/** The letters of Windows-1252, which the fonts of every reader have. */
const EVERY_READER_HAS = /^[\u0020-\u007e\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/

const file = (path: string) => fileURLToPath(import.meta.resolve(path))
const noto = (subset: string) => file(`@fontsource/noto-sans/files/noto-sans-${subset}-400-normal.woff`)

/** Fonts that are embedded where a text has letters of theirs, the finer ones first; the last has nearly all of Unicode. */
const FONTS = [
  noto('latin-ext'),
  noto('vietnamese'),
  noto('cyrillic'),
  noto('cyrillic-ext'),
  noto('greek'),
  noto('greek-ext'),
  noto('devanagari'),
  file('@fontsource/unifontex/files/unifontex-latin-400-normal.woff'),
]

/** Marks that shape the letter before them and have no picture of their own. */
const WITHOUT_PICTURE = /\p{Default_Ignorable_Code_Point}/gu

/** Whether the fonts of every PDF reader have all letters of a text. */
export function isPlain(text: string): boolean {
  return EVERY_READER_HAS.test(text)
}

/**
 * A text as runs of one font each: every letter is printed as it is. A letter that no font here has is its number in Unicode,
 * `[U+E000]`; it is never left out and never a question mark.
 */
export function runsOf(text: string): Run[] {
  if (isPlain(text)) return [{ text, font: null }]
  const runs: { text: string; font: string | null }[] = []
  for (const letter of text.normalize('NFC').replace(WITHOUT_PICTURE, '')) {
    const { shown, font } = pictureOf(letter, runs.at(-1)?.font ?? null)
    const last = runs.at(-1)
    if (last?.font === font) last.text += shown
    else runs.push({ text: shown, font })
  }
  return runs
}

function pictureOf(letter: string, before: string | null): { shown: string; font: string | null } {
  if (/\s/u.test(letter)) return { shown: ' ', font: before }
  if (isPlain(letter)) return { shown: letter, font: null }
  const point = letter.codePointAt(0) ?? 0
  const font = FONTS.find((path) => openFont(path).font.hasGlyphForCodePoint(point))
  if (font !== undefined) return { shown: letter, font }
  return { shown: `[U+${point.toString(16).toUpperCase().padStart(4, '0')}]`, font: null }
}

const known = new WeakMap<Document, Set<string>>()

/** Take a font for what is written next; a file of ours is made known to the document at its first use. */
function useFont(document: Document, font: string): Document {
  if (!FONTS.includes(font)) return document.font(font)
  const names = known.get(document) ?? new Set()
  known.set(document, names)
  if (!names.has(font)) document.registerFont(font, Buffer.from(openFont(font).bytes))
  names.add(font)
  return document.font(font)
}

/** Points that a text takes on one line. */
export function widthOf(document: Document, text: string, { font, size }: Face): number {
  let width = 0
  for (const run of runsOf(text)) {
    useFont(document, run.font ?? font).fontSize(size)
    width += document.widthOfString(run.text)
  }
  return width
}

/** The size at which a text fits a width on one line, the face's own or a smaller one down to 4.5 points, and how wide it is then. */
export function fitting(
  document: Document,
  text: string,
  { font, size }: Face,
  width: number,
): Face & { readonly wide: number } {
  const wide = widthOf(document, text, { font, size })
  if (wide <= width) return { font, size, wide }
  const smaller = Math.max(4.5, (size * width) / wide)
  return { font, size: smaller, wide: (wide * smaller) / size }
}

/** Write a text on one line from a point; it is not broken. */
export function writeLine(document: Document, text: string, x: number, y: number, { font, size }: Face) {
  let left = x
  const runs = runsOf(text)
  for (const run of runs) {
    useFont(document, run.font ?? font).fontSize(size)
    // Embedded fonts have other ascents; their letters stand on the line of the others.
    const top = run.font === null ? y : y + size * (ASCENT - ascentOf(run.font))
    document.text(run.text, left, top, { lineBreak: false })
    if (runs.length > 1) left += document.widthOfString(run.text)
  }
  document.font(font).fontSize(size)
}

/** Ascent of Helvetica by its size, as pdfkit places it. */
const ASCENT = 0.718

function ascentOf(path: string): number {
  const { ascent, unitsPerEm } = openFont(path).font
  return ascent / unitsPerEm
}

/** A block of text: its face, the width that it is broken at, and the side it stands at. */
export interface Block extends Face {
  readonly width: number
  readonly align?: 'left' | 'right'
}

const LINE = 1.156

/** Points that a text takes when it is broken at a width. */
export function heightOf(document: Document, text: string, block: Block): number {
  document.font(block.font).fontSize(block.size)
  if (isPlain(text)) return document.heightOfString(text, { width: block.width })
  return linesOf(document, text, block).length * block.size * LINE
}

/** Write a text broken at a width. */
export function writeBlock(document: Document, text: string, x: number, y: number, block: Block) {
  document.font(block.font).fontSize(block.size)
  const { width, align = 'left' } = block
  if (isPlain(text)) return void document.text(text, x, y, { width, align })
  let top = y
  for (const line of linesOf(document, text, block)) {
    const left = align === 'right' ? x + width - widthOf(document, line, block) : x
    writeLine(document, line, left, top, block)
    top += block.size * LINE
  }
  document.y = top
}

/** Lines of a text at a width: broken between words, and inside one that is wider than a line. */
function linesOf(document: Document, text: string, block: Block): string[] {
  const lines: string[] = []
  let line = ''
  const fits = (one: string) => widthOf(document, one, block) <= block.width
  for (const word of text.split(/\s+/u)) {
    if (line !== '' && fits(`${line} ${word}`)) {
      line = `${line} ${word}`
      continue
    }
    if (line !== '') lines.push(line)
    line = ''
    for (const letter of word) {
      if (line !== '' && !fits(line + letter)) {
        lines.push(line)
        line = ''
      }
      line += letter
    }
  }
  return [...lines, line]
}
