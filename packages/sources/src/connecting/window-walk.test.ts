import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Position, ProviderFailed } from './connector.ts'
import { type WindowAnswer, type WindowedList, windowWalk } from './window-walk.ts'

interface Entry {
  readonly id: string
  readonly at: number
}

const list = (name: string, windowMs: number, earliest = 0): WindowedList => ({
  name,
  windowMs,
  earliest,
  overlapMs: 20,
})

type AskOf = (of: WindowedList, from: number, to: number, more: string | null) => WindowAnswer

/** A provider that gives at most `limit` entries of a window, from whichever end, and its rest where it pages. */
const providerOf =
  (
    truth: ReadonlyMap<string, readonly Entry[]>,
    limit: number,
    isNewestFirst: boolean,
    isPaging = false,
  ): AskOf =>
  (of, from, to, more) => {
    expect(to - from).toBeLessThan(of.windowMs)
    const inside = (truth.get(of.name) ?? []).filter(({ at }) => at >= from && at <= to)
    const ordered = inside.toSorted((a, b) => (isNewestFirst ? b.at - a.at : a.at - b.at))
    const start = Number(more ?? 0)
    const page = ordered.slice(start, start + limit)
    return {
      text: JSON.stringify(page),
      entries: page.length,
      isFull: page.length >= limit,
      more: isPaging && page.length >= limit ? String(start + limit) : null,
    }
  }

/** Walks until the end, begun anew wherever it breaks off; gives back what was kept. */
async function walked(
  lists: readonly WindowedList[],
  ask: AskOf,
  { position, now, faults }: { position: Position | null; now: number; faults: readonly number[] },
) {
  const kept: string[] = []
  let next = position
  let calls = 0
  const breaks = new Set(faults)
  for (;;) {
    try {
      const walk = windowWalk(
        lists,
        async (of, from, to, more) => {
          calls += 1
          if (breaks.delete(calls)) throw new Error('broken off')
          return ask(of, from, to, more)
        },
        { from: next, now },
      )
      for await (const page of walk) {
        kept.push(...(JSON.parse(page.text) as Entry[]).map(({ id }) => `${page.list} ${id}`))
        next = page.next
      }
      return { kept, next, calls }
    } catch (error) {
      if (!(error instanceof Error) || error.message !== 'broken off') throw error
    }
  }
}

const NOW = 1_000
const LATER = 1_500

test('whatever windows, limits, order, faults and restarts, what is fetched is the truth, once', async () => {
  const times = fc.array(fc.integer({ min: 0, max: LATER }), { maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ times, windowMs: fc.integer({ min: 1, max: 2_000 }) }), {
        minLength: 1,
        maxLength: 3,
      }),
      fc.integer({ min: 42, max: 60 }),
      fc.integer({ min: 2, max: 5 }),
      fc.boolean(),
      fc.boolean(),
      fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 5 }),
      async (drawn, many, few, isNewestFirst, isPaging, faults) => {
        // Several entries may share a millisecond, but fewer than fill an answer, unless the provider pages.
        const most = Math.max(0, ...drawn.map(({ times: all }) => mostAlike(all)))
        const limit = most >= few && !isPaging ? many : few
        const lists = drawn.map(({ windowMs }, n) => list(`list ${n}`, Math.max(windowMs, 25)))
        const truth = new Map(
          drawn.map(({ times: all }, n) => [`list ${n}`, all.map((at, i) => ({ id: `${i}`, at }))]),
        )
        const ask = providerOf(truth, limit, isNewestFirst, isPaging)
        const until = (moment: number) =>
          [...truth].flatMap(([name, all]) =>
            all.filter(({ at }) => at <= moment).map(({ id }) => `${name} ${id}`),
          )
        const first = await walked(lists, ask, { position: null, now: NOW, faults })
        expect(first.kept.toSorted()).toEqual(until(NOW).toSorted())
        // The next walk reads what is new, and the end of the first again.
        const second = await walked(lists, ask, { position: first.next, now: LATER, faults })
        expect([...new Set([...first.kept, ...second.kept])].toSorted()).toEqual(until(LATER).toSorted())
        expect(new Set(second.kept).size).toBe(second.kept.length)
      },
    ),
    { numRuns: 150 },
  )
})

const mostAlike = (times: readonly number[]) =>
  Math.max(0, ...[...Map.groupBy(times, (at) => at).values()].map(({ length }) => length))

test('a quiet history costs one request a window, and a dense moment that cannot be divided is said', async () => {
  const quiet = await walked([list('a', 100)], providerOf(new Map(), 5, false), {
    position: null,
    now: 999,
    faults: [],
  })
  expect(quiet.calls).toBe(10)
  const dense = new Map([['a', Array.from({ length: 5 }, (_, n) => ({ id: `${n}`, at: 7 }))]])
  await expect(
    walked([list('a', 100)], providerOf(dense, 5, false), { position: null, now: 999, faults: [] }),
  ).rejects.toThrow(ProviderFailed)
})
