import { describe, expect, test } from 'vitest'
import { line, lines, readKnown } from '../../files/testing/read-text.ts'
import { recordFingerprint, transactionFingerprint } from '../../reading/fingerprints.ts'
import type { Reading } from '../../reading/outcome.ts'
import { settleEvent } from '../../reading/settle-event.ts'
import { readCoinbasePages } from './read-pages.ts'

const FAMILY = 'coinbase-report'
let count = 0

/** An entry as version 2 of the API writes it. */
function entry(type: string, amount: string, currency: string, more: object = {}) {
  count += 1
  return {
    id: `t${count}`,
    type,
    status: 'completed',
    amount: { amount, currency },
    native_amount: { amount: amount.startsWith('-') ? '-20.00' : '20.00', currency: 'USD' },
    created_at: '2024-03-05T10:00:00Z',
    ...more,
  }
}

const read = (...entries: object[]) =>
  readCoinbasePages([
    { stream: 'transactions', place: 'a ', text: JSON.stringify({ data: entries }), fetchedAt: 1 },
  ])
const one = (type: string, amount = '1', more: object = {}) =>
  lines(read(entry(type, amount, 'ALGO', more)))[0]

describe('every type of entry', () => {
  test.each([
    ['send', '1', 'incoming/received -> 1 ALGO'],
    ['send', '-1', 'outgoing/sent 1 ALGO ->'],
    ['receive', '1', 'incoming/received -> 1 ALGO'],
    ['request', '-1', 'outgoing/sent 1 ALGO ->'],
    ['pro_deposit', '-1', 'outgoing/sent 1 ALGO ->'],
    ['exchange_withdrawal', '1', 'incoming/received -> 1 ALGO'],
    ['staking_reward', '1', 'incoming/staking_reward -> 1 ALGO'],
    ['inflation_reward', '1', 'incoming/staking_reward -> 1 ALGO'],
    ['interest', '1', 'incoming/interest_received -> 1 ALGO'],
    ['earn_payout', '1', 'incoming/misc_reward -> 1 ALGO'],
    ['incentives_rewards_payout', '1', 'incoming/misc_reward -> 1 ALGO'],
    ['subscription_rebate', '1', 'incoming/rebate -> 1 ALGO'],
    ['subscription', '-1', 'outgoing/fee 1 ALGO ->'],
    ['cardspend', '-1', 'outgoing/purchase 1 ALGO ->'],
    ['derivatives_settlement', '-1', 'outgoing/margin_loss 1 ALGO ->'],
    ['derivatives_settlement', '1', 'incoming/margin_gain -> 1 ALGO'],
    ['clawback', '-1', 'outgoing/sent 1 ALGO -> (reversal)'],
    ['buy', '1', 'buy 20.00 USD -> 1 ALGO'],
    ['sell', '-1', 'sell 1 ALGO -> 20.00 USD'],
    ['retail_simple_dust', '-1', 'sell 1 ALGO -> 20.00 USD'],
    ['trade', '-1', 'outgoing/sent 1 ALGO -> (counter_leg_missing)'],
    ['wrap_asset', '-1', 'outgoing/sent 1 ALGO -> (ungrouped)'],
    ['something_new', '1', 'incoming/received -> 1 ALGO (unmapped_type:something_new)'],
    ['something_new', '-1', 'outgoing/sent 1 ALGO -> (unmapped_type:something_new)'],
  ])('%s %s', (type, amount, expected) => {
    expect(one(type, amount)).toBe(expected)
  })

  test.each(['vault_withdrawal', 'staking_transfer', 'unstaking_transfer', 'transfer'])(
    '%s stays inside',
    (type) => {
      expect(read(entry(type, '-1', 'ALGO')).skipped).toEqual([{ rows: [1], reason: 'internal_transfer' }])
    },
  )

  test.each([
    ['pending', 'pending'],
    ['waiting_for_clearing', 'pending'],
    ['failed', 'failed'],
    ['canceled', 'cancelled'],
  ])('an entry that is %s does not count', (status, reason) => {
    const { transactions, skipped } = read(entry('send', '1', 'ALGO', { status }))
    expect([transactions, skipped]).toEqual([[], [{ rows: [1], reason }]])
  })
})

test('an entry whose status is not known is said', () => {
  const { transactions, errors } = read(entry('send', '1', 'ALGO', { status: 'on_hold' }))
  expect([transactions, errors.map(({ column }) => column)]).toEqual([[], ['status']])
})

test('an order that was paid from a balance is one purchase at what was paid, its fee apart', () => {
  const buy = {
    id: 'b1',
    fee: { amount: '0.99', currency: 'USD' },
    total: { amount: '100.99', currency: 'USD' },
  }
  const paid = read(entry('buy', '0.002', 'BTC', { buy }), entry('buy', '-100.99', 'USD', { buy }))
  expect(lines(paid)).toEqual(['buy 100.00 USD -> 0.002 BTC fee 0.99 USD'])
  expect(paid.skipped).toEqual([{ rows: [2], reason: 'covered_by_other_file' }])
  const sell = {
    id: 's1',
    fee: { amount: '1.00', currency: 'USD' },
    total: { amount: '49.00', currency: 'USD' },
  }
  expect(lines(read(entry('sell', '-0.001', 'BTC', { sell })))).toEqual([
    'sell 0.001 BTC -> 50.00 USD fee 1.00 USD',
  ])
})

test('a convert is one trade, and what was sent leaves its fee to the network apart', () => {
  const trade = { id: 'c1' }
  expect(
    lines(read(entry('trade', '-0.5', 'ETH', { trade }), entry('trade', '0.02', 'BTC', { trade }))),
  ).toEqual(['trade 0.5 ETH -> 0.02 BTC'])
  const network = {
    hash: 'abc',
    transaction_fee: { amount: '0.0001', currency: 'BTC' },
    transaction_amount: { amount: '0.4999', currency: 'BTC' },
  }
  const sent = read(entry('send', '-0.5', 'BTC', { network }))
  expect(lines(sent)).toEqual(['outgoing/sent 0.4999 BTC -> fee 0.0001 BTC'])
  expect(sent.transactions[0]?.txHash).toBe('abc')
})

describe('fills of the order book', () => {
  const fill = { order_id: 'o1', product_id: 'BTC-USD', fill_price: '50000', order_side: 'buy' }
  const paid = (commission?: string) =>
    [
      entry('advanced_trade_fill', '0.01', 'BTC', { advanced_trade_fill: { ...fill, commission } }),
      entry('advanced_trade_fill', '0.02', 'BTC', { advanced_trade_fill: { ...fill, commission } }),
      entry('advanced_trade_fill', '-1000.02', 'USD', { advanced_trade_fill: fill }),
      entry('advanced_trade_fill', '-500.01', 'USD', { advanced_trade_fill: fill }),
    ] as const

  test('each fill meets the entry that paid for it, and the commission comes once', () => {
    expect(lines(read(...paid('2.5')))).toEqual([
      'buy 500.01 USD -> 0.01 BTC fee 2.5 USD',
      'buy 1000.02 USD -> 0.02 BTC fee 2.5 USD',
    ])
  })

  test('without those entries its price says what it cost', () => {
    expect(lines(read(paid('2.5')[0]))).toEqual(['buy 500 USD -> 0.01 BTC fee 2.5 USD'])
  })

  test('fills of version 3 bring the commission that the ledger leaves out, and no trade of their own', () => {
    const fills = [
      { order_id: 'o1', trade_id: 'x', size: '0.01', price: '50000', commission: '1.25' },
      { order_id: 'o1', trade_id: 'y', size: '0.02', price: '50000', commission: '2.50' },
    ]
    const pages = [
      { stream: 'transactions', place: 'a ', text: JSON.stringify({ data: paid() }), fetchedAt: 1 },
      { stream: 'fills', place: 'fills ', text: JSON.stringify({ fills }), fetchedAt: 2 },
    ]
    expect(lines(readCoinbasePages(pages))).toEqual([
      'buy 500.01 USD -> 0.01 BTC fee 1.25 USD',
      'buy 1000.02 USD -> 0.02 BTC fee 2.50 USD',
    ])
  })
})

test('of an entry that came twice the later counts, and what is held is stated', () => {
  const pending = entry('send', '1', 'ALGO', { status: 'pending' })
  const accounts = [{ id: 'a1', balance: { amount: '3.5', currency: 'ALGO' } }]
  const reading = readCoinbasePages([
    {
      stream: 'transactions',
      place: 'a x',
      text: JSON.stringify({ data: [{ ...pending, status: 'completed' }] }),
      fetchedAt: 9,
    },
    { stream: 'transactions', place: 'a ', text: JSON.stringify({ data: [pending] }), fetchedAt: 1 },
    { stream: 'accounts', place: 'accounts ', text: JSON.stringify({ data: accounts }), fetchedAt: 1 },
  ])
  expect(lines(reading)).toEqual(['incoming/received -> 1 ALGO'])
  expect(reading.balances).toEqual([{ asset: 'ALGO', part: 'a1', at: 1, quantity: '3.5' }])
})

describe('N9 the same history by file and by key is counted once', () => {
  const known = ({ transactions }: Pick<Reading, 'transactions'>) =>
    transactions
      .map((one) => ({
        name: transactionFingerprint('coinbase', FAMILY, one),
        records: one.records.map((record) => recordFingerprint('coinbase', FAMILY, record)).toSorted(),
        says: lines({ transactions: [one] } as never)[0],
      }))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))

  test('an order, a convert, a reward and a movement', () => {
    const header =
      'ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes,Sender Address,Recipient Address'
    const file = readKnown(
      [
        header,
        't1,2024-03-05 10:00:00 UTC,Buy,BTC,0.002,USD,$50000.00,$100.00,$100.99,$0.99,Bought 0.002 BTC for 100.99 USD,,',
        't2,2024-03-05 10:01:00 UTC,Convert,ETH,-0.5,USD,$3000.00,$1500.00,$1500.00,$0.00,Converted 0.5 ETH to 0.02 BTC,,',
        't3,2024-03-05 10:02:00 UTC,Staking Income,ETH,0.01,USD,$3000.00,$30.00,$30.00,$0.00,,,',
        't4,2024-03-05 10:03:00 UTC,Send,BTC,-0.001,USD,$50000.00,-$50.00,-$50.00,$0.00,,,',
      ].join('\n'),
    )
    const at = (minute: number) => ({ created_at: `2024-03-05T10:0${minute}:00Z` })
    const buy = {
      id: 'b1',
      fee: { amount: '0.99', currency: 'USD' },
      total: { amount: '100.99', currency: 'USD' },
    }
    const api = read(
      entry('trade', '0.02', 'BTC', { ...at(1), trade: { id: 'c' } }),
      entry('send', '-0.001', 'BTC', at(3)),
      entry('buy', '0.002', 'BTC', { ...at(0), buy }),
      entry('trade', '-0.5', 'ETH', { ...at(1), trade: { id: 'c' } }),
      entry('staking_reward', '0.01', 'ETH', at(2)),
    )
    expect(known(api)).toEqual(known(file))
  })
})

test('coins that were sent name their recipient, on the chain of the coin', () => {
  const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
  const sent = { to: { resource: 'bitcoin_address', address }, network: { hash: 'ab' } }
  const out = entry('send', '-0.1', 'BTC', sent)
  expect(read(out, entry('send', '0.1', 'BTC', sent)).counterparties).toEqual([
    { chain: 'bitcoin', address, txHash: 'ab' },
  ])
  const mail = { to: { resource: 'email', email: 'ana@example.org' }, network: { hash: 'cd' } }
  expect(read(entry('send', '-0.1', 'BTC', mail)).counterparties).toEqual([])
})

describe('the network fee of what was sent is in its amount', () => {
  const sent = (amount: string, network: object, currency = 'BTC') =>
    read(entry('send', amount, currency, { network }))
  const fee = (amount: string, currency = 'BTC') => ({ transaction_fee: { amount, currency } })

  test.each([
    ['-1.0005', fee('0.0005'), 'outgoing/sent 1.0000 BTC -> fee 0.0005 BTC'],
    ['-1.0005', fee('0'), 'outgoing/sent 1.0005 BTC ->'],
    // Coinbase may have paid the chain itself.
    ['-1.0005', fee('0.02', 'ETH'), 'outgoing/sent 1.0005 BTC -> (cost_not_counted)'],
    // All of it arrived, so somebody else paid.
    [
      '-1.0005',
      { ...fee('0.0005'), transaction_amount: { amount: '1.0005', currency: 'BTC' } },
      'outgoing/sent 1.0005 BTC ->',
    ],
    ['1.0005', fee('0.0005'), 'incoming/received -> 1.0005 BTC'],
  ])('%s with %o', (amount, network, expected) => {
    expect(lines(sent(amount, network))).toEqual([expected])
  })

  test('a fee above the amount is said', () => {
    const { transactions, errors } = sent('-0.0001', fee('0.0005'))
    expect([transactions, errors.map(({ code, column }) => `${code} ${column}`)]).toEqual([
      [],
      ['fee_above_amount network_fee'],
    ])
  })
})

describe('an order and its money with ids of their own are one', () => {
  const worth = (amount: string, currency = 'USD') => ({ native_amount: { amount, currency } })
  const at = (time: string) => ({ created_at: `2024-03-05T${time}Z` })

  test('a sale of a pegged coin, and one without any id of an order', () => {
    for (const [coin, money] of [
      [{ sell: { id: 's1' } }, { sell: { id: 's2' } }],
      [{}, {}],
    ]) {
      const read80 = read(
        entry('sell', '-80', 'USDC', { ...worth('-80.00'), ...coin }),
        entry('sell', '80', 'USD', { ...worth('80.00'), ...money }),
      )
      expect(lines(read80)).toEqual(['sell 80 USDC -> 80 USD'])
      expect(read80.skipped).toEqual([{ rows: [2], reason: 'covered_by_other_file' }])
    }
  })

  test('a purchase with a pegged coin, in an account in euros, its fee apart', () => {
    const buy = {
      id: 'b1',
      fee: { amount: '1', currency: 'USDC' },
      total: { amount: '500', currency: 'USDC' },
    }
    expect(
      lines(
        read(
          entry('buy', '-500', 'USDC', { ...worth('-460.00', 'EUR'), buy: { id: 'b2' } }),
          entry('buy', '0.01', 'BTC', { ...worth('460.00', 'EUR'), buy }),
        ),
      ),
    ).toEqual(['trade 499 USDC -> 0.01 BTC fee 1 USDC'])
    const sold = read(
      entry('sell', '-1', 'ETH', worth('-2760.00', 'EUR')),
      entry('sell', '3000', 'USD', worth('2760.00', 'EUR')),
    )
    expect(lines(sold)).toEqual(['sell 1 ETH -> 3000 USD'])
  })

  test('several of one minute each meet the money of their amount, less a fee too', () => {
    const both = read(
      entry('sell', '-1', 'ETH', { ...worth('-3000.00'), ...at('10:00:00') }),
      entry('sell', '2970.00', 'USD', { ...worth('2970.00'), ...at('10:00:02') }),
      entry('sell', '-0.1', 'BTC', { ...worth('-5000.00'), ...at('10:00:01') }),
      entry('sell', '5000.00', 'USD', { ...worth('5000.00'), ...at('10:00:03') }),
    )
    expect(lines(both)).toEqual(['sell 1 ETH -> 2970.00 USD', 'sell 0.1 BTC -> 5000.00 USD'])
  })

  test('money of another time or amount is no part of the sale, and is said', () => {
    const apart = read(
      entry('sell', '-1', 'ETH', { ...worth('-3000.00'), ...at('10:00:00') }),
      entry('sell', '50.00', 'USD', { ...worth('50.00'), ...at('10:00:02') }),
    )
    expect(lines(apart)).toEqual([
      'sell 1 ETH -> 3000.00 USD',
      'incoming/received -> 50.00 USD (fiat counter_leg_missing)',
    ])
    expect(apart.notes.map(({ code }) => code)).toEqual(['counter_leg_missing'])
  })
})

test.each([
  ['tx', '-1', 'outgoing/sent 1 ALGO ->'],
  ['tx', '1', 'incoming/received -> 1 ALGO'],
  ['cardbuyback', '1', 'incoming/rebate -> 1 ALGO'],
  ['sell', '1', 'sell 1 ALGO -> 20.00 USD'],
  ['buy', '-1', 'buy 20.00 USD -> 1 ALGO'],
  ['pro_deposit', '1', 'outgoing/sent 1 ALGO ->'],
  ['exchange_withdrawal', '-1', 'incoming/received -> 1 ALGO'],
])('the side of %s is that of its type, whatever the sign: %s', (type, amount, expected) => {
  const reading = read(entry(type, amount, 'ALGO'))
  expect([lines(reading), reading.notes]).toEqual([[expected], []])
})

test('a fill without a sign has the side of its order', () => {
  const fill = {
    order_id: 'o1',
    product_id: 'BTC-USD',
    fill_price: '50000',
    commission: '2',
    order_side: 'sell',
  }
  expect(lines(read(entry('advanced_trade_fill', '0.01', 'BTC', { advanced_trade_fill: fill })))).toEqual([
    'sell 0.01 BTC -> 500 USD fee 2 USD',
  ])
})

test('what a bank sent back comes the other way', () => {
  const out = entry('fiat_withdrawal', '-100.00', 'USD', { created_at: '2024-03-01T10:00:00Z' })
  const back = entry('fiat_withdrawal', '100.00', 'USD')
  expect(lines(read(out, back))).toEqual([
    'outgoing/sent 100.00 USD -> (fiat)',
    'incoming/received -> 100.00 USD (fiat reversal)',
  ])
  expect(lines(read(back))).toEqual(['outgoing/sent 100.00 USD -> (fiat)'])
})

test('a convert by file and by key counts with the fee that the key states, whichever came first', () => {
  const file = readKnown(
    [
      'ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes,Sender Address,Recipient Address',
      't2,2024-03-05 10:00:00 UTC,Convert,ETH,-0.5,USD,$2000.00,$995.00,$1000.00,$5.00,Converted 0.5 ETH to 0.02 BTC,,',
    ].join('\n'),
  )
  const trade = { id: 'c1', fee: { amount: '5.00', currency: 'USD' } }
  const worth = (amount: string) => ({ native_amount: { amount, currency: 'USD' }, trade })
  const key = read(
    entry('trade', '-0.5', 'ETH', worth('-1000.00')),
    entry('trade', '0.02', 'BTC', worth('995.00')),
  )
  const names = [file, key].map(({ transactions }) =>
    transactions.map((one) => transactionFingerprint('coinbase', FAMILY, one)),
  )
  expect(names[0]).toEqual(names[1])
  const reports = [file, key].map(({ transactions }) => ({ family: FAMILY, reads: transactions }))
  for (const told of [reports, reports.toReversed()])
    expect(settleEvent(told)?.transactions.map(({ read: one }) => line(one as never))).toEqual([
      'trade 0.49750000 ETH -> 0.02 BTC fee 0.00250000 ETH',
    ])
})

describe('the fee of a convert is taken out of its sides', () => {
  const worth = (amount: string) => ({ native_amount: { amount, currency: 'USD' } })
  const convert = (amount: string, currency: string, to = 'BTC') => {
    const trade = { id: 'c1', fee: { amount, currency } }
    return read(
      entry('trade', '-0.5', 'ETH', { ...worth('-1000.00'), trade }),
      entry('trade', '0.02', to, { ...worth('995.00'), trade }),
    )
  }

  test.each([
    ['5.00', 'USD', 'trade 0.49750000 ETH -> 0.02 BTC fee 0.00250000 ETH', '995.00'],
    ['0.0025', 'ETH', 'trade 0.4975 ETH -> 0.02 BTC fee 0.0025 ETH', '995.00'],
    // Withheld from what came, which was worth what was given.
    ['0.0001', 'BTC', 'trade 0.5 ETH -> 0.0201 BTC fee 0.0001 BTC', '1000.00'],
    ['0.00', 'USD', 'trade 0.5 ETH -> 0.02 BTC', '995.00'],
  ])('%s %s', (amount, currency, expected, value) => {
    const { transactions } = convert(amount, currency)
    expect(lines({ transactions })).toEqual([expected])
    expect(transactions[0]?.value).toEqual({ amount: value, currency: 'USD' })
  })

  test('one in money that nothing is worth anything in is said', () => {
    const reading = convert('4.00', 'GBP')
    expect(lines(reading)).toEqual(['trade 0.5 ETH -> 0.02 BTC (cost_not_counted)'])
    expect(reading.notes.map(({ code }) => code)).toEqual(['not_counted'])
  })
})

test('a move to the exchange beside its send is one move, and one without it counts', () => {
  const at = (time: string) => ({ created_at: `2024-03-05T${time}Z` })
  const told = read(
    entry('exchange_deposit', '-1', 'BTC', at('10:00:02')),
    entry('send', '-1', 'BTC', { ...at('10:00:00'), network: { hash: 'ab' } }),
    entry('exchange_deposit', '-1', 'BTC', at('10:00:30')),
    entry('exchange_withdrawal', '2', 'BTC', at('11:00:00')),
    entry('receive', '2', 'BTC', at('11:00:00')),
  )
  expect(lines(told)).toEqual([
    'outgoing/sent 1 BTC ->',
    'outgoing/sent 1 BTC ->',
    'incoming/received -> 2 BTC',
  ])
  expect(told.transactions[0]?.txHash).toBe('ab')
  expect(told.skipped.flatMap(({ rows }) => rows)).toEqual([1, 4])
})

describe('what moved once counts once, whatever ids its entries have', () => {
  const worth = (amount: string) => ({ native_amount: { amount, currency: 'USD' } })
  const at = (time: string) => ({ created_at: `2024-03-05T${time}Z` })

  test('amounts without a sign in a sale of a pegged coin for cash', () => {
    const sold = read(
      entry('sell', '80', 'USDC', { ...worth('80.00'), sell: { id: 's1' } }),
      entry('sell', '80', 'USD', { ...worth('80.00'), sell: { id: 's2' } }),
    )
    expect(lines(sold)).toEqual(['sell 80 USDC -> 80 USD'])
  })

  test('both entries of a convert with ids of their own, into cash too', () => {
    const converted = read(
      entry('trade', '0.02', 'BTC', { ...worth('995.00'), ...at('10:00:02'), trade: { id: 'b' } }),
      entry('trade', '-0.5', 'ETH', { ...worth('-1000.00'), ...at('10:00:00'), trade: { id: 'a' } }),
      entry('trade', '-80', 'USDC', { ...worth('-80.00'), ...at('10:00:10'), trade: { id: 'c' } }),
      entry('trade', '80.00', 'USD', { ...worth('80.00'), ...at('10:00:10'), trade: { id: 'd' } }),
    )
    expect(lines(converted).toSorted()).toEqual(['sell 80 USDC -> 80.00 USD', 'trade 0.5 ETH -> 0.02 BTC'])
    const apart = read(
      entry('trade', '-0.5', 'ETH', { ...worth('-1000.00'), ...at('10:00:00'), trade: { id: 'a' } }),
      entry('trade', '0.02', 'BTC', { ...worth('995.00'), ...at('10:05:00'), trade: { id: 'b' } }),
    )
    expect(apart.transactions.map(({ flags }) => flags)).toEqual([
      ['counter_leg_missing'],
      ['counter_leg_missing'],
    ])
  })

  test('both entries of a fill without an order', () => {
    const fill = { advanced_trade_fill: { product_id: 'BTC-USD', fill_price: '50000', commission: '2' } }
    const filled = read(
      entry('advanced_trade_fill', '0.01', 'BTC', fill),
      entry('advanced_trade_fill', '-502', 'USD', fill),
    )
    expect(lines(filled)).toEqual(['buy 502 USD -> 0.01 BTC fee 2 USD'])
  })
})

describe('a fee that nothing places is not counted, and is told with its amount', () => {
  const told = (...entries: object[]) => {
    const reading = read(...entries)
    return [lines(reading), reading.notes.map(({ code, message }) => `${code}: ${message}`)]
  }
  const money = (amount: string, currency: string) => ({ amount, currency })

  test('of an order, in another coin than it was paid in', () => {
    const buy = { id: 'b1', total: money('100.00', 'EUR'), fee: money('1.10', 'USD') }
    expect(told(entry('buy', '0.002', 'BTC', { buy }))).toEqual([
      ['buy 100.00 EUR -> 0.002 BTC (cost_not_counted)'],
      [
        'not_counted: The fee of 1.10 USD is not counted: the order was paid in EUR, and nothing says whether that holds it',
      ],
    ])
  })

  test('of the chain, in another coin than was sent', () => {
    const network = { transaction_fee: money('0.0006', 'ETH') }
    expect(told(entry('send', '-50', 'USDC', { network }))).toEqual([
      ['outgoing/sent 50 USDC -> (cost_not_counted)'],
      [
        'not_counted: The fee of 0.0006 ETH is not counted: nothing says whether it was taken from the account of ETH',
      ],
    ])
  })

  test('of a movement, whatever its kind', () => {
    const fiat_withdrawal = { id: 'f', fee: money('25.00', 'USD') }
    expect(told(entry('fiat_withdrawal', '-100.00', 'USD', { fiat_withdrawal }))).toEqual([
      ['outgoing/sent 100.00 USD -> (fiat cost_not_counted)'],
      ['not_counted: The fee of 25.00 USD is not counted: nothing says whether the amount holds it'],
    ])
  })

  test('under a name that no entry had before', () => {
    const [said, [note]] = told(
      entry('staking_reward', '1', 'ALGO', { tax_withheld: money('0.3', 'ALGO') }),
    ) as [string[], string[]]
    expect(said).toEqual(['incoming/staking_reward -> 1 ALGO (cost_not_counted)'])
    expect(note).toMatch(
      /^not_counted: Coinbase states “?0\.3”? as “tax_withheld\.amount”, which is not counted/,
    )
  })
})
