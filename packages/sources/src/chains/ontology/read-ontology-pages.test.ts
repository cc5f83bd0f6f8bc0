import { expect, test } from 'vitest'
import { lines } from '../../files/testing/read-text.ts'
import { ontologyConnector } from './ontology-connector.ts'

const OWN = 'AVkqyHSSjy5wtedYaJ7RcNGfPboVR6hAfm'
const OTHER = 'AMp6AG3wfs1KX36U8vxQqQXxYyEUoziiH2'
const GOVERNANCE = 'AFmseVrdL9f9oyCzZefL9tG6UbviEH9ugK'
const COIN = 'AFmseVrdL9f9oyCzZefL9tG6UbvhUMqNMV'
const ACCESS = { chain: 'ontology', address: OWN, isExtendedKey: false }

type Transfer = readonly [from: string, to: string, amount: string, asset: string, contract?: string]
const FEE: Transfer = [OWN, GOVERNANCE, '0.05', 'ong']
/** A transaction as the explorer lists it. */
const transaction = (n: number, transfers: readonly Transfer[], more: object = {}) => ({
  tx_hash: `o${n}`,
  confirm_flag: 1,
  tx_time: 1_700_000_000 + n,
  block_height: 15_000_000 + n,
  block_index: 1,
  fee: '0.05',
  transfers: transfers.map(([from_address, to_address, amount, asset_name, contract_hash = '']) => ({
    from_address,
    to_address,
    amount,
    asset_name,
    contract_hash,
  })),
  ...more,
})
const read = (...result: readonly object[]) =>
  ontologyConnector.read(
    [
      {
        stream: 'transactions',
        place: 'transactions:+',
        text: JSON.stringify({ code: 0, result }),
        fetchedAt: 1,
      },
      {
        stream: 'balances',
        place: 'balances:+',
        text: '{"code":0,"result":[{"balance":"9.5","asset_name":"ong"},{"balance":"100","asset_name":"ont"},{"balance":"3","asset_name":"unboundong"}]}',
        fetchedAt: 4,
      },
    ],
    ACCESS,
  )

test('transfers with their fee in gas, a failure, and an exchange for a token', () => {
  const reading = read(
    transaction(4, [[OWN, OTHER, '9', 'ont'], FEE], { confirm_flag: 0 }),
    transaction(1, [
      [OTHER, OWN, '100', 'ont'],
      [OTHER, GOVERNANCE, '0.05', 'ong'],
    ]),
    transaction(2, [[OWN, OTHER, '10', 'ont'], FEE]),
    transaction(3, [[OWN, OTHER, '5', 'ong'], [OTHER, OWN, '7.5', 'pUSDT', 'ac65'], FEE]),
  )
  expect(reading.errors).toEqual([])
  expect(lines(reading)).toEqual([
    'incoming/received -> 100 ONT',
    'outgoing/sent 10 ONT -> fee 0.05 ONG',
    'trade 5 ONG -> 7.5 pUSDT fee 0.05 ONG',
    'outgoing/fee 0.05 ONG -> (failed)',
  ])
  expect(reading.balances).toMatchObject([
    { asset: 'ONG', quantity: '9.5' },
    { asset: 'ONT', quantity: '100' },
  ])
})

test('a stake stays, what it and the coin earned is income, and a staked coin is not held against the explorer', () => {
  const reading = read(
    transaction(1, [[OWN, GOVERNANCE, '50', 'ont'], FEE]),
    transaction(2, [[COIN, OWN, '1.25', 'ong'], FEE]),
    transaction(3, [[GOVERNANCE, OWN, '2', 'ong'], FEE]),
  )
  expect(lines(reading)).toEqual([
    'outgoing/fee 0.05 ONG ->',
    'incoming/staking_reward -> 1.25 ONG fee 0.05 ONG',
    'incoming/staking_reward -> 2 ONG fee 0.05 ONG',
  ])
  expect(reading.balances).toMatchObject([{ asset: 'ONG' }])
})

test('the coin is known by its contract; a token that has its name is a token', () => {
  const gas = '0200000000000000000000000000000000000000'
  const reading = read(
    transaction(1, [
      [OTHER, OWN, '4', 'ong', gas],
      [OTHER, OWN, '900', 'ong', 'ab4f8ec03bf1ec2d8cd6a56b1d9e4ff1ee0ba6c9'],
    ]),
  )
  const tokens = reading.transactions.map((one) => Object.values(one.tokens ?? {}))
  expect(tokens).toMatchObject([[], [{ contract: 'ab4f8ec03bf1ec2d8cd6a56b1d9e4ff1ee0ba6c9' }]])
})
