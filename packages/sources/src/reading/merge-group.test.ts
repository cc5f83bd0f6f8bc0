import { type ReadTransaction, statedWorth } from '@lotbook/journal'
import { describe, expect, test } from 'vitest'
import { loneLeg } from './event-parts.ts'
import { mergeGroup } from './merge-group.ts'
import { settleEvent } from './settle-event.ts'

const leg = (text: string) => {
  const [amount = '', asset = ''] = text.split(' ')
  return { asset, amount }
}
function part(
  type: ReadTransaction['type'],
  subType: ReadTransaction['subType'],
  legs: { from?: string; to?: string; fee?: string },
): ReadTransaction {
  return {
    at: 0,
    type,
    subType,
    from: legs.from === undefined ? null : leg(legs.from),
    to: legs.to === undefined ? null : leg(legs.to),
    fee: legs.fee === undefined ? null : leg(legs.fee),
    value: null,
    exchange: 'EVM wallet',
    externalId: null,
    txHash: '0xaa',
    comment: null,
    flags: [],
    rows: [1],
  }
}

test('coin out in one file and a token in by another are one trade, with the fee of the first', () => {
  const merged = mergeGroup([
    part('outgoing', 'sent', { from: '1 ETH', fee: '0.003 ETH' }),
    part('incoming', 'received', { to: '1990.5 USDC' }),
  ])
  expect(merged).toMatchObject({
    type: 'trade',
    subType: null,
    from: leg('1 ETH'),
    to: leg('1990.5 USDC'),
    fee: leg('0.003 ETH'),
  })
})

test('the order of the files does not matter', () => {
  const parts = [
    part('outgoing', 'sent', { from: '2 ETH', fee: '0.003 ETH' }),
    part('incoming', 'received', { to: '0.5 ETH' }),
    part('incoming', 'received', { to: '10 UNI' }),
  ]
  const { from, to, fee } = mergeGroup(parts) ?? {}
  const turned = mergeGroup(parts.toReversed())
  expect({ from, to, fee }).toEqual({ from: leg('1.5 ETH'), to: leg('10 UNI'), fee: leg('0.003 ETH') })
  expect({ from: turned?.from, to: turned?.to, fee: turned?.fee }).toEqual({ from, to, fee })
})

test('a call that only cost its fee pays the fee of the token that it moved', () => {
  const merged = mergeGroup([
    part('outgoing', 'fee', { from: '0.002 ETH' }),
    part('outgoing', 'sent', { from: '100 USDC' }),
  ])
  expect(merged).toMatchObject({
    type: 'outgoing',
    subType: 'sent',
    from: leg('100 USDC'),
    fee: leg('0.002 ETH'),
  })
})

test('a mint keeps its kind and is paid with the coin of the other file', () => {
  const merged = mergeGroup([
    part('outgoing', 'sent', { from: '0.08 ETH', fee: '0.01 ETH' }),
    part('nft', 'nft_mint', { to: '1 APE#77' }),
  ])
  expect(merged).toMatchObject({
    type: 'nft',
    subType: 'nft_mint',
    from: leg('0.08 ETH'),
    to: leg('1 APE#77'),
  })
})

test('an NFT that was sold or bought in one transaction is a trade: of one sent or received the other side would not count', () => {
  const sold = mergeGroup([
    part('nft', 'send', { from: '1 APE#77' }),
    part('incoming', 'received', { to: '2 ETH' }),
  ])
  expect(sold).toMatchObject({ type: 'trade', subType: null, from: leg('1 APE#77'), to: leg('2 ETH') })
  const bought = mergeGroup([
    part('outgoing', 'sent', { from: '2 ETH', fee: '0.01 ETH' }),
    part('nft', 'receive', { to: '1 APE#77' }),
  ])
  expect(bought).toMatchObject({ type: 'trade', subType: null, from: leg('2 ETH'), to: leg('1 APE#77') })
  // An NFT that came and went again leaves only its proceeds.
  const flashed = mergeGroup([
    part('nft', 'send', { from: '1 APE#77' }),
    part('nft', 'receive', { to: '1 APE#77' }),
    part('incoming', 'received', { to: '2 ETH' }),
  ])
  expect(flashed).toMatchObject({ type: 'incoming', subType: 'received', from: null, to: leg('2 ETH') })
})

const named = (read: ReadTransaction, asset: string, contract: string) => ({
  ...read,
  tokens: { [asset]: { chain: 'polygon', contract } },
})

test('tickers are not unique: two tokens of one ticker, or a token called like the coin, are not netted', () => {
  const gas = part('outgoing', 'fee', { from: '0.01 POL' })
  const gave = named(part('outgoing', 'sent', { from: '100 USDC' }), 'USDC', '0xold')
  const got = named(part('incoming', 'received', { to: '99 USDC' }), 'USDC', '0xnew')
  expect(mergeGroup([gas, gave, got])).toBeUndefined()
  const fake = named(part('incoming', 'received', { to: '1 ETH' }), 'ETH', '0xfake')
  expect(mergeGroup([part('outgoing', 'sent', { from: '1 ETH' }), fake])).toBeUndefined()
  const back = named(part('incoming', 'received', { to: '40 USDC' }), 'USDC', '0xold')
  expect(mergeGroup([gas, gave, back])).toMatchObject({
    from: leg('60 USDC'),
    fee: leg('0.01 POL'),
    tokens: { USDC: { chain: 'polygon', contract: '0xold' } },
  })
})

describe('a value is of what it was stated for', () => {
  const worth = (read: ReadTransaction, amount: string, currency = 'USD') => ({
    ...read,
    value: { amount, currency },
  })
  const moved = (way: 'in' | 'out', text: string) =>
    way === 'in' ? part('incoming', 'received', { to: text }) : part('outgoing', 'sent', { from: text })

  test('several parts that moved an asset are worth their sum, and nothing is known where one states none', () => {
    const parts = [worth(moved('in', '2 UNI'), '10'), worth(moved('in', '3 UNI'), '15')]
    expect(mergeGroup(parts)?.value).toEqual({ amount: '25', currency: 'USD' })
    expect(mergeGroup([worth(moved('in', '3 UNI'), '15'), worth(moved('out', '1 UNI'), '5')])?.value).toEqual(
      {
        amount: '10',
        currency: 'USD',
      },
    )
    expect(mergeGroup([...parts, moved('in', '1 UNI')])?.value).toBeNull()
    expect(mergeGroup([...parts, worth(moved('in', '1 UNI'), '5', 'EUR')])?.value).toBeNull()
  })

  test('what came back whole leaves the fee, which has no part of its value', () => {
    const back = [worth(moved('out', '5 UNI'), '25'), worth(moved('in', '5 UNI'), '25')]
    const call = part('outgoing', 'fee', { from: '0.01 ETH' })
    expect(mergeGroup([...back, call])).toMatchObject({ subType: 'fee', from: leg('0.01 ETH'), value: null })
    expect(mergeGroup([...back, worth(call, '30')])?.value).toEqual({ amount: '30', currency: 'USD' })
    // Nor has what moved the value of the fee beside it.
    expect(mergeGroup([worth(call, '30'), moved('in', '5 UNI')])?.value).toBeNull()
  })
})

test('R-TRD-1 the value is what was received is worth, whichever part stands first', () => {
  const worth = (read: ReadTransaction, amount: string) => ({ ...read, value: { amount, currency: 'USD' } })
  const gave = worth(part('outgoing', 'sent', { from: '100 USDC' }), '100')
  const got = worth(part('incoming', 'received', { to: '14 UNI' }), '98')
  const gas = part('outgoing', 'fee', { from: '0.002 ETH' })
  for (const parts of [
    [gave, gas, got],
    [got, gave, gas],
  ])
    expect(mergeGroup(parts)?.value).toEqual({ amount: '98', currency: 'USD' })
  const bare = part('incoming', 'received', { to: '14 UNI' })
  expect(mergeGroup([gas, bare, gave])?.value).toEqual({ amount: '100', currency: 'USD' })
})

test('two assets in stay apart, for a person to settle', () => {
  expect(
    mergeGroup([
      part('outgoing', 'sent', { from: '1 ETH' }),
      part('incoming', 'received', { to: '1 UNI' }),
      part('incoming', 'received', { to: '1 DAI' }),
    ]),
  ).toBeUndefined()
})

const told = (family: string, ...reads: ReadTransaction[]) => ({
  family,
  reads: reads.map((read, i) => ({ ...read, part: i === 0 ? null : `part ${i}`, sequence: null })),
})

test('ledgers and trades tell one trade: it counts once, as the fuller report tells it', () => {
  const ledgers = told('kraken-ledgers', {
    ...part('buy', null, { from: '499.9999 USD', to: '0.03 BTC', fee: '1.3 USD' }),
    rows: [2, 3],
  })
  const trades = told(
    'kraken-trades',
    part('buy', null, { from: '499.99992 USD', to: '0.03 BTC', fee: '1.3 USD' }),
  )
  for (const reports of [
    [ledgers, trades],
    [trades, ledgers],
  ])
    expect(settleEvent(reports)?.transactions).toEqual([{ part: null, read: ledgers.reads[0] }])
  expect(settleEvent([trades])?.transactions).toEqual([{ part: null, read: trades.reads[0] }])
})

test('of overlapping exports of one report the fullest counts, of equal ones the later', () => {
  const cut = told('etherscan-erc20', part('incoming', 'received', { to: '1 UNI' }))
  const full = told('etherscan-erc20', { ...part('incoming', 'received', { to: '3 UNI' }), rows: [4, 5] })
  expect(settleEvent([full, cut])?.transactions[0]?.read.to).toEqual(leg('3 UNI'))
  const later = told('etherscan-erc20', part('incoming', 'received', { to: '1.0 UNI' }))
  expect(settleEvent([cut, later])?.transactions[0]?.read.to).toEqual(leg('1.0 UNI'))
})

test('R-ORD-1 of equal ones that with the value counts, then that with the ids, whatever the order', () => {
  const kind = 'coinbase-report'
  const sent = part('outgoing', 'sent', { from: '0.1 ETH' })
  const older = told(kind, sent)
  const newer = told(kind, { ...sent, value: { amount: '340', currency: 'USD' }, externalId: 'z5' })
  const named = told(kind, { ...sent, externalId: 'z5' })
  const worth = told(kind, { ...sent, value: { amount: '341', currency: 'USD' } })
  for (const [reports, fullest] of [
    [[older, newer], newer],
    [[newer, older], newer],
    [[named, older], named],
    [[worth, named], worth],
    [[newer, worth], newer],
  ] as const)
    expect(settleEvent(reports)?.transactions[0]?.read).toEqual(fullest.reads[0])
  // More rows of the event say more than a value does.
  const cut = told(kind, { ...sent, value: { amount: '340', currency: 'USD' } })
  const full = told(kind, { ...sent, rows: [4, 5] })
  expect(settleEvent([full, cut])?.transactions[0]?.read).toEqual(full.reads[0])
})

test('a leg that one file has alone gives way to the trade that another file tells whole, whatever the order', () => {
  const lone = (id: string, read: ReadTransaction) => ({
    family: 'kraken-ledgers',
    reads: [{ ...read, part: loneLeg(id), sequence: null }],
  })
  const gave = lone('L1', part('outgoing', 'sent', { from: '500 USD' }))
  const got = lone('L2', part('incoming', 'received', { to: '0.03 BTC' }))
  const whole = told('kraken-ledgers', {
    ...part('buy', null, { from: '500 USD', to: '0.03 BTC' }),
    rows: [1, 2],
  })
  for (const reports of [
    [gave, whole],
    [whole, gave],
    [gave, got, whole],
    [gave, told('kraken-trades', ...whole.reads)],
  ])
    expect(settleEvent(reports)?.transactions).toEqual([{ part: null, read: whole.reads[0] }])
  // Cut between its legs by two files, it is one, whatever the order.
  for (const reports of [
    [gave, got],
    [got, gave],
    [gave, got, gave],
  ])
    expect(settleEvent(reports)?.transactions).toMatchObject([
      { part: null, read: { type: 'buy', from: leg('500 USD'), to: leg('0.03 BTC') } },
    ])
  // With a third leg it cannot be told what bought what: all stay, under their own names.
  const dust = lone('L3', part('outgoing', 'sent', { from: '2 EUR' }))
  for (const reports of [
    [gave, got, dust],
    [dust, got, gave],
  ])
    expect(
      settleEvent(reports)
        ?.transactions.map(({ part }) => part)
        .toSorted(),
    ).toEqual([loneLeg('L1'), loneLeg('L2'), loneLeg('L3')])
})

test('what cannot be put together stays apart, and none of it is lost', () => {
  const coin = told('etherscan-tx', part('outgoing', 'sent', { from: '1 ETH', fee: '0.01 ETH' }))
  const tokens = told(
    'etherscan-erc20',
    part('incoming', 'received', { to: '1 DAI' }),
    part('incoming', 'received', { to: '1 UNI' }),
  )
  const settled = settleEvent([tokens, coin])
  expect(settled?.transactions.map(({ part, read }) => [part, read.from ?? read.to])).toEqual([
    [null, leg('1 ETH')],
    ['etherscan-erc20', leg('1 DAI')],
    ['etherscan-erc20 part 1', leg('1 UNI')],
  ])
  expect(settled?.placeOf('etherscan-erc20', tokens.reads[1]!)).toBe('etherscan-erc20 part 1')
  expect(settleEvent([coin, tokens])?.transactions).toEqual(settled?.transactions)
})

describe('several legs under one hash', () => {
  const nft = (id: string, contract = '0xape', subType: 'receive' | 'send' | 'nft_mint' = 'receive') => {
    const asset = `APE#${id}`
    const side = subType === 'send' ? { from: `1 ${asset}` } : { to: `1 ${asset}` }
    const read = part('nft', subType, side)
    return { ...read, tokens: { [asset]: { chain: 'ethereum', contract, tokenId: id } } }
  }
  const paid = told('etherscan-tx', part('outgoing', 'sent', { from: '1 ETH', fee: '0.01 ETH' }))
  const refund = told('etherscan-internal', part('incoming', 'received', { to: '0.1 ETH' }))
  const shown = (tellings: readonly ReturnType<typeof told>[]) =>
    settleEvent(tellings)?.transactions.map(({ part, read: { type, subType, from, to, fee, flags } }) => [
      part,
      [type, subType],
      ...[from, to, fee].map((one) => one && `${one.amount} ${one.asset}`),
      ...flags,
    ])

  test('a payment with what was paid back of it, and what it bought', () => {
    const bought = told('etherscan-nft', nft('7'))
    expect(shown([paid, refund, bought])).toEqual([[null, ['trade', null], '0.9 ETH', '1 APE#7', '0.01 ETH']])
  })

  test('several NFTs of one contract share what was paid, to the last unit, whatever the order of the files', () => {
    const minted = told(
      'etherscan-nft',
      nft('1', '0xape', 'nft_mint'),
      nft('2', '0xape', 'nft_mint'),
      nft('3', '0xape', 'nft_mint'),
    )
    const whole = told('etherscan-tx', part('outgoing', 'sent', { from: '1.1 ETH', fee: '0.01 ETH' }))
    const third = '0.333333333333333333'
    const expected = [
      [null, ['nft', 'nft_mint'], '0.333333333333333334 ETH', '1 APE#1', '0.01 ETH', 'split_evenly'],
      ['each APE#2', ['nft', 'nft_mint'], `${third} ETH`, '1 APE#2', null, 'split_evenly'],
      ['each APE#3', ['nft', 'nft_mint'], `${third} ETH`, '1 APE#3', null, 'split_evenly'],
    ]
    expect(shown([whole, refund, minted])).toEqual(expected)
    expect(shown([minted, refund, whole])).toEqual(expected)
    const settled = settleEvent([whole, refund, minted])
    expect(minted.reads.map((read) => settled?.placeOf('etherscan-nft', read))).toEqual([
      null,
      'each APE#2',
      'each APE#3',
    ])
    expect(settled?.placeOf('etherscan-internal', refund.reads[0]!)).toBeNull()
  })

  test('several NFTs of one contract share what they were sold for, and its stated value', () => {
    const sold = told('etherscan-nft', nft('1', '0xape', 'send'), nft('2', '0xape', 'send'))
    const usdc = named(part('incoming', 'received', { to: '500 USDC' }), 'USDC', '0xusdc')
    const got = told('etherscan-erc20', { ...usdc, value: { amount: '499', currency: 'USD' } })
    expect(shown([sold, got])).toEqual([
      [null, ['trade', null], '1 APE#1', '250 USDC', null, 'split_evenly'],
      ['each APE#2', ['trade', null], '1 APE#2', '250 USDC', null, 'split_evenly'],
    ])
    expect(settleEvent([sold, got])?.transactions.map(({ read }) => read.value?.amount)).toEqual([
      '249.5',
      '249.5',
    ])
  })

  test('what cannot be divided stays apart, with what was paid back taken off, and says so', () => {
    const tokens = told(
      'etherscan-erc20',
      named(part('incoming', 'received', { to: '1 DAI' }), 'DAI', '0xdai'),
      named(part('incoming', 'received', { to: '1 UNI' }), 'UNI', '0xuni'),
    )
    const others = told('etherscan-nft', nft('1', '0xape'), nft('2', '0xother'))
    for (const bought of [tokens, others])
      expect(shown([paid, refund, bought])?.[0]).toEqual([
        null,
        ['outgoing', 'sent'],
        '0.9 ETH',
        null,
        '0.01 ETH',
        'ungrouped',
      ])
    expect(
      shown([paid, refund, tokens])
        ?.map(([, , , to, , flag]) => [to, flag])
        .slice(1),
    ).toEqual([
      ['1 DAI', 'ungrouped'],
      ['1 UNI', 'ungrouped'],
    ])
    // A call that brought several things was paid for with its fee alone.
    const call = told('etherscan-tx', part('outgoing', 'fee', { from: '0.01 ETH' }))
    expect(shown([call, tokens])?.map((row) => row.includes('ungrouped'))).toEqual([false, false, false])
  })

  test('a side that its file has alone is grouped once another file has the other', () => {
    const lone = told('etherscan-erc20', {
      ...part('incoming', 'received', { to: '1 DAI' }),
      flags: ['ungrouped'],
    })
    expect(shown([paid, lone])).toEqual([[null, ['trade', null], '1 ETH', '1 DAI', '0.01 ETH']])
  })

  test('R-TRD-1 the stated price of the coin values the event, where nothing states what came', () => {
    const eth = { ETH: { amount: '2000', currency: 'USD' } }
    const gave = { ...part('outgoing', 'sent', { from: '1 ETH' }), unitPrices: eth }
    const got = part('incoming', 'received', { to: '14 UNI' })
    const worth = (...parts: ReadTransaction[]) => {
      const merged = mergeGroup(parts)
      return merged && statedWorth(merged)?.amount
    }
    expect(worth(gave, got)).toBe('2000')
    expect(worth(gave, { ...got, value: { amount: '1990', currency: 'USD' } })).toBe('1990')
    const sold = {
      ...part('outgoing', 'sent', { from: '14 UNI' }),
      value: { amount: '1990', currency: 'USD' },
    }
    const back = { ...part('incoming', 'received', { to: '1 ETH' }), unitPrices: eth }
    expect(worth(sold, back)).toBe('2000')
    // A token that is called like the coin has none of its prices.
    const fake = named(part('incoming', 'received', { to: '5 ETH' }), 'ETH', '0xfake')
    expect(worth({ ...part('outgoing', 'fee', { from: '0.01 ETH' }), unitPrices: eth }, fake)).toBeUndefined()
  })
})
