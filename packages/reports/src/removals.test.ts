import { NO_REMOVAL_FACTS, type RemovalFacts } from '@lotbook/rules/us'
import { describe, expect, test } from 'vitest'
import { doneeRecords } from './donee-record.ts'
import { missingLines, removalNotes } from './removal-words.ts'
import { removalsCsv } from './removals-csv.ts'
import { discoveredIn, removalsOfYear } from './removals-of-year.ts'
import { removalsPdf } from './removals-pdf.ts'
import { bytesOf, embeddedLettersOf, wordsOf } from './testing/file-words.ts'
import { gift, reportOf, textOf } from './testing/report-of.ts'
import type { RemovalLine, YearReport } from './year-report.ts'

const donation = (transaction: string, deduction: string | null, more: Partial<RemovalLine> = {}) =>
  gift({ transaction, kind: 'donation', value: deduction, deduction: deduction ?? '0', ...more })
const stated = (
  facts: Readonly<Record<string, Partial<RemovalFacts>>>,
): Pick<YearReport, 'removalFacts'> => ({
  removalFacts: new Map(
    Object.entries(facts).map(([transaction, one]) => [transaction, { ...NO_REMOVAL_FACTS, ...one }]),
  ),
})
const CHARITY = {
  donee: 'Food Bank',
  donee_address: '1 Main St, Springfield, IL 62701',
  donee_ein: '12-3456789',
  acknowledged_on: '2025-04-01',
  valued_by: 'market_price',
} as const

describe('E20 donations and Form 8283', () => {
  test('three small donations of a year are Section B together, and the paper says what is missing', async () => {
    const report = reportOf({
      removals: ['d1', 'd2', 'd3'].map((id) => donation(id, '2000')),
      ...stated({ d1: CHARITY, d2: { ...CHARITY, has_appraisal: false } }),
    })
    const year = removalsOfYear(report)
    expect(year.removals.map(({ form }) => form)).toEqual(Array(3).fill('Form 8283, Section B'))
    expect(missingLines(year)).toEqual([
      '3 donations: qualified appraisal missing',
      '1 donation: name of the donee missing',
      '1 donation: address of the donee missing',
      '1 donation: acknowledgment missing',
      '1 donation: EIN of the donee missing',
    ])
    const words = await wordsOf(removalsPdf(report))
    for (const text of [
      'Donations: Form 8283, Section B',
      'Without a qualified appraisal nothing is deductible.',
      'Food Bank',
      '12-3456789',
      '04/01/2025',
      'not tax advice',
      'Engine 1.0.0',
    ])
      expect(words.replaceAll('\n', ' ')).toContain(text)
  })

  test('Section A has the date acquired, how, the basis, the value and the method, of several lots too', async () => {
    const report = reportOf({
      removals: [
        donation('d1', '300', { acquired: '2023-05-06', basis: '100' }),
        donation('d1', '400', {
          acquired: '2025-01-02',
          basis: '400',
          howAcquired: 'exchange',
          term: 'short',
        }),
      ],
      ...stated({ d1: CHARITY }),
    })
    const [only] = removalsOfYear(report).removals
    expect(only).toMatchObject({
      form: 'Form 8283, Section A',
      property: '2 BTC',
      acquired: 'VARIOUS',
      howAcquired: null,
      basis: '500',
      value: '700',
      deduction: '700',
      missing: [],
    })
    const words = await wordsOf(removalsPdf(report))
    for (const text of ['VARIOUS', 'Various', '500.00', '700.00', '05/06/2023', 'short', 'long'])
      expect(words).toContain(text)
    expect(words).not.toContain('Without a qualified appraisal')
  })

  test('a value that nobody knows is said, and leaves the section open', async () => {
    const report = reportOf({ removals: [donation('d1', '0', { acquired: null, lot: null })] })
    const year = removalsOfYear(report)
    expect(year.removals[0]).toMatchObject({
      form: 'Form 8283 (open)',
      value: null,
      deduction: null,
      acquired: null,
    })
    expect(year.removals[0]?.missing).toContain('value')
    expect(removalNotes(year).join(' ')).toContain('The value of a donation is not known yet')
    expect(await wordsOf(removalsPdf(report))).toContain('Unknown')
    // No value and no deduction are made up in the table either.
    expect(await textOf(removalsCsv(report).chunks)).toContain(',10.00,,long,,')
  })
})

describe('E20 gifts and Form 709', () => {
  const removals = [
    gift({ transaction: 'g1', value: '12000', acquired: '2023-05-06', term: null, basis: '9000' }),
    gift({ transaction: 'g1', value: '1000', acquired: '2025-01-02', term: null, basis: '2000' }),
    gift({ transaction: 'g2', value: '8000', date: '2025-06-01' }),
  ]

  test('gifts to one donee are added up over the year', async () => {
    const report = reportOf({ removals, ...stated({ g1: { donee: 'Ann Roe' }, g2: { donee: 'ann roe' } }) })
    expect(removalsOfYear(report)).toMatchObject({
      gifts: [{ donee: 'Ann Roe', gifts: 2, value: '21000', exclusion: '19000', giftReturn: 'needed' }],
      removals: [{ form: 'Form 709' }, { form: 'Form 709' }],
    })
    const words = await wordsOf(removalsPdf(report))
    for (const text of ['Ann Roe', '21000.00', '19000.00', '2000.00', 'Due']) expect(words).toContain(text)
  })

  test('the record for a donee has the lots of that gift with dates, term, basis and value, and no other gift', async () => {
    const report = reportOf({
      removals,
      ...stated({ g1: { donee: 'Ann Roe', donee_address: '5 Elm St' }, g2: { donee: 'Bo Li' } }),
    })
    const [first, second] = doneeRecords(report)
    expect([first?.fileName, second?.fileName]).toEqual([
      'gift-record-2025-03-04-1-2025-0190ab1234cd.pdf',
      'gift-record-2025-06-01-2-2025-0190ab1234cd.pdf',
    ])
    const words = await wordsOf(first!)
    for (const text of [
      'Jane Roe',
      'Ann Roe',
      '5 Elm St',
      '03/04/2025',
      '$13,000.00',
      '$11,000.00',
      '05/06/2023',
      'long',
      '01/02/2025',
      'short',
      '9000.00',
      '12000.00',
    ])
      expect(words).toContain(text)
    expect(words).not.toContain('Bo Li')
    const again = async () => bytesOf(doneeRecords(report)[0]!)
    expect(await again()).toEqual(await again())
  })

  test('a name in any script is whole in the table, and on the paper', async () => {
    const report = reportOf({ removals, ...stated({ g1: { donee: '\u042e\u043b\u0456\u044f' } }) })
    expect(await textOf(removalsCsv(report).chunks)).toContain(',\u042e\u043b\u0456\u044f,')
    const record = () => doneeRecords(report)[0]!
    expect(await wordsOf(record())).not.toContain('?')
    expect(await embeddedLettersOf(record())).toContain('\u042e\u043b\u0456\u044f')
  })
})

test('E20 a theft has the data of Form 4684, what the law limits, and no deduction', async () => {
  const theft = (transaction: string) =>
    gift({ transaction, kind: 'stolen', basis: '3000', value: '9000', term: null })
  const report = reportOf({
    removals: [theft('t1'), theft('t2'), gift({ transaction: 'l1', kind: 'lost', term: null })],
    ...stated({
      t1: {
        discovered_on: '2026-01-02',
        reimbursement: '1000',
        is_for_profit: true,
        may_recover: false,
        evidence: 'Police report 17/2025',
      },
    }),
  })
  const year = removalsOfYear(report)
  expect(
    year.removals.map(({ form, loss, unreimbursed, missing }) => [form, loss, unreimbursed, missing.length]),
  ).toEqual([
    ['', 'lost', null, 0],
    ['Form 4684, Section B', 'for_profit', '2000', 0],
    ['Form 4684 (open)', 'open', null, 4],
  ])
  const words = (await wordsOf(removalsPdf(report))).replaceAll('\n', ' ')
  for (const text of [
    'Thefts and losses: data for Form 4684',
    'Police report 17/2025',
    '1000.00',
    '2000.00',
    'section 165(c)(2)',
    'was discovered in 2026: it belongs on the return of that year',
    'No authority gives a deduction for them',
    'reasonable prospect of recovery',
  ])
    expect(words).toContain(text)
})

test('E20 a theft is on the paper of the year it was discovered in', async () => {
  const theft = gift({ transaction: 't1', kind: 'stolen', date: '2024-11-02', basis: '3000', term: null })
  const report = reportOf({
    discovered: [theft],
    ...stated({ t1: { discovered_on: '2025-01-05', is_for_profit: true, reimbursement: '0' } }),
  })
  expect(discoveredIn(report.removalFacts, 2025)).toEqual(['t1'])
  expect(discoveredIn(report.removalFacts, 2024)).toEqual([])
  const year = removalsOfYear(report)
  expect(year).toMatchObject({
    removals: [],
    discovered: [{ form: 'Form 4684, Section B', unreimbursed: '3000' }],
  })
  expect(missingLines(year)).toEqual(['1 theft: prospect of recovery missing'])
  const words = (await wordsOf(removalsPdf(report))).replaceAll('\n', ' ')
  expect(words).toContain(
    'The theft of 1 BTC on 2024-11-02 was discovered in 2025: it belongs on this return.',
  )
  expect(words).toContain('11/02/2024')
})

test('a lot without a known origin has no basis of nothing on paper: it is unknown, and missing', async () => {
  const report = reportOf({
    removals: [gift({ acquired: null, lot: null, basis: '0', term: null }), gift({ basis: '5' })],
    ...stated({ g1: { donee: 'Ann Roe' } }),
  })
  expect(missingLines(removalsOfYear(report))).toEqual(['1 gift: cost basis missing'])
  const words = await wordsOf(doneeRecords(report)[0]!)
  expect(words).toContain('$5.00, and of some units it is unknown')
  expect(words).not.toContain('0.00\n0.00')
  expect(await wordsOf(removalsPdf(report))).toContain('Unknown')
})

test('the table has the term of every lot, and a reimbursement once for its transaction', async () => {
  const lot = (acquired: string) => gift({ transaction: 't1', kind: 'stolen', acquired, term: null })
  const report = reportOf({
    removals: [
      lot('2023-05-06'),
      lot('2025-01-02'),
      gift({ transaction: 'x', kind: 'gift', acquired: null, term: null }),
    ],
    ...stated({ t1: { reimbursement: '50', discovered_on: '2025-03-05' } }),
  })
  const [head = '', ...lines] = (await textOf(removalsCsv(report).chunks)).split('\r\n')
  const column = (name: string) =>
    lines.slice(0, 3).map((line) => line.split(',')[head.split(',').indexOf(name)])
  expect(column('Term')).toEqual(['long', 'short', 'unknown'])
  expect(column('Reimbursement')).toEqual(['50.00', '', ''])
  expect(column('Discovered')).toEqual(['03/05/2025', '03/05/2025', ''])
  expect(column('Form')).toEqual(['Form 4684 (open)', 'Form 4684 (open)', ''])
})
