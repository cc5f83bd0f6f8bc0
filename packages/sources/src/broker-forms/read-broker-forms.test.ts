import { expect, test } from 'vitest'
import { NO_OTHER_BOXES } from '@lotbook/journal'
import { BROKER_FORM_HEADER } from './broker-form-columns.ts'
import { readBrokerForms } from './read-broker-forms.ts'

const MOST = 10_000_000
const read = (text: string, name = 'forms.csv') =>
  readBrokerForms({ name, bytes: new TextEncoder().encode(text), mostBytes: MOST })
/** Columns that a line below fills in; a file may leave the others out. */
const COLUMNS = BROKER_FORM_HEADER.filter(
  (column) =>
    ![
      'recipientName',
      'symbol',
      'accruedMarketDiscount',
      'washSaleLossDisallowed',
      'qof',
      'lossNotAllowed',
      'cashOnly',
      'customerProvided',
      'box10',
      'firstSales',
      'dateTransferredIn',
      'state',
      'stateId',
      'stateTaxWithheld',
    ].includes(column),
)
const csv = (...rows: string[]) => `${COLUMNS.join(',')}\n${rows.join('\n')}\n`

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
    symbol: '',
    recipientName: '',
    others: NO_OTHER_BOXES,
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

test('E22 a word for nothing where an amount has to be is no 0', () => {
  const found = read(
    csv('C,,F,,2025,,BTC,none,,2025-03-04,n/a,,,,,,,,,', 'C,,F,,2025,,BTC,1,,2025-03-04,10,-,,,,,,,,'),
  )
  expect(found).toMatchObject({
    lines: [{ line: 3, basis: null }],
    problems: [
      { line: 2, column: 'proceeds', value: 'n/a' },
      { line: 2, column: 'units', value: 'none' },
    ],
  })
})

test('E22 what cannot be kept is told: another year, a long name, dollars of thirteen decimals', () => {
  const long = 'x'.repeat(201)
  const found = read(
    csv(
      'C,,F,,2025,,BTC,1,,2023-03-04,10,,,,,,,,,',
      `C,,F,,2025,,${long},1,,2025-03-04,10,,,,,,,,,`,
      'C,,F,,2025,,BTC,1,,2025-03-04,10.1234567890123,,,,,,,,,',
      'C,,F,,2025,,BTC,1,,2026-01-01,10.123456789012,,,,,,,,,',
    ),
  )
  expect(found).toMatchObject({
    lines: [{ line: 5 }],
    problems: [
      { line: 2, column: 'dateOfSale', message: 'The day is not in 2025.' },
      { line: 3, column: 'digitalAssetName', message: 'This is longer than 200 characters.' },
      { line: 4, column: 'proceeds', message: 'An amount in dollars and cents is expected.' },
    ],
  })
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

test('E22 the boxes that decide no column are kept as the form has them', () => {
  const found = read(
    [
      'digitalAssetName,units,dateOfSale,proceeds,accruedMarketDiscount,washSaleLossDisallowed,qof,lossNotAllowed,cashOnly,customerProvided,box10,aggregate,firstSales,unitsTransferredIn,dateTransferredIn,state,stateId,stateTaxWithheld',
      'Apes#7,1,2025-03-04,10,1.5,2.5,yes,yes,yes,yes,x,Specified NFTs,4,1,2024-05-06,CA,123-4,3',
    ].join('\n'),
  )
  expect(found).toMatchObject({
    problems: [],
    lines: [
      {
        total: 'nfts',
        transferredIn: '1',
        others: {
          marketDiscount: '1.5',
          washSaleLoss: '2.5',
          isQof: true,
          isLossNotAllowed: true,
          isCashOnly: true,
          isCustomerProvided: true,
          box10: 'x',
          firstSales: '4',
          transferredInOn: '2024-05-06',
          state: 'CA',
          stateId: '123-4',
          stateWithheld: '3',
        },
      },
    ],
  })
})

test('E22 the columns of TaxBit are known, and its days have the month first', () => {
  const found = read(
    [
      'account_id,asset_symbol,asset_dtif_code,asset_name,asset_quantity,acquired_date,disposed_date,proceeds,cost_basis,proceeds_type,federal_tax_withheld,gain_loss_classification,cash_proceeds,customer_provided,is_noncovered_security,aggregate_stablecoin_nft',
      '77,BTC,4H95J0R2X,Bitcoin,2,1/2/2024,3/4/2025,100,40,Gross Proceeds,5,Long-term,TRUE,FALSE,TRUE,',
    ].join('\n'),
  )
  expect(found).toMatchObject({
    problems: [],
    lines: [
      {
        form: '77',
        symbol: 'BTC',
        name: 'Bitcoin',
        units: '2',
        acquired: '2024-01-02',
        sold: '2025-03-04',
        proceedsAre: 'gross',
        withheld: '5',
        term: 'long',
        isNoncovered: true,
        others: { isCashOnly: true },
      },
    ],
  })
})

test('E22 a total is no line, and one that does not add up is told', () => {
  const rows = ['C,,F,,2025,,BTC,1,,2025-03-04,10,,,,1,,,,,', 'C,,F,,2025,,BTC,2,,2025-03-05,20.5,,,,,,,,,']
  const right = read(csv(...rows, 'C,,F,,2025,,Total,,,,30.5,,,,1,,,,,'))
  expect(right).toMatchObject({ lines: [{ line: 2 }, { line: 3 }], problems: [] })
  const wrong = read(csv(...rows, 'C,,F,,2025,,TOTALS,,,,$31,,,,1,,,,,'))
  expect(wrong).toMatchObject({
    lines: [{ line: 2 }, { line: 3 }],
    problems: [
      {
        line: 4,
        column: 'proceeds',
        value: '$31',
        message: 'The total is 31, and its lines add up to 30.5. The lines count as they are.',
      },
    ],
  })
})

test('E22 what was withheld on a whole form of FDX is held to its details, or is that of its only one', () => {
  const form = (withheld: number, ...details: object[]) =>
    read(
      JSON.stringify({
        taxYear: 2025,
        federalTaxWithheld: withheld,
        recipient: { individualName: { first: 'Ann', last: 'Roe' } },
        digitalAssetDetails: details.map((one) => ({
          digitalAssetName: 'Ether',
          units: '1',
          dateOfSale: '2025-05-06',
          proceeds: 5,
          ...one,
        })),
      }),
    )
  expect(form(2, {})).toMatchObject({ lines: [{ withheld: '2', recipientName: 'Ann Roe' }], problems: [] })
  expect(form(2, { federalTaxWithheld: 1 }, {})).toMatchObject({
    lines: [{ withheld: '1' }, { withheld: null }],
    problems: [{ message: 'The total is 2, and its lines add up to 1. The lines count as they are.' }],
  })
  expect(form(0, { ordinary: true, variousDatesAcquired: true })).toMatchObject({
    lines: [{ term: 'ordinary', acquired: null }],
  })
})
