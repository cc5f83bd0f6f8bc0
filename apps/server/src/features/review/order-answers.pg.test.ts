import type { DecisionEffect, ReviewItem, TransactionRow } from '@lotbook/contract'
import { addressConnector, type StoredPage } from '@lotbook/sources'
import { expect, test } from 'vitest'
import { accountFor } from '../../journal/transactions/account-of.ts'
import { keepReading } from '../../journal/laying/keep-reading.ts'
import { self, withSubject } from '../../platform/database.ts'
import { takeFence } from '../../platform/fence.ts'
import { newId } from '../../platform/ids.ts'
import { checkInvariants } from '../../platform/invariants.ts'
import { sql } from '../../platform/sql.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()

const WALLET = '7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q'
const KEEPER = 'DYw8jCTfwHNRJhhmFcbXvVDTqWMEVFBX6ZKUmG5CNSKK'
const ORDER = '3XMrhbv989VxAMi3DErLV9eJht1pHppW5LbKxe9fkEFR'
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const RAY = '4k3Dyjzvzp8eMZWUXbBCjEvwSkkk59S5iCNLY3QrkX6R'
const BONK = 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263'

type Held = readonly [key: string, mint: string, owner: string, before: number, after: number]

/** A transaction of Solana that one account pays for and that changes token accounts. */
function transaction(slot: number, payer: string, lamports: number, ...held: readonly Held[]): StoredPage {
  const side = (at: 3 | 4) =>
    held.map(([, mint, owner, ...units], n) => ({
      ...{ accountIndex: n + 1, mint, owner },
      uiTokenAmount: { amount: String(units[at - 3]), decimals: 6 },
    }))
  const balances = (first: number) => [first, ...held.map(() => 2_039_280)]
  const result = {
    ...{ slot, blockTime: 1_700_000_000 + slot },
    meta: {
      ...{ err: null, fee: 5000, preBalances: balances(lamports), postBalances: balances(lamports - 5000) },
      ...{ preTokenBalances: side(3), postTokenBalances: side(4) },
    },
    transaction: {
      message: {
        accountKeys: [payer, ...held.map(([key]) => key)].map((pubkey, n) => ({ pubkey, signer: n === 0 })),
        instructions: [],
      },
    },
  }
  const text = JSON.stringify({ jsonrpc: '2.0', result })
  return { stream: 'transaction', place: `transaction:s${slot}`, text, fetchedAt: slot }
}
const GIVEN = transaction(
  1,
  WALLET,
  1_000_000_000,
  ['ownUsdc', USDC, WALLET, 10_000_000_000, 0],
  ['vault', USDC, ORDER, 77_000_000_000, 87_000_000_000],
)
const paid = (slot: number, mint: string, before: number, after: number) =>
  transaction(
    slot,
    KEEPER,
    9_000_000,
    [`vault ${mint}`, mint, ORDER, 9_000_000_000, 8_000_000_000],
    [`own ${mint}`, mint, WALLET, before, after],
  )

/** Lays a wallet's history as the job of its connection does, and opens its review. */
async function walletWith(...pages: readonly StoredPage[]) {
  const journal = await customerWith(server)
  const { userId } = journal
  const [connectionId, importId] = [newId(), newId()]
  const account = await withSubject(server.db, self(userId), async (tx) => {
    const solana = await accountFor(tx, userId, { key: 'solana:own', slug: 'solana', name: 'Solana' })
    await tx.run(sql`
      insert into connections (user_id, id, account_id, method, label, created_at)
      values (${userId}, ${connectionId}, ${solana.id}, 'wallet', 'Solana', now())`)
    await tx.run(sql`
      insert into imports (user_id, id, connection_id, created_at) values (${userId}, ${importId}, ${connectionId}, now())`)
    return solana
  })
  const fence = await takeFence(server.db, 'imports', userId, importId)
  const connector = addressConnector('solana')
  if (fence === undefined || connector === undefined) throw new Error('the import cannot be taken')
  const read = connector.read(pages, { chain: 'solana', address: WALLET, isExtendedKey: false })
  const purpose = {
    ...{ name: 'Solana', connectionId, accountId: account.id, accountKey: account.key, upload: null },
  }
  const reading = {
    ...read,
    ...{
      family: connector.family,
      sourceSlug: 'solana',
      exchange: 'Solana',
      formatId: null,
      formatName: null,
    },
    ...{ headerRow: null, timeZone: null, dataRows: pages.length },
  }
  await keepReading(server.db, fence, purpose, { reading, readAs: [] })
  const open = async () =>
    (await journal.get<{ rows: ReviewItem[] }>('/review')).rows.filter(({ code }) =>
      code.startsWith('unmatched'),
    )
  const shown = async () => (await journal.rows()).map(sides)
  return { ...journal, open, shown }
}

const sides = ({ type, sub_type, from, to, fee, is_ignored }: TransactionRow) =>
  [
    [type, sub_type].filter((word) => word !== null).join('/'),
    ...[from, to, fee].map((leg) =>
      leg === null ? '-' : `${leg.amount} ${leg.symbol === RAY ? 'RAY' : leg.symbol}`,
    ),
    ...(is_ignored ? ['ignored'] : []),
  ].join(' ')

const APART = [
  'outgoing/sent 10000 USDC - 0.000005 SOL',
  'incoming/received - 1000 RAY -',
  'incoming/received - 500 RAY -',
]

test.each([['unmatched_send'], ['unmatched_receive']])(
  'what may be an order is offered as one by its question %s: trades for a share of what was sent, with one undo',
  async (code) => {
    const journal = await walletWith(
      GIVEN,
      paid(2, RAY, 0, 1_000_000_000),
      paid(3, RAY, 1_000_000_000, 1_500_000_000),
    )
    expect(await journal.shown()).toEqual(APART)
    const items = await journal.open()
    expect(items.map((item) => item.code).toSorted()).toEqual([
      'unmatched_receive',
      'unmatched_receive',
      'unmatched_send',
    ])
    const item = items.find((one) => one.code === code)
    const { data } = (await journal.post(`/review/${item?.id}/effects`, {
      answers: [{ option: 'one_order' }],
    })) as { data: DecisionEffect[] }
    expect(data).toMatchObject([{ refused: null }])
    const { change_id: change } = (await journal.post(`/review/${item?.id}/decide`, {
      answer: { option: 'one_order' },
    })) as { change_id: string }
    expect(await journal.shown()).toEqual([
      'outgoing/fee 0.000005 SOL - -',
      'trade 6666.666666667 USDC 1000 RAY -',
      'trade 3333.333333333 USDC 500 RAY -',
    ])
    expect(await journal.open()).toEqual([])
    await journal.post(`/changes/${change}/undo`)
    expect(await journal.shown()).toEqual(APART)
    expect((await journal.open()).length).toBe(3)
    expect(await checkInvariants(server.db)).toEqual([])
  },
)

test('what came back of an order that was filled in part was not paid', async () => {
  const journal = await walletWith(GIVEN, paid(2, RAY, 0, 1_000_000_000), paid(3, USDC, 0, 4_000_000_000))
  expect(await journal.shown()).toEqual([
    'outgoing/sent 10000 USDC - 0.000005 SOL',
    'incoming/received - 1000 RAY -',
    'incoming/received - 4000 USDC -',
  ])
  const [item] = await journal.open()
  await journal.post(`/review/${item?.id}/decide`, { answer: { option: 'one_order' } })
  expect(await journal.shown()).toEqual([
    'outgoing/fee 0.000005 SOL - -',
    'trade 6000 USDC 1000 RAY -',
    'incoming/received - 4000 USDC - ignored',
  ])
  expect(await journal.open()).toEqual([])
  expect(await checkInvariants(server.db)).toEqual([])
})

test('what two coins came for is not divided, and a send that is no side of an order is not offered as one', async () => {
  const journal = await walletWith(
    GIVEN,
    paid(2, RAY, 0, 1_000_000_000),
    paid(3, BONK, 0, 1_000_000_000),
    transaction(
      4,
      WALLET,
      900_000_000,
      ['ownRay', RAY, WALLET, 1_000_000_000, 900_000_000],
      ['friend', RAY, KEEPER, 0, 100_000_000],
    ),
  )
  const before = await journal.shown()
  const items = await journal.open()
  expect(items.length).toBe(4)
  for (const item of items) {
    const answer = await journal.customer.request('POST', `/review/${item.id}/decide`, {
      answer: { option: 'one_order' },
    })
    expect([answer.status, answer.text]).toEqual([
      422,
      expect.stringMatching(/More than one coin came from it|cannot be settled that way/),
    ])
  }
  expect(await journal.shown()).toEqual(before)
})
