import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readFile } from './read-file.ts'
import { lines, readKnown } from './testing/read-text.ts'
import { TEMPLATE_HEADER } from './template/template.ts'
import { TEMPLATE_WORDS } from './template/types.ts'
import type { OwnFormat } from './reader/own-format.ts'
import { ownProblems } from './own/own-problems.ts'
import { suggestFormat } from './suggest-format.ts'

const fileOf = (text: string, name = 'mine.csv') => ({ name, bytes: Buffer.from(text) })
const suggest = (text: string) => {
  const found = suggestFormat(fileOf(text), 'My bank')
  if (found === undefined) throw new Error('No table was found')
  return found
}
const knownAs = (format: OwnFormat) => [{ id: 'own-1', title: format.name, format }]
function readBy(format: OwnFormat, text: string) {
  const reading = readFile(fileOf(text), { own: knownAs(format) })
  if (reading.outcome !== 'read') throw new Error(`${reading.outcome}: ${reading.message}`)
  return reading
}
/** Reads a file by what is suggested of it. */
const readGuessed = (text: string, changed: Partial<OwnFormat> = {}) =>
  readBy({ ...suggest(text).format, ...changed }, text)

const SIDES = `Booked on;Kind;Got;Got coin;Gave;Gave coin;Costs;Costs coin;Mark
2024-03-01 10:00:00;Buy;0,5;BTC;21000,50;EUR;2,10;EUR;a1
2024-03-02 10:00:00;Airdrop;7;UNI;;;;;a2
2024-03-03 10:00:00;Teleport;;;1;ETH;;;a3
`
const SIDES_FORMAT: OwnFormat = {
  version: 1,
  name: 'My bank',
  header: 'Booked on;Kind;Got;Got coin;Gave;Gave coin;Costs;Costs coin;Mark'.split(';'),
  kind: 'sides',
  columns: {
    date: 0,
    type: 1,
    in_amount: 2,
    in_asset: 3,
    out_amount: 4,
    out_asset: 5,
    fee_amount: 6,
    fee_asset: 7,
    id: 8,
  },
  assets: {},
  time_zone: 'Europe/Berlin',
  date_order: null,
  has_fee_inside: false,
  words: { Buy: 'buy', Airdrop: 'airdrop' },
}

describe('a described table', () => {
  test('of two sides is read in its zone, and a word without a meaning is flagged', () => {
    const reading = readBy(SIDES_FORMAT, SIDES)
    expect(lines(reading)).toEqual([
      'buy 21000.50 EUR -> 0.5 BTC fee 2.10 EUR',
      'incoming/airdrop -> 7 UNI',
      'outgoing/sent 1 ETH -> (unmapped_type:Teleport)',
    ])
    expect(reading.notes).toMatchObject([{ code: 'unmapped_type', line: 4, column: 'Kind' }])
    expect(reading.transactions[0]).toMatchObject({
      at: Date.UTC(2024, 2, 1, 9),
      externalId: 'a1',
      exchange: 'My bank',
    })
    expect(reading).toMatchObject({ formatId: 'own-1', sourceSlug: 'custom-csv:mybank' })
  })

  test('of one amount goes by its sign, or by the word where there is none', () => {
    const text = `Date,Type,Quantity,Asset
2024-03-01 10:00,Deposit,5,ETH
2024-03-02 10:00,Withdrawal,1,ETH
2024-03-03 10:00,Deposit,-2,ETH
2024-03-04 10:00,Odd,-2,ETH
`
    const reading = readGuessed(text)
    expect(lines(reading)).toEqual([
      'incoming/received -> 5 ETH',
      'outgoing/sent 1 ETH ->',
      'outgoing/sent 2 ETH -> (unmapped_type:Deposit)',
      'outgoing/sent 2 ETH -> (unmapped_type:Odd)',
    ])
  })

  test('of trades takes the total, else the price, and splits its pair', () => {
    const text = `Time,Side,Market,Price,Quantity,Total,Fee,Fee Currency
2024-03-01 10:00,Buy,BTC/USD,42000,0.5,,21,USD
2024-03-02 10:00,SELL,BTCUSDT,43000,0.1,4300.5,,
2024-03-03 10:00,Withdrawal,BTC-USD,,0.2,,,
`
    expect(lines(readGuessed(text))).toEqual([
      'buy 21000 USD -> 0.5 BTC fee 21 USD',
      'trade 0.1 BTC -> 4300.5 USDT',
      'outgoing/sent 0.2 BTC ->',
    ])
  })

  test('may have one asset for all rows, units in its cells, and the fee in its amounts', () => {
    const text = `Date,Amount,Fee\n2024-03-01 10:00,-1.5,0.5\n2024-03-02 10:00,2,0\n`
    const { format } = suggest(text)
    const read = readBy({ ...format, assets: { asset: 'sol', fee_asset: 'SOL' }, has_fee_inside: true }, text)
    expect(lines(read)).toEqual(['outgoing/sent 1 SOL -> fee 0.5 SOL', 'incoming/received -> 2 SOL'])
    const glued = `Date,Amount\n2024-03-01 10:00,-1.5 SOL\n2024-03-02 10:00,2 SOL\n`
    expect(lines(readGuessed(glued))).toEqual(['outgoing/sent 1.5 SOL ->', 'incoming/received -> 2 SOL'])
  })

  test('says with line and column what it cannot read', () => {
    const { errors } = readBy(
      SIDES_FORMAT,
      `${SIDES_FORMAT.header.join(';')}
never ever;Buy;1;BTC;1;EUR;;;
2024-03-01 10:00:00;Buy;much;BTC;1;EUR;;;
2024-03-01 10:00:00;Buy;1;;1;EUR;;;
2024-03-01 10:00:00;Buy;1;a:b;1;EUR;;;
`,
    )
    expect(errors.map(({ line, column, code }) => [line, column, code])).toEqual([
      [2, 'Booked on', 'not_a_date'],
      [3, 'Got', 'not_an_amount'],
      [4, 'Got coin', 'missing_value'],
      [5, 'Got coin', 'unknown_asset'],
    ])
  })

  test('reads files with just its columns, after the formats of the product', () => {
    const more = SIDES.replace(';Mark\n', ';Mark;New\n').replaceAll(/;a(\d)\n/g, ';a$1;x\n')
    expect(readFile(fileOf(more), { own: knownAs(SIDES_FORMAT) }).outcome).toBe('unknown')
    const own = knownAs({ ...SIDES_FORMAT, header: [...TEMPLATE_HEADER] })
    expect(readFile(fileOf(`${TEMPLATE_HEADER.join(',')}\n`), { own })).toMatchObject({
      formatId: 'lotbook-template',
    })
    const copies = [...knownAs(SIDES_FORMAT), { ...knownAs(SIDES_FORMAT)[0]!, id: 'own-2' }]
    expect(readFile(fileOf(SIDES), { own: copies })).toMatchObject({ outcome: 'ask', question: 'format' })
  })

  test('asks for the order of its dates where it says none', () => {
    const text = SIDES.replaceAll(/2024-03-0(\d)/g, '0$1/04/2024')
    const open = readFile(fileOf(text), { own: knownAs(SIDES_FORMAT) })
    expect(open).toMatchObject({ outcome: 'ask', question: 'date_order' })
    const day = readBy({ ...SIDES_FORMAT, date_order: 'day-first' }, text)
    expect(day.transactions[1]?.at).toBe(Date.UTC(2024, 3, 2, 8))
  })

  test('is refused with what is missing', () => {
    expect(ownProblems(SIDES_FORMAT)).toEqual([])
    const bare = { ...SIDES_FORMAT, columns: {}, time_zone: 'Mars/Base', assets: { in_asset: 'a:b' } }
    expect(ownProblems(bare)).toEqual([
      'Choose the column with the date.',
      'Choose the column of what came in or of what went out.',
      'Choose the time zone of the times.',
      'a:b names no asset (in asset).',
    ])
    expect(ownProblems({ ...SIDES_FORMAT, columns: { date: 0, in_amount: 0, out_amount: 99 } })).toEqual([
      'A column is chosen that the file does not have.',
      'A column can hold one thing only.',
    ])
    expect(ownProblems({ ...SIDES_FORMAT, kind: 'trades', columns: { date: 0, amount: 2 } })).toHaveLength(3)
  })
})

describe('a suggestion', () => {
  test('names the roles of columns by their names and by what is in them', () => {
    const found = suggest(
      SIDES.replace('Booked on', 'Bemerkt').replace('Got;', 'Received;').replace('Gave;', 'Sent;'),
    )
    expect(found.format.columns).toMatchObject({ date: 0, type: 1, in_amount: 2, out_amount: 4 })
    expect(found.format).toMatchObject({ kind: 'sides', words: { Buy: 'buy', Airdrop: 'airdrop' } })
    expect(found.columns[1]).toEqual({
      name: 'Kind',
      samples: ['Buy', 'Airdrop', 'Teleport'],
      words: [
        { word: 'Buy', rows: 1, meaning: 'buy' },
        { word: 'Airdrop', rows: 1, meaning: 'airdrop' },
        { word: 'Teleport', rows: 1, meaning: null },
      ],
    })
  })

  test('says whether times and dates are open, and which report has this header', () => {
    expect(suggest(SIDES)).toMatchObject({ saysZone: false, isOrderOpen: false, looksLike: null, rows: 3 })
    const open = 'Date,Amount,Coin\n01/02/2024 10:00,1,BTC\n'
    expect(suggest(open)).toMatchObject({ isOrderOpen: true })
    expect(suggest('Date,Amount,Coin\n2024-01-02T10:00:00Z,1,BTC\n')).toMatchObject({ saysZone: true })
    const bisq =
      'reference,direction,status,coin,coinAmount,fiatCurrency,fiatCurrencyAmount,startedTime,endedTime,transactionID,coinAddress'
    expect(suggest(`${bisq}\n1,buy,done,BTC,1,EUR,9,2024-01-02 10:00,2024-01-02 10:00,t,a\n`).looksLike).toBe(
      'Bittylicious',
    )
  })

  test('finds the header below a preamble, and none in what is no table', () => {
    expect(suggest(`Report of 2024\nfor;me\n${SIDES}`).headerLine).toBe(3)
    expect(suggestFormat(fileOf('hello'), 'x')).toBeUndefined()
    expect(suggestFormat(fileOf('%PDF-1.7'), 'x')).toBeUndefined()
  })
})

/** Columns of the template under names that nobody knows. */
const RENAMED = TEMPLATE_HEADER.slice(0, 8).map((_, i) => `Column ${'ABCDEFGH'[i]}`)
const MAPPED = {
  ...SIDES_FORMAT,
  header: [...RENAMED, 'Note'],
  time_zone: 'UTC',
  columns: {
    date: 0,
    type: 1,
    in_amount: 2,
    in_asset: 3,
    out_amount: 4,
    out_asset: 5,
    fee_amount: 6,
    fee_asset: 7,
    comment: 8,
  },
} satisfies OwnFormat

test('a file with the columns of the template under other names is read as by the template', () => {
  const words = [
    'buy',
    'sell',
    'trade',
    'receive',
    'send',
    'staking reward',
    'airdrop',
    'gift sent',
    'fee',
    'teleport',
  ]
  const sidesOf = (word: string): readonly [boolean, boolean] =>
    ['buy', 'sell', 'trade'].includes(word)
      ? [true, true]
      : ['send', 'gift sent', 'fee'].includes(word)
        ? [false, true]
        : [true, false]
  const amount = fc.integer({ min: 1, max: 10 ** 9 }).map((n) => (n / 1000).toString())
  const row = fc
    .record({
      word: fc.constantFrom(...words),
      second: fc.integer({ min: 0, max: 10 ** 8 }),
      amounts: fc.tuple(amount, amount, amount),
      assets: fc.constantFrom(['BTC', 'USD'], ['ETH', 'BTC'], ['USDC', 'SOL']),
      hasFee: fc.boolean(),
    })
    .map(({ word, second, amounts, assets, hasFee }) => {
      const [isIn, isOut] = sidesOf(word)
      return [
        new Date(Date.UTC(2020, 0, 1) + second * 1000).toISOString(),
        word,
        ...(isIn ? [amounts[0], assets[0]] : ['', '']),
        ...(isOut ? [amounts[1], assets[1]] : ['', '']),
        ...(hasFee ? [amounts[2], 'BNB'] : ['', '']),
      ]
    })
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 8 }), (rows) => {
      const template = readKnown(
        `${TEMPLATE_HEADER.join(',')}\n${rows.map((cells) => [...cells, ...Array(10).fill('')].join(',')).join('\n')}\n`,
      )
      const text = `${MAPPED.header.join(',')}\n${rows.map((cells) => [...cells, 'x'].join(',')).join('\n')}\n`
      const own = readBy({ ...MAPPED, words: wordsOf(rows) }, text)
      expect(lines(own)).toEqual(lines(template))
      expect(own.transactions.map(({ at }) => at)).toEqual(template.transactions.map(({ at }) => at))
      expect(own.errors).toEqual([])
    }),
    { numRuns: 60 },
  )
})

const MEANINGS = {
  buy: 'buy',
  sell: 'sell',
  trade: 'trade',
  receive: 'received',
  send: 'sent',
  'staking reward': 'staking_reward',
  airdrop: 'airdrop',
  'gift sent': 'gift_sent',
  fee: 'fee',
} as const
const wordsOf = (rows: readonly string[][]) =>
  Object.fromEntries(Object.entries(MEANINGS).filter(([word]) => rows.some((cells) => cells[1] === word)))

test('words of the template have the meaning that the template gives them, where they have one', () => {
  const text = `Date,Type,Amount,Asset\n${TEMPLATE_WORDS.map(([word]) => `2024-01-01 10:00,${word},1,BTC`).join('\n')}\n`
  const { format, columns } = suggest(text)
  const open = columns[1]?.words.filter(({ meaning }) => meaning === null).map(({ word }) => word)
  // Words whose meaning goes by the side that is filled, and NFTs, which such a table has no columns for.
  expect(open?.toSorted()).toEqual(['nft mint', 'nft receive', 'nft send', 'payment', 'purchase', 'staking'])
  expect(format.words).toMatchObject({
    convert: 'trade',
    unstake: 'staking_return',
    donation: 'donation_501c3',
  })
})

test('whatever the cells are, a suggestion and a reading by it end, and every row is told', () => {
  const cell = fc.constantFrom(
    '',
    '1',
    '-2.5',
    '2024-01-02',
    'BTC',
    'buy',
    'x|y',
    '1e9',
    '"',
    '💶',
    '0x12',
    'USD',
  )
  const table = fc.array(fc.array(cell, { minLength: 4, maxLength: 4 }), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(table, (rows) => {
      const text = `Alpha;Beta;Gamma;Delta\n${rows.map((cells) => cells.map((c) => c.replace('"', '""')).join(';')).join('\n')}\n`
      const found = suggestFormat(fileOf(text), 'x')
      if (found === undefined) return
      const format: OwnFormat = {
        ...found.format,
        columns: { date: 0, type: 1, amount: 2, asset: 3 },
        kind: 'moved',
      }
      const reading = readFile(fileOf(text), { own: knownAs(format) })
      if (reading.outcome !== 'read') return
      const told = new Set([
        ...reading.transactions.flatMap((t) => t.rows),
        ...reading.skipped.flatMap((s) => s.rows),
        ...reading.errors.map((e) => e.row),
      ])
      expect(told.size).toBe(reading.dataRows)
    }),
    { numRuns: 25 },
  )
})

test.each([
  ['Received from Alice', 'received'],
  ['bought', 'buy'],
  ['Purchase of BTC', 'buy'],
  ['SOLD', 'sell'],
  ['Deposit (bank)', 'received'],
  ['Mining payout', 'mined'],
  ['Airdrop received', 'airdrop'],
  ['Reward', 'staking_reward'],
  ['Monthly interest', 'interest_received'],
  ['Kauf', 'buy'],
  ['Verkauf', 'sell'],
  ['Einzahlung', 'received'],
  ['Auszahlung', 'sent'],
  ['Achat', 'buy'],
  ['Retrait', 'sent'],
  ['Venta', 'sell'],
  ['Prelievo', 'sent'],
  ['Storting', 'received'],
  ['Deposit cancelled', 'skip'],
  ['Purchase', null],
  ['Teleport', null],
] as const)('the word %s is suggested as %s', (word, meaning) => {
  const text = `Date,Type,Quantity,Asset\n2024-03-01 10:00,${word},5,ETH\n2024-03-02 10:00,${word},1,ETH\n`
  expect(suggest(text).columns[1]?.words).toEqual([{ word, rows: 2, meaning }])
})

test('the header stands in the line that the person says', () => {
  const text = `Report of Jane,2024\nDay,What\nWhen,Amount,Coin\n2024-03-01 10:00,5,ETH\n`
  const of = (headerLine?: number) =>
    suggestFormat(fileOf(text), 'My bank', headerLine === undefined ? {} : { headerLine })?.format.header
  expect(of()).toEqual(['When', 'Amount', 'Coin'])
  expect(of(2)).toEqual(['Day', 'What'])
  expect(of(9)).toEqual(of())
})

test('the mark before decimals that was chosen holds where the file leaves it open', () => {
  const text = `When,Amount,Coin\n2024-03-01 10:00,"1,500",ETH\n2024-03-02 10:00,"0,5",ETH\n`
  const amounts = (decimal_mark: 'point' | 'comma' | null) => {
    const { transactions, errors } = readGuessed(text, { decimal_mark })
    return [transactions.map(({ to }) => to?.amount), errors.map(({ line, column }) => [line, column])]
  }
  expect(amounts('comma')).toEqual([['1.500', '0.5'], []])
  expect(amounts('point')).toEqual([['1500'], [[3, 'Amount']]])
  expect(amounts(null)).toEqual(amounts('point'))
})
