import { expect, test } from 'vitest'
import { linesOf } from '../testing/read-rows.ts'

const row = (Type: string, id: string, Amount: string, unit: string, Address: string, Fee = '') => ({
  ...{ Timestamp: '1700000000', Type, 'Transaction ID': id, Amount, 'Amount unit': unit, Address, Fee },
  'Fee unit': Fee === '' ? '' : unit.replace('USDC', 'ETH'),
})
const [mine, pool] = ['0xAa01', '0xbb02']

test('what a transaction of its own brought to the address of the account came in', () => {
  const rows = [
    row('SENT', 'aa', '1', 'ETH', pool, '0.01'),
    row('SENT', 'aa', '2000', 'USDC', mine.toLowerCase()),
    row('SENT', 'bb', '500', 'USDC', pool, '0.01'),
    row('SENT', 'bb', '0.2', 'ETH', mine),
    row('RECV', 'cc', '3', 'ETH', mine),
  ]
  expect(linesOf('trezor-suite-v2', rows)).toEqual([
    'trade 1 ETH -> 2000 USDC fee 0.01 ETH',
    'trade 500 USDC -> 0.2 ETH fee 0.01 ETH',
    'incoming/received -> 3 ETH',
  ])
})

test('coins sent to an address of the wallet stayed in it', () => {
  const rows = [
    row('RECV', 'aa', '1', 'BTC', 'bc1qmine'),
    row('SENT', 'bb', '0.3', 'BTC', 'bc1qother', '0.0001'),
    row('SENT', 'bb', '0.2', 'BTC', 'bc1qmine'),
  ]
  expect(linesOf('trezor-suite-v2', rows)).toEqual([
    'incoming/received -> 1 BTC',
    'outgoing/sent 0.3 BTC -> fee 0.0001 BTC',
  ])
})

test.each([
  [[row('SENT', 'aa', '0', 'ETH', pool, '0.01')], ['outgoing/fee 0.01 ETH ->']],
  [
    [row('SENT', 'aa', '', 'BTC', '', '0.001'), row('SENT', 'aa', '0.5', 'BTC', 'bc1q1')],
    ['outgoing/sent 0.5 BTC -> fee 0.001 BTC'],
  ],
  [[{ ...row('SENT', 'aa', 'ID 7', 'PUNK', pool, '0.01'), 'Fee unit': 'ETH' }], ['outgoing/fee 0.01 ETH ->']],
  [[row('RECV', 'aa', 'ID 7', 'PUNK', mine)], ['skip nft 1']],
  [[row('FAILED', 'aa', '1', 'ETH', pool, '0.01')], ['outgoing/fee 0.01 ETH ->']],
])(
  'a call of nothing, an output of data, a thing that is one of its kind, a failure: %#',
  (rows, expected) => {
    expect(linesOf('trezor-suite-v2', rows)).toEqual(expected)
  },
)
