import { fileURLToPath } from 'node:url'
import { openFont } from './font-files.ts'
import { FROM_RIGHT, inVisualOrder, type Run } from './visual-order.ts'

type Document = PDFKit.PDFDocument

/** A font that every PDF reader has, and its size in points. */
export interface Face {
  readonly font: 'Helvetica' | 'Helvetica-Bold'
  readonly size: number
}

/** The letters of Windows-1252, which the fonts of every reader have. */
const EVERY_READER_HAS = /^[\u0020-\u007e\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/

const file = (path: string) => fileURLToPath(import.meta.resolve(path))
const noto = (subset: string, name = 'noto-sans') =>
  file(`@fontsource/${name}/files/${name}-${subset}-400-normal.woff`)

/** Scripts whose letters change with their neighbors, each with a font that knows how. */
const SHAPED = [
  'thai',
  'bengali',
  'tamil',
  'telugu',
  'gujarati',
  'gurmukhi',
  'kannada',
  'malayalam',
  'sinhala',
  'khmer',
  'lao',
]

/** Nearly all of Unicode, a picture for each letter. */
const PLAIN_SHAPES = file('@fontsource/unifontex/files/unifontex-latin-400-normal.woff')

/** Fonts that are embedded where a text has letters of theirs, the finer ones first; the last has nearly all of Unicode. */
const FONTS = [
  noto('latin-ext'),
  noto('vietnamese'),
  noto('cyrillic'),
  noto('cyrillic-ext'),
  noto('greek'),
  noto('greek-ext'),
  noto('devanagari'),
  noto('arabic', 'noto-sans-arabic'),
  noto('hebrew', 'noto-sans-hebrew'),
  ...SHAPED.map((script) => noto(script, `noto-sans-${script}`)),
  PLAIN_SHAPES,
]

/** Marks that have no picture of their own; those that decide how letters join are left to the shaper. */
const WITHOUT_PICTURE = /(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}/gu
const JOINERS = ['\u200c', '\u200d']

/** Whether the fonts of every PDF reader have all letters of a text. */
export function isPlain(text: string): boolean {
  return EVERY_READER_HAS.test(text)
}

/**
 * A text as runs of one font each, in the order of a line from the left: every letter is printed as it is. A letter that no font here has
 * is its number in Unicode, `[U+E000]`; it is never left out and never a question mark.
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
  return inVisualOrder(runs).flatMap(shapable)
}

/** Features that place marks. fontkit 2 fails on one where a font has no anchor for its class at a letter. */
const UNPLACED = { mark: false, mkmk: false, abvm: false, blwm: false }

/** A run as fontkit can shape it: as it is, else without placing its marks, else letter by letter in the font of plain shapes. */
function shapable(run: Run): Run[] {
  const { text, font } = run
  if (font === null || shapes(font, text)) return [run]
  if (shapes(font, text, UNPLACED)) return [{ ...run, features: UNPLACED }]
  const letters = Array.from(text).map((letter) => ({ text: letter, font: PLAIN_SHAPES }))
  return FROM_RIGHT.test(text) ? letters.toReversed() : letters
}

const tried = new Map<string, boolean>()
const MOST_TRIED = 10_000

function shapes(font: string, text: string, features?: Run['features']): boolean {
  const key = `${font} ${features === undefined} ${text}`
  const known = tried.get(key)
  if (known !== undefined) return known
  if (tried.size >= MOST_TRIED) tried.clear()
  const does = doesShape(font, text, features)
  tried.set(key, does)
  return does
}

function doesShape(path: string, text: string, features?: Run['features']): boolean {
  try {
    openFont(path).font.layout(text, features)
    return true
  } catch {
    return false
  }
}

function pictureOf(letter: string, before: string | null): { shown: string; font: string | null } {
  if (/\s/u.test(letter)) return { shown: ' ', font: before }
  if (JOINERS.includes(letter))
    return { shown: before === null || before === PLAIN_SHAPES ? '' : letter, font: before }
  if (isPlain(letter)) return { shown: letter, font: null }
  const point = letter.codePointAt(0) ?? 0
  // A mark joins its letter where that font has it too.
  if (before !== null && /\p{M}/u.test(letter) && hasPicture(before, point))
    return { shown: letter, font: before }
  const font = FONTS.find((path) => hasPicture(path, point))
  if (font !== undefined) return { shown: letter, font }
  return { shown: `[U+${point.toString(16).toUpperCase().padStart(4, '0')}]`, font: null }
}

const hasPicture = (path: string, point: number) => openFont(path).font.hasGlyphForCodePoint(point)

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
    width += document.widthOfString(run.text, featuresOf(run))
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
    document.text(run.text, left, top, { lineBreak: false, ...featuresOf(run) })
    if (runs.length > 1) left += document.widthOfString(run.text, featuresOf(run))
  }
  document.font(font).fontSize(size)
}

/** Features of a run for pdfkit, whose types know lists alone; it hands them on to fontkit as they are. */
function featuresOf({ features }: Run): PDFKit.Mixins.TextOptions {
  return features === undefined ? {} : { features: features as unknown as PDFKit.Mixins.OpenTypeFeatures[] }
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
