import { compareText } from '@lotbook/journal'

/** One thing that a history leaves open. */
export interface OpenItem {
  readonly code: string
  /** What it is, in words for a terminal. */
  readonly words: string
  /** Which asset in which account, and its file and line or the transaction's id; null for the history as a whole. */
  readonly about: { readonly what: string; readonly origin: string } | null
}

/** Of how many assets and accounts of a kind, and of how many places of each, the short form tells. */
const MOST_ABOUT = 10
const MOST_PLACES = 3

/**
 * What a history leaves open, as lines: each thing by itself with its place, or in short by kind, asset and account, the most
 * frequent first, each with how many there are and the first places.
 */
export function openItemLines(told: readonly OpenItem[], isEach: boolean): string[] {
  if (isEach)
    return [
      ...new Set(told.map(({ code, words, about }) => `${about?.origin ?? 'history'}: ${words} (${code})`)),
    ]
  const kinds = [...Map.groupBy(told, ({ code }) => code).values()].map(inShort)
  const lines = kinds.flatMap((kind) => kind.lines)
  return kinds.some(({ isWhole }) => !isWhole) ? [...lines, 'Each with its place: --all-warnings'] : lines
}

function inShort(told: readonly OpenItem[]): { readonly lines: string[]; readonly isWhole: boolean } {
  const placed = told.flatMap(({ about }) => about ?? [])
  const abouts = [...Map.groupBy(placed, ({ what }) => what)]
    .map(([what, of]) => ({ what, origins: [...new Set(of.map(({ origin }) => origin))] }))
    .toSorted((a, b) => b.origins.length - a.origins.length || compareText(a.what, b.what))
  const others = abouts.slice(MOST_ABOUT)
  const { words, code } = told[0]!
  return {
    isWhole: others.length === 0 && abouts.every(({ origins }) => origins.length <= MOST_PLACES),
    lines: [
      `${words} (${code}):`,
      ...(placed.length < told.length ? ['  the history as a whole'] : []),
      ...abouts.slice(0, MOST_ABOUT).map(({ what, origins }) => {
        const more = origins.length - MOST_PLACES
        const places = origins.slice(0, MOST_PLACES).join('; ')
        return `  ${times(origins.length)} ${what}: ${places}${more > 0 ? ` and ${more} more` : ''}`
      }),
      ...(others.length === 0
        ? []
        : [
            `  ${times(others.reduce((sum, { origins }) => sum + origins.length, 0))} in ${others.length} more assets and accounts`,
          ]),
    ],
  }
}

const times = (n: number) => (n === 1 ? 'once' : `${n} times`)
