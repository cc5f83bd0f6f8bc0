import { describe, expect, test } from 'vitest'
import { paidFor } from '../../reading/event-parts.ts'
import { transactionFingerprint } from '../../reading/fingerprints.ts'
import { lines, readKnown } from '../testing/read-text.ts'
import { krakenAsset, splitPair } from '../../providers/kraken/assets.ts'

const HEADER = 'txid,refid,time,type,subtype,aclass,asset,wallet,amount,fee,balance'
const ledgers = (...rows: string[]) => readKnown(`${HEADER}\n${rows.join('\n')}\n`)
const one = (type: string, subtype: string, asset: string, amount: string, fee = '0') =>
  ledgers(`L1,R1,2023-01-01 00:00:00,${type},${subtype},currency,${asset},spot / main,${amount},${fee},`)

describe('every row type', () => {
  test.each([
    ['deposit', '', 'XXBT', '1', 'incoming/received -> 1 BTC'],
    ['deposit', '', 'ZUSD', '-5', 'outgoing/sent 5 USD -> (fiat reversal)'],
    ['deposit', '', 'KFEE', '100', 'incoming/misc_reward -> 100 KFEE'],
    ['withdrawal', '', 'XXDG', '-1', 'outgoing/sent 1 DOGE ->'],
    ['withdrawal', '', 'XETH', '1', 'incoming/received -> 1 ETH (reversal)'],
    ['margin', '', 'ZUSD', '7', 'incoming/margin_gain -> 7 USD'],
    ['margin', '', 'ZUSD', '-7', 'outgoing/margin_loss 7 USD ->'],
    ['staking', '', 'DOT28.S', '0.5', 'incoming/staking_reward -> 0.5 DOT'],
    ['staking', '', 'ETH2.S', '-0.5', 'outgoing/fee 0.5 ETH -> (adjustment)'],
    ['earn', 'reward', 'USD.M', '0.5', 'incoming/interest_received -> 0.5 USD'],
    ['earn', 'airdrop', 'FLR', '3', 'incoming/airdrop -> 3 FLR'],
    ['airdrop', '', 'FLR', '3', 'incoming/airdrop -> 3 FLR'],
    ['earn', '', 'DOT', '3', 'incoming/received -> 3 DOT (unmapped_type:earn)'],
    ['transfer', '', 'FLR', '3', 'incoming/airdrop -> 3 FLR (review)'],
    ['transfer', '', 'BCH', '3', 'incoming/fork -> 3 BCH (review)'],
    ['transfer', '', 'LUNA', '-3', 'outgoing/lost 3 LUNA -> (review)'],
    ['transfer', 'airdrop', 'FLR', '3', 'incoming/airdrop -> 3 FLR'],
    ['dividend', '', 'AAPLx', '3', 'incoming/dividend_received -> 3 AAPLX'],
    ['invite bonus', '', 'ZEUR', '3', 'incoming/misc_reward -> 3 EUR'],
    ['reward', '', 'XXBT', '3', 'incoming/misc_reward -> 3 BTC'],
    ['reward', 'welcomebonus', 'XXBT', '3', 'incoming/misc_reward -> 3 BTC'],
    ['adjustment', '', 'ZEC', '-3', 'outgoing/sent 3 ZEC -> (review)'],
    ['newthing', 'odd', 'ZRX', '3', 'incoming/received -> 3 ZRX (unmapped_type:newthing/odd)'],
  ])('%s/%s of %s %s', (type, subtype, asset, amount, expected) => {
    expect(lines(one(type, subtype, asset, amount))).toEqual([expected])
  })

  test.each(['conversion', 'collateralconversion', 'sale'])('two ends of one %s are a trade', (type) => {
    const row = (id: string, asset: string, amount: string) =>
      `${id},R1,2023-01-01 00:00:00,${type},,currency,${asset},spot / main,${amount},0,`
    expect(lines(ledgers(row('1', 'ADA', '-30'), row('2', 'ZEUR', '12')))).toEqual(['sell 30 ADA -> 12 EUR'])
  })

  test('fees are extra, and a row of nothing but a fee is that fee', () => {
    expect(lines(one('withdrawal', '', 'XXBT', '-1', '0.0005'))).toEqual([
      'outgoing/sent 1 BTC -> fee 0.0005 BTC',
    ])
    expect(lines(one('rollover', '', 'ZUSD', '0', '0.12'))).toEqual(['outgoing/interest_paid 0.12 USD ->'])
    expect(lines(one('margin', '', 'ZUSD', '0', '0.34'))).toEqual(['outgoing/margin_fee 0.34 USD ->'])
  })

  test.each([
    ['earn', 'allocation'],
    ['earn', 'deallocation'],
    ['earn', 'migration'],
    ['earn', 'autoallocation'],
    ['earn', 'autoallocate'],
    ['transfer', 'spottostaking'],
    ['transfer', 'spotfromstaking'],
    ['transfer', 'stakingtospot'],
    ['transfer', 'stakingfromspot'],
    ['transfer', 'spottofutures'],
    ['transfer', 'spotfromfutures'],
  ])('%s/%s stays inside', (type, subtype) => {
    const row = (id: string, amount: string) =>
      `${id},R${id},2023-01-01 00:00:0${id},${type},${subtype},currency,ETH,spot / main,${amount},0,`
    const both = ledgers(row('1', '-1'), row('2', '1'))
    expect(both.skipped).toEqual([
      { rows: [1], reason: 'internal_transfer' },
      { rows: [2], reason: 'internal_transfer' },
    ])
    expect([both.transactions, both.notes]).toEqual([[], []])
  })

  test('moves of rewards that have no name are those whose two ends are of one second', () => {
    const row = (id: string, second: string, asset: string, amount: string) =>
      `${id},Unknown,2024-03-11 16:31:${second},earn,,currency,${asset},spot / main,${amount},0,`
    const read = ledgers(
      row('1', '11', 'BTC.M', '-0.01'),
      row('2', '11', 'BTC', '0.01'),
      row('3', '12', 'BTC', '0.0001'),
      row('4', '13', 'ETH', '-0.01'),
    )
    expect(read.skipped).toEqual([
      { rows: [1], reason: 'internal_transfer' },
      { rows: [2], reason: 'internal_transfer' },
    ])
    expect(lines(read)).toEqual([
      'incoming/received -> 0.0001 BTC (unmapped_type:earn)',
      'outgoing/sent 0.01 ETH -> (unmapped_type:earn)',
    ])
  })
})

describe('one end of a move inside', () => {
  const move = (id: string, subtype: string, asset: string, amount: string, day: string) =>
    `L${id},R${id},2023-01-${day} 00:00:00,transfer,${subtype},currency,${asset},spot / main,${amount},0,`

  test.each([
    ['spotfromfutures', 'ETHW', 'incoming/fork -> 3 ETHW (review)'],
    ['spotfromfutures', 'FLR', 'incoming/airdrop -> 3 FLR (review)'],
    ['spotfromfutures', 'XXBT', 'incoming/received -> 3 BTC (review)'],
    ['spotfromfutures', 'ZUSD', 'incoming/received -> 3 USD (fiat review)'],
    ['stakingfromspot', 'DOT', 'incoming/received -> 3 DOT (review)'],
  ])('%s of %s that never went there is a credit', (subtype, asset, expected) => {
    const read = ledgers(move('1', subtype, asset, '3', '02'))
    expect(lines(read)).toEqual([expected])
    expect(read.notes).toMatchObject([{ code: 'one_end', row: 1, line: 2 }])
    // Another asset that went there is no end of it.
    const other = ledgers(
      move('1', subtype, asset, '3', '02'),
      move('2', 'spottofutures', 'XXMR', '-9', '01'),
    )
    expect(lines(other)).toEqual([expected])
  })

  test('what is not back is open, and said', () => {
    const read = ledgers(
      move('1', 'spottofutures', 'XXBT', '-1', '02'),
      move('2', 'spotfromfutures', 'XXBT', '0.4', '03'),
    )
    expect(lines(read)).toEqual([])
    expect(read.skipped.map(({ rows }) => rows)).toEqual([[1], [2]])
    expect(read.notes).toMatchObject([
      { code: 'one_end', row: 1, message: expect.stringContaining('0.6 BTC') },
    ])
  })

  test('more than went to futures is a gain', () => {
    const read = ledgers(
      move('2', 'spotfromfutures', 'ZUSD', '120.5', '03'),
      move('1', 'spottofutures', 'ZUSD', '-100', '02'),
    )
    expect(lines(read)).toEqual(['incoming/margin_gain -> 20.5 USD (review)'])
  })
})

describe('taken back', () => {
  const row = (id: string, type: string, amount: string, fee: string, balance = '', ref = 'W1') =>
    `L${id},${ref},2023-01-02 00:00:0${id},${type},,currency,XXBT,spot / main,${amount},${fee},${balance}`

  test.each([
    ['withdrawal', '-0.5', '0.50'],
    ['deposit', '0.5', '-0.5'],
    ['staking', '0.5', '-0.5'],
  ])('a %s under the same refid comes to nothing, in any order', (type, first, second) => {
    const [a, b] = [row('1', type, first, '0'), row('2', type, second, '0')]
    for (const rows of [
      [a, b],
      [b, a],
    ]) {
      const read = ledgers(...rows)
      expect(lines(read)).toEqual([])
      expect(read.skipped).toEqual([{ rows: [1, 2], reason: 'taken_back' }])
    }
  })

  test('what was sent again after it counts, and so does a fee that was kept', () => {
    const again = ledgers(
      row('1', 'withdrawal', '-0.5', '0.1', '0.4'),
      row('2', 'withdrawal', '0.5', '-0.1', '1'),
      row('3', 'withdrawal', '-0.5', '0.1', '0.4'),
    )
    expect(lines(again)).toEqual(['outgoing/sent 0.5 BTC -> fee 0.1 BTC'])
    const kept = ledgers(row('1', 'withdrawal', '-0.5', '0.1'), row('2', 'withdrawal', '0.5', '0'))
    expect(lines(kept)).toEqual(['outgoing/fee 0.1 BTC -> (reversal)'])
    expect(kept.transactions[0]?.rows).toEqual([1, 2])
  })

  test('a fee that came back nets out where no balance says so', () => {
    const read = ledgers(row('1', 'withdrawal', '-0.5', '0.1'), row('2', 'withdrawal', '0.5', '-0.1'))
    expect([lines(read), read.notes]).toEqual([[], []])
  })

  test('another amount, refid or asset takes nothing back', () => {
    expect(ledgers(row('1', 'withdrawal', '-0.5', '0'), row('2', 'withdrawal', '0.4', '0')).skipped).toEqual(
      [],
    )
    expect(
      ledgers(row('1', 'withdrawal', '-0.5', '0'), row('2', 'withdrawal', '0.5', '0', '', 'W2')).skipped,
    ).toEqual([])
  })
})

describe('a fee below zero', () => {
  const row = (id: string, amount: string, fee: string, balance: string) =>
    `L${id},D${id},2023-01-02 00:00:0${id},deposit,,currency,XXBT,spot / main,${amount},${fee},${balance}`

  test('was given back where the balance says so', () => {
    const read = ledgers(row('1', '1', '0', '1'), row('2', '1', '-0.1', '2.1'))
    expect(lines(read)).toEqual(['incoming/received -> 1 BTC', 'incoming/received -> 1 BTC fee -0.1 BTC'])
    expect(read.notes).toEqual([])
  })

  test('was given back where the balance of another row of its second says so', () => {
    const [a, b] = [row('1', '1', '-0.1', '3.1'), row('2', '1', '0', '2').replace(':02', ':01')]
    expect(lines(ledgers(row('0', '1', '0', '1'), a, b))[1]).toBe('incoming/received -> 1 BTC fee -0.1 BTC')
  })

  test.each(['1.9', ''])('was paid where the balance is %s', (balance) => {
    const read = ledgers(row('1', '1', '0', '1'), row('2', '1', '-0.1', balance))
    expect(lines(read)).toEqual(['incoming/received -> 1 BTC', 'incoming/received -> 1 BTC fee 0.1 BTC'])
    expect(read.notes).toMatchObject([{ code: 'fee_sign', row: 2, column: 'fee' }])
  })
})

const leg = (id: string, ref: string, type: string, asset: string, amount: string, fee = '0', more = '') =>
  `${id},${ref},2023-01-02 00:00:00,${type},,currency,${asset},spot / main,${amount},${fee},${more}`

test('earn without a subtype is a reward where a fee was taken of it', () => {
  expect(lines(ledgers(leg('L1', 'R', 'earn', 'DOT', '0.2', '0.04')))).toEqual([
    'incoming/interest_received -> 0.2 DOT fee 0.04 DOT',
  ])
})

describe('a delisted asset and what it became, under refids of their own', () => {
  const row = (id: string, day: string, asset: string, amount: string) =>
    `${id},R${id},2024-09-${day} 10:00:00,transfer,delistingconversion,currency,${asset},spot / main,${amount},0,`

  test('are a rename by their amount within days', () => {
    const read = ledgers(row('1', '10', 'MATIC', '-1000'), row('2', '13', 'POL', '1000.00'))
    expect(lines(read)).toEqual(['swap 1000 MATIC -> 1000.00 POL'])
    expect(read.transactions[0]?.rows).toEqual([1, 2])
  })

  test('stay open where amounts differ, weeks lie between, or there are two that it could be', () => {
    const from = row('1', '10', 'MATIC', '-1000')
    for (const rows of [
      [from, row('2', '13', 'POL', '999')],
      [from, row('2', '30', 'POL', '1000')],
      [from, row('2', '12', 'POL', '1000'), row('3', '13', 'XYZ', '1000')],
    ])
      expect(lines(ledgers(...rows)).every((text) => text.includes('ungrouped'))).toBe(true)
  })
})

describe('trades', () => {
  test('an instant buy is spend and receive under one refid', () => {
    const read = ledgers(
      leg('L1', 'R', 'spend', 'ZUSD', '-98.50', '1.50'),
      leg('L2', 'R', 'receive', 'XXBT', '0.0049'),
    )
    expect(lines(read)).toEqual(['buy 98.50 USD -> 0.0049 BTC fee 1.50 USD'])
    expect(read.transactions[0]).toMatchObject({ externalId: 'R', group: 'R', rows: [1, 2] })
  })

  test('a fee on both legs: that of what was received stays, the other is a transaction of its own', () => {
    const read = ledgers(
      leg('L1', 'R', 'trade', 'XXBT', '-1', '0.001'),
      leg('L2', 'R', 'trade', 'XETH', '15', '0.02'),
    )
    expect(lines(read)).toEqual(['trade 1 BTC -> 15 ETH fee 0.02 ETH', 'outgoing/fee 0.001 BTC ->'])
    expect(read.transactions.map((t) => [t.externalId, t.rows, t.part])).toEqual([
      ['R', [1, 2], null],
      ['R', [1, 2], 'fee'],
    ])
    const names = read.transactions.map((t) => transactionFingerprint('kraken', read.family, t))
    expect(new Set(names).size).toBe(2)
  })

  test('of two fees of a purchase the one in the coin bought stays, whatever the order of the rows (R-FEE-6)', () => {
    const rows = [
      leg('L1', 'R', 'trade', 'ZUSD', '-500', '1.3'),
      leg('L2', 'R', 'trade', 'XXBT', '0.03', '0.0001'),
    ]
    const expected = ['buy 500 USD -> 0.03 BTC fee 0.0001 BTC', 'outgoing/fee 1.3 USD ->']
    expect(lines(ledgers(...rows))).toEqual(expected)
    expect(lines(ledgers(...rows.toReversed()))).toEqual(expected)
  })

  test('of two fees of a sale the one in the coin sold stays: nothing is withheld from cash', () => {
    const rows = [
      leg('L1', 'R', 'trade', 'XXBT', '-0.03', '0.0001'),
      leg('L2', 'R', 'trade', 'ZUSD', '500', '1.3'),
    ]
    const expected = ['sell 0.03 BTC -> 500 USD fee 0.0001 BTC', 'outgoing/fee 1.3 USD ->']
    expect(lines(ledgers(...rows))).toEqual(expected)
    expect(lines(ledgers(...rows.toReversed()))).toEqual(expected)
  })

  test('a row of amount zero is a pure fee row', () => {
    const read = ledgers(
      leg('L1', 'R', 'trade', 'ZEUR', '-100'),
      leg('L2', 'R', 'trade', 'XXBT', '0.005'),
      leg('L3', 'R', 'trade', 'KFEE', '0', '26'),
    )
    expect(lines(read)).toEqual(['buy 100 EUR -> 0.005 BTC fee 26 KFEE'])
  })

  test('partial fills are added up', () => {
    const read = ledgers(
      leg('L1', 'R', 'trade', 'ZUSD', '-10.10', '0.01'),
      leg('L2', 'R', 'trade', 'XXBT', '0.001'),
      leg('L3', 'R', 'trade', 'ZUSD', '-20.20', '0.02'),
      leg('L4', 'R', 'trade', 'XXBT', '0.002'),
    )
    expect(lines(read)).toEqual(['buy 30.30 USD -> 0.003 BTC fee 0.03 USD'])
  })

  test('settled is a margin position, two currencies of states a conversion', () => {
    expect(
      lines(ledgers(leg('L1', 'R', 'settled', 'ZUSD', '-10'), leg('L2', 'R', 'settled', 'XXBT', '1'))),
    ).toEqual(['buy 10 USD -> 1 BTC (margin)'])
    expect(
      lines(ledgers(leg('L1', 'R', 'trade', 'ZUSD', '-10'), leg('L2', 'R', 'trade', 'ZEUR', '9'))),
    ).toEqual(['trade 10 USD -> 9 EUR (fiat_fx)'])
  })

  test('a dust sweep is shared out by value, to the last unit', () => {
    const header = 'txid,refid,time,type,subtype,aclass,asset,wallet,amount,fee,balance,amountusd'
    const read = readKnown(
      `${header}\n${leg('L1', 'R', 'spend', 'ADA', '-1', '0', ',-1')}\n${leg('L2', 'R', 'spend', 'XXDG', '-9', '0', ',-2')}\n` +
        `${leg('L3', 'R', 'receive', 'ZUSD', '1.00', '0', ',1')}\n`,
    )
    expect(lines(read)).toEqual([
      'sell 1 ADA -> 0.33 USD (split_by_value)',
      'sell 9 DOGE -> 0.67 USD (split_by_value)',
    ])
  })

  test('what a sweep cost is shared out too, each share beside the fee of its own trade', () => {
    const header = 'txid,refid,time,type,subtype,aclass,asset,wallet,amount,fee,balance,amountusd'
    const read = readKnown(
      `${header}\n${leg('L1', 'R', 'spend', 'ADA', '-1', '0', ',-1')}\n${leg('L2', 'R', 'spend', 'XXDG', '-9', '0.1', ',-2')}\n` +
        `${leg('L3', 'R', 'receive', 'ZUSD', '1.00', '0.10', ',1')}\n`,
    )
    expect(lines(read)).toEqual([
      'sell 1 ADA -> 0.33 USD fee 0.03 USD (split_by_value)',
      'sell 9 DOGE -> 0.67 USD fee 0.1 DOGE (split_by_value)',
      'outgoing/fee 0.07 USD ->',
    ])
    expect(read.transactions.map(({ part }) => [part, paidFor(part)])).toEqual([
      [null, undefined],
      ['L2', undefined],
      ['fee of L2', 'L2'],
    ])
  })

  test('of a sweep into a coin each share of what that cost is withheld from what its trade brought', () => {
    const header = 'txid,refid,time,type,subtype,aclass,asset,wallet,amount,fee,balance,amountusd'
    const read = readKnown(
      `${header}\n${leg('L1', 'R', 'spend', 'ADA', '-1', '0', ',-1')}\n${leg('L2', 'R', 'spend', 'XXDG', '-9', '0.1', ',-2')}\n` +
        `${leg('L3', 'R', 'receive', 'XXBT', '0.003', '0.0003', ',3')}\n`,
    )
    expect(lines(read)).toEqual([
      'trade 1 ADA -> 0.001 BTC fee 0.0001 BTC (split_by_value)',
      'trade 9 DOGE -> 0.002 BTC fee 0.0002 BTC (split_by_value)',
      'outgoing/fee 0.1 DOGE ->',
    ])
  })

  test('what a row says of dollars is the value: of a trade what arrived was worth, else what went', () => {
    const header = 'txid,refid,time,type,subtype,aclass,asset,wallet,amount,fee,balance,amountusd'
    const values = (...rows: string[]) =>
      readKnown(`${header}\n${rows.join('\n')}\n`).transactions.map(({ value }) => value)
    const usd = (amount: string) => ({ amount, currency: 'USD' })

    expect(values(leg('L1', 'R', 'staking', 'XETH', '0.01', '0', ',24.50'))).toEqual([usd('24.50')])
    expect(values(leg('L1', 'R', 'withdrawal', 'XETH', '-1', '0.002', ',-2500'))).toEqual([usd('2500')])
    const given = leg('L1', 'R', 'trade', 'XETH', '-2', '0', ',-6310')
    expect(values(given, leg('L2', 'R', 'trade', 'XXBT', '0.1', '0', ',6300'))).toEqual([usd('6300')])
    expect(values(given, leg('L2', 'R', 'trade', 'NEW', '5', '0', ','))).toEqual([usd('6310')])
    expect(values(given, leg('L2', 'R', 'trade', 'ZEUR', '5800', '0', ',6305'))).toEqual([usd('6305')])
    // Fills of one trade add up, and one without a value leaves nothing to add up to.
    const fill = (txid: string, value: string) => leg(txid, 'R', 'trade', 'XXBT', '0.05', '0', `,${value}`)
    expect(values(given, fill('L2', '3150'), fill('L3', '3149'))).toEqual([usd('6299')])
    expect(values(given, fill('L2', '3150'), fill('L3', ''))).toEqual([usd('6310')])
    // Dollars are worth their face; a value of nothing is not one.
    expect(values(given, leg('L2', 'R', 'trade', 'ZUSD', '6290', '0', ',6290'))).toEqual([null])
    expect(values(leg('L1', 'R', 'deposit', 'ZUSD', '100', '0', ',100'))).toEqual([null])
    expect(values(leg('L1', 'R', 'staking', 'NEW', '1', '0', ',0'))).toEqual([null])
    // Each trade of a sweep has its share of the units received.
    const swept = [
      leg('L1', 'R', 'spend', 'ADA', '-1', '0', ',-1'),
      leg('L2', 'R', 'spend', 'XXDG', '-9', '0', ',-2'),
    ]
    expect(values(...swept, leg('L3', 'R', 'receive', 'XXBT', '0.003', '0', ',2.70'))).toEqual([
      usd('0.90'),
      usd('1.80'),
    ])
  })

  test('a sweep without values stays apart, for review', () => {
    const read = ledgers(
      leg('L1', 'R', 'spend', 'ADA', '-1'),
      leg('L2', 'R', 'spend', 'XXDG', '-9'),
      leg('L3', 'R', 'receive', 'ZUSD', '1'),
    )
    expect(lines(read)).toEqual([
      'outgoing/sent 1 ADA -> (ungrouped)',
      'outgoing/sent 9 DOGE -> (ungrouped)',
      'incoming/received -> 1 USD (fiat ungrouped)',
    ])
  })

  test('a delisting converts into another coin, or is a sale for cash', () => {
    const rows = (to: string) => [
      'L1,R,2023-01-02 00:00:00,transfer,delistingconversion,currency,AAA,spot,-5,0,',
      `L2,R,2023-01-02 00:00:00,transfer,delistingconversion,currency,${to},spot,5,0,`,
    ]
    expect(lines(ledgers(...rows('BBB')))).toEqual(['swap 5 AAA -> 5 BBB'])
    expect(lines(ledgers(...rows('ZUSD')))).toEqual(['sell 5 AAA -> 5 USD'])
  })

  test('a coin of another issuer is another asset, whatever the conversion is called', () => {
    const row = (id: string, asset: string, amount: string) =>
      `${id},R,2023-01-02 00:00:00,transfer,delistingconversion,currency,${asset},spot,${amount},0,`
    expect(lines(ledgers(row('L1', 'USDT', '-5'), row('L2', 'USDC', '5')))).toEqual([
      'trade 5 USDT -> 5 USDC',
    ])
  })
})

test('a leg whose other side is not in the file is a part of its trade, known by its own id', () => {
  const [alone] = ledgers(leg('L1', 'R', 'trade', 'ZUSD', '-500', '1.3')).transactions
  expect(alone).toMatchObject({ externalId: 'L1', group: 'R', part: 'leg L1', flags: ['fiat', 'ungrouped'] })
})

test('a delisting whose two rows have refids of their own meets by its moment', () => {
  const row = (id: string, asset: string, amount: string, time = '00:00:00') =>
    `L${id},R${id},2023-01-02 ${time},transfer,delistingconversion,currency,${asset},spot,${amount},0,`
  const read = ledgers(row('1', 'AAA', '-5'), row('2', 'BBB', '7'), row('3', 'CCC', '1', '00:09:00'))
  expect(lines(read)).toEqual(['swap 5 AAA -> 7 BBB', 'incoming/received -> 1 CCC (ungrouped)'])
  expect(read.transactions[0]).toMatchObject({ rows: [1, 2], externalId: 'R1' })
})

test('two delistings of one moment without a common refid are for a person to pair', () => {
  const row = (id: string, asset: string, amount: string) =>
    `L${id},R${id},2023-01-02 00:00:00,transfer,delistingconversion,currency,${asset},spot,${amount},0,`
  const read = ledgers(
    row('1', 'AAA', '-5'),
    row('2', 'BBB', '7'),
    row('3', 'CCC', '-1'),
    row('4', 'DDD', '2'),
  )
  expect(read.transactions.map(({ flags }) => flags)).toEqual([
    ['ungrouped'],
    ['ungrouped'],
    ['ungrouped'],
    ['ungrouped'],
  ])
})

test('fee credits are credits under any subtype', () => {
  expect(lines(one('deposit', 'promo', 'KFEE', '5'))).toEqual(['incoming/misc_reward -> 5 KFEE'])
})

test('requests without txid and rows that an overlapping export repeats are skipped', () => {
  const row = leg('L1', 'R', 'deposit', 'ZUSD', '10', '0', '10')
  const read = ledgers(`,R,2023-01-02 00:00:00,deposit,,currency,ZUSD,spot / main,10,0,`, row, row)
  expect(lines(read)).toEqual(['incoming/received -> 10 USD (fiat)'])
  expect(read.skipped).toEqual([
    { rows: [1], reason: 'pending_duplicate_empty_txid' },
    { rows: [3], reason: 'duplicate_row' },
  ])
})

describe('a fee of another asset, which newer exports name', () => {
  const header =
    'txid,refid,time,type,subtype,aclass,subclass,asset,wallet,amount,fee,balance,amountusd,feeusd,balanceusd,feecurrency'
  const row = (
    id: string,
    refid: string,
    type: string,
    asset: string,
    figures: string,
    feeCurrency: string,
  ) =>
    `${id},${refid},2026-01-02 00:00:0${id},${type},,currency,crypto,${asset},spot / main,${figures},8,0.5,80,${feeCurrency}`
  const read = (...rows: string[]) => readKnown(`${header}\n${rows.join('\n')}\n`)

  test('of a trade', () => {
    const trade = read(
      row('1', 'T1', 'trade', 'SOL', '-0.2,0.05,1.8', 'USDC'),
      row('2', 'T1', 'trade', 'USDT', '30,0,30', ''),
    )
    expect(lines(trade)).toEqual(['trade 0.2 SOL -> 30 USDT fee 0.05 USDC'])
    expect(trade.notes).toEqual([])
  })

  test('of a single entry: its own balance does not go down by it', () => {
    const two = read(
      row('1', 'F1', 'deposit', 'SOL', '2,0.3,2', 'ZUSD'),
      row('2', 'F2', 'withdrawal', 'SOL', '-1,0.1,0.9', 'SOL'),
    )
    expect(lines(two)).toEqual([
      'incoming/received -> 2 SOL fee 0.3 USD',
      'outgoing/sent 1 SOL -> fee 0.1 SOL',
    ])
    expect(two.notes).toEqual([])
  })

  test('of a position kept open', () => {
    expect(lines(read(row('1', 'P1', 'rollover', 'SOL', '0,0.4,5', 'ZEUR')))).toEqual([
      'outgoing/interest_paid 0.4 EUR ->',
    ])
  })
})

describe('running balances', () => {
  const at = (second: number, id: string, amount: string, fee: string, balance: string) =>
    `${id},${id},2023-01-02 00:00:0${second},deposit,,currency,ZUSD,spot / main,${amount},${fee},${balance}`

  test('that add up say nothing, newest first or not, in any order within a second', () => {
    const rows = [at(1, 'A', '10', '0', '10'), at(2, 'C', '5', '0', '14.9'), at(2, 'B', '-0.1', '0', '9.9')]
    expect(ledgers(...rows).notes).toEqual([])
    expect(ledgers(...rows.toReversed()).notes).toEqual([])
  })

  test('that do not add up are a note on their row', () => {
    const { notes } = ledgers(
      at(1, 'A', '10', '0', '10'),
      at(2, 'B', '5', '1', '15'),
      at(3, 'C', '1', '0', '16'),
    )
    expect(notes).toEqual([
      {
        code: 'balance_mismatch',
        row: 2,
        line: 3,
        column: 'balance',
        message: 'The balance of USD is 15, but the rows before it add up to 14',
      },
    ])
  })
})

test('codes are looked up, never cut', () => {
  const codes = [
    'XXBT',
    'XBT.M',
    'ZEC',
    'XZEC',
    'ZRX',
    'ZETA',
    'XTZ',
    'XTZ.S',
    'ETH2',
    'DOT.P',
    'ATOM21.S',
    '1INCH',
    'USD.HOLD',
    'SOL03.S',
    'EUR.F',
    'XBT.B',
  ]
  expect(codes.map(krakenAsset)).toEqual([
    'BTC',
    'BTC',
    'ZEC',
    'ZEC',
    'ZRX',
    'ZETA',
    'XTZ',
    'XTZ',
    'ETH',
    'DOT',
    'ATOM',
    '1INCH',
    'USD',
    'SOL',
    'EUR',
    'BTC',
  ])
})

test.each([
  ['XXBTZUSD', 'BTC', 'USD'],
  ['XETHXXBT', 'ETH', 'BTC'],
  ['XBTEUR', 'BTC', 'EUR'],
  ['AI16ZEUR', 'AI16Z', 'EUR'],
  ['CHZUSD', 'CHZ', 'USD'],
  ['XTZEUR', 'XTZ', 'EUR'],
  ['USDTZUSD', 'USDT', 'USD'],
  ['ZEURZUSD', 'EUR', 'USD'],
  ['SOLUSDT', 'SOL', 'USDT'],
  ['DOTXBT', 'DOT', 'BTC'],
  ['ETH/USD', 'ETH', 'USD'],
])('the pair %s', (pair, base, quote) => {
  expect(splitPair(pair)).toEqual({ base, quote })
})

test('trades: fees in the quote, margin left to the ledgers, one name with its ledger rows', () => {
  const header = 'txid,ordertxid,pair,time,type,ordertype,price,cost,fee,vol,margin,misc,ledgers'
  const read = readKnown(
    `${header}\nT1,O1,XETHXXBT,2023-01-02 00:00:00.1234,sell,limit,0.07,0.14,0.0002,2,0,,"L1,L2"\n` +
      'T2,O1,XXBTZUSD,2023-01-02 00:00:00.1234,buy,limit,1,1,0,1,5,,\n',
  )
  expect(lines(read)).toEqual(['trade 2 ETH -> 0.14 BTC fee 0.0002 BTC'])
  expect(read.skipped).toEqual([{ rows: [2], reason: 'margin_trade' }])

  const ledger = ledgers(
    leg('L1', 'T1', 'trade', 'XETH', '-2'),
    leg('L2', 'T1', 'trade', 'XXBT', '0.14', '0.0002'),
  )
  const name = (of: typeof read) => of.transactions.map((t) => transactionFingerprint('kraken', of.family, t))
  expect(name(read)).toEqual(name(ledger))
})

test('a trade that stands there twice under one txid is one', () => {
  const header = 'txid,ordertxid,pair,time,type,ordertype,price,cost,fee,vol,margin,misc,ledgers'
  const row = 'T1,O1,XETHXXBT,2023-01-02 00:00:00.1234,sell,limit,0.07,0.14,0.0002,2,0,,"L1,L2"'
  const read = readKnown([header, row, row].join('\n'))
  expect(lines(read)).toHaveLength(1)
  expect(read.skipped).toEqual([{ rows: [2], reason: 'duplicate_row' }])
})

test('a coin that goes by the code of a currency is that coin: Kraken holds no Seychellois rupee', () => {
  expect([krakenAsset('SCR'), krakenAsset('SCR.S'), krakenAsset('ZEUR')]).toEqual([
    'coin:scr',
    'coin:scr',
    'EUR',
  ])
  expect(splitPair('SCRUSD')).toEqual({ base: 'coin:scr', quote: 'USD' })
  expect(lines(one('deposit', '', 'SCR', '3'))).toEqual(['incoming/received -> 3 coin:scr'])
})
