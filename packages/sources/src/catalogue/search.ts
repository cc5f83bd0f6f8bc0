import { allSources, isOffered, type Source, sourceBySlug, WALLET_ADDRESS } from './catalogue.ts'

/** Most Popular by rank, or Alphabetical by name. */
export type SourceOrder = 'popular' | 'alphabetical'

/** The most results of a search, beside the wallet address (specification section 2). */
export const SEARCH_LIMIT = 9
const FUZZY_DISTANCE = 3

/**
 * Sources for a search term: what begins with it, then what contains it, then what is at most three slips of
 * the finger away; up to nine, and the generic wallet address after them. Without a term, the first nine.
 */
export function searchSources(
  q: string,
  order: SourceOrder = 'popular',
  limit = SEARCH_LIMIT,
): readonly Source[] {
  const term = plain(q)
  const found = allSources()
    .filter((source) => isOffered(source) && source.slug !== WALLET_ADDRESS)
    .map((source) => ({ source, distance: term === '' ? 0 : distanceTo(source, term) }))
    .filter(({ distance }) => distance <= FUZZY_DISTANCE + 3)
    .toSorted((a, b) => a.distance - b.distance || inOrder(order)(a.source, b.source))
    .slice(0, limit)
    .map(({ source }) => source)
  const wallet = sourceBySlug(WALLET_ADDRESS)
  return wallet === undefined ? found : [...found, wallet]
}

/** Sources in the order that a person chose. */
export function inOrder(order: SourceOrder): (a: Source, b: Source) => number {
  const byName = (a: Source, b: Source) => compareNames(a.name, b.name) || a.rank - b.rank
  return order === 'alphabetical' ? byName : (a, b) => a.rank - b.rank
}

function compareNames(a: string, b: string): number {
  const [x, y] = [a.toLowerCase(), b.toLowerCase()]
  return x < y ? -1 : x > y ? 1 : 0
}

/** 0 the name itself, 1 begins with it, 2 contains it, then 3 and the number of slips. */
function distanceTo(source: Source, term: string): number {
  const name = plain(source.name)
  const slug = plain(source.slug)
  if (name === term || slug === term) return 0
  if (name.startsWith(term) || slug.startsWith(term)) return 1
  if (name.includes(term)) return 2
  const allowed = term.length < 3 ? 0 : term.length < 4 ? 1 : term.length < 6 ? 2 : FUZZY_DISTANCE
  const words = source.name.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  return 3 + Math.min(...[name, ...words].map((word) => slips(word, term, allowed)))
}

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .slice(0, 60)

/** Letters to add, drop, change or swap with their neighbour; infinite beyond what is allowed. */
function slips(a: string, b: string, allowed: number): number {
  if (Math.abs(a.length - b.length) > allowed || a === '') return Number.POSITIVE_INFINITY
  let older: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      let best = Math.min(change, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, (older[j - 2] ?? 0) + 1)
      row.push(best)
    }
    older = last
    last = row
  }
  const distance = last[b.length] ?? Number.POSITIVE_INFINITY
  return distance <= allowed ? distance : Number.POSITIVE_INFINITY
}
