import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { eventTableOf, firstEvent, placeOfEvent } from '../events/event-table.ts'
import { resultTableOf } from '../results/result-maker.ts'
import { runEvents } from '../executing/run-events.ts'
import { resultOfTable } from '../results/write-result.ts'
import { anyInputOfEveryRule } from './random-ledger.ts'
import { restOfHistory } from './rest-of-history.ts'

test('the rest of a result has the rows behind the border, as they were, and what is left in full', () => {
  fc.assert(
    fc.property(anyInputOfEveryRule, fc.nat(), (input, place) => {
      const whole = resultTableOf(runEvents(eventTableOf(input), input.settings))
      const border = place % (whole.events.count + 1)
      const rest = restOfHistory(whole, border)
      const [all, here] = [resultOfTable(whole), resultOfTable(rest)]
      const { disposals, incomes, removals } = rest.before
      expect(here.disposals).toEqual(all.disposals.slice(disposals))
      expect(here.income).toEqual(all.income.slice(incomes))
      expect(here.removals).toEqual(all.removals.slice(removals))
      expect(here).toMatchObject({ lots: all.lots, warnings: all.warnings, years: all.years })
      expect(rest.events.count - firstEvent(rest.events)).toBe(whole.events.count - border)
      for (let e = 0; e < rest.events.count; e++)
        expect(rest.events.idOf(e)).toBe(whole.events.idOf(placeOfEvent(rest.events, e)))
    }),
  )
})
