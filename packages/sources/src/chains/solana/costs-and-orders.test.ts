import { expect, test } from 'vitest'
import type { StoredPage } from '../../connecting/connector.ts'
import { lines } from '../../files/testing/read-text.ts'
import { solanaConnector } from './solana-connector.ts'

const WALLET = '7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q'
const KEEPER = 'DYw8jCTfwHNRJhhmFcbXvVDTqWMEVFBX6ZKUmG5CNSKK'
const FRIEND = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'
const POOL = '5Q544fKrFoe6tsEbD7S8EmxGTJYAKtTVhAW5Q5pge4j1'
const ORDER = '3XMrhbv989VxAMi3DErLV9eJht1pHppW5LbKxe9fkEFR'
const TIP = '96gYZGLnJYVFmbjzopPSU6QiEV5fGqZNyN9nmNhvrZU5'
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const BONK = 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263'
const RAY = '4k3Dyjzvzp8eMZWUXbBCjEvwSkkk59S5iCNLY3QrkX6R'
const WRAPPED = 'So11111111111111111111111111111111111111112'
const RENT = 2_039_280

/** An account before and after: lamports, and where it is a token account its mint, owner and units. */
interface Account {
  readonly key: string
  readonly lamports: readonly [before: number, after: number]
  readonly token?: readonly [mint: string, owner: string, before: number | null, after: number | null]
  readonly signer?: boolean
}

/** A transaction of https://solana.com/docs/rpc/http/gettransaction; its first account pays the fee. */
function transaction(
  slot: number,
  accounts: readonly Account[],
  { fee = 5000, instructions = [] as readonly object[], err = null as object | null } = {},
): StoredPage {
  const side = (at: 2 | 3) =>
    accounts.flatMap(({ token }, accountIndex) => {
      const amount = token?.[at] ?? null
      if (token === undefined || amount === null) return []
      const decimals = token[0] === WRAPPED ? 9 : token[0] === BONK ? 5 : 6
      const uiTokenAmount = { amount: String(amount), decimals }
      return [{ accountIndex, mint: token[0], owner: token[1], uiTokenAmount }]
    })
  const result = {
    slot,
    blockTime: 1_700_000_000 + slot,
    meta: {
      err,
      fee,
      preBalances: accounts.map(({ lamports }) => lamports[0]),
      postBalances: accounts.map(({ lamports }) => lamports[1]),
      preTokenBalances: side(2),
      postTokenBalances: side(3),
    },
    transaction: {
      message: {
        accountKeys: accounts.map(({ key, signer }, n) => ({ pubkey: key, signer: signer ?? n === 0 })),
        instructions,
      },
    },
  }
  const text = JSON.stringify({ jsonrpc: '2.0', result })
  return { stream: 'transaction', place: `transaction:s${slot}`, text, fetchedAt: slot }
}

const read = (...pages: readonly StoredPage[]) =>
  solanaConnector.read(pages, { chain: 'solana', address: WALLET, isExtendedKey: false })

const wallet = (...lamports: readonly [number, number]): Account => ({ key: WALLET, lamports })
const held = (
  key: string,
  mint: string,
  owner: string,
  units: readonly [number | null, number | null],
  lamports: readonly [number, number] = [RENT, RENT],
): Account => ({ key, lamports, token: [mint, owner, ...units] })
const system = (type: string, info: object) => ({ program: 'system', parsed: { type, info } })

/** 100 USDC for 5,000 BONK at a pool. */
const SWAP = [
  held('ownUsdc', USDC, WALLET, [100_000_000, 0]),
  held('ownBonk', BONK, WALLET, [0, 500_000_000]),
  held('poolUsdc', USDC, POOL, [9_000_000_000, 9_100_000_000]),
  held('poolBonk', BONK, POOL, [9_000_000_000, 8_500_000_000]),
]

test('a tip beside a swap is part of its fee, whatever its size, and so is a crumb that went to anybody', () => {
  const swapped = (lamports: number, to: string) =>
    lines(
      read(
        transaction(1, [
          wallet(1_000_000_000, 1_000_000_000 - 5000 - lamports),
          ...SWAP,
          { key: to, lamports: [7_000_000, 7_000_000 + lamports] },
        ]),
      ),
    )
  expect(swapped(10_000, TIP)).toEqual([`trade 100 USDC -> 5000 ${BONK} fee 0.000015 SOL`])
  expect(swapped(30_000_000, TIP)).toEqual([`trade 100 USDC -> 5000 ${BONK} fee 0.030005 SOL`])
  expect(swapped(10_000, FRIEND)).toEqual([`trade 100 USDC -> 5000 ${BONK} fee 0.000015 SOL`])
  // So much may have been given for something.
  expect(swapped(30_000_000, FRIEND)).toEqual([
    `incoming/received -> 5000 ${BONK} fee 0.000005 SOL (ungrouped)`,
    'outgoing/sent 0.03 SOL -> (ungrouped)',
    'outgoing/sent 100 USDC -> (ungrouped)',
  ])
})

test('a crumb that came beside a swap makes its fee less', () => {
  expect(lines(read(transaction(1, [wallet(1_000_000_000, 999_998_000), ...SWAP])))).toEqual([
    `trade 100 USDC -> 5000 ${BONK} fee 0.000002 SOL`,
  ])
})

test('a tip of a swap of the coin, of a payment and of nothing else is a fee', () => {
  const tipped = (before: number, after: number, ...more: readonly Account[]) =>
    lines(
      read(transaction(1, [wallet(before, after), { key: TIP, lamports: [7_000_000, 8_000_000] }, ...more])),
    )
  expect(tipped(2_000_000_000, 1_498_995_000, held('ownUsdc', USDC, WALLET, [0, 75_000_000]))).toEqual([
    'trade 0.5 SOL -> 75 USDC fee 0.001005 SOL',
  ])
  expect(tipped(2_000_000_000, 1_498_995_000, { key: FRIEND, lamports: [1, 500_000_001] })).toEqual([
    'outgoing/sent 0.5 SOL -> fee 0.001005 SOL',
  ])
  expect(tipped(2_000_000_000, 1_998_995_000)).toEqual(['outgoing/fee 0.001005 SOL ->'])
})

test('the rent of a token account that was opened for another is a cost of what was sent', () => {
  const accounts = [
    wallet(1_000_000_000, 1_000_000_000 - 5000 - RENT),
    held('ownUsdc', USDC, WALLET, [100_000_000, 95_000_000]),
    held('theirs', USDC, FRIEND, [null, 5_000_000], [0, RENT]),
  ]
  const sent = ['outgoing/sent 5 USDC -> fee 0.00204428 SOL']
  expect(lines(read(transaction(1, accounts)))).toEqual(sent)
  const created = system('createAccount', {
    source: WALLET,
    newAccount: 'theirs',
    lamports: RENT,
    space: 165,
    owner: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  })
  expect(lines(read(transaction(1, accounts, { instructions: [created] })))).toEqual(sent)
})

test('rent of any account that a swap opens is its cost, and what is put in beyond it was sent', () => {
  const opened = (lamports: number) =>
    lines(
      read(
        transaction(
          1,
          [
            wallet(1_000_000_000, 1_000_000_000 - 5000 - lamports),
            ...SWAP,
            { key: ORDER, lamports: [0, lamports] },
          ],
          {
            instructions: [
              system('createAccount', { source: WALLET, newAccount: ORDER, lamports, space: 372 }),
            ],
          },
        ),
      ),
    )
  expect(opened(3_480_000)).toEqual([`trade 100 USDC -> 5000 ${BONK} fee 0.003485 SOL`])
  expect(opened(503_480_000)[1]).toBe('outgoing/sent 0.5 SOL -> (ungrouped)')
})

const PLACED = transaction(1, [
  wallet(1_000_000_000, 1_000_000_000 - 5000 - RENT - 3_000_000),
  held('ownUsdc', USDC, WALLET, [10_000_000_000, 0]),
  held('escrow', USDC, ORDER, [null, 10_000_000_000], [0, RENT]),
  { key: ORDER, lamports: [0, 3_000_000] },
])
const keeper: Account = { key: KEEPER, lamports: [9_000_000, 8_995_000] }
const filled = (slot: number, escrow: readonly [number, number], ray: readonly [number, number]) =>
  transaction(slot, [
    keeper,
    held('escrow', USDC, ORDER, escrow),
    held('ownRay', RAY, WALLET, ray),
    held('poolRay', RAY, POOL, [9_000_000_000, 8_000_000_000]),
    { key: ORDER, lamports: [3_000_000, 3_000_000] },
  ])

test('fills of an order are exchanges of the part that left its account; placing it moves nothing', () => {
  const first = filled(2, [10_000_000_000, 7_500_000_000], [0, 1_000_000_000])
  const second = filled(3, [7_500_000_000, 5_000_000_000], [1_000_000_000, 1_900_000_000])
  const canceled = transaction(4, [
    wallet(990_000_000, 989_995_000 + RENT + 3_000_000),
    held('escrow', USDC, ORDER, [5_000_000_000, null], [RENT, 0]),
    held('ownUsdc', USDC, WALLET, [0, 5_000_000_000]),
    { key: ORDER, lamports: [3_000_000, 0] },
  ])
  expect(lines(read(PLACED, first, second, canceled))).toEqual([
    'outgoing/fee 0.000005 SOL ->',
    'trade 2500 USDC -> 1000 RAY'.replace('RAY', RAY),
    `trade 2500 USDC -> 900 ${RAY}`,
    'outgoing/fee 0.000005 SOL ->',
  ])
})

test('what an open order holds is part of the balance', () => {
  const reading = read(PLACED, filled(2, [10_000_000_000, 7_500_000_000], [0, 1_000_000_000]), {
    stream: 'balance',
    place: 'balance',
    text: '{"result":{"value":994955720}}',
    fetchedAt: 9,
  })
  expect(reading.balances).toEqual([{ asset: 'SOL', part: '', at: 9, quantity: '0.999995' }])
})

test('a plan that pays the coin, or is paid in it, is read the same way', () => {
  const placed = transaction(1, [
    wallet(9_000_000_000, 9_000_000_000 - 5000 - 5_000_000_000 - RENT),
    held('escrow', WRAPPED, ORDER, [null, 5_000_000_000], [0, 5_000_000_000 + RENT]),
  ])
  const fill = transaction(2, [
    keeper,
    held(
      'escrow',
      WRAPPED,
      ORDER,
      [5_000_000_000, 3_000_000_000],
      [5_000_000_000 + RENT, 3_000_000_000 + RENT],
    ),
    held('ownUsdc', USDC, WALLET, [0, 300_000_000]),
  ])
  expect(lines(read(placed, fill))).toEqual(['outgoing/fee 0.000005 SOL ->', 'trade 2 SOL -> 300 USDC'])
})

test('fills that no transaction of the wallet shows count when their coins come, and are said', () => {
  const collected = transaction(5, [
    keeper,
    held('escrow', USDC, ORDER, [0, 0]),
    held('orderRay', RAY, ORDER, [4_000_000_000, 0]),
    held('ownRay', RAY, WALLET, [0, 4_000_000_000]),
  ])
  expect(lines(read(PLACED, collected))).toEqual([
    'outgoing/fee 0.000005 SOL ->',
    `trade 10000 USDC -> 4000 ${RAY} (filled_earlier)`,
  ])
})

test('a payment to a person is none, though they later pay in another token', () => {
  const paid = transaction(1, [
    wallet(1_000_000_000, 1_000_000_000 - 5000 - RENT),
    held('ownUsdc', USDC, WALLET, [50_000_000, 0]),
    held('theirs', USDC, FRIEND, [null, 50_000_000], [0, RENT]),
  ])
  const back = transaction(2, [
    { key: FRIEND, lamports: [9_000_000, 8_995_000] },
    held('theirs', USDC, FRIEND, [50_000_000, 0]),
    held('ownRay', RAY, WALLET, [0, 1_000_000]),
  ])
  expect(lines(read(paid, back))).toEqual([
    'outgoing/sent 50 USDC -> fee 0.00204428 SOL',
    `incoming/received -> 1 ${RAY}`,
  ])
})

test('what came back of an order that is only flagged is a side of it; one that was taken back whole is none', () => {
  const given = (slot: number, owner: string) =>
    transaction(slot, [
      wallet(1_000_000_000, 999_995_000),
      held('ownUsdc', USDC, WALLET, [10_000_000_000, 0]),
      held(`vault ${owner}`, USDC, owner, [77_000_000_000, 87_000_000_000]),
    ])
  const paid = (slot: number, owner: string, mint: string, own: readonly [number, number]) =>
    transaction(slot, [
      keeper,
      held(`vault ${owner} ${mint}`, mint, owner, [9_000_000_000, 8_000_000_000]),
      held(`own ${mint}`, mint, WALLET, own),
    ])
  const reading = read(
    given(1, ORDER),
    paid(2, ORDER, RAY, [0, 1_000_000_000]),
    paid(3, ORDER, USDC, [0, 4_000_000_000]),
    given(4, POOL),
    paid(5, POOL, USDC, [0, 1_000_000_000]),
  )
  expect(reading.transactions.map(({ flags }) => flags)).toEqual([
    ['order_side:s1'],
    ['order_side:s1'],
    ['order_side:s1'],
    [],
    [],
  ])
})

test('an order whose parts nothing states is offered: both sides are flagged', () => {
  const given = transaction(1, [
    wallet(1_000_000_000, 999_995_000),
    held('ownUsdc', USDC, WALLET, [10_000_000_000, 0]),
    held('vault', USDC, ORDER, [77_000_000_000, 87_000_000_000]),
  ])
  const paid = (slot: number, ray: readonly [number, number]) =>
    transaction(slot, [
      keeper,
      held('vaultRay', RAY, ORDER, [9_000_000_000, 8_000_000_000]),
      held('ownRay', RAY, WALLET, ray),
    ])
  const reading = read(given, paid(2, [0, 1_000_000_000]), paid(3, [1_000_000_000, 2_000_000_000]))
  expect(reading.notes).toMatchObject([{ code: 'order_side', row: 1 }])
  expect(lines(reading)).toEqual([
    'outgoing/sent 10000 USDC -> fee 0.000005 SOL (order_side:s1)',
    `incoming/received -> 1000 ${RAY} (order_side:s1)`,
    `incoming/received -> 1000 ${RAY} (order_side:s1)`,
  ])
})
