import { unitedStates } from '@lotbook/rules/us'
import { describe, expect, test } from 'vitest'
import { atStake } from '../deciding/may-change.ts'
import { eventTableOf } from '../events/event-table.ts'
import { choiceInForce, openChoices, settingsTreating } from '../events/open-choices.ts'
import { rowsConcerned } from '../events/rows-concerned.ts'
import { checkInvariants, checkInvariantsOfTable } from '../invariants/check-invariants.ts'
import { besideRecorded, outcomeOf } from '../methods/compare-methods.ts'
import { lotsOnOffer } from '../methods/named-lots.ts'
import { canonicalJson } from '../bytes/canonical-json.ts'
import { rowsOfResult } from '../results/result-rows.ts'
import { resultText } from '../results/result-text.ts'
import { resultOfTable } from '../results/write-result.ts'
import type { CalculationSettings, InputTransaction } from '../schema/calculation-input.ts'
import { problemsOfInput } from '../schema/parse-input.ts'
import { madeUpLaw } from '../testing/made-up-law.ts'
import { calculatePacked } from './calculate.ts'

const on = (id: string, day: string, type: string, rest: Partial<InputTransaction>): InputTransaction => ({
  id,
  at: `${day}T00:00:00Z`,
  type,
  account: 'alpha',
  ...rest,
})

/** Bought in 2018, moved with a fee in 2021, sold before and after ten years; mined, given and donated besides. */
const transactions: readonly InputTransaction[] = [
  on('bought', '2018-01-10', 'buy', {
    from_currency: 'USD',
    from_amount: '400',
    to_currency: 'BTC',
    to_amount: '4',
  }),
  on('moved', '2021-05-01', 'transfer', {
    to_account: 'beta',
    from_currency: 'BTC',
    from_amount: '3',
    fee_currency: 'BTC',
    fee_amount: '0.5',
  }),
  on('mined', '2022-03-01', 'incoming', {
    sub_type: 'mined',
    to_currency: 'ETH',
    to_amount: '2',
    to_value: '60',
  }),
  on('early', '2028-01-09', 'sell', {
    account: 'beta',
    from_currency: 'BTC',
    from_amount: '1',
    to_currency: 'USD',
    to_amount: '150',
  }),
  on('late', '2028-01-10', 'sell', {
    account: 'beta',
    from_currency: 'BTC',
    from_amount: '1',
    to_currency: 'USD',
    to_amount: '150',
  }),
  on('donated', '2028-02-01', 'outgoing', {
    account: 'beta',
    sub_type: 'donation_501c3',
    from_currency: 'BTC',
    from_amount: '0.5',
    from_value: '90',
  }),
  on('given', '2028-02-02', 'outgoing', { sub_type: 'gift_sent', from_currency: 'ETH', from_amount: '1' }),
]

function calculated(settings: CalculationSettings, law = madeUpLaw) {
  const events = eventTableOf({ settings, transactions }, law)
  const table = calculatePacked({ table: events }, settings)
  return { events, table, result: resultOfTable(table) }
}

/** Names of the invariants that do not hold, read from columns and from objects. */
function broken({ events, table, result }: ReturnType<typeof calculated>, settings: CalculationSettings) {
  const found = [checkInvariantsOfTable(table, settings), checkInvariants(events, settings, result)].map(
    (findings) => findings.filter(({ outcome }) => outcome === 'broken').map(({ name }) => name),
  )
  expect(found[0]).toEqual(found[1])
  return found[0]
}

describe('the law is a value: another country needs no line of the engine', () => {
  test('its treatments, rules, terms, boxes and deductions are in the result', () => {
    const { result } = calculated({})
    // Three coins moved with the basis of 3.5: 350 / 3 each.
    expect(result.disposals).toMatchObject([
      {
        tx: 'early',
        kind: 'sold',
        proceeds: '149',
        fees: '1',
        gain: '32.333333333333',
        term: 'short',
        box: 'First',
      },
      { tx: 'late', kind: 'sold', proceeds: '149', term: 'long', box: 'Second', rules: ['Z-SOLD', 'Z-LONG'] },
    ])
    expect(result.income).toMatchObject([
      { tx: 'mined', category: 'wages', value: '60', rules: ['Z-EARNED'] },
    ])
    expect(result.removals).toMatchObject([
      { tx: 'donated', kind: 'tithe', term: 'long', deduction: '90' },
      { tx: 'given', kind: 'dowry', value: null, basis: '30' },
    ])
    expect(result.removals[1]).not.toHaveProperty('deduction')
    expect(result.years['2028']).toMatchObject({ donation_deduction: '90' })
  })

  test('the same history is another one in the United States', () => {
    const { result } = calculated({}, unitedStates)
    expect(result.disposals).toMatchObject([
      { tx: 'moved', kind: 'fee' },
      { tx: 'early', kind: 'sell', proceeds: '150', term: 'long', box: 'L' },
      { tx: 'late', kind: 'sell', proceeds: '150', term: 'long', box: 'L' },
    ])
    expect(result.income).toMatchObject([{ category: 'mined' }])
  })

  test('its text, written from the columns, has its words', () => {
    const { table, result } = calculated({})
    const text = Array.from(resultText(table), (piece) => String.fromCharCode(...piece)).join('')
    expect(text).toBe(canonicalJson(rowsOfResult({ settings: {}, transactions }, result)))
    expect(text).toContain('"tithe"')
  })

  test.each([
    {},
    { pool_before_2025: 'universal' },
    { treatments: { mining: 'luck' } },
    { method: 'hifo', pool_before_2025: 'universal' },
  ] as const)('every invariant holds under %o', (settings) => {
    expect(broken(calculated(settings), settings)).toEqual([])
  })

  test('the check holds rows to its own terms, boxes and deductions', () => {
    const settings = {}
    const made = calculated(settings)
    const { crossCheck } = madeUpLaw
    for (const other of [
      { isLong: () => true },
      { boxOf: () => 'Third' },
      { deductionOf: () => 1n },
    ] satisfies Partial<typeof crossCheck>[]) {
      const law = { ...madeUpLaw, crossCheck: { ...crossCheck, ...other } }
      expect(broken({ ...calculated(settings, law), result: made.result }, settings)).toEqual([
        'terms-by-days',
      ])
    }
  })
})

test('from its own day each account has lots of its own', () => {
  const universal = { pool_before_2025: 'universal' } as const
  const accountsOf = (day: string, law = madeUpLaw) => {
    const table = eventTableOf({ settings: universal, transactions }, law)
    const { lots } = resultOfTable(calculatePacked({ table }, universal, { until: { day } }))
    return lots.map(({ account }) => account)
  }
  expect(accountsOf('2019-12-31')).toEqual([null])
  expect(accountsOf('2021-05-01')).toEqual(['alpha', 'beta'])
  expect(accountsOf('2021-05-01', unitedStates)).toEqual([null])
})

describe('a question is asked by the law that leaves it open', () => {
  test('a choice of another law is refused, and the choices are named', () => {
    const problems = (treatments: CalculationSettings['treatments'], law?: typeof madeUpLaw) =>
      problemsOfInput({ settings: { treatments }, transactions }, law).map(({ field, message }) => [
        field,
        message,
      ])
    expect(problems({ mining: 'luck' }, madeUpLaw)).toEqual([])
    expect(problems({ mining: 'theft' }, madeUpLaw)).toEqual([
      ['settings.treatments.mining', 'Unknown: "theft"; known are work, luck'],
    ])
    expect(problems({ airdrop: 'income' }, madeUpLaw)).toEqual([
      ['settings.treatments.airdrop', 'Unknown treatment; known are mining'],
    ])
    expect(problems({ mining: 'luck' })[0]?.[0]).toBe('settings.treatments.mining')
    const settings = { transfer_fee: 'dispose', tokens: [{ kind: 'wrapped', asset: 'WBTC', of: 'BTC' }] }
    expect(problemsOfInput({ settings, transactions: [] }, madeUpLaw).map(({ message }) => message)).toEqual([
      'Unknown: "dispose"; known are carry',
      'Unknown: "wrapped"; known are growing',
    ])
  })

  test('a transaction that the law does not treat is refused', () => {
    const unknown = on('lost', '2028-03-01', 'outgoing', {
      sub_type: 'lost',
      from_currency: 'BTC',
      from_amount: '1',
    })
    const found = problemsOfInput({ transactions: [unknown] }, madeUpLaw)
    expect(found).toMatchObject([
      {
        transaction: 'lost',
        field: 'sub_type',
        message: '"lost" does not go with outgoing; known are donation_501c3, gift_sent',
      },
    ])
  })

  test('it is counted, chosen and followed', () => {
    const { events } = calculated({})
    expect(openChoices(madeUpLaw)).toEqual({ mining: ['work', 'luck'], transfer_fee: ['carry'] })
    expect(rowsConcerned(events, {})).toEqual({ mining: 1, transfer_fee: 1 })
    expect(choiceInForce({}, 'mining', madeUpLaw)).toBe('work')
    expect(() => choiceInForce({}, 'airdrop', madeUpLaw)).toThrow('airdrop')
    const lucky = settingsTreating({}, 'mining', 'luck', madeUpLaw)
    const { result } = calculated(lucky)
    expect(result.income).toEqual([])
    expect(result.removals).toMatchObject([{ tx: 'donated' }, { tx: 'given', basis: '0' }])
  })
})

test('what is compared, named and at stake goes by the same term and tables', () => {
  const settings = {}
  const { result, table } = calculated(settings)
  const until2027 = resultOfTable(
    calculatePacked({ table: table.events }, settings, { until: { day: '2027-12-31' } }),
  )
  const left = (law = madeUpLaw) => outcomeOf(until2027, 2027, () => undefined, law).left.long.count
  expect([left(), left(unitedStates)]).toEqual([0, 3])

  const sale = { asset: 'BTC', account: 'beta', day: '2028-01-10' }
  const terms = (day: string) =>
    lotsOnOffer(until2027.lots, { ...sale, day }, madeUpLaw).map(({ term }) => term)
  expect([terms('2028-01-09'), terms('2028-01-10')]).toEqual([['short'], ['long']])

  const [outcome] = besideRecorded(
    [{ ...outcomeOf(result, 2030, () => undefined, madeUpLaw), income: '7', contrary: 0 }],
    2030,
    { filing_status: 'citizen', other_income: '0' },
    madeUpLaw,
  )
  expect(outcome?.tax).toBe('7')

  const sent = {
    code: 'UNRESOLVED_SENT',
    tx: 'donated',
    account: 'beta',
    asset: 'BTC',
    quantity: '0.5',
  } as const
  // Half a coin that cost 58.33 and was worth 90: the deduction is more than the gain.
  expect(atStake(result, madeUpLaw)(sent)).toBe('90')
})
