import { describe, expect, test } from 'vitest'
import { readKnown, lines } from '../../files/testing/read-text.ts'
import { recordFingerprint, transactionFingerprint } from '../../reading/fingerprints.ts'
import type { Reading } from '../../reading/outcome.ts'
import { type LedgerPage, readLedgerPages } from './ledger-pages.ts'

const HEADER = [
  'txid',
  'refid',
  'time',
  'type',
  'subtype',
  'aclass',
  'asset',
  'wallet',
  'amount',
  'fee',
  'balance',
]

interface Entry {
  readonly txid: string
  readonly refid: string
  /** Seconds since 1970, with the fraction that only the API writes. */
  readonly time: number
  readonly type: string
  readonly subtype?: string
  /** The code of the API; `exported` where the export writes another. */
  readonly asset: string
  readonly exported?: string
  readonly amount: string
  readonly fee?: string
  readonly balance: string
}

const HISTORY: readonly Entry[] = [
  {
    txid: 'LAAA',
    refid: 'RDEP',
    time: 1672531200.0417,
    type: 'deposit',
    asset: 'ZUSD',
    amount: '1000.0000',
    balance: '1000.0000',
  },
  {
    txid: 'LBBB',
    refid: 'TTRADE',
    time: 1672617600.9999,
    type: 'trade',
    subtype: 'tradespot',
    asset: 'ZUSD',
    amount: '-500.0000',
    fee: '1.3000',
    balance: '498.7000',
  },
  {
    txid: 'LCCC',
    refid: 'TTRADE',
    time: 1672617600.9999,
    type: 'trade',
    subtype: 'tradespot',
    asset: 'XXBT',
    exported: 'BTC',
    amount: '0.0300000000',
    balance: '0.0300000000',
  },
  {
    txid: 'LDDD',
    refid: 'RSPEND',
    time: 1672704000.5,
    type: 'spend',
    asset: 'ZUSD',
    amount: '-100.0000',
    fee: '1.5000',
    balance: '397.2000',
  },
  {
    txid: 'LEEE',
    refid: 'RSPEND',
    time: 1672704000.5,
    type: 'receive',
    asset: 'XETH',
    exported: 'ETH',
    amount: '0.0800000000',
    fee: '0.0010000000',
    balance: '0.0790000000',
  },
  {
    txid: 'LFFF',
    refid: 'RSTAKE',
    time: 1672790400.25,
    type: 'staking',
    asset: 'DOT.S',
    amount: '0.0500000000',
    balance: '5.0500000000',
  },
  {
    txid: 'LGGG',
    refid: 'RMOVE',
    time: 1672876800.25,
    type: 'transfer',
    subtype: 'spottofutures',
    asset: 'ZUSD',
    amount: '-10.0000',
    balance: '387.2000',
  },
  {
    txid: 'LHHH',
    refid: 'RLONE',
    time: 1672963200.75,
    type: 'trade',
    asset: 'XXBT',
    exported: 'BTC',
    amount: '-0.0100000000',
    balance: '0.0200000000',
  },
  {
    txid: 'LIII',
    refid: 'RODD',
    time: 1673049600.125,
    type: 'newthing',
    asset: 'XXBT',
    exported: 'BTC',
    amount: '0.0200000000',
    balance: '0.0400000000',
  },
]

/** The fields of an entry as the API sends them, whose key is its id. */
const fieldsOf = ({
  refid,
  time,
  type,
  subtype = '',
  asset,
  amount,
  fee = '0.0000000000',
  balance,
}: Entry) => ({
  refid,
  time,
  type,
  subtype,
  aclass: 'currency',
  asset,
  amount,
  fee,
  balance,
})

const pageOf = (entries: readonly Entry[], page = '0'): LedgerPage => ({
  page,
  text: JSON.stringify({
    error: [],
    result: {
      ledger: Object.fromEntries(entries.map((entry) => [entry.txid, fieldsOf(entry)])),
      count: HISTORY.length,
    },
  }),
})

const csvOf = (entries: readonly Entry[]) =>
  [
    HEADER.join(','),
    ...entries.map((entry) => {
      const time = new Date(entry.time * 1000).toISOString().slice(0, 19).replace('T', ' ')
      const cells = {
        ...fieldsOf(entry),
        txid: entry.txid,
        time,
        asset: entry.exported ?? entry.asset,
        wallet: 'spot / main',
      }
      return HEADER.map((name) => cells[name as keyof typeof cells]).join(',')
    }),
  ].join('\n')

/** Transactions with their names and those of their records, without rows and origins. */
function known({ transactions }: Pick<Reading, 'transactions'>) {
  return transactions
    .map(({ records, rows: _, ...transaction }) => ({
      ...transaction,
      name: transactionFingerprint('kraken', 'kraken-ledgers', { records, rows: _, ...transaction }),
      records: records.map((record) => recordFingerprint('kraken', 'kraken-ledgers', record)).toSorted(),
    }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

describe('N9 the same history by file and by key is counted once', () => {
  const file = readKnown(csvOf(HISTORY))
  const newestFirst = HISTORY.toReversed()

  test('its figures', () => {
    expect(lines(file)).toEqual([
      'incoming/received -> 1000.0000 USD (fiat)',
      'buy 500.0000 USD -> 0.0300000000 BTC fee 1.3000 USD',
      'buy 100.0000 USD -> 0.0800000000 ETH fee 0.0010000000 ETH',
      'outgoing/fee 1.5000 USD ->',
      'incoming/staking_reward -> 0.0500000000 DOT',
      'outgoing/sent 0.0100000000 BTC -> (ungrouped)',
      'incoming/received -> 0.0200000000 BTC (unmapped_type:newthing)',
    ])
  })

  test.each([
    ['one page', [pageOf(newestFirst)]],
    ['oldest first', [pageOf(HISTORY)]],
    // The legs of a trade stand on two pages, and an entry stands on both, as new entries shift the pages.
    [
      'pages that overlap',
      [
        pageOf(newestFirst.slice(0, 5), '0'),
        pageOf(newestFirst.slice(4, 7), '50'),
        pageOf(newestFirst.slice(7), '100'),
      ],
    ],
  ])('%s', (_, pages) => {
    const read = readLedgerPages(pages)
    expect(known(read)).toEqual(known(file))
    expect(read.errors).toEqual([])
    expect(read.notes.map(({ code }) => code).toSorted()).toEqual(
      file.notes.map(({ code }) => code).toSorted(),
    )
    expect(read.skipped.filter(({ reason }) => reason === 'internal_transfer').length).toBe(1)
  })

  test('a record says which entry of which page it was', () => {
    const read = readLedgerPages([pageOf(HISTORY.slice(0, 1), '50')])
    expect(read.transactions[0]?.records).toMatchObject([
      { row: 1, nativeId: 'LAAA', origin: { kind: 'page', page: '50', remoteId: 'LAAA' } },
    ])
  })
})

describe('what cannot be read is said', () => {
  test('an entry: its field, its page, and the other side of its trade', () => {
    const [deposit, paid, bought] = HISTORY
    const read = readLedgerPages([
      pageOf(
        [deposit, { ...paid, amount: 'much' }, bought].filter((entry) => entry !== undefined) as Entry[],
      ),
    ])
    expect(read.errors).toMatchObject([
      { code: 'not_an_amount', column: 'amount', value: 'much', origin: { page: '0', remoteId: 'LBBB' } },
    ])
    expect(lines(read)).toEqual([
      'incoming/received -> 1000.0000 USD (fiat)',
      'incoming/received -> 0.0300000000 BTC (ungrouped)',
    ])
  })

  test('an amount that is a JSON number has lost its digits', () => {
    const page = pageOf(HISTORY.slice(0, 1))
    const read = readLedgerPages([
      {
        ...page,
        text: page.text
          .replace('"1000.0000","fee"', '1000.0,"fee"')
          .replace('"amount":"1000.0000"', '"amount":1000.0'),
      },
    ])
    expect(read.transactions).toEqual([])
    expect(read.errors).toMatchObject([{ code: 'not_an_amount', column: 'amount' }])
  })

  test.each(['', 'yesterday', '-5', '1e9', '12345678901'])('a time that is none: %s', (time) => {
    const page = pageOf(HISTORY.slice(0, 1))
    const read = readLedgerPages([
      { ...page, text: page.text.replace('1672531200.0417', JSON.stringify(time)) },
    ])
    expect(read.errors).toMatchObject([{ code: 'not_a_date', column: 'time' }])
  })

  test.each([
    [
      'an error of Kraken',
      '{"error":["EAPI:Rate limit exceeded"]}',
      'Kraken answered: EAPI:Rate limit exceeded',
    ],
    ['no JSON', '<html>', 'This is no answer with ledger entries'],
    ['null', 'null', 'This is no answer with ledger entries'],
    ['a list', '{"error":[],"result":{"ledger":[]}}', 'This is no answer with ledger entries'],
    [
      'an entry that is none',
      '{"error":[],"result":{"ledger":{"L1":null}}}',
      'This is no answer with ledger entries',
    ],
  ])('a page that is %s', (_, text, message) => {
    const read = readLedgerPages([pageOf(HISTORY.slice(0, 1), '0'), { page: '50', text }])
    expect(lines(read)).toEqual(['incoming/received -> 1000.0000 USD (fiat)'])
    expect(read.errors).toEqual([
      { code: 'no_ledger_page', row: 0, origin: { kind: 'page', page: '50', remoteId: null }, message },
    ])
  })
})

describe('an asset that Kraken took and what it became', () => {
  const entry = (n: number, asset: string, amount: string, more: Partial<Entry> = {}): Entry => ({
    ...{ txid: `L${n}`, refid: `R${n}`, time: 1672531200 + n / 10, type: 'adjustment' },
    ...{ asset, amount, balance: '', ...more },
  })
  const read = (...entries: Entry[]) => readLedgerPages([pageOf(entries)])

  test('an adjustment of one second is a rename, at whatever ratio', () => {
    const { transactions, notes } = read(entry(1, 'OLD', '-1.00'), entry(2, 'NEW', '10.00'))
    expect([lines({ transactions }), notes]).toEqual([['swap 1.00 OLD -> 10.00 NEW'], []])
    const apart = { time: 1672531201.05 }
    expect(lines(read(entry(9, 'OLD', '-1'), entry(2, 'NEW', '10', apart)))).toEqual(['swap 1 OLD -> 10 NEW'])
    const bare = { type: 'transfer' }
    expect(lines(read(entry(1, 'OLD', '-1', bare), entry(2, 'NEW', '10', bare)))).toEqual([
      'swap 1 OLD -> 10 NEW',
    ])
  })

  test('one refid tells those of one moment apart, and the same amount those of days', () => {
    const [a, b] = [{ refid: 'RA' }, { refid: 'RB' }]
    const four = [
      entry(1, 'AAA', '-1', a),
      entry(2, 'BBB', '-2', b),
      entry(3, 'CCC', '30', a),
      entry(4, 'DDD', '40', b),
    ]
    expect(lines(read(...four))).toEqual(['swap 1 AAA -> 30 CCC', 'swap 2 BBB -> 40 DDD'])
    const later = { time: 1672531200 + 3 * 86_400 }
    expect(lines(read(entry(1, 'OLD', '-7'), entry(2, 'NEW', '7', later)))).toEqual(['swap 7 OLD -> 7 NEW'])
  })

  test('for money it is a sale', () => {
    expect(lines(read(entry(1, 'OLD', '-7'), entry(2, 'ZUSD', '12.50')))).toEqual(['sell 7 OLD -> 12.50 USD'])
  })

  test('what has no partner, or several, is for a person', () => {
    const of = (...entries: Entry[]) => read(...entries).transactions.map(({ flags }) => flags)
    expect(of(entry(1, 'OLD', '-1'))).toEqual([['review']])
    expect(of(entry(1, 'AAA', '-1'), entry(2, 'BBB', '-2'), entry(3, 'CCC', '5'))).toEqual([
      ['review'],
      ['review'],
      ['review'],
    ])
  })
})

test('a position of margin that was settled is a purchase or sale, one of its ends alone is open', () => {
  const entry = (txid: string, asset: string, amount: string, fee?: string): Entry => ({
    ...{ txid, refid: 'RSET', time: 1672531200.5, type: 'settled', asset, amount, balance: '' },
    ...(fee !== undefined && { fee }),
  })
  const [paid, got] = [entry('L1', 'ZUSD', '-1000.00', '0.26'), entry('L2', 'XXBT', '0.03')]
  expect(lines(readLedgerPages([pageOf([paid, got])]))).toEqual([
    'buy 1000.00 USD -> 0.03 BTC fee 0.26 USD (margin)',
  ])
  const ofTheirOwn = [paid, { ...got, refid: 'ROTHER' }]
  expect(lines(readLedgerPages([pageOf(ofTheirOwn)]))).toEqual([
    'buy 1000.00 USD -> 0.03 BTC fee 0.26 USD (margin)',
  ])
  const alone = readLedgerPages([pageOf([paid])])
  expect(lines(alone)).toEqual(['outgoing/sent 1000.00 USD -> fee 0.26 USD (fiat ungrouped)'])
  expect(alone.notes.map(({ code }) => code)).toContain('ungrouped')
})
