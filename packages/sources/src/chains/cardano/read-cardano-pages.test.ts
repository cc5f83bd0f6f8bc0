import { expect, test } from 'vitest'
import { lines } from '../../files/testing/read-text.ts'
import { cardanoConnector } from './cardano-connector.ts'

const OWN =
  'addr1qx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3n0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgse35a3x'
const STAKE = 'stake1uyehkck0lajq8gr28t9uxnuvgcqrc6070x3k9r8048z8y5gh6ffgw'
const ACCESS = { chain: 'cardano', address: OWN, isExtendedKey: false }
const HOSKY = { policy_id: 'a0028f35', asset_name: '484f534b59', fingerprint: 'asset1', decimals: 0 }

interface Side {
  readonly value: string
  readonly asset_list?: readonly object[]
  readonly [field: string]: unknown
}
const own = (value: string, asset_list: readonly object[] = []): Side => ({
  payment_addr: { bech32: 'addr1another' },
  stake_addr: STAKE,
  value,
  asset_list,
})
const other = (value: string, asset_list: readonly object[] = []): Side => ({
  ...own(value, asset_list),
  stake_addr: null,
})
/** A transaction as Koios shows it (`tx_info`). */
const transaction = (
  n: number,
  inputs: readonly Side[],
  outputs: readonly Side[],
  {
    fee = '170000',
    deposit = '0',
    ...more
  }: { fee?: string; deposit?: string; [field: string]: unknown } = {},
) => ({
  tx_hash: `h${n}`,
  tx_timestamp: 1_700_000_000 + n,
  tx_block_index: n,
  fee,
  deposit,
  inputs,
  outputs,
  withdrawals: null,
  ...more,
})
const page = (stream: string, rows: readonly object[], fetchedAt = Date.UTC(2024, 0, 1)) => ({
  stream,
  place: `${stream}:+`,
  text: JSON.stringify(rows),
  fetchedAt,
})
const read = (...pages: ReturnType<typeof page>[]) => cardanoConnector.read(pages, ACCESS)

test('change to any address of the account is no income, and a withdrawal was its own', () => {
  const reading = read(
    page('transactions-detail', [
      transaction(1, [other('20000000')], [own('10000000'), other('9830000')]),
      transaction(2, [own('10000000')], [other('3000000'), own('6830000')]),
      transaction(3, [own('6830000')], [own('7660000')], {
        withdrawals: [{ amount: '1000000', stake_addr: STAKE }],
      }),
      transaction(4, [own('7660000')], [own('5490000')], { deposit: '2000000' }),
      transaction(5, [own('5490000')], [own('7320000')], { deposit: '-2000000' }),
    ]),
  )
  expect(reading.errors).toEqual([])
  expect(lines(reading)).toEqual([
    'incoming/received -> 10 ADA',
    'outgoing/sent 3 ADA -> fee 0.17 ADA',
    'outgoing/fee 0.17 ADA ->',
    'outgoing/fee 0.17 ADA ->',
    'outgoing/fee 0.17 ADA ->',
  ])
})

test('tokens go by their policy and name; what others paid into is shared; a script that failed took its collateral', () => {
  const reading = read(
    page('transactions-detail', [
      transaction(1, [other('5000000')], [own('1200000', [{ ...HOSKY, quantity: '1000' }])]),
      transaction(2, [own('3000000', [{ ...HOSKY, quantity: '1000' }]), other('9000000')], [own('8000000')]),
      transaction(3, [own('9000000')], [], {
        plutus_contracts: [{ valid_contract: false }],
        collateral_inputs: [own('5000000')],
        collateral_output: own('4700000'),
      }),
    ]),
  )
  expect(lines(reading)).toEqual([
    'incoming/received -> 1.2 ADA',
    'incoming/received -> 1000 HOSKY',
    'trade 1000 HOSKY -> 5 ADA (shared_transaction)',
    'outgoing/fee 0.3 ADA -> (failed)',
  ])
  expect(reading.transactions[1]?.tokens).toEqual({
    HOSKY: { chain: 'cardano', contract: 'a0028f35484f534b59' },
  })
})

const at = (bech32: string, side: Side): Side => ({ ...side, payment_addr: { bech32 } })
const CONTRACT = 'addr1w9qzpelu9hn45pefc0xr4ac4kdxeswq7pndul2vuj59u8tqaxdznu'
const CONTRACT_OF_OWN =
  'addr1z8snz7c4974vzdpxu65ruphl3zjdvtxw8strf2c2tmqnxz2j2c79gy9l76sdg0xwhd7r0c0kna0tycz4y5s6mlenh8pq0xmsha'
const BATCHER =
  'addr1q8elqhkuvtyelgcedpup58r893awhg3l87a4rz5d5acatuj9y84nruafrmta2rewd5l46g8zxy4l49ly8kye79ddr3ksqal35g'

test('the fee of a transaction that takes from a contract is the account’s, if nobody else put in a key', () => {
  const spends = { plutus_contracts: [{ valid_contract: true }] }
  const held = at(CONTRACT, other('100000000', [{ ...HOSKY, quantity: '1000' }]))
  const reading = read(
    page('transactions-detail', [
      // It claims what the contract held for it.
      transaction(1, [held, own('5000000')], [own('104700000', [{ ...HOSKY, quantity: '1000' }])], {
        ...spends,
        fee: '300000',
        collateral_inputs: [own('5000000')],
      }),
      // It exchanges with the contract.
      transaction(
        2,
        [held, own('50000000')],
        [at(CONTRACT, other('140000000')), own('9600000', [{ ...HOSKY, quantity: '1000' }])],
        { ...spends, fee: '400000' },
      ),
      // A batcher fills its order, which the contract held under its stake key.
      transaction(
        3,
        [
          at(CONTRACT_OF_OWN, own('50000000')),
          at(CONTRACT, other('1000000000')),
          at(BATCHER, other('9000000')),
        ],
        [
          own('2000000', [{ ...HOSKY, quantity: '700' }]),
          at(CONTRACT, other('1046000000')),
          at(BATCHER, other('10700000')),
        ],
        {
          ...spends,
          fee: '300000',
        },
      ),
      // The batcher put in collateral alone.
      transaction(
        4,
        [at(CONTRACT_OF_OWN, own('50000000'))],
        [own('2000000', [{ ...HOSKY, quantity: '700' }])],
        {
          ...spends,
          fee: '300000',
          inputs: [at(CONTRACT_OF_OWN, own('50000000')), at(CONTRACT, other('1000000000'))],
          collateral_inputs: [at(BATCHER, other('5000000'))],
        },
      ),
    ]),
  )
  expect(reading.errors).toEqual([])
  expect(lines(reading)).toEqual([
    'incoming/received -> 100 ADA fee 0.3 ADA',
    'incoming/received -> 1000 HOSKY',
    'trade 40 ADA -> 1000 HOSKY fee 0.4 ADA',
    'trade 48 ADA -> 700 HOSKY (shared_transaction)',
    'trade 48 ADA -> 700 HOSKY (shared_transaction)',
  ])
})

test('what the stake earned is income when it can be spent, and the balance counts all that is the account’s own', () => {
  const reward = (spendable_epoch: number, type: string, amount: string) => ({
    earned_epoch: spendable_epoch - 2,
    spendable_epoch,
    amount,
    type,
    pool_id_bech32: 'pool1',
  })
  const reading = read(
    page('rewards', [
      reward(210, 'member', '150000'),
      reward(211, 'treasury', '70000'),
      reward(212, 'refund', '500000000'),
      reward(900, 'member', '150000'),
    ]),
    page('account', [{ total_balance: '7320000', rewards_available: '150000', deposit: '2000000' }]),
    { ...page('transactions-detail', []), text: '{"message":"no"}' },
  )
  expect(lines(reading)).toEqual(['incoming/staking_reward -> 0.15 ADA', 'incoming/misc_reward -> 0.07 ADA'])
  expect(new Date(reading.transactions[0]?.at ?? 0).toISOString()).toBe('2020-08-08T21:44:51.000Z')
  expect(reading.skipped.map(({ reason }) => reason)).toEqual(['own_deposit_returned', 'not_yet'])
  expect(reading.balances).toMatchObject([{ asset: 'ADA', quantity: '9.32' }])
  expect(reading.errors).toMatchObject([{ code: 'unreadable_page' }])
})

test('an address without a stake key stands for itself', () => {
  const address = 'addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl8'
  const mine = { ...own('4000000'), payment_addr: { bech32: address }, stake_addr: null }
  const reading = cardanoConnector.read(
    [page('transactions-detail', [transaction(1, [own('9000000')], [mine])])],
    {
      ...ACCESS,
      address,
    },
  )
  expect(lines(reading)).toEqual(['incoming/received -> 4 ADA'])
  // It bears its share of a fee: the other address may be another of the same person.
  const shared = cardanoConnector.read(
    [page('transactions-detail', [transaction(1, [mine, own('12000000')], [own('15830000')])])],
    { ...ACCESS, address },
  )
  expect(lines(shared)).toEqual(['outgoing/sent 3.9575 ADA -> fee 0.0425 ADA (shared_transaction)'])
})

test('what is left of collateral is the account’s own where its address alone says so', () => {
  const back = { payment_addr: { bech32: OWN }, value: '4277281629', asset_list: '[]' }
  const reading = read(
    page('transactions-detail', [
      transaction(1, [], [other('30000000')], {
        plutus_contracts: [{ valid_contract: false }],
        collateral_inputs: [own('4280000000')],
        collateral_output: back,
      }),
    ]),
  )
  expect(reading.errors).toEqual([])
  expect(lines(reading)).toEqual(['outgoing/fee 2.718371 ADA -> (failed)'])
})
