import {
  FILE_INCOMING_SUB_TYPES,
  FILE_OUTGOING_SUB_TYPES,
  INCOMING_SUB_TYPES,
  NFT_SUB_TYPES,
  OUTGOING_SUB_TYPES,
  type SubType,
  type TransactionType,
} from '@lotbook/journal'
import { describe, expect, test } from 'vitest'
import { transactionFingerprint } from '../../reading/fingerprints.ts'
import { lines, readKnown, readText } from '../testing/read-text.ts'
import { readFile } from '../read-file.ts'
import { templateCsv, templateWorkbook } from './download.ts'
import { OPTIONAL_COLUMNS, TEMPLATE_HEADER } from './template.ts'
import { TEMPLATE_WORDS, templateType, wordForType } from './types.ts'

const ZEN = TEMPLATE_HEADER.slice(0, 11)
/** One row: type, in, out, fee as `amount currency`, then further cells by name. */
function rowOf(type: string, into = '', out = '', fee = '', more: Record<string, string> = {}): string {
  const [inAmount = '', inCurrency = ''] = into.split(' ')
  const [outAmount = '', outCurrency = ''] = out.split(' ')
  const [feeAmount = '', feeCurrency = ''] = fee.split(' ')
  const cells: Record<string, string> = {
    Timestamp: '2024-01-02T03:04:05Z',
    Type: type,
    'IN Amount': inAmount,
    'IN Currency': inCurrency,
    'Out Amount': outAmount,
    'Out Currency': outCurrency,
    'Fee Amount': feeAmount,
    'Fee Currency': feeCurrency,
    ...more,
  }
  return TEMPLATE_HEADER.map((name) => cells[name] ?? '').join(',')
}
const read = (...rows: string[]) => readKnown(`${TEMPLATE_HEADER.join(',')}\n${rows.join('\n')}\n`)
const one = (...args: Parameters<typeof rowOf>) => lines(read(rowOf(...args)))

describe('the words of the Type column', () => {
  test.each([
    ['buy', '1 BTC', '9 USD', 'buy 9 USD -> 1 BTC'],
    ['Purchase', '1 BTC', '9 USD', 'buy 9 USD -> 1 BTC'],
    ['buy', '1 BTC', '9 USDC', 'trade 9 USDC -> 1 BTC'],
    ['SELL', '9 USD', '1 BTC', 'sell 1 BTC -> 9 USD'],
    ['convert', '2 ETH', '1 BTC', 'trade 1 BTC -> 2 ETH'],
    ['trade', '9 USD', '1 BTC', 'sell 1 BTC -> 9 USD'],
    ['margin trade', '2 ETH', '1 BTC', 'trade 1 BTC -> 2 ETH (margin)'],
    ['Initial Coin Offering', '9 FOO', '1 ETH', 'ico 1 ETH -> 9 FOO'],
    ['rebrand', '9 POL', '9 MATIC', 'swap 9 MATIC -> 9 POL'],
    ['deposit', '1 BTC', '', 'incoming/received -> 1 BTC'],
    ['withdrawal', '', '1 BTC', 'outgoing/sent 1 BTC ->'],
    ['transfer', '', '1 BTC', 'outgoing/sent 1 BTC ->'],
    ['mining', '1 BTC', '', 'incoming/mined -> 1 BTC'],
    ['Staking Reward', '1 BTC', '', 'incoming/staking_reward -> 1 BTC'],
    ['staking', '1 BTC', '', 'incoming/staking_reward -> 1 BTC'],
    ['staking', '', '1 BTC', 'outgoing/staking_lockup 1 BTC ->'],
    ['unstake', '1 BTC', '', 'incoming/staking_return -> 1 BTC'],
    ['fork', '1 BCH', '', 'incoming/fork -> 1 BCH'],
    ['airdrop', '1 UNI', '', 'incoming/airdrop -> 1 UNI'],
    ['payment', '1 BTC', '', 'incoming/payment -> 1 BTC'],
    ['payment', '', '1 BTC', 'outgoing/purchase 1 BTC ->'],
    ['purchase', '', '1 BTC', 'outgoing/purchase 1 BTC ->'],
    ['gift received', '1 BTC', '', 'incoming/gift_received -> 1 BTC'],
    ['gift_sent', '', '1 BTC', 'outgoing/gift_sent 1 BTC ->'],
    ['interest received', '1 BTC', '', 'incoming/interest_received -> 1 BTC'],
    ['dividend received', '1 BTC', '', 'incoming/dividend_received -> 1 BTC'],
    ['misc_reward', '1 BTC', '', 'incoming/misc_reward -> 1 BTC'],
    ['masternode', '1 DASH', '', 'incoming/mastermode -> 1 DASH'],
    ['fee', '', '1 BTC', 'outgoing/fee 1 BTC ->'],
    ['lost', '', '1 BTC', 'outgoing/lost 1 BTC ->'],
    ['stolen', '', '1 BTC', 'outgoing/stolen 1 BTC ->'],
    ['donation', '', '1 BTC', 'outgoing/donation_501c3 1 BTC ->'],
    ['margin gain', '1 BTC', '', 'incoming/margin_gain -> 1 BTC'],
    ['margin loss', '', '1 BTC', 'outgoing/margin_loss 1 BTC ->'],
    ['margin fee', '', '1 BTC', 'outgoing/margin_fee 1 BTC ->'],
    ['nft_mint', '1 APE#1', '', 'nft/nft_mint -> 1 APE#1'],
    ['NFT mint', '1 APE#1', '0.5 ETH', 'nft/nft_mint 0.5 ETH -> 1 APE#1'],
    ['nft send', '', '1 APE#1', 'nft/send 1 APE#1 ->'],
    ['nft receive', '1 APE#1', '', 'nft/receive -> 1 APE#1'],
    ['teleport', '', '1 BTC', 'outgoing/sent 1 BTC -> (unmapped_type:teleport)'],
  ])('%s', (type, into, out, expected) => {
    expect(one(type, into, out)).toEqual([expected])
  })

  test('a transfer with both sides is two linked transactions', () => {
    const found = read(rowOf('transfer', '0.9 BTC', '1 BTC', '0.1 BTC'))
    expect(lines(found)).toEqual([
      'outgoing/sent 1 BTC -> fee 0.1 BTC (linked_transfer)',
      'incoming/received -> 0.9 BTC (linked_transfer)',
    ])
    const names = found.transactions.map((t) => transactionFingerprint('me', found.family, t))
    expect(new Set(names).size).toBe(2)
  })
})

describe('the other columns', () => {
  test('are kept with the transaction', () => {
    const found = read(
      rowOf('receive', '1 USDX', '', '', {
        'Exchange(optional)': 'My wallet',
        'US Based': 'No',
        Txid: '0xabc',
        'Value Amount': '2.50',
        'Value Currency': 'eur',
        Comment: 'rent',
        Account: 'main',
        'Asset IN Id': 'eip155:1/erc20:0xdef',
      }),
    )
    expect(found.transactions[0]).toMatchObject({
      exchange: 'My wallet',
      usBased: false,
      externalId: '0xabc',
      value: { amount: '2.50', currency: 'EUR' },
      comment: 'rent',
      account: 'My wallet (main)',
      tokens: { USDX: { chain: 'eip155:1', contract: '0xdef' } },
    })
  })

  test('a Txid that is a hash of a chain is one, and pairs transfers; an id of another kind is not', () => {
    const hash = `0x${'4b'.repeat(32)}`
    const of = (Txid: string) => read(rowOf('receive', '1 ETH', '', '', { Txid })).transactions[0]
    expect(of(hash)).toMatchObject({ externalId: hash, txHash: hash })
    expect(of('4B'.repeat(32))).toMatchObject({ txHash: '4B'.repeat(32) })
    expect(of(`5oL${'k'.repeat(85)}`)).toMatchObject({ txHash: `5oL${'k'.repeat(85)}` })
    for (const other of ['t1', '0xabc', '4b'.repeat(31), `0${'k'.repeat(87)}`, ''])
      expect(of(other)).toMatchObject({ txHash: null })
  })

  test('rows of one Group Id are one event', () => {
    const group = { 'Group Id': 'g1' }
    const found = read(
      rowOf('send', '', '1 ETH', '0.01 ETH', group),
      rowOf('receive', '3000 USDC', '', '', { ...group, 'Asset IN Id': 'base:0xabc' }),
    )
    expect(lines(found)).toEqual(['trade 1 ETH -> 3000 USDC fee 0.01 ETH'])
    expect(found.transactions[0]).toMatchObject({
      group: 'g1',
      rows: [1, 2],
      tokens: { USDC: { chain: 'base', contract: '0xabc' } },
    })
  })

  test('R-TRD-1 R-ORD-1 a group is worth what its rows say that arrived, all of them, in whatever order', () => {
    const worth = (amount: string, currency = 'USD') => ({
      'Group Id': 'g1',
      ...(amount === '' ? {} : { 'Value Amount': amount, 'Value Currency': currency }),
    })
    const valueOf = (...rows: string[]) => {
      const values = [rows, rows.toReversed()].map((each) => read(...each).transactions[0]?.value)
      expect(values[1]).toEqual(values[0])
      return values[0] && `${values[0].amount} ${values[0].currency}`
    }
    const gave = (amount: string) => rowOf('send', '', '100 USDC', '', worth(amount))
    const got = (amount: string, currency?: string) =>
      rowOf('receive', '14 UNI', '', '', worth(amount, currency))
    const fill = (amount: string) => rowOf('trade', '5 UNI', '40 USDC', '', worth(amount))
    expect(valueOf(gave('100'), got('98'))).toBe('98 USD')
    expect(valueOf(gave('100'), got(''))).toBe('100 USD')
    expect(valueOf(fill('40'), fill('41.5'))).toBe('81.5 USD')
    // Half of what arrived is no word on all of it, and two currencies add up to none: what was given stands for it.
    expect(valueOf(got('98'), got(''), gave('200'))).toBe('200 USD')
    expect(valueOf(got('98'), got('90', 'EUR'), gave('200'))).toBe('200 USD')
    expect(valueOf(fill('40'), fill(''))).toBeNull()
  })

  test('rows of one Group Id that move one asset are a transfer, and no trade of it for itself', () => {
    const group = { 'Group Id': 'g1' }
    const found = read(
      rowOf('send', '', '1 ETH', '0.01 ETH', group),
      rowOf('receive', '1 ETH', '', '', { ...group, Timestamp: '2024-01-02T03:05:05Z' }),
    )
    expect(lines(found)).toEqual([
      'outgoing/sent 1 ETH -> fee 0.01 ETH (linked_transfer)',
      'incoming/received -> 1 ETH (linked_transfer)',
    ])
    const renamed = read(rowOf('swap', '', '1 ETH', '', group), rowOf('swap', '1 ETH', '', '', group))
    expect(lines(renamed)).toEqual(['swap 1 ETH -> 1 ETH'])
  })

  test('a row of a fee in a group is the fee of its event', () => {
    const group = { 'Group Id': 'g1' }
    const trade = read(
      rowOf('send', '', '1 ETH', '', group),
      rowOf('fee', '', '0.02 ETH', '', group),
      rowOf('receive', '3000 USDC', '', '', group),
    )
    expect(lines(trade)).toEqual(['trade 1 ETH -> 3000 USDC fee 0.02 ETH'])
    expect(trade.transactions[0]?.rows).toEqual([1, 2, 3])
    const reward = read(rowOf('fee', '', '1 ETH', '', group), rowOf('staking reward', '5 FOO', '', '', group))
    expect(lines(reward)).toEqual(['incoming/staking_reward -> 5 FOO fee 1 ETH'])
    expect(reward.transactions[0]).toMatchObject({ rows: [1, 2], group: 'g1' })
  })

  test('fees of a group in two assets: that of what was received is of the event, the other its own', () => {
    const group = { 'Group Id': 'g1' }
    const found = read(
      rowOf('send', '', '1 ETH', '0.02 ETH', group),
      rowOf('receive', '3000 USDC', '', '3 USDC', group),
    )
    expect(lines(found)).toEqual(['trade 1 ETH -> 3000 USDC fee 3 USDC', 'outgoing/fee 0.02 ETH ->'])
    expect(found.transactions.map(({ part }) => part)).toEqual([null, 'fee'])
  })

  test('a group keeps what its rows are: an offering, a margin trade, a day without a time', () => {
    const group = { 'Group Id': 'g1', Timestamp: '2024-01-02' }
    expect(lines(read(rowOf('ico', '', '1 ETH', '', group), rowOf('ico', '9 FOO', '', '', group)))).toEqual([
      'ico 1 ETH -> 9 FOO (date_only)',
    ])
    expect(
      lines(read(rowOf('margin trade', '', '1 ETH', '', group), rowOf('receive', '9 FOO', '', '', group))),
    ).toEqual(['trade 1 ETH -> 9 FOO (margin date_only)'])
  })

  test('a side that the type does not have is said and not dropped in silence; a mint keeps what it cost', () => {
    const found = read(
      rowOf('receive', '1 BTC', '5 USD'),
      rowOf('lost', '5 USD', '1 BTC'),
      rowOf('nft_mint', '1 APE#1', '0.08 ETH', '0.01 ETH'),
      rowOf('nft send', '2 ETH', '1 APE#1'),
    )
    expect(lines(found)).toEqual([
      'incoming/received -> 1 BTC',
      'outgoing/lost 1 BTC ->',
      'nft/nft_mint 0.08 ETH -> 1 APE#1 fee 0.01 ETH',
      'nft/send 1 APE#1 ->',
    ])
    expect(found.notes).toMatchObject([
      { code: 'side_not_read', row: 1, column: 'Out Amount' },
      { code: 'side_not_read', row: 2, column: 'IN Amount' },
      { code: 'side_not_read', row: 4, column: 'IN Amount' },
    ])
  })

  test('the spelling of a type does not make another row of it', () => {
    const name = (type: string) => {
      const of = read(rowOf(type, '1 ETH'))
      return of.transactions.map((t) => transactionFingerprint('me', of.family, t))
    }
    expect(name('Staking Reward')).toEqual(name('staking_reward'))
  })

  test('the other spelling of the ZenLedger header may have a Txid too', () => {
    const header = [...ZEN.slice(0, 8), 'Exchange', 'US-Based', 'Txid'].join(',')
    const found = readKnown(`${header}\n2024-01-02T03:04:05Z,receive,1,BTC,,,,,,,abc\n`)
    expect(found).toMatchObject({ formatId: 'zenledger-template', unknownColumns: [], notes: [] })
    expect(found.transactions[0]?.externalId).toBe('abc')
  })

  test('optional columns may come in any order and be missing', () => {
    for (const extra of [['Comment'], ['Group Id', 'Comment'], OPTIONAL_COLUMNS.toReversed()]) {
      const header = [...ZEN, ...extra].join(',')
      expect(readKnown(`${header}\n2024-01-02,receive,1,BTC,,,,,,,\n`).formatId).toBe('lotbook-template')
    }
    expect(readKnown(`${ZEN.join(',')}\n2024-01-02,receive,1,BTC,,,,,,,\n`).formatId).toBe(
      'zenledger-template',
    )
  })

  test('a file that moves from one template to the other keeps its names', () => {
    const zen = readKnown(`${ZEN.join(',')}\n01/02/2024 03:04:05,receive,1.0,BTC,,,,,,,x\n`)
    const own = read(rowOf('receive', '1 BTC', '', '', { Txid: 'x' }))
    const name = (of: typeof own) => of.transactions.map((t) => transactionFingerprint('me', of.family, t))
    expect(name(own)).toEqual(name(zen))
  })
})

test('without a wallet of their own, rows belong to the source that the person chose', () => {
  const text = `${ZEN.join(',')}\n2024-01-02,receive,1,BTC,,,,,,,\n2024-01-02,receive,1,BTC,,,,,Ledger,,\n`
  const chosen = readKnown(text, { sourceSlug: 'kraken' })
  expect(chosen).toMatchObject({ sourceSlug: 'kraken', exchange: 'Kraken' })
  expect(chosen.transactions.map((t) => [t.exchange, t.account])).toEqual([
    ['Kraken', null],
    ['Ledger', 'Ledger'],
  ])
  expect(readKnown(text)).toMatchObject({ sourceSlug: 'zenledger', exchange: 'ZenLedger' })
})

describe('times', () => {
  const at = (time: string, options = {}) => {
    const found = readKnown(`${ZEN.join(',')}\n${time},receive,1,BTC,,,,,,,\n`, options)
    return found.errors[0]?.code ?? new Date(found.transactions[0]?.at ?? 0).toISOString().slice(0, 19)
  }
  test.each([
    ['2024-01-02T03:04:05Z', '2024-01-02T03:04:05'],
    ['2024-01-02T03:04:05+02:00', '2024-01-02T01:04:05'],
    ['2024-01-02 03:04:05 -0700', '2024-01-02T10:04:05'],
    ['2024-01-02 03:04', '2024-01-02T03:04:00'],
    ['01/02/2024 03:04:05', '2024-01-02T03:04:05'],
    ['1/2/24 3:04 PM', '2024-01-02T15:04:00'],
    ['01/02/2024T03:04:05Z', '2024-01-02T03:04:05'],
    ['25/12/2024 03:04:05', '2024-12-25T03:04:05'],
    ['45293.5', '2024-01-02T12:00:00'],
    ['2024-01-02', '2024-01-02T12:00:00'],
    ['12/31/99', 'not_a_date'],
    ['02/30/2024', 'not_a_date'],
    ['2024-06-31T00:00:00Z', 'not_a_date'],
  ])('%s', (time, expected) => {
    expect(at(time)).toBe(expected)
  })

  test('a day without a time is noon, and flagged', () => {
    expect(readKnown(`${ZEN.join(',')}\n2024-01-02,receive,1,BTC,,,,,,,\n`).transactions[0]?.flags).toEqual([
      'date_only',
    ])
  })
})

test('what is missing or below zero is an error of its column', () => {
  const { errors, transactions } = read(
    rowOf('buy', '1 BTC'),
    rowOf('receive', '-1 BTC'),
    rowOf('receive', '1'),
    rowOf('', '1 BTC'),
    rowOf('receive', '1 BTC', '', '', { Timestamp: '' }),
  )
  expect(transactions).toEqual([])
  expect(errors.map(({ line, column }) => [line, column])).toEqual([
    [2, 'Out Amount'],
    [3, 'IN Amount'],
    [4, 'IN Currency'],
    [5, 'Type'],
    [6, 'Timestamp'],
  ])
})

test('what we hand out to fill in is what we read', () => {
  expect(readKnown(templateCsv())).toMatchObject({ formatId: 'lotbook-template', dataRows: 0 })
  const workbook = readFile({ name: 'template.xlsx', bytes: templateWorkbook() })
  expect(workbook).toMatchObject({
    outcome: 'read',
    formatId: 'lotbook-template',
    dataRows: 0,
    notes: [{ code: 'no_rows' }],
  })
})

test.each(TEMPLATE_WORDS)('the word %s of the list is known', (word) => {
  expect(templateType(word, true, true)).toBeDefined()
})

test('cells that look like formulas are data', () => {
  const found = read(rowOf('receive', '1 BTC', '', '', { Comment: '=HYPERLINK(1)' }))
  expect(found.transactions[0]?.comment).toBe('=HYPERLINK(1)')
  expect(readText('=1+1\n').outcome).toBe('unknown')
})

const ALL_TYPES: readonly (readonly [TransactionType, SubType | null])[] = [
  ...(['buy', 'sell', 'trade', 'ico', 'swap'] as const).map((type) => [type, null] as const),
  ...[...INCOMING_SUB_TYPES, ...FILE_INCOMING_SUB_TYPES].map((sub) => ['incoming', sub] as const),
  ...[...OUTGOING_SUB_TYPES, ...FILE_OUTGOING_SUB_TYPES].map((sub) => ['outgoing', sub] as const),
  ...NFT_SUB_TYPES.map((sub) => ['nft', sub] as const),
]

test('text that names no asset is told with its column, and the rest of the file goes in', () => {
  const reading = read(
    rowOf('buy', '1 coin:', '9 USD'),
    rowOf('buy', '1 BTC', '9 USD', '1 foo:bar'),
    rowOf('buy', '1 BTC', '9 USD'),
    rowOf('received', '1 A:B', '', '', { 'Asset IN Id': 'base:0xabc' }),
  )
  expect(lines(reading)).toHaveLength(2)
  expect(reading.errors).toMatchObject([
    { code: 'unknown_asset', row: 1, column: 'IN Currency', message: 'IN Currency names no asset: coin:' },
    { code: 'unknown_asset', row: 2, column: 'Fee Currency' },
  ])
})

test.each(ALL_TYPES)('what we hand out of %s %s reads back as that', (type, subType) => {
  const [into, out] =
    type === 'incoming' || subType === 'nft_mint' || subType === 'receive' ? [true, false] : [false, true]
  const word = wordForType(type, subType)
  const known = templateType(word, into || subType === null, out || subType === null)
  expect(known).toMatchObject(subType === null ? { kind: 'exchange', type } : { type, subType })
})

describe('codes of currencies that coins go by', () => {
  test('are read as the currency, which is said, unless a row names the coin', () => {
    const reading = read(
      rowOf('buy', '1 BTC', '9 RON'),
      rowOf('buy', '1 BTC', '9 coin:ron', '1 RON'),
      rowOf('sell', '9 USDC', '4 RON', '0.1 RON', { 'Asset Out Id': 'coin:ron' }),
    )
    expect(lines(reading)).toEqual([
      'buy 9 RON -> 1 BTC (currency_assumed)',
      'trade 9 coin:ron -> 1 BTC fee 1 RON (currency_assumed)',
      'trade 4 coin:ron -> 9 USDC fee 0.1 coin:ron',
    ])
    expect(reading.notes).toMatchObject([{ code: 'currency_assumed', row: 1 }])
  })

  test('a token that is named by its contract is no currency', () => {
    const reading = read(rowOf('sell', '9 USD', '4 TOP', '', { 'Asset Out Id': 'eip155:1/erc20:0xabc' }))
    expect(lines(reading)).toEqual(['sell 4 coin:top -> 9 USD'])
    expect(reading.transactions[0]?.tokens).toEqual({ 'coin:top': { chain: 'eip155:1', contract: '0xabc' } })
  })
})
