import { expect, test } from 'vitest'
import { lines } from '../../files/testing/read-text.ts'
import { outputConnectors } from './output-connectors.ts'

interface Side {
  readonly [address: string]: string
}

/** A transaction as https://github.com/trezor/blockbook/blob/master/docs/api.md shows it. */
function transaction(n: number, vin: Side | 'coinbase', vout: Side, fees = '0') {
  const sides = (side: Side) =>
    Object.entries(side).map(([address, value], at) => ({
      n: at,
      addresses: [address],
      isAddress: true,
      value,
    }))
  return {
    txid: String(n).repeat(64),
    vin: vin === 'coinbase' ? [{ n: 0, isAddress: false, coinbase: '03a1' }] : sides(vin),
    vout: [...sides(vout), { n: 9, addresses: ['OP_RETURN (note)'], isAddress: false, value: '0' }],
    blockHeight: 800_000 + n,
    blockTime: 1_690_000_000 + n * 600,
    fees,
  }
}

function readOf(slug: string, answer: object, access: { address: string; isExtendedKey?: boolean }) {
  const text = JSON.stringify({ page: 1, itemsOnPage: 1000, txs: 9, ...answer })
  const connector = outputConnectors.find((one) => one.slug === slug)
  return connector?.read([{ stream: 'transactions', place: '0-9+1', text, fetchedAt: 4 }], {
    chain: slug,
    isExtendedKey: false,
    ...access,
  })
}

test('an extended key is all of its addresses: what moves between them costs its fee', () => {
  const reading = readOf(
    'litecoin',
    {
      balance: '149999000',
      tokens: [
        { type: 'XPUBAddress', name: 'La' },
        { type: 'XPUBAddress', name: 'Lb' },
      ],
      transactions: [
        transaction(3, 'coinbase', { Lb: '50000000' }),
        transaction(2, { La: '100000000' }, { Lb: '99999000' }, '1000'),
        transaction(1, { other: '100000500' }, { La: '100000000' }, '500'),
      ],
    },
    { address: 'Ltub', isExtendedKey: true },
  )
  expect(reading && lines(reading)).toEqual([
    'incoming/received -> 1 LTC',
    'outgoing/fee 0.00001 LTC ->',
    'incoming/mined -> 0.5 LTC',
  ])
  expect(reading?.balances).toEqual([{ asset: 'LTC', part: '', at: 4, quantity: '1.49999' }])
})

test('an address is also what the server calls it', () => {
  const reading = readOf(
    'bitcoin-cash',
    { address: 'bitcoincash:qa', transactions: [transaction(1, { x: '5' }, { 'bitcoincash:qa': '5' })] },
    { address: '1Old' },
  )
  expect(reading && lines(reading)).toEqual(['incoming/received -> 0.00000005 BCH'])
})

test('coins that go where nobody sees them are sent, not paid as a fee', () => {
  const reading = readOf(
    'zcash',
    {
      transactions: [
        transaction(1, { t1: '500000000' }, { t1: '100000000' }, '400000000'),
        transaction(2, { t1: '100000000' }, { t1: '40000000', t2: '59990000' }, '10000'),
      ],
    },
    { address: 't1' },
  )
  expect(reading && lines(reading)).toEqual([
    'outgoing/sent 4 ZEC -> (shielded)',
    'outgoing/sent 0.5999 ZEC -> fee 0.0001 ZEC',
  ])
})

test('an address that was never used has no transactions, and a page that is none is said', () => {
  expect(readOf('dogecoin', { txs: 0, balance: '0' }, { address: 'D' })).toMatchObject({
    transactions: [],
    errors: [],
  })
  expect(readOf('dogecoin', { transactions: [{ txid: null }] }, { address: 'D' })?.errors).toMatchObject([
    { code: 'unreadable_page' },
  ])
})
