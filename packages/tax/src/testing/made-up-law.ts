import { yearAfter, type TaxDate } from '@lotbook/journal'
import type { Dollars, Jurisdiction, Movement, Side, TaxEvent, Treatment } from '@lotbook/rules'
import { dayText } from '../schema/tax-day.ts'

const DOLLAR = 1_000_000_000_000n
const DAY_MS = 86_400_000

/** Treatments that an input states, and one that a choice puts in the place of another. */
const TREATMENTS: readonly Treatment[] = [
  { type: 'sell', subType: null, operation: 'exchange', kind: 'sold', value: 'needs-either' },
  { type: 'buy', subType: null, operation: 'exchange', kind: 'bought', value: 'needs-either' },
  { type: 'incoming', subType: 'mined', operation: 'income', kind: 'wages', value: 'needs-received' },
  { type: 'outgoing', subType: 'donation_501c3', operation: 'remove', kind: 'tithe', value: 'needs-sent' },
  { type: 'outgoing', subType: 'gift_sent', operation: 'remove', kind: 'dowry', value: 'may-be-unknown' },
  { type: 'transfer', subType: null, operation: 'transfer', kind: 'transfer', value: 'not-needed' },
  { type: 'swap', subType: null, operation: 'convert', kind: 'swap', value: 'not-needed' },
  { type: 'incoming', subType: 'mined', operation: 'acquire', kind: 'wages', value: 'needs-received' },
]
const STATED = TREATMENTS.length - 1
const MINED = 2
const FOUND = STATED

/**
 * A law that no country has: a stamp duty of one dollar on each sale, lots by account from 2020, gains long-term after ten years, a form
 * of two boxes, and one open question. It is written with the front door of `@lotbook/rules` alone.
 */
export const madeUpLaw: Jurisdiction = {
  code: 'ZZ',
  rulesVersion: 'zz-1',
  treatments: TREATMENTS,
  treatmentCode(type, subType) {
    const code = TREATMENTS.findIndex((t) => t.type === type && (t.subType ?? '') === (subType ?? ''))
    return code === -1 ? undefined : code
  },
  pairTypes: ['buy', 'sell'],
  countsInCash: () => false,
  questions: {
    choices: { mining: ['work', 'luck'] },
    ofTreatment: ({ kind }) => (kind === 'wages' ? 'mining' : undefined),
    ofExchangeFee: undefined,
    tokens: { pairs: [], rebasing: 'growing', isRebase: () => false },
  },
  transferFees: ['carry'],
  treatmentsUnder: ({ treatments }) => ({
    ofStated: (code) => (code === MINED && treatments?.['mining'] === 'luck' ? FOUND : code),
    ofPair: (code) => code,
    ofRebase: (code) => code,
    withCash: (code) => code,
  }),
  rulesUnder: () => movementsOf,
  reasonsUnder: () => ({
    ofDisposal: ({ kind, term }) => [`Z-${kind.toUpperCase()}`, `Z-${term.toUpperCase()}`],
    ofRemoval: () => ['Z-LEFT'],
    ofIncome: (_, made) => (made === 'by default' ? ['Z-EARNED'] : ['Z-CHOSEN']),
  }),
  lotsByAccountFrom: Date.UTC(2020, 0, 1) / DAY_MS,
  contractKinds: ['wager'],
  deductedKinds: ['tithe'],
  longTermFrom: tenYearsAfter,
  basisThatCounts: () => 'gain',
  deductionOf: (term, value, basis) => (term === 'long' ? value : basis),
  boxOf: (_, term) => (term === 'long' ? 'Second' : 'First'),
  crossCheck: {
    isLong: (acquired, disposed) => yearsBetween(acquired, disposed) >= 10,
    deductionOf: (term, value, basis) => [basis, value][['short', 'long'].indexOf(term)]!,
    boxOf: (_, term) => ({ short: 'First', long: 'Second' })[term],
  },
  incomeLines: ({ category }) => [{ line: category, name: `Scroll of ${category}` }],
  horizon: [2030],
  estimates: {
    ofYear: (year, { income }, { filing_status }) =>
      year === 2030 && filing_status === 'citizen' ? income : null,
  },
}

function movementsOf(event: TaxEvent): readonly Movement[] {
  const { sent, received, treatment, toAccount, fee } = event
  const { kind } = treatment
  switch (treatment.operation) {
    case 'exchange':
      return [...(isCoin(sent) ? [sold(sent, received?.value, kind)] : []), ...lotOf(received, sent?.value)]
    case 'income':
      return [
        {
          does: 'income',
          category: kind,
          units: received!.units,
          value: received!.value ?? 0n,
          isPart: false,
        },
        ...lotOf(received, received?.value),
      ]
    case 'acquire':
      return lotOf(received, 0n)
    case 'remove':
      return [{ does: 'remove', asset: sent!.asset, units: sent!.units, value: sent!.value ?? 0n, kind }]
    case 'transfer': {
      const move = { does: 'move', asset: sent!.asset, units: sent!.units, to: toAccount } as const
      const carried = fee !== null && event.hasLotsByAccount
      return [carried ? { ...move, fee: { treatment: 'carry', units: fee.units } } : move]
    }
    case 'convert':
      return [
        {
          does: 'convert',
          asset: sent!.asset,
          units: sent!.units,
          toAsset: received!.asset,
          toUnits: received!.units,
        },
      ]
    default:
      throw new Error(`No rule for ${treatment.operation}`)
  }
}

const isCoin = (side: Side | null): side is Side => side !== null && !side.isCash

function sold({ asset, units, value }: Side, received: Dollars | null | undefined, kind: string): Movement {
  return { does: 'dispose', asset, units, value: received ?? value ?? 0n, costs: DOLLAR, kind }
}

function lotOf(side: Side | null, basis: Dollars | null | undefined): readonly Movement[] {
  return isCoin(side) ? [{ does: 'acquire', asset: side.asset, units: side.units, basis: basis ?? 0n }] : []
}

function tenYearsAfter(day: TaxDate): TaxDate {
  let then = day
  for (let n = 0; n < 10; n++) then = yearAfter(then)
  return then
}

/** Whole years between two days, by the calendar. */
function yearsBetween(from: number, to: number): number {
  const [first, last] = [dayText(from), dayText(to)]
  const years = Number(last.slice(0, 4)) - Number(first.slice(0, 4))
  return last.slice(5) < first.slice(5) ? years - 1 : years
}
