import { expect, test } from 'vitest'
import { lines } from '../../files/testing/read-text.ts'
import { eosConnector } from './eos-connector.ts'

const OWN = 'lotbooktest1'
const ACCESS = { chain: 'eos', address: OWN, isExtendedKey: false }

/** An action as Hyperion lists it. */
const transfer = (
  n: number,
  from: string,
  to: string,
  quantity: string,
  { trx = `t${n}`, contract = 'eosio.token', memo = '' } = {},
) => ({
  '@timestamp': `2024-01-28T14:07:${String(n).padStart(2, '0')}.500`,
  block_num: 350_000_000 + n,
  trx_id: trx,
  global_sequence: 9_000 + n,
  act: { account: contract, name: 'transfer', data: { from, to, quantity, memo } },
})
const page = (stream: string, json: object) => ({
  stream,
  place: `${stream}:+`,
  text: JSON.stringify(json),
  fetchedAt: 3,
})

test('transfers, an exchange in one transaction, and what is staked stays', () => {
  const reading = eosConnector.read(
    [
      page('actions', {
        actions: [
          transfer(1, 'exchange', OWN, '100.0000 EOS'),
          transfer(2, OWN, 'friend', '1.5000 EOS'),
          transfer(3, OWN, 'eosio.stake', '20.0000 EOS'),
          transfer(4, OWN, 'swap.defi', '10.0000 EOS', { trx: 'swap' }),
          transfer(5, 'swap.defi', OWN, '7.2500 USDT', { trx: 'swap', contract: 'tethertether' }),
          transfer(6, 'spammer', OWN, '1.0000 PRIZE', {
            contract: 'prizeprize',
            memo: 'claim at prize.example.com',
          }),
          // A token of the same name is not the coin.
          transfer(7, 'faker', OWN, '5.0000 EOS', { contract: 'fakeosfakeos' }),
        ],
      }),
    ],
    ACCESS,
  )
  expect(reading.errors).toEqual([])
  expect(lines(reading)).toEqual([
    'incoming/received -> 100 EOS',
    'outgoing/sent 1.5 EOS ->',
    'trade 10 EOS -> 7.25 USDT',
    'incoming/received -> 1 PRIZE (spam)',
    'incoming/received -> 5 EOS',
  ])
  expect(reading.skipped).toHaveLength(1)
  expect(reading.transactions[4]?.tokens).toEqual({ EOS: { chain: 'eos', contract: 'fakeosfakeos-EOS' } })
})

test('an amount in parts, one that is called a value, and an NFT beside the coins that it was bought with', () => {
  const moved = (n: number, data: object, { contract = 'eosio.token', trx = `t${n}` } = {}) => ({
    ...transfer(n, '', '', ''),
    trx_id: trx,
    act: { account: contract, name: 'transfer', data },
  })
  const reading = eosConnector.read(
    [
      page('actions', {
        actions: [
          moved(1, { from: 'exchange', to: OWN, amount: 2.25, symbol: 'EOS', memo: '' }),
          moved(2, { from: 'friend', to: OWN, value: '3.00 POINT', memo: '' }, { contract: 'pointspoints' }),
          moved(3, { from: OWN, to: 'nftmarket', quantity: '4.0000 EOS' }, { trx: 'nft' }),
          moved(
            4,
            { from: 'nftmarket', to: OWN, asset_ids: ['1099'] },
            { trx: 'nft', contract: 'atomicassets' },
          ),
        ],
      }),
    ],
    ACCESS,
  )
  expect(reading.errors).toEqual([])
  expect(lines(reading)).toEqual([
    'incoming/received -> 2.25 EOS',
    'incoming/received -> 3 POINT',
    'outgoing/sent 4 EOS ->',
  ])
  expect(reading.notes).toMatchObject([{ code: 'not_counted' }])
})

test('stakes and refunds are part of what is held; a share of the lending pool is not known', () => {
  const held = (account: object) => eosConnector.read([page('account', account)], ACCESS).balances
  const account = {
    core_liquid_balance: '68.5000 EOS',
    voter_info: { staked: 200_000 },
    refund_request: { net_amount: '1.0000 EOS', cpu_amount: '0.5000 EOS' },
  }
  expect(held(account)).toMatchObject([{ asset: 'EOS', quantity: '90' }])
  expect(held({ ...account, rex_info: { vote_stake: '1.0000 EOS' } })).toEqual([])
})
