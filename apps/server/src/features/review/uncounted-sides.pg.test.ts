import type { DecisionEffect, ReviewItem, TransactionDetail } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { self, withSubject } from '../../platform/database.ts'
import { checkInvariants } from '../../platform/invariants.ts'
import { readMigrations } from '../../platform/migrate.ts'
import { sql } from '../../platform/sql.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { asOwner } from '../../testing/test-database.ts'
import { templateFile } from '../../testing/template-file.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()

const HISTORY = [
  '2024-01-01T00:00:00Z,buy,1,SOL,100,USD,,,Kraken,yes,b1',
  '2024-02-01T00:00:00Z,sell,400,USD,1,SOL,,,Kraken,yes,t1',
]

/** A journal from before an NFT that was sent had one side: of an exchange the engine counts what left, and nothing else. */
async function journalFromBefore(...further: readonly string[]) {
  const journal = await customerWith(server)
  await journal.import('history.csv', templateFile(...HISTORY, ...further))
  const id = (await journal.rows())[1]?.id ?? ''
  await withSubject(server.db, self(journal.userId), (tx) =>
    tx.run(sql`
      update transactions set type = 'nft', sub_type = 'send' where user_id = ${journal.userId} and id = ${id}`),
  )
  const queue = async () => (await journal.get<{ rows: ReviewItem[] }>('/review')).rows
  const about = async () =>
    (await queue()).filter(({ transaction }) => transaction?.id === id).map(({ code }) => code)
  const type = async () => (await journal.get<{ data: TransactionDetail }>(`/transactions/${id}`)).data.type
  return { ...journal, id, queue, about, type }
}

test('R-TRD-1 what was sent and has both sides is asked about, and is an exchange once a person says so', async () => {
  const journal = await journalFromBefore()
  // Every edit of the transaction raises the question anew.
  await journal.patch(journal.id, { comment: 'sold on a market' })
  expect(await journal.about()).toEqual(['uncounted_side'])
  const item = (await journal.queue()).find(({ code }) => code === 'uncounted_side')
  const answer = { option: 'exchange' }
  const { data } = (await journal.post(`/review/${item?.id}/effects`, { answers: [answer] })) as {
    data: DecisionEffect[]
  }
  expect(data).toMatchObject([{ refused: null, years: [{ year: 2024, gain: '300' }] }])
  const { change_id } = (await journal.post(`/review/${item?.id}/decide`, { answer })) as {
    change_id: string
  }
  expect([await journal.type(), await journal.about()]).toEqual(['sell', []])
  await journal.post(`/changes/${change_id}/undo`)
  expect([await journal.type(), await journal.about()]).toEqual(['nft', ['uncounted_side']])
  expect(await checkInvariants(server.db)).toEqual([])
})

test('what stands so in the journals of before is asked about from now on', async () => {
  const journal = await journalFromBefore()
  expect(await journal.about()).toEqual([])
  const [migration] = readMigrations().filter(({ name }) => name.startsWith('0071'))
  await asOwner(
    server.db,
    `begin; set local role lotbook_ops; delete from findings where code = 'uncounted_side'; ${migration?.text}; commit`,
  )
  expect(await journal.about()).toEqual(['uncounted_side'])
  const { details } = await journal.get<{ details: { review: number } }>('/start')
  expect(details.review).toBe((await journal.queue()).length)
  expect(await checkInvariants(server.db)).toEqual([])
})

test('R-TRD-1 what has another side than its type counts is half of no transfer, by itself or by hand', async () => {
  const journal = await journalFromBefore('2024-02-01T01:00:00Z,received,1,SOL,,,,,Coinbase,yes,r1')
  const arrival = (await journal.rows()).find(({ account_name }) => account_name === 'Coinbase')?.id ?? ''
  const shown = async () => (await journal.rows()).map(({ type }) => type)
  const alone = ['buy', 'nft', 'incoming']
  await journal.patch(journal.id, { comment: 'sold on a market' })
  expect(await shown()).toEqual(alone)
  const { body } = await journal.customer.post('/matches', { departure: journal.id, arrivals: [arrival] })
  expect(body).toMatchObject({ code: 'invalid_input' })
  expect(await shown()).toEqual(alone)

  // A withdrawal that has only an incoming side did not leave here either.
  await withSubject(server.db, self(journal.userId), (tx) =>
    tx.run(sql`
      update transactions set from_asset = null, from_amount = null, to_asset = 'SOL', to_amount = 1
      where user_id = ${journal.userId} and id = ${journal.id}`),
  )
  await journal.patch(arrival, { comment: 'from where?' })
  expect(await shown()).toEqual(alone)
  expect(await checkInvariants(server.db)).toEqual([])
})
