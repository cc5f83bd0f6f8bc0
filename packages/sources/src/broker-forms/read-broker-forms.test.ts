import { expect, test } from 'vitest'
import { BROKER_FORM_HEADER, readBrokerForms } from './read-broker-forms.ts'

const MOST = 10_000_000
const read = (text: string, name = 'forms.csv') =>
  readBrokerForms({ name, bytes: new TextEncoder().encode(text), mostBytes: MOST })
const csv = (...rows: string[]) => `${BROKER_FORM_HEADER.join(',')}\n${rows.join('\n')}\n`

test('E22 a line of the template has every box', () => {
  const text = csv(
    'Coinbase,spouse,F-1,corrected,2025,4H95J0R2X,Bitcoin,0.123456789012345678,2024-01-02,2025-03-04,"$1,234.50",600,yes,net,24.00,long,no,,,0.5',
    'Coinbase,,F-2,,2025,,USD Coin,,various,,30,,,,,,true,stablecoins,2,',
  )
  const found = read(text)
  expect(found.outcome === 'lines' && found.problems).toEqual([])
  expect(found.outcome === 'lines' && found.lines[0]).toEqual({
    line: 2,
    broker: 'Coinbase',
    recipient: 'spouse',
    form: 'F-1',
    status: 'corrected',
    year: 2025,
    code: '4H95J0R2X',
    name: 'Bitcoin',
    units: '0.123456789012345678',
    acquired: '2024-01-02',
    sold: '2025-03-04',
    proceeds: '1234.5',
    basis: '600',
    isBasisReported: true,
    proceedsAre: 'net',
    withheld: '24',
    term: 'long',
    isNoncovered: false,
    total: null,
    count: null,
    transferredIn: '0.5',
  })
})

test('E22 columns may come in any order and be left out; days of the sale name the year', () => {
  const found = read('Date of sale,Proceeds,units,Digital Asset Name\n03/14/2026,10,1,ETH\n')
  expect(found.outcome === 'lines' && found.lines).toMatchObject([
    {
      line: 2,
      broker: '',
      year: 2026,
      sold: '2026-03-14',
      acquired: null,
      basis: null,
      proceedsAre: 'gross',
    },
  ])
})

test('E22 a line that cannot be read is set aside with its line and column, and the others count', () => {
  const found = read(
    csv(
      'C,me,F,,2025,,BTC,1,,2025-03-04,10,,,,,,,,,',
      'C,,F,,2024,,BTC,-1,soon,2025-03-04,,,maybe,,,,,,x,',
      'C,,F,,2025,,BTC,1,,2025-03-04,10,,,,,,,,,',
      'C,,F,,2025,,BTC,1,,,10,,,,,,,,,',
    ),
  )
  if (found.outcome !== 'lines') throw new Error(found.message)
  expect(found.lines.map(({ line }) => line)).toEqual([4])
  expect(
    found.problems.map(({ line, column, value, message }) => `${line} ${column} ${value}: ${message}`),
  ).toEqual([
    '2 recipient me: One of taxpayer, spouse is expected.',
    '3 proceeds : The proceeds are missing.',
    '3 units -1: A number from 0 is expected.',
    '3 taxYear 2024: There are Forms 1099-DA from 2025 on.',
    '3 dateAcquired soon: This is not a date.',
    '3 basisReported maybe: Yes or no is expected.',
    '3 numberOfTransactions x: A whole number is expected.',
    '5 dateOfSale : The day of the sale is missing.',
  ])
})

test('E22 the JSON of FDX is read wherever its forms stand', () => {
  const json = {
    forms: [
      {
        tax1099Da: {
          taxYear: 2025,
          corrected: true,
          taxFormId: 'F-9',
          issuer: { businessName: { name1: 'Kraken' } },
          digitalAssetDetails: [
            {
              digitalAssetName: 'Ether',
              units: '2',
              dateOfSale: '2025-05-06',
              proceeds: 5000.25,
              costBasis: 1000,
              basisReported: true,
              longOrShort: 'SHORT',
              grossOrNet: 'NET',
            },
            7,
          ],
        },
      },
    ],
  }
  const found = read(JSON.stringify(json), 'forms.json')
  expect(found.outcome === 'lines' && found.lines).toMatchObject([
    {
      broker: 'Kraken',
      form: 'F-9',
      status: 'corrected',
      proceeds: '5000.25',
      basis: '1000',
      isBasisReported: true,
      term: 'short',
      proceedsAre: 'net',
    },
  ])
  expect(found.outcome === 'lines' && found.problems).toMatchObject([
    { line: 2, message: 'This is no detail of a form.' },
  ])
})

test('E22 what is no form is refused in words', () => {
  const message = (text: string) => {
    const found = read(text)
    return found.outcome === 'refused' ? found.message : 'read'
  }
  expect(message('a,b\n1,2\n')).toContain('No header of a Form 1099-DA')
  expect(message('{"tax1099Da": {"digitalAssetDetails": [')).toContain('may have been cut')
  expect(message('{"a": 1}')).toContain('no digitalAssetDetails')
  expect(message(csv('C,,F,,2025,,BTC,1,03/04/2025,04/03/2025,10,,,,,,,,,'))).toContain('two ways')
  expect(
    message(csv(...Array.from({ length: 100_001 }, () => 'C,,F,,2025,,BTC,1,,2025-03-04,10,,,,,,,,,'))),
  ).toContain('Split it')
})
