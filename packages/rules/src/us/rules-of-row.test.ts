import { expect, test } from 'vitest'
import type { RowFacts } from '../jurisdiction.ts'
import { reasonsUnder } from './rules-of-row.ts'
import type { RuleSettings } from './settings.ts'
import { treatmentCode, TREATMENTS, VARIANTS } from './treatments.ts'

/** A row of a type and sub type (`outgoing purchase`), or of a treatment that a choice put in place. */
function row(what: string | number, facts: Partial<RowFacts> = {}): RowFacts {
  const [type = '', subType] = String(what).split(' ')
  const treatment = TREATMENTS[typeof what === 'number' ? what : treatmentCode(type, subType)!]!
  return {
    treatment,
    kind: treatment.kind,
    method: 'fifo',
    isFee: false,
    isFromReceived: false,
    hasFees: false,
    isMissing: false,
    isContract: false,
    isDualBasis: false,
    isPooledByAccount: true,
    term: 'short',
    ...facts,
  }
}

const inPool = (...ids: readonly string[]) => ['R-POOL-1', 'R-LOT-1', ...ids].join(' ')
const disposed = (facts: RowFacts, settings: RuleSettings = {}) =>
  reasonsUnder(settings).ofDisposal(facts).join(' ').replace(' R-HOLD-1 R-BOX-1', '')

test.each([
  ['sell', 'R-FEE-2'],
  ['trade', 'R-TRD-1 R-FEE-3'],
  ['ico', 'R-ICO-1 R-FEE-3'],
  ['nft nft_mint', 'R-NFT-1 R-FEE-3'],
  ['outgoing purchase', 'R-SPD-1 R-FEE-2'],
  ['outgoing fee', 'R-FEE-4 R-FEE-2'],
  ['outgoing interest_paid', 'R-FEE-2'],
  ['outgoing loan_repayment', 'R-FEE-2'],
  [VARIANTS.repay, 'R-OPEN-11 R-FEE-2'],
  ['outgoing staking_lockup', 'R-OPEN-8 R-FEE-3'],
  ['outgoing margin_loss', 'R-CON-2 R-FEE-2'],
] as const)('a disposal of %s with costs rests on the lots and %s', (what, ids) => {
  expect(disposed(row(what, { hasFees: true }))).toBe(inPool(ids))
})

test('R-OPEN-12 costs of an exchange that both sides share rest on the choice, those of a sale do not', () => {
  const split = { treatments: { exchange_fee: 'split' } } as const
  expect(disposed(row('trade', { hasFees: true }), split)).toBe(inPool('R-TRD-1 R-OPEN-12'))
  expect(disposed(row('sell', { hasFees: true }), split)).toBe(inPool('R-FEE-2'))
})

test('R-FEE-4 R-FEE-5 R-TRF-2 a fee in a coin rests on its own rules, whatever it was paid for', () => {
  const fee = { isFee: true, kind: 'fee' }
  expect(disposed(row('trade', fee))).toBe(inPool('R-FEE-4'))
  expect(disposed(row('transfer', fee))).toBe(inPool('R-TRF-2 R-FEE-4'))
  expect(disposed(row('incoming mined', { ...fee, isFromReceived: true }))).toBe('R-FEE-5')
})

test('R-MISS-1 R-CON-1 R-GIFT-2 lots that are unknown, none, or have two bases are named', () => {
  expect(disposed(row('sell', { isMissing: true }))).toBe('R-MISS-1')
  expect(disposed(row('incoming margin_gain', { isContract: true }))).toBe('R-CON-1')
  expect(disposed(row('sell', { isDualBasis: true, isPooledByAccount: false, method: 'hifo' }))).toBe(
    'R-POOL-2 R-LOT-3 R-GIFT-2',
  )
})

test.each([
  ['outgoing gift_sent', 'R-GIFT-4'],
  ['outgoing donation_501c3', 'R-HOLD-1 R-DON-1'],
  ['outgoing stolen', 'R-LOSS-1'],
  ['outgoing lost', 'R-LOSS-1'],
  ['outgoing sent', 'R-MISS-2'],
])('a removal of %s rests on the lots and %s', (what, ids) => {
  expect(reasonsUnder({}).ofRemoval(row(what)).join(' ')).toBe(inPool(ids))
})

test('R-LOSS-1 a rebrand for nothing is a loss', () => {
  expect(
    reasonsUnder({})
      .ofRemoval(row('swap', { kind: 'lost' }))
      .join(' '),
  ).toBe(inPool('R-LOSS-1'))
})

test('R-INC-1 R-INC-2 R-OPEN-9 R-OPEN-10 an income rests on its value, its market and the choice that made it', () => {
  const { ofIncome } = reasonsUnder({})
  expect(ofIncome('mined', 'by default')).toEqual(['R-INC-1'])
  expect(ofIncome('fork', 'by default')).toEqual(['R-INC-1', 'R-INC-2'])
  expect(ofIncome('misc_reward', 'by choice')).toEqual(['R-INC-1', 'R-OPEN-10'])
  expect(ofIncome('staking_reward', 'in part')).toEqual(['R-INC-1', 'R-OPEN-9'])
})
