import { concatBytes } from '@noble/hashes/utils.js'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyInputOfEveryRule } from '../testing/random-ledger.ts'
import { restOfHistory } from '../testing/rest-of-history.ts'
import type { CalculationInput, InputTransaction } from '../schema/calculation-input.ts'
import { eventTableOf, firstEvent, placeOfEvent, type EventTable } from '../events/event-table.ts'
import { journalParts, type BesideColumns } from '../journals/journal-text.ts'
import { resultTableOf } from '../results/result-maker.ts'
import type { ResultTable } from '../results/result-table.ts'
import { resultParts, resultText } from '../results/result-text.ts'
import { runEvents } from '../executing/run-events.ts'
import { bytesOfParts, type KeptLists, type TextList, type TextPart, type TextPlan } from './text-parts.ts'
import { runs } from '../testing/runs.ts'

const RESULT_LISTS = ['disposals', 'incomes', 'removals'] as const
const LISTS = ['input', ...RESULT_LISTS] as const

/** Blocks by their ids, kept as whoever stores them would, but that a block is as long as it may be. */
class Shelf {
  readonly #texts = new Map<string, Uint8Array>()

  text(ids: readonly string[]): string {
    return charactersOf(concatBytes(...ids.map((id) => this.#texts.get(id)!)))
  }

  texts(ids: readonly string[]): string[] {
    return ids.map((id) => this.text([id]))
  }

  keep(parts: Iterable<TextPart>) {
    const blocks: string[] = []
    const upTo: Record<string, readonly string[]> = {}
    const starts = new Map<number, number>()
    let pieces: Uint8Array[] = []
    let [list, start]: [TextList | null, number] = [null, 0]
    const endBlock = () => {
      const text = concatBytes(...pieces.splice(0))
      if (text.length === 0) return
      const id = `block ${this.#texts.size}`
      this.#texts.set(id, text)
      blocks.push(id)
    }
    for (const part of parts) {
      if (part instanceof Uint8Array) pieces.push(part.slice())
      else {
        endBlock()
        if ('kept' in part) blocks.push(...part.kept)
        else if ('begins' in part) [list, start] = [part.begins, blocks.length]
        else if ('stretch' in part) starts.set(part.stretch, blocks.length)
        else upTo[`${list} ${part.border}`] = blocks.slice(start)
      }
    }
    endBlock()
    const ends = [...starts.values(), blocks.length - 1].slice(1)
    const stretches = Array.from(starts, ([event, begin], n) => ({
      event,
      blocks: blocks.slice(begin, ends[n]),
    }))
    return { blocks, stretches, upTo: (list: TextList, border: number) => upTo[`${list} ${border}`]! }
  }
}

/** A character for each byte: what differs is seen. */
function charactersOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
}

interface History {
  readonly input: CalculationInput
  readonly table: ResultTable
}

function historyOf(input: CalculationInput): History {
  return { input, table: resultTableOf(runEvents(eventTableOf(input), input.settings)) }
}

/** Every third transaction is written whole, as transfers are. */
function besideOf({ input }: History, table: EventTable): BesideColumns {
  const named = new Map(input.transactions.map((t) => [t.id, t]))
  const at = (e: number): InputTransaction => named.get(table.idOf(e)!)!
  return {
    transfer: (e) => (placeOfEvent(table, e) % 3 === 0 ? at(e) : undefined),
    name: (e, to) => to.text(at(e).id),
    lots: (e) => at(e).lots,
    gift: (e) => at(e).gift,
    furtherFees: (e) => at(e).further_fees,
  }
}

function inputParts(history: History, table: EventTable, plan?: TextPlan) {
  return journalParts(table, history.input.settings, besideOf(history, table), plan)
}

/** The whole texts, as they are where nothing is kept. */
function textsOf(history: History) {
  const { table } = history
  const { events } = table
  const text = (pieces: Iterable<Uint8Array>) =>
    charactersOf(concatBytes(...Array.from(pieces, (piece) => piece.slice())))
  return {
    input: text(bytesOfParts(journalParts(events, history.input.settings, besideOf(history, events)))),
    result: text(resultText(table)),
  }
}

function keptOn(shelf: Shelf, history: History, table: ResultTable, plan: TextPlan) {
  const input = shelf.keep(inputParts(history, table.events, plan))
  const result = shelf.keep(resultParts(table, plan))
  const upTo = (border: number): KeptLists => ({
    input: input.upTo('input', border),
    disposals: result.upTo('disposals', border),
    incomes: result.upTo('incomes', border),
    removals: result.upTo('removals', border),
  })
  return { input: shelf.text(input.blocks), result: shelf.text(result.blocks), upTo }
}

/** The result of a run that resumes at a border, with the events before it that a warning names. */
function restOf({ table }: History, border: number): ResultTable {
  const { eventOf } = table.events
  return restOfHistory(
    table,
    border,
    table.warnings.flatMap(({ tx }) => (tx === null ? [] : [eventOf(tx)!])),
  )
}

/** Two histories that differ only behind a border, and three borders up to there, ascending. Rows name rules by the same numbers. */
const anyTwo = fc
  .record({
    input: anyInputOfEveryRule,
    places: fc.tuple(fc.nat(), fc.nat(), fc.nat()),
    change: fc.constantFrom('nothing', 'gone', 'twice', 'another day'),
  })
  .map(({ input, places, change }) => {
    const whole = historyOf(input)
    const { count, idOf, eventOf } = whole.table.events
    const borders = places.map((place) => place % (count + 1)).sort((a, b) => a - b)
    const last = borders.at(-1)!
    const behind = input.transactions.filter(({ id }) => eventOf(id)! >= last)
    const changed = behind.flatMap((t): InputTransaction[] => {
      if (t.id !== idOf(last) || change === 'nothing') return [t]
      if (change === 'gone') return []
      return change === 'twice'
        ? [t, { ...t, id: 'again' }]
        : [{ ...t, at: `2026-01-01T00:00:0${behind.length % 10}Z` }]
    })
    const before = input.transactions.filter(({ id }) => eventOf(id)! < last)
    const other = historyOf({ ...input, transactions: [...before, ...changed] })
    const sets = new Map(
      [whole, other].flatMap(({ table }) => table.ruleSets.map((rules) => [rules.join(' '), rules])),
    )
    const withSets = ({ table, ...history }: History): History => {
      const own = new Set(table.ruleSets.map((rules) => rules.join(' ')))
      const others = [...sets].filter(([name]) => !own.has(name)).map(([, rules]) => rules)
      return { ...history, table: { ...table, ruleSets: [...table.ruleSets, ...others] } }
    }
    return { one: withSets(whole), other: withSets(other), borders }
  })

describe('N2 texts in parts', () => {
  test('are the same bytes wherever their borders are', () => {
    fc.assert(
      fc.property(anyTwo, ({ one, borders }) => {
        const { input, result } = keptOn(new Shelf(), one, one.table, { borders })
        expect({ input, result }).toEqual(textsOf(one))
      }),
      { numRuns: runs(60) },
    )
  })

  test('have the same blocks before a border as any history that differs only behind it', () => {
    fc.assert(
      fc.property(anyTwo, ({ one, other, borders }) => {
        const shelf = new Shelf()
        const [a, b] = [one, other].map((history) => keptOn(shelf, history, history.table, { borders }).upTo)
        for (const border of borders)
          for (const list of LISTS)
            expect(shelf.texts(a!(border)[list])).toEqual(shelf.texts(b!(border)[list]))
      }),
      { numRuns: runs(60) },
    )
  })

  test('of blocks of one history and the rest of another are the whole text of the other', () => {
    fc.assert(
      fc.property(anyTwo, ({ one, other, borders }) => {
        const shelf = new Shelf()
        const kept = keptOn(shelf, one, one.table, { borders })
        const whole = textsOf(other)
        for (const border of borders) {
          const rest = restOf(other, border)
          const { input, result } = keptOn(shelf, other, rest, { kept: kept.upTo(border) })
          expect({ input, result }).toEqual(whole)
        }
      }),
      { numRuns: runs(60) },
    )
  })

  test('go on from what itself went on', () => {
    fc.assert(
      fc.property(anyTwo, ({ one, other, borders: [first, second, third] }) => {
        const shelf = new Shelf()
        const { upTo } = keptOn(shelf, one, one.table, { borders: [first!] })
        const [, rest] = [one, other].map((history) => restOf(history, first!))
        const at = (place: number) => firstEvent(rest!.events) + place - first!
        const again = keptOn(shelf, other, rest!, { kept: upTo(first!), borders: [at(second!), at(third!)] })
        const whole = textsOf(other)
        expect({ input: again.input, result: again.result }).toEqual(whole)
        for (const border of [second!, third!]) {
          const { input, result } = keptOn(shelf, other, restOf(other, border), {
            kept: again.upTo(at(border)),
          })
          expect({ input, result }).toEqual(whole)
        }
      }),
      { numRuns: runs(60) },
    )
  })

  test('say stretches of an input with the blocks of another, whatever the settings of both', () => {
    fc.assert(
      fc.property(anyTwo, fc.array(fc.boolean()), ({ one, borders }, isKept) => {
        const shelf = new Shelf()
        const { events } = one.table
        const begins = [...new Set([0, ...borders])].filter((event) => event < events.count)
        const stretches = begins.map((event) => ({ event }))
        const first = shelf.keep(inputParts(one, events, { borders, stretches }))
        expect(shelf.text(first.blocks)).toBe(textsOf(one).input)
        expect(first.stretches.map(({ event }) => event)).toEqual(begins)
        const settings = { ...one.input.settings, timezone: 'Asia/Tokyo' }
        const other = { ...one, input: { ...one.input, settings } }
        const again = shelf.keep(
          inputParts(other, events, {
            borders,
            stretches: first.stretches.map(({ event, blocks }, n) => ({
              event,
              kept: isKept[n] === true ? blocks : undefined,
            })),
          }),
        )
        expect(shelf.text(again.blocks)).toBe(textsOf(other).input)
        for (const [n, { blocks }] of again.stretches.entries())
          if (isKept[n] === true) expect(blocks).toEqual(first.stretches[n]!.blocks)
        for (const border of borders)
          expect(shelf.text(again.upTo('input', border)).length).toBeLessThanOrEqual(
            shelf.text(again.blocks).length,
          )
      }),
      { numRuns: runs(60) },
    )
  })

  test('begin a list that has nothing before a border with a block of its head', () => {
    const buy = { type: 'buy', from_currency: 'USD', from_amount: '1', to_currency: 'BTC', to_amount: '1' }
    const history = historyOf({
      settings: {},
      transactions: [{ id: 'a', at: '2024-01-01T00:00:00Z', account: 'x', ...buy }],
    })
    const shelf = new Shelf()
    const { upTo } = keptOn(shelf, history, history.table, { borders: [0, 1] })
    const heads = (border: number) => RESULT_LISTS.map((list) => shelf.texts(upTo(border)[list]))
    expect(heads(0)).toEqual([
      [expect.stringMatching(/"disposals":\[$/)],
      ['],"income":['],
      ['],"removals":['],
    ])
    expect(heads(1)).toEqual(heads(0))
    expect(shelf.texts(upTo(0).input)).toEqual([expect.stringMatching(/"transactions":\[$/)])
    expect(shelf.texts(upTo(1).input)).toEqual([
      ...shelf.texts(upTo(0).input),
      expect.stringMatching(/^\["a",.*\]$/),
    ])
  })

  test('hold nothing of a list in the block of another', () => {
    fc.assert(
      fc.property(anyTwo, ({ one, borders }) => {
        const shelf = new Shelf()
        const { blocks } = shelf.keep(resultParts(one.table, { borders }))
        const texts = shelf.texts(blocks)
        for (const head of ['],"income":[', '],"lots":[', '],"removals":[', '],"rule_sets":['])
          expect(texts.filter((text) => text.startsWith(head))).toHaveLength(1)
      }),
    )
  })

  test('that go on are not written without what is kept', () => {
    const rest = restOf(historyOf({ settings: {}, transactions: [] }), 0)
    expect(() => [...resultParts(rest)]).toThrow('blocks that are kept')
    expect(() => [...resultText(rest)]).toThrow()
  })
})
