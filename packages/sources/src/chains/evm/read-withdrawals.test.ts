import { expect, test } from 'vitest'
import type { StoredPage } from '../../connecting/connector.ts'
import { line, lines } from '../../files/testing/read-text.ts'
import { evmConnectors } from './evm-connector.ts'

const ME = '0x52908400098527886e0f7030069857d2e4169ee7'
const FRIEND = '0x8617e340b3d01fa5f11f306f4090fd50e238070d'
const DEPOSITS = '0x00000000219ab540356cBB839Cbe05303d7705Fa'
const REQUESTS = '0x00000961Ef480Eb55e80D19ad83579A64c007002'
const CONSOLIDATIONS = '0x0000BBdDc7CE488642fb579F8B00f3a590007251'
const ethereum = evmConnectors.find(({ slug }) => slug === 'ethereum')
const ACCESS = { chain: 'ethereum', address: ME, isExtendedKey: false }

const DAY = 86_400
/** A day by its number; seconds since 1970. */
const on = (day: number) => 1_681_300_000 + day * DAY
const eth = (text: string) => String(Math.round(Number(text) * 1e9)) + '0'.repeat(9)

let number = 0
const transaction = (day: number, to: string, value: string, input = '0x') => ({
  hash: `0x${String((number += 1)).padStart(64, '0')}`,
  blockNumber: String(17_000_000 + day),
  timeStamp: String(on(day)),
  from: ME,
  to,
  value: eth(value),
  contractAddress: '',
  gasUsed: '0',
  gasPrice: '30000000000',
  isError: '0',
  txreceipt_status: '1',
  functionName: '',
  input,
})
const key = (n: number) => String(n).repeat(96)
const credentialsOf = (address: string, kind = '01') => `${kind}${'0'.repeat(22)}${address.slice(2)}`
/** A call of `deposit`: its head, then the lengths and contents of the key, the credentials and the signature. */
const deposit = (day: number, n: number, value: string, credentials = credentialsOf(ME)) =>
  transaction(
    day,
    DEPOSITS,
    value,
    `0x22895118${'0'.repeat(4 * 64)}${'30'.padStart(64, '0')}${key(n)}${'0'.repeat(32)}${'20'.padStart(64, '0')}${credentials}${'60'.padStart(64, '0')}${'ab'.repeat(96)}`,
  )
const withdrawal = (day: number, validator: number, amount: string) => ({
  withdrawalIndex: String(13 + day),
  validatorIndex: String(validator),
  address: ME,
  amount: String(Math.round(Number(amount) * 1e9)),
  blockNumber: String(17_000_000 + day),
  timestamp: String(on(day)),
})

const page = (stream: string, result: readonly object[]): StoredPage => ({
  stream,
  place: `${stream}:9/0+1`,
  text: JSON.stringify({ status: '1', message: 'OK', result }),
  fetchedAt: 9,
})
function read(transactions: readonly object[], withdrawals: readonly object[]) {
  const reading = ethereum?.read([page('txlist', transactions), page('withdrawals', withdrawals)], ACCESS)
  if (reading === undefined) throw new Error('no Ethereum')
  return reading
}

test('R-INC-1 what a validator pays every few days is income, and its stake comes back at the end', () => {
  const reading = read(
    [deposit(0, 1, '32')],
    [withdrawal(10, 7, '0.018'), withdrawal(15, 7, '0.0192'), withdrawal(20, 7, '32.0071')],
  )
  expect(reading.errors).toEqual([])
  expect(reading.notes).toEqual([])
  expect(lines(reading)).toEqual([
    'outgoing/staking_lockup 32 ETH ->',
    'incoming/staking_reward -> 0.018 ETH',
    'incoming/staking_reward -> 0.0192 ETH',
    'incoming/staking_return -> 32 ETH',
    'incoming/staking_reward -> 0.0071 ETH',
  ])
  expect(reading.transactions[1]).toMatchObject({
    at: on(10) * 1000,
    txHash: null,
    records: [{ kind: 'evm-withdrawal', nativeId: '23', origin: { remoteId: 'withdrawal/23' } }],
  })
})

test('the amounts of Blockscout are in wei, those of Etherscan in gwei', () => {
  const items = [
    {
      index: 23,
      validator_index: 7,
      amount: '18000000000000000',
      block_number: 17_000_010,
      timestamp: '2023-04-22T11:46:40.000000Z',
    },
  ]
  const text = JSON.stringify({ items, next_page_params: null })
  const stored = { stream: 'withdrawals', place: 'withdrawals:9/0+1', text, fetchedAt: 9 }
  const reading = ethereum?.read([stored], ACCESS)
  expect(reading && lines(reading)).toEqual(['incoming/staking_reward -> 0.018 ETH'])
  expect(reading?.transactions[0]?.at).toBe(Date.UTC(2023, 3, 22, 11, 46, 40))
  expect(ethereum?.entry(stored, 'withdrawal/23')).toMatchObject(
    expect.arrayContaining([expect.objectContaining({ value: '18000000000000000' })]) as unknown as object,
  )
})

test('a stake is what was deposited, whatever its size: the number 32 decides nothing', () => {
  const last = (deposits: readonly object[], amount: string) => {
    const reading = read(deposits, [withdrawal(900, 7, amount)])
    return reading.transactions.filter(({ type }) => type === 'incoming').map(line)
  }
  const compounding = (n: number, value: string) => deposit(0, n, value, credentialsOf(ME, '02'))
  expect(last([compounding(1, '2000')], '2048.5')).toEqual([
    'incoming/staking_return -> 2000 ETH',
    'incoming/staking_reward -> 48.5 ETH',
  ])
  expect(last([compounding(1, '32'), deposit(1, 1, '8', credentialsOf(ME, '02'))], '40.2')).toEqual([
    'incoming/staking_return -> 40 ETH',
    'incoming/staking_reward -> 0.2 ETH',
  ])
  // Of two validators one left; one that was punished brings back less.
  expect(last([deposit(0, 1, '32'), deposit(0, 2, '32')], '32.01')).toEqual([
    'incoming/staking_return -> 32 ETH',
    'incoming/staking_reward -> 0.01 ETH',
  ])
  expect(last([deposit(0, 1, '32')], '31.2')).toEqual(['incoming/staking_return -> 31.2 ETH'])
  // Two became one, as the address asked.
  const joined = transaction(5, CONSOLIDATIONS, '0', `0x${key(1)}${key(2)}`)
  expect(last([deposit(0, 1, '32'), deposit(0, 2, '32'), joined], '64.3')).toEqual([
    'incoming/staking_return -> 64 ETH',
    'incoming/staking_reward -> 0.3 ETH',
  ])
})

test('what nothing divides into stake and reward is received, flagged and said', () => {
  const unknown = (deposits: readonly object[], amount: string) => {
    const reading = read(deposits, [withdrawal(900, 7, amount)])
    expect(reading.notes).toMatchObject([{ code: 'stake_unknown' }])
    return reading.transactions.filter(({ type }) => type === 'incoming').map(line)
  }
  const received = (amount: string) => [`incoming/received -> ${amount} ETH (stake_unknown)`]
  // Nothing was deposited by this address.
  expect(unknown([], '32.01')).toEqual(received('32.01'))
  // One of two, or both of them.
  expect(unknown([deposit(0, 1, '32'), deposit(0, 2, '32')], '64.3')).toEqual(received('64.3'))
  // Far more than was staked.
  expect(unknown([deposit(0, 1, '32')], '70')).toEqual(received('70'))
  // A part that the address asked for.
  const asked = transaction(5, REQUESTS, '0', `0x${key(1)}${3_000_000_000n.toString(16).padStart(16, '0')}`)
  expect(unknown([deposit(0, 1, '40', credentialsOf(ME, '02')), asked], '3')).toEqual(received('3'))
  // It comes back to another address, so it was sent.
  const forFriend = deposit(0, 1, '32', credentialsOf(FRIEND))
  expect(unknown([forFriend], '32.01')).toEqual(received('32.01'))
  expect(lines(read([forFriend], []))).toEqual(['outgoing/sent 32 ETH ->'])
})

test('a withdrawal is listed once by both walks that have it, and an amount that is none is an error of its own', () => {
  const again = {
    ...page('withdrawals', [withdrawal(10, 7, '0.018')]),
    place: 'withdrawals:8/0+1',
    fetchedAt: 8,
  }
  const odd = { ...withdrawal(11, 7, '0.01'), amount: 'some' }
  const reading = ethereum?.read([again, page('withdrawals', [withdrawal(10, 7, '0.018'), odd])], ACCESS)
  expect(reading && lines(reading)).toEqual(['incoming/staking_reward -> 0.018 ETH'])
  expect(reading?.errors).toMatchObject([{ code: 'not_an_amount', origin: { remoteId: 'withdrawal/24' } }])
})
