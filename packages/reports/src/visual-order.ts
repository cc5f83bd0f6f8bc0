import makeBidi from 'bidi-js'

/** Letters in one font; null is the face that the text is written in. */
export interface Run {
  readonly text: string
  readonly font: string | null
  /** Features of the font that are switched, where they are not the usual ones. */
  readonly features?: Readonly<Record<string, boolean>>
}

interface LevelRun extends Run {
  /** Embedding level of Unicode's bidirectional algorithm: odd is read from the right. */
  readonly level: number
}

// Its types describe a module of another kind than the one that Node loads.
const bidi = (makeBidi as unknown as typeof makeBidi.default)()

/** Letters that are read from the right. */
export const FROM_RIGHT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}\p{Script=Hanifi_Rohingya}]/u

/**
 * Runs of a line in the order that they stand on paper, from the left (Unicode Standard Annex 9). Letters of a run stay in their logical
 * order where the shaper turns them, as it does with a word of Arabic or Hebrew; everything else read from the right is turned here.
 */
export function inVisualOrder(runs: readonly Run[]): Run[] {
  const text = runs.map((run) => run.text).join('')
  if (!FROM_RIGHT.test(text)) return runs.filter((run) => run.text !== '')
  return reordered(levelRuns(runs, levelsOf(text))).flatMap(piecesOf)
}

/** Keeps the letters around it from joining: two words to the shaper, with nothing between them. */
const NON_JOINER = '\u200c'

/** A line is English unless all its letters are read from the right, beginning with the first. */
function levelsOf(text: string): Uint8Array {
  const [first = ''] = text
  const isFromRight = FROM_RIGHT.test(first) && !Array.from(text).some((letter) => typeOf(letter) === 'L')
  return bidi.getEmbeddingLevels(text, isFromRight ? 'rtl' : 'ltr').levels
}

const typeOf = (letter: string) => bidi.getBidiCharTypeName(letter)

function levelRuns(runs: readonly Run[], levels: Uint8Array): LevelRun[] {
  const found: { text: string; font: string | null; level: number }[] = []
  let at = 0
  for (const { text, font } of runs)
    for (const letter of text) {
      const level = levels[at] ?? 0
      const last = found.at(-1)
      if (last?.font === font && last.level === level) last.text += letter
      else found.push({ text: letter, font, level })
      at += letter.length
    }
  return found
}

/** Rule L2: from the highest level down to the lowest odd one, what stands at it or above is reversed. */
function reordered(runs: readonly LevelRun[]): LevelRun[] {
  let order = [...runs]
  for (let level = Math.max(...order.map((run) => run.level)); level > 0; level -= 1) {
    const next: LevelRun[] = []
    let turned: LevelRun[] = []
    for (const run of order) {
      if (run.level >= level) turned = [run, ...turned]
      else {
        next.push(...turned, run)
        turned = []
      }
    }
    order = [...next, ...turned]
  }
  return order
}

/** The pieces of a run that are shaped one by one, from the left. */
function piecesOf({ text, font, level }: LevelRun): Run[] {
  const isFromRight = level % 2 === 1
  // Digits of Arabic are read from the left; the shaper would turn them with their script.
  if (!isFromRight)
    return FROM_RIGHT.test(text) ? Array.from(text).map((one) => ({ text: one, font })) : [{ text, font }]
  const words = text.split(/([ \u200c])/).filter((word) => word !== '' && word !== NON_JOINER)
  return words
    .toReversed()
    .map((word) => (FROM_RIGHT.test(word) ? { text: word, font } : { text: turned(word), font }))
}

const turned = (text: string) =>
  Array.from(text)
    .toReversed()
    .map((letter) => bidi.getMirroredCharacter(letter) ?? letter)
    .join('')
