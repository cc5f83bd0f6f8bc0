import { expect, test } from 'vitest'
import { lines } from '../../files/testing/read-text.ts'
import { qtumConnector } from './qtum-connector.ts'

const OWN = 'QTzyYCf9Sfc6DqwM4ydQ5N8E1obWvkm8AW'
const OTHER = 'QeZjXLEyqKgUNyoXcTCC2nxVx77cSnmpcy'
const ACCESS = { chain: 'qtum', address: OWN, isExtendedKey: false }
const QCASH = { addressHex: 'f2033ede578e17fa6231047265010445bca8cf1c', symbol: 'QC', decimals: 8 }

type Side = Readonly<Record<string, string>>
const sides = (side: Side) => Object.entries(side).map(([address, value]) => ({ address, value }))
/** A transaction as the explorer shows it. */
const transaction = (
  n: number,
  inputs: Side,
  outputs: Side,
  { fees = '0', ...more }: Readonly<Record<string, unknown>> = {},
) => ({
  stream: 'transactions-detail',
  place: `transactions-detail:q${n}`,
  text: JSON.stringify({
    id: `q${n}`,
    inputs: sides(inputs),
    outputs: sides(outputs),
    isCoinbase: false,
    isCoinstake: false,
    blockHeight: 400_000 + n,
    timestamp: 1_562_675_696 + n,
    refundValue: '0',
    fees,
    ...more,
  }),
  fetchedAt: 1,
})

test('change is no income, gas that was not used comes back with the stake of its block, and a stake earns', () => {
  const reading = qtumConnector.read(
    [
      transaction(1, { [OTHER]: '1000000100' }, { [OWN]: '1000000000' }, { fees: '100' }),
      transaction(2, { [OWN]: '1000000000' }, { [OTHER]: '300000000', [OWN]: '699999000' }, { fees: '1000' }),
      // A call of a contract that sends a token: 2,179,600 left, of which 605,640 come back.
      transaction(
        3,
        { [OWN]: '699999000' },
        { contract: '0', [OWN]: '697819400' },
        {
          fees: '1573960',
          refundValue: '605640',
          qrc20TokenTransfers: [{ ...QCASH, from: OTHER, to: OWN, value: '10000000000' }],
        },
      ),
      transaction(
        4,
        { [OTHER]: '5000000000' },
        { [OTHER]: '5100000000', [OWN]: '605640' },
        { isCoinstake: true, fees: '-1', blockHeight: 400_003 },
      ),
      transaction(
        5,
        { [OWN]: '697819400' },
        { [OWN]: '747819400' },
        { isCoinstake: true, fees: '-50000000' },
      ),
      transaction(6, { [OTHER]: '9' }, { [OWN]: '9' }, { blockHeight: undefined }),
      {
        stream: 'address',
        place: 'address:+',
        text: JSON.stringify({ balance: '748425040', qrc20Balances: [{ ...QCASH, balance: '10000000000' }] }),
        fetchedAt: 2,
      },
    ],
    ACCESS,
  )
  expect(reading.errors).toEqual([])
  expect(lines(reading)).toEqual([
    'incoming/received -> 10 QTUM',
    'outgoing/sent 3 QTUM -> fee 0.00001 QTUM',
    'incoming/received -> 100 QC fee 0.0157396 QTUM',
    'incoming/staking_reward -> 0.5 QTUM',
  ])
  expect(reading.balances).toMatchObject([
    { asset: 'QTUM', quantity: '7.4842504' },
    { asset: 'QC', token: { chain: 'qtum' }, quantity: '100' },
  ])
})

test('an NFT beside coins is noted', () => {
  const nft = { addressHex: 'aa', symbol: 'ART', from: OTHER, to: OWN, tokenId: '01' }
  const reading = qtumConnector.read(
    [
      transaction(
        1,
        { [OWN]: '1000000000' },
        { [OTHER]: '400000000', [OWN]: '599999000' },
        { fees: '1000', qrc721TokenTransfers: [nft] },
      ),
    ],
    ACCESS,
  )
  expect(lines(reading)).toEqual(['outgoing/sent 4 QTUM -> fee 0.00001 QTUM'])
  expect(reading.notes).toMatchObject([{ code: 'not_counted' }])
})
