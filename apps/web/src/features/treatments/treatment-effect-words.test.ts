import { OPEN_TREATMENTS, taxSettings, type OpenTreatment, type TreatmentEffects } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { effectSentence } from './treatment-effect-words.ts'
import { choicesInForce, treatmentGroups, treatmentWords } from './treatment-words.ts'

test('N17 every open treatment and every choice of it has words, and stands in one group', () => {
  const names = Object.keys(OPEN_TREATMENTS) as OpenTreatment[]
  for (const name of names)
    expect(Object.keys(treatmentWords[name].choices)).toEqual([...OPEN_TREATMENTS[name]])
  expect(treatmentGroups.flatMap(({ of }) => of).toSorted()).toEqual(names.toSorted())
  const settings = taxSettings.parse({
    method: 'fifo',
    pool_before_2025: 'account',
    transfer_fee: 'carry',
    time_zone: 'UTC',
    safe_harbor: null,
  })
  expect(choicesInForce(settings)).toContainEqual({ treatment: 'transfer_fee', choice: 'carry' })
  expect(choicesInForce(settings)).toContainEqual({ treatment: 'wrapped', choice: 'swap' })
})

test('N17 what a choice would change is said in a sentence, and what is not known is not said', () => {
  const year = (on: number, gain: string, income: string, tax: string | null, deduction = '0') => ({
    year: on,
    gain: '0',
    income: '0',
    deduction: '0',
    tax: '0',
    difference: { gain, income, deduction, tax },
  })
  const effects = (years: TreatmentEffects['outcomes'][number]['years'], rows = 1): TreatmentEffects => ({
    id: 'e',
    state: 'done',
    progress: { stage: 'Done', done: 1, total: 1, unit: 'transactions' },
    percent: 100,
    reason: null,
    reason_transaction_id: null,
    is_current: true,
    finished_at: null,
    estimate_years: [2024],
    rows: { airdrop: rows },
    pairs: [],
    outcomes: rows === 0 ? [] : [{ treatment: 'airdrop', choice: 'zero_basis', years }],
  })
  const said = (found: TreatmentEffects | null, choice = 'zero_basis') =>
    effectSentence({ effects: found, currency: 'USD' }, 'airdrop', choice)
  expect(said(null)).toBe('What it would change has not been worked out yet.')
  expect(said(effects([], 0))).toBe('It would change nothing: none of your rows is affected.')
  expect(said(effects([]), 'income')).toBe('What it would change has to be worked out again.')
  expect(said(effects([]))).toBe('It would change no year.')
  expect(said(effects([year(2024, '50', '-50', '0')]))).toBe('In 2024: gain +$50.00, income −$50.00.')
  expect(said(effects([year(2024, '0', '0', '0', '-10')]))).toBe('In 2024: donation deduction −$10.00.')
  expect(said(effects([year(2022, '50', '0', null), year(2024, '30', '0', '12.5')]))).toBe(
    'From 2022 to 2024: gain +$80.00, estimated tax +$12.50.',
  )
  expect(said(effects([year(2022, '50', '0', null), year(2024, '-50', '0', '0')]))).toBe(
    'From 2022 to 2024 it would move amounts between years or terms, with no change in total.',
  )
})
