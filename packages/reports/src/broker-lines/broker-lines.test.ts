import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { form8949 } from '../form-8949.ts'
import { formUnits } from '../money-text.ts'
import { brokerLine } from '../testing/broker-line-of.ts'
import { reportOf, sale, textOf } from '../testing/report-of.ts'
import { brokerReconciliationCsv, reconcileBrokerForms } from './broker-reconciliation.ts'
import { matchBrokerLines } from './match-broker-lines.ts'
import { reasonOf } from './notice-reply.ts'

const tied = (lines: Parameters<typeof matchBrokerLines>[0], rows: Parameters<typeof matchBrokerLines>[1]) =>
  [...matchBrokerLines(lines, rows)].map(
    (match) =>
      `${match.lines.map(({ id }) => id).join('+')} = ${match.rows.map((row) => `${row.transaction}/${row.lot ?? '?'}`).join('+')}`,
  )

describe('N15 lines of Form 1099-DA are tied to sales', () => {
  const one = sale({ proceeds: '100', basis: '40' })

  test('by account, asset, units and day, one day either way', () => {
    expect(tied([brokerLine({ id: 'a' })], [one])).toEqual(['a = t1/l1'])
    for (const sold of ['2025-03-03', '2025-03-05'])
      expect(tied([brokerLine({ id: 'a', sold })], [one])).toEqual(['a = t1/l1'])
    for (const other of [
      { sold: '2025-03-06' },
      { account: 'Kraken' },
      { asset: 'ETH' },
      { asset: null },
      { units: '1.0000001' },
    ])
      expect(tied([brokerLine({ id: 'a', ...other })], [one])).toEqual(['a = ', ' = t1/l1'])
  })

  test('the same day comes before the day beside it, and of equal units the nearest proceeds', () => {
    const rows = [
      sale({ transaction: 'dear', proceeds: '100', basis: '1' }),
      sale({ transaction: 'cheap', proceeds: '10', basis: '1' }),
      sale({ transaction: 'before', proceeds: '99', basis: '1', disposed: '2025-03-03' }),
    ]
    expect(tied([brokerLine({ id: 'a', proceeds: '99' })], rows)).toEqual([
      'a = dear/l1',
      ' = before/l1',
      ' = cheap/l1',
    ])
  })

  test('a sale of several lots is one line, and a line for each lot is tied to it', () => {
    const lots = [
      sale({ proceeds: '60', basis: '1', quantity: '0.6', lot: 'old', acquired: '2020-01-01' }),
      sale({
        proceeds: '40',
        basis: '2',
        quantity: '0.4',
        lot: 'new',
        acquired: '2025-01-01',
        term: 'short',
      }),
    ]
    expect(tied([brokerLine({ id: 'a' })], lots)).toEqual(['a = t1/old+t1/new'])
    const parts = [
      brokerLine({ id: 'n', units: '0.4', acquired: '2025-01-01' }),
      brokerLine({ id: 'o', units: '0.6', acquired: '2020-01-01' }),
    ]
    expect(tied(parts, lots).toSorted()).toEqual(['n = t1/new', 'o = t1/old'])
    // Other dates, other lots: the broker took them otherwise, and both lines are of the whole sale.
    expect(
      tied(
        parts.map((line) => ({ ...line, acquired: '2023-05-05' })),
        lots,
      ),
    ).toEqual(['n+o = t1/old+t1/new'])
  })

  test('several sales of a day are one line, and the rest of a day is tied whole where its units agree', () => {
    const fills = ['0.5', '0.25', '0.25'].map((quantity, n) =>
      sale({ transaction: `t${n}`, quantity, proceeds: '10', basis: '1' }),
    )
    expect(tied([brokerLine({ id: 'a' })], fills)).toEqual(['a = t0/l1+t1/l1+t2/l1'])
    const mixed = [brokerLine({ id: 'a', units: '0.4' }), brokerLine({ id: 'b', units: '0.6' })]
    expect(tied(mixed, fills)).toEqual(['a+b = t0/l1+t1/l1+t2/l1'])
  })

  test('a corrected form takes the place of the one before, a void one leaves nothing', () => {
    const lines = [
      brokerLine({ id: 'first', proceeds: '1' }),
      brokerLine({ id: 'corrected', status: 'corrected' }),
      brokerLine({ id: 'void', form: 'f2', status: 'void' }),
      brokerLine({ id: 'voided', form: 'f2' }),
      brokerLine({ id: 'other account', form: 'f2', account: 'Kraken' }),
    ]
    expect(tied(lines, [one])).toEqual(['corrected = t1/l1', 'other account = '])
  })

  test('without the number of a form a corrected line takes the place of the same sale alone', () => {
    const lines = [
      brokerLine({ id: 'a', form: '', proceeds: '90' }),
      brokerLine({ id: 'b', form: '', sold: '2025-07-07' }),
      brokerLine({ id: 'c', form: '', status: 'corrected' }),
    ]
    expect(tied(lines, [one])).toEqual(['c = t1/l1', 'b = '])
  })

  test('a total is of all that no single line is of; contracts are on no form', () => {
    const rows = [
      sale({ asset: 'USDC', transaction: 'u1', proceeds: '10', basis: '10', quantity: '10' }),
      sale({
        asset: 'USDC',
        transaction: 'u2',
        proceeds: '20',
        basis: '20',
        quantity: '20',
        disposed: '2025-09-09',
      }),
      sale({ asset: 'USD', kind: 'margin_loss', proceeds: '0', basis: '5', transaction: 'c' }),
    ]
    const total = brokerLine({ id: 'sum', asset: 'USDC', total: 'stablecoins', units: '30', sold: null })
    expect(tied([total], rows)).toEqual(['sum = u1/l1+u2/l1'])
  })

  test('each line and each row is in one match, whatever they are, and a gain stays what it is', () => {
    const day = fc.constantFrom('2025-03-03', '2025-03-04', '2025-03-05')
    const units = fc.constantFrom('0.1', '0.2', '0.3', '0.5', '1')
    const asset = fc.constantFrom('BTC', 'ETH')
    const money = fc.integer({ min: 0, max: 100_000 }).map((n) => `${n / 100}`)
    const rows = fc.array(
      fc.record({
        transaction: fc.constantFrom('a', 'b', 'c', 'd'),
        asset,
        quantity: units,
        disposed: day,
        proceeds: money,
        basis: money,
      }),
      { maxLength: 12 },
    )
    const lines = fc.array(
      fc.record({
        asset,
        units,
        sold: day,
        proceeds: money,
        basis: fc.option(money),
        isBasisReported: fc.boolean(),
        proceedsAre: fc.constantFrom('gross' as const, 'net' as const),
      }),
      { maxLength: 12 },
    )
    fc.assert(
      fc.property(rows, lines, (rowParts, lineParts) => {
        const disposals = rowParts.map((part) => sale({ lot: null, ...part }))
        const stated = lineParts.map((part, n) => brokerLine({ id: `${n}`, ...part }))
        const { results, disposals: filed } = reconcileBrokerForms({ disposals, year: 2025 }, stated)
        expect(
          results
            .flatMap((one) => one.lines)
            .map(({ id }) => id)
            .toSorted(),
        ).toEqual(stated.map(({ id }) => id).toSorted())
        expect(new Set(results.flatMap((one) => one.rows))).toEqual(new Set(disposals))
        expect(filed).toHaveLength(disposals.length)
        const cents = (text: string) => formUnits(text, 'cents')
        filed.forEach(({ form, proceeds, basis }) => {
          if (form === undefined) return
          const gain = cents(form.proceeds) - cents(form.basis) + cents(form.adjustment)
          expect(gain).toBe(cents(proceeds) - cents(basis))
        })
        for (const { formProceeds, filed: rowsFiled, rows: own } of results)
          if (own.length > 0 && rowsFiled.some(({ form }) => form !== undefined))
            expect(rowsFiled.reduce((sum, { form }) => sum + cents(form?.proceeds ?? '0'), 0n)).toBe(
              formProceeds,
            )
      }),
      { numRuns: 500 },
    )
  })
})

describe('E22 what a form decides on Form 8949', () => {
  const row = (line: Parameters<typeof brokerLine>[0], own: Parameters<typeof sale>[0]) => {
    const { disposals, results } = reconcileBrokerForms({ disposals: [sale(own)], year: 2025 }, [
      brokerLine(line),
    ])
    const [section] = form8949(reportOf({ disposals })).sections
    const [printed] = section?.rows ?? []
    return [
      results[0]?.outcome,
      `${section?.part} ${section?.box} ${printed?.proceeds} ${printed?.basis} ${printed?.code} ${printed?.adjustment} ${printed?.gain}`,
    ]
  }

  test('proceeds alone: box K with our basis', () => {
    expect(row({ id: 'a' }, { proceeds: '100', basis: '40' })).toEqual(['agrees', 'II K 10000 4000  0 6000'])
  })

  test('basis reported: box J with the basis of the form, code B where ours is another', () => {
    const reported = { id: 'a', basis: '40', isBasisReported: true, isNoncovered: false }
    expect(row(reported, { proceeds: '100', basis: '40' })).toEqual(['agrees', 'II J 10000 4000  0 6000'])
    expect(row({ ...reported, basis: '60' }, { proceeds: '100', basis: '40' })).toEqual([
      'basis_differs',
      'II J 10000 6000 B 2000 6000',
    ])
    // On the recipient's copy alone: the IRS does not have it, and (e) is ours; code B says that the copy has another.
    expect(row({ id: 'a', basis: '60' }, { proceeds: '100', basis: '40' })).toEqual([
      'basis_differs',
      'II K 10000 4000 B 0 6000',
    ])
    expect(row({ ...reported, basis: null }, { proceeds: '100', basis: '40' })[0]).toBe('basis_missing')
  })

  test('gross proceeds: code E takes the costs off, anything else is code O', () => {
    expect(row({ id: 'a', proceeds: '101', proceedsAre: 'gross' }, { proceeds: '100', basis: '40' })).toEqual(
      ['proceeds_differ', 'II K 10100 4000 E -100 6000'],
    )
    expect(row({ id: 'a', proceeds: '90' }, { proceeds: '100', basis: '40' })).toEqual([
      'proceeds_differ',
      'II K 9000 4000 O 1000 6000',
    ])
  })

  test('gross proceeds that are more than the costs explain: code O, and E for the costs alone', () => {
    const gross = (proceeds: string, fees: string) =>
      row({ id: 'a', proceeds, proceedsAre: 'gross' }, { proceeds: '100', basis: '40', fees })[1]
    expect(gross('101', '1')).toBe('II K 10100 4000 E -100 6000')
    expect(gross('105', '1')).toBe('II K 10500 4000 EO -500 6000')
    expect(gross('101', '0')).toBe('II K 10100 4000 O -100 6000')
  })

  test('the other term: code T in the part that is right, codes in their order', () => {
    expect(row({ id: 'a', term: 'short' }, { proceeds: '100', basis: '40' })).toEqual([
      'term_differs',
      'II K 10000 4000 T 0 6000',
    ])
    const all = {
      id: 'a',
      term: 'short' as const,
      basis: '60',
      isBasisReported: true,
      proceeds: '101',
      proceedsAre: 'gross' as const,
    }
    expect(row(all, { proceeds: '100', basis: '40' })[1]).toBe('II J 10100 6000 BET 1900 6000')
  })

  test('units that were transferred in have no basis at the broker', () => {
    expect(row({ id: 'a', transferredIn: '1' }, { proceeds: '100', basis: '40' })[0]).toBe('transferred_in')
  })

  test('several rows of one line share what it states by what they brought', () => {
    const lots = [
      sale({ proceeds: '33.333', basis: '1', quantity: '0.4', lot: 'x' }),
      sale({ proceeds: '66.667', basis: '2', quantity: '0.6', lot: 'y' }),
    ]
    const { disposals } = reconcileBrokerForms({ disposals: lots, year: 2025 }, [
      brokerLine({ id: 'a', proceeds: '101.01', proceedsAre: 'gross' }),
    ])
    expect(disposals.map(({ form }) => form?.proceeds)).toEqual(['33.67', '67.34'])
  })

  test('every outcome at once, with totals that foot and what was withheld', async () => {
    const on = (transaction: string, disposed: string, more: object = {}) =>
      sale({ transaction, disposed, proceeds: '100', basis: '40', ...more })
    const disposals = [
      on('agrees', '2025-03-04'),
      on('fees', '2025-04-04'),
      sale({ transaction: 'ours', proceeds: '7', basis: '1', disposed: '2025-05-05' }),
      on('basis', '2025-05-15'),
      on('missing', '2025-05-25'),
      on('stable', '2025-06-06', { asset: 'USDC', quantity: '50', proceeds: '50', basis: '50' }),
      on('term', '2025-07-01'),
      on('moved', '2025-07-11'),
    ]
    const reported = { isBasisReported: true, isNoncovered: false }
    const found = reconcileBrokerForms({ disposals, year: 2025 }, [
      brokerLine({ id: '1', withheld: '24' }),
      brokerLine({ id: '2', sold: '2025-04-04', proceeds: '102', proceedsAre: 'gross' }),
      brokerLine({ id: '3', sold: '2025-08-08', proceeds: '9' }),
      brokerLine({
        id: '4',
        asset: null,
        name: 'Qualifying stablecoins',
        total: 'stablecoins',
        units: '50',
        proceeds: '50',
        sold: null,
      }),
      brokerLine({ id: '5', year: 2026 }),
      brokerLine({ id: '6', sold: '2025-05-15', basis: '60', ...reported }),
      brokerLine({ id: '7', sold: '2025-05-25', ...reported }),
      brokerLine({ id: '8', sold: '2025-07-01', term: 'short' }),
      brokerLine({ id: '9', sold: '2025-07-11', transferredIn: '1', basis: '0' }),
      brokerLine({ id: '10', sold: '2025-09-09', form: 'f2', status: 'void' }),
    ])
    expect(found.results.map(({ outcome, lines }) => `${lines[0]?.id ?? '-'} ${outcome}`)).toEqual([
      '1 agrees',
      '2 proceeds_differ',
      '- only_with_us',
      '6 basis_differs',
      '7 basis_missing',
      '4 aggregate',
      '8 term_differs',
      '9 transferred_in',
      '3 only_on_form',
      '10 replaced',
    ])
    // 100 + 102 + 9 + 50 + 100 + 100 + 100 + 100, of which 9 stand on the form alone.
    const { adjustments, ...footing } = found.footing
    expect(footing).toEqual({
      onForms: 66_100n,
      onlyOnForms: 900n,
      filed: 65_200n,
      basis: 31_000n,
      gain: 36_000n,
    })
    expect(adjustments).toEqual([
      { code: 'B', amount: 2_000n, rows: 2 },
      { code: 'E', amount: -200n, rows: 1 },
      { code: 'T', amount: 0n, rows: 1 },
    ])
    expect(found.withheld).toBe(2_400n)
    const text = await textOf(brokerReconciliationCsv(reportOf({}), found).chunks)
    const rows = text.trimEnd().split('\r\n')
    expect(rows[1]).toBe(
      'Agrees,Coinbase,f1,1,BTC,1,1,03/04/2025,03/04/2025,100.00,100.00,,40.00,K,,,agrees,',
    )
    expect(rows.slice(11).map((line) => line.replace(/,+$/, ''))).toEqual([
      '"Total box J: form 100.00, Form 8949 100.00, difference 0.00"',
      '"Total box K: form 552.00, Form 8949 552.00, difference 0.00"',
      '"Total not on Form 8949: form 9.00, Form 8949 0.00, difference 9.00"',
      '"Federal income tax withheld 24.00: Form 1040, line 25b"',
      expect.stringContaining('Figures rest on'),
      expect.stringContaining('not tax advice'),
    ])
  })
})

describe('N15 what a person decides about a line', () => {
  const rows = [
    sale({ transaction: 'a', proceeds: '100', basis: '40' }),
    sale({ transaction: 'b', proceeds: '50', basis: '20', disposed: '2025-06-06', quantity: '2' }),
    sale({
      transaction: 'b',
      kind: 'fee',
      proceeds: '1',
      basis: '1',
      disposed: '2025-06-06',
      quantity: '0.01',
    }),
  ]

  test('a line is tied to the sales that they name, whatever its units and day', () => {
    const line = brokerLine({ id: '1', sold: '2025-01-01', units: '3', proceeds: '150', tiedTo: ['a', 'b'] })
    expect(tied([line], rows)).toEqual(['1 = a/l1+b/l1', ' = b/l1'])
    // Lines that share a sale are of it together.
    const both = [line, brokerLine({ id: '2', sold: '2025-02-02', tiedTo: ['b'] })]
    expect(tied(both, rows)[0]).toBe('1+2 = a/l1+b/l1')
  })

  test('a line that they parted stays alone, and a tie to a sale that is gone is none', () => {
    expect(tied([brokerLine({ id: '1', tiedTo: [] })], rows)[0]).toBe('1 = ')
    expect(tied([brokerLine({ id: '1', tiedTo: ['gone'] })], rows)[0]).toBe('1 = a/l1')
  })

  test('their words come first in the reply to a notice', () => {
    const { results } = reconcileBrokerForms({ disposals: rows, year: 2025 }, [
      brokerLine({ id: '1', proceeds: '101', proceedsAre: 'gross', note: 'The fee was $1.' }),
    ])
    expect(reasonOf(results[0]!)).toBe(
      'The fee was $1. Reported gross: selling costs are taken off in column (g), code E. Adjustment in column (g): -1.00.',
    )
  })
})

describe('N15 units are compared exactly', () => {
  test('units that differ by less than 1e-8 of themselves are the same, wherever the digits fall', () => {
    for (const [form, ours] of [
      ['0.123456785', '0.1234567849999'],
      ['9999999.995', '9999999.9949999999'],
      ['1.000000005', '1.00000000499'],
      ['123456789012345.123456789', '123456789012345.12345'],
      ['0.000000000000000001', '0.000000000000000001'],
    ] as const) {
      const row = sale({ proceeds: '100', basis: '40', quantity: ours })
      expect(tied([brokerLine({ id: form, units: form })], [row])).toEqual([`${form} = t1/l1`])
    }
    const row = sale({ proceeds: '100', basis: '40', quantity: '1' })
    for (const units of ['1.00000001001', '0.99999998999'])
      expect(tied([brokerLine({ id: 'a', units })], [row])).toEqual(['a = ', ' = t1/l1'])
  })

  test('parts that add up but for a rounding are one sale', () => {
    const parts = ['0.333333333', '0.333333333', '0.333333333'].map((units, n) =>
      brokerLine({ id: `${n}`, units, proceeds: '33.33' }),
    )
    expect(tied(parts, [sale({ proceeds: '100', basis: '40' })])).toEqual(['0+1+2 = t1/l1'])
  })

  test('twenty thousand lines of a day are tied in moments', () => {
    const many = Array.from({ length: 20_000 }, (_, n) => n)
    const rows = many.map((n) =>
      sale({ transaction: `t${n}`, lot: null, quantity: `${(n % 7) + 1}`, proceeds: `${n}`, basis: '1' }),
    )
    const lines = many.map((n) => brokerLine({ id: `${n}`, units: `${(n % 7) + 1}`, proceeds: `${n}` }))
    const found = reconcileBrokerForms({ disposals: rows, year: 2025 }, lines)
    expect(found.results.every(({ lines: [line], rows: [row] }) => row?.transaction === `t${line?.id}`)).toBe(
      true,
    )
  })
})
