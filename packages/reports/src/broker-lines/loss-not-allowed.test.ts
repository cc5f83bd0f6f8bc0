import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NO_OTHER_BOXES, type BrokerLine } from '@lotbook/journal'
import { NO_RETURN_FACTS } from '@lotbook/rules/us'
import { form8949 } from '../form-8949.ts'
import { shapedForm } from '../form-8949-summary.ts'
import { formUnits } from '../money-text.ts'
import { scheduleD } from '../schedule-d.ts'
import { brokerLine } from '../testing/broker-line-of.ts'
import { reportOf, sale } from '../testing/report-of.ts'
import type { DisposalLine } from '../year-report.ts'
import { brokerReconciliationCsv, reconcileBrokerForms } from './broker-reconciliation.ts'
import { reasonOf } from './notice-reply.ts'

const washSale = (washSaleLoss: string | null, rest: Partial<BrokerLine> = {}) =>
  brokerLine({ id: 'a', others: { ...NO_OTHER_BOXES, washSaleLoss }, ...rest })

const reported = { basis: '140', isBasisReported: true, isNoncovered: false }

function filed(
  lines: readonly BrokerLine[],
  disposals: readonly DisposalLine[],
  notDeductible?: ReadonlySet<string>,
) {
  const found = reconcileBrokerForms({ disposals, year: 2025, notDeductible }, lines)
  const report = reportOf({ disposals: found.disposals })
  const rows = form8949(report).sections.flatMap((section) => section.rows)
  return {
    ...found,
    report,
    rows: rows.map(
      ({ line, proceeds, basis, code, adjustment, gain }) =>
        `${line.box} ${proceeds} ${basis} ${code} ${adjustment} ${gain}`,
    ),
  }
}

describe('E22 a loss that a form or a person takes back', () => {
  const loss = sale({ proceeds: '100', basis: '140', gain: '-40' })

  test('box 1i is code W, with the disallowed amount in (g) and the gain after it', () => {
    const { rows, results, footing } = filed([washSale('15', reported)], [loss])
    expect(rows).toEqual(['J 10000 14000 W 1500 -2500'])
    expect(footing).toMatchObject({
      gain: -2500n,
      adjustments: [{ code: 'W', amount: 1500n, rows: 1 }],
    })
    expect(reasonOf(results[0]!)).toContain('Wash sale loss disallowed, 15.00: code W.')
    expect(results[0]?.outcome).toBe('agrees')
  })

  test('a person may say that the wash sale does not apply, or that none of the loss counts', () => {
    const without = filed([washSale('15', { ...reported, loss: 'deductible' })], [loss])
    expect(without.rows).toEqual(['J 10000 14000  0 -4000'])
    expect(reasonOf(without.results[0]!)).toContain('Box 1i is not followed')
    const all = filed([washSale('15', { ...reported, loss: 'not_deductible' })], [loss])
    expect(all.rows).toEqual(['J 10000 14000 L 4000 0'])
    expect(reasonOf(all.results[0]!)).toContain('The loss is not deductible, 40.00: code L.')
  })

  test('box 5 says that no loss is allowed: code L, unless a person says otherwise', () => {
    const others = { ...NO_OTHER_BOXES, isLossNotAllowed: true }
    expect(filed([brokerLine({ id: 'a', others })], [loss]).rows).toEqual(['K 10000 14000 L 4000 0'])
    expect(filed([brokerLine({ id: 'a', others, loss: 'deductible' })], [loss]).rows).toEqual([
      'K 10000 14000  0 -4000',
    ])
  })

  test('a gain stays a gain: there is no loss to take back', () => {
    const gain = sale({ proceeds: '100', basis: '40' })
    expect(filed([washSale('15', { loss: 'not_deductible' })], [gain]).rows).toEqual(['K 10000 4000  0 6000'])
    expect(filed([washSale('15')], [gain]).rows).toEqual(['K 10000 4000  0 6000'])
  })

  test('no more is taken back than the loss by the records, and the reason says so', () => {
    const { rows, results } = filed([washSale('55', { ...reported, basis: '155' })], [loss])
    // The basis is wrong by 15, and only 40 of box 1i is a loss.
    expect(rows).toEqual(['J 10000 15500 BW 5500 0'])
    expect(reasonOf(results[0]!)).toContain('Box 1i shows 55.00, and the records a loss of 40.00')
  })

  test('codes stand in the order of the alphabet beside others', () => {
    const short = { ...loss, term: 'short' as const, box: 'I', fees: '10' }
    const line = washSale('5', { proceeds: '110', proceedsAre: 'gross', basis: '100', isBasisReported: true })
    const { rows, report } = filed([{ ...line, term: 'long', isNoncovered: false }], [short])
    expect(rows).toEqual(['G 11000 10000 BETW -4500 -3500'])
    expect(shapedForm(report, 'cents', 'summary').sections[0]?.rows[0]?.code).toBe('BEMTW')
  })

  test('several lots share what is disallowed by their losses, and a lot with a gain has none', () => {
    const lots = [
      sale({ proceeds: '50', basis: '80', quantity: '0.5', lot: 'a' }),
      sale({ proceeds: '25', basis: '35', quantity: '0.25', lot: 'b', term: 'short', box: 'I' }),
      sale({ proceeds: '25', basis: '5', quantity: '0.25', lot: 'c' }),
    ]
    const { rows } = filed([washSale('20')], lots)
    expect(rows).toEqual(['H 2500 3500 W 500 -500', 'K 5000 8000 W 1500 -1500', 'K 2500 500  0 2000'])
  })

  test('of several lines of one sale each takes back its own part', () => {
    const lines = [
      brokerLine({ id: 'a', units: '0.75', proceeds: '75', loss: 'not_deductible' }),
      brokerLine({ id: 'b', units: '0.25', proceeds: '25' }),
    ]
    expect(filed(lines, [loss]).rows).toEqual(['K 10000 14000 L 3000 -1000'])
  })

  test('a sale on no form whose loss is not deductible keeps its box and is reported with code L', () => {
    const other = { ...loss, transaction: 't2', account: 'Ledger' }
    const { rows, results, footing } = filed([], [loss, other], new Set(['t2']))
    expect(rows).toEqual(['L 10000 14000  0 -4000', 'L 10000 14000 L 4000 0'])
    expect(reasonOf(results.find((one) => one.rows.includes(other))!)).toBe(
      'No Form 1099-DA lists this sale. The loss is not deductible, 40.00: code L.',
    )
    // No form, no footing.
    expect(footing.adjustments).toEqual([])
  })

  test('Schedule D adds up what is left of the loss, and the table names code and adjustment', async () => {
    const { report, results, ...found } = filed([washSale('15', reported)], [loss])
    const { lines } = scheduleD(2025, form8949(report).sections, { facts: NO_RETURN_FACTS, earlier: [] })
    expect(lines.find(({ line }) => line === '8b')).toMatchObject({ adjustment: 1500n, gain: -2500n })
    expect(lines.find(({ line }) => line === '21')?.gain).toBe(-2500n)
    const csv = [...(brokerReconciliationCsv(report, { ...found, results }).chunks as Iterable<string>)].join(
      '',
    )
    expect(csv).toContain(',J,W,15.00,')
  })

  test('whatever is taken back, no loss becomes a gain and no gain is changed', () => {
    const cents = fc.integer({ min: 0, max: 10_000 }).map((n) => (n / 100).toFixed(2))
    fc.assert(
      fc.property(
        fc.array(fc.record({ proceeds: cents, basis: cents, quantity: fc.constantFrom('0.5', '1') }), {
          minLength: 1,
          maxLength: 5,
        }),
        cents,
        fc.constantFrom('as_on_form' as const, 'not_deductible' as const),
        (parts, disallowed, word) => {
          const lots = parts.map((part, n) => sale({ ...part, lot: `${n}` }))
          const units = parts.reduce((sum, { quantity }) => sum + Number(quantity), 0)
          const { disposals } = filed([washSale(disallowed, { units: `${units}`, loss: word })], lots)
          for (const [n, { form }] of disposals.entries()) {
            const own = formUnits(lots[n]!.proceeds, 'cents') - formUnits(lots[n]!.basis, 'cents')
            const gain =
              formUnits(form!.proceeds, 'cents') -
              formUnits(form!.basis, 'cents') +
              formUnits(form!.adjustment, 'cents')
            if (own >= 0n) expect(gain).toBe(own)
            else expect(gain >= own && gain <= 0n).toBe(true)
          }
        },
      ),
      { numRuns: 200 },
    )
  })
})
