import type { Jurisdiction } from '@lotbook/rules'
import { unitedStates } from '@lotbook/rules/us'
import { expect, test } from 'vitest'
import { eventTableOf } from '../events/event-table.ts'
import { runEvents } from '../executing/run-events.ts'
import { checkInvariantsOfTable } from '../invariants/check-invariants.ts'
import { resultTableOf } from '../results/result-maker.ts'
import { resultOfTable } from '../results/write-result.ts'
import type { CalculationInput } from '../schema/calculation-input.ts'

const input: CalculationInput = {
  settings: {},
  transactions: [
    {
      id: 'bought',
      at: '2025-01-10T00:00:00Z',
      type: 'buy',
      account: 'alpha',
      from_currency: 'USD',
      from_amount: '100',
      to_currency: 'BTC',
      to_amount: '1',
    },
    {
      id: 'sold',
      at: '2025-03-10T00:00:00Z',
      type: 'sell',
      account: 'alpha',
      from_currency: 'BTC',
      from_amount: '1',
      to_currency: 'USD',
      to_amount: '150',
    },
  ],
}

function rowsUnder(jurisdiction: Jurisdiction) {
  const table = resultTableOf(runEvents({ ...eventTableOf(input), jurisdiction }, input.settings))
  return { table, rows: resultOfTable(table).disposals }
}

test('the law is a value: another country needs no line of the engine', () => {
  const elsewhere: Jurisdiction = {
    ...unitedStates,
    // Each sale costs a stamp duty of one dollar; every gain is long-term, and there is one form.
    rulesUnder: (settings) => {
      const rule = unitedStates.rulesUnder(settings)
      return (event, memory) =>
        rule(event, memory).map((movement) =>
          movement.does === 'dispose'
            ? { ...movement, costs: movement.costs + 1_000_000_000_000n }
            : movement,
        )
    },
    reasonsUnder: () => ({ ofDisposal: () => ['X-1'], ofRemoval: () => [], ofIncome: () => [] }),
    longTermFrom: (acquiredOn) => acquiredOn,
    boxOf: () => 'A',
  }
  const [home] = rowsUnder(unitedStates).rows
  expect(home).toMatchObject({ proceeds: '150', gain: '50', term: 'short', box: 'I' })
  expect(home?.rules).not.toContain('X-1')

  const there = rowsUnder(elsewhere)
  expect(there.rows).toMatchObject([
    { proceeds: '149', fees: '1', gain: '49', term: 'long', box: 'A', rules: ['X-1'] },
  ])
  // The check holds rows to the movements of the same law; terms and boxes it works out itself, as they are in the United States.
  const broken = checkInvariantsOfTable(there.table, input.settings).filter(
    ({ outcome }) => outcome === 'broken',
  )
  expect(broken.map(({ name }) => name)).toEqual(['terms-by-days'])
})
