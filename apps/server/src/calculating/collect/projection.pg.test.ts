import { canonicalJson, EntryIndex } from '@lotbook/tax'
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { self, withSubject } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { testServer } from '../../testing/test-server.ts'
import { collectInput } from './collect-input.ts'
import { placedMatches } from './placed-matches.ts'
import { readJournal } from './journal-work.ts'
import { freshPlaces, packAhead, readProjection } from './projection.ts'

const server = await testServer()
const HEADER =
  'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid'
const file = (...rows: string[]) => `${[HEADER, ...rows].join('\n')}\n`

/** What a calculation would be made of now, and what came of it. */
async function collected(userId: string) {
  const found = await collectInput(server.db, { userId }, () => {})
  const input = createHash('sha256')
  for (const piece of found.inputText()) input.update(piece)
  const result = found.calculate({})
  for (const { tx } of result.disposals) expect(found.names.transactionId(tx)).toMatch(/^[0-9a-f-]{36}$/)
  return { input: input.digest('hex'), result: canonicalJson(result), count: found.transactions }
}

test('ST13 P2 a packed journal follows every edit, undo, decision and deletion, as one that is packed from nothing', async () => {
  const journal = await customerWith(server)
  const first = await journal.import(
    'a.csv',
    file(
      '2024-01-01T00:00:00Z,buy,3,ETH,6000,USD,10,USD,Coinbase,yes,b1',
      '2024-01-02T00:00:00Z,sent,,,2,ETH,0.1,ETH,Coinbase,yes,s1',
      '2024-01-02T01:00:00Z,received,2,ETH,,,,,Kraken,yes,r1',
      '2024-03-01T00:00:00Z,sell,3000,USD,1,ETH,5,USD,Kraken,yes,x1',
    ),
  )
  await journal.import('b.csv', file('2024-02-01T00:00:00Z,mined,0.12345678,SOL,,,,,Kraken,yes,m1'))
  const seen = new Set<string>()
  const settled = async () => {
    const kept = await collected(journal.userId)
    await withSubject(server.db, self(journal.userId), (tx) =>
      tx.run(sql`delete from projections where user_id = ${journal.userId}`),
    )
    expect(kept).toEqual(await collected(journal.userId))
    seen.add(kept.input)
  }
  await settled()
  const [bought, transfer, mined] = await journal.rows()
  await journal.patch(bought?.id ?? '', { to_amount: '3.000000000000000001' })
  await settled()
  // To the other end of the journal, and back.
  const change = await journal.patch(mined?.id ?? '', { at: '2024-06-01T00:00:00.000Z' })
  await settled()
  await journal.post(`/changes/${change}/undo`)
  await settled()
  await journal.patch(bought?.id ?? '', { is_ignored: true })
  await settled()
  await journal.patch(mined?.id ?? '', { value: '12.5' })
  await settled()
  await journal.patch(transfer?.id ?? '', { from_amount: '9' })
  await settled()
  // More than two limbs hold: the way by objects answers.
  await journal.patch(mined?.id ?? '', { to_amount: '123456789012345678901234.123456789' })
  await settled()
  await journal.remove(first)
  await settled()
  expect(seen.size).toBe(8)
})

test('ST13 a packed journal that lacks the side of a made match is refused, not calculated without its transfer', async () => {
  const journal = await customerWith(server)
  await journal.import(
    'a.csv',
    file(
      '2024-01-01T00:00:00Z,buy,3,ETH,6000,USD,,,Coinbase,yes,b1',
      '2024-01-02T00:00:00Z,sent,,,2,ETH,,,Coinbase,yes,s1',
      '2024-01-02T01:00:00Z,received,2,ETH,,,,,Kraken,yes,r1',
    ),
  )
  const placed = (chunks: 'all' | 'none') =>
    withSubject(server.db, self(journal.userId), async (tx) => {
      const { version } = await tx.one<{ version: string }>(sql`
        select version from journals where user_id = ${journal.userId} for no key update`)
      const packed = (await readProjection(tx, journal.userId, { version, transactions: 0 }, () => {})) ?? []
      return placedMatches(tx, journal.userId, new EntryIndex(chunks === 'all' ? packed : []))
    })
  expect(await placed('all')).toHaveLength(1)
  await expect(placed('none')).rejects.toThrow(/the projection lacks/)
})

test('ST13 works that read a changed journal at once are all made of it once', async () => {
  const journal = await customerWith(server)
  const rows = Array.from({ length: 400 }, (_, n) => {
    const day = new Date(Date.UTC(2024, 0, 1) + n * 3_600_000).toISOString()
    return `${day},mined,0.5,ETH,,,,,Kraken,yes,m${n}`
  })
  await journal.import('a.csv', file(...rows))
  const counts = async () =>
    (await Promise.all([1, 2, 3, 4].map(() => collected(journal.userId)))).map(({ count }) => count)
  expect(await counts()).toEqual([400, 400, 400, 400])
  const [first] = await journal.rows()
  await journal.patch(first?.id ?? '', { to_amount: '0.75' })
  expect(await counts()).toEqual([400, 400, 400, 400])
  expect((await collected(journal.userId)).count).toBe(400)
})

/** What is packed, by the ids that it was packed under. */
async function packedIds(userId: string): Promise<string[]> {
  const rows = await withSubject(server.db, self(userId), (tx) =>
    tx.all<{ id: string }>(
      sql`select id from projections where user_id = ${userId} order by first_at, first_id`,
    ),
  )
  return rows.map(({ id }) => id)
}

const mined = (n: number) =>
  `${new Date(Date.UTC(2024, 0, 1) + n * 3_600_000).toISOString()},mined,0.5,ETH,,,,,Kraken,yes,m${n}`

test('ST13 P2 a journal that is packed ahead is the one that a calculation packs, and is not packed again', async () => {
  const journal = await customerWith(server)
  await journal.import('a.csv', file(...Array.from({ length: 1200 }, (_, n) => mined(n))))
  const asked = await collected(journal.userId)
  await withSubject(server.db, self(journal.userId), (tx) =>
    tx.run(sql`delete from projections where user_id = ${journal.userId}`),
  )
  expect(await packAhead(server.db, journal.userId)).toBe(true)
  const ahead = await packedIds(journal.userId)
  expect(ahead.length).toBe(10)
  expect(await collected(journal.userId)).toEqual(asked)
  expect(await packedIds(journal.userId)).toEqual(ahead)
  // Of an edit only the stretch in which it lies.
  const [oldest] = await journal.rows()
  await journal.patch(oldest?.id ?? '', { to_amount: '0.75' })
  expect(await packAhead(server.db, journal.userId)).toBe(true)
  const edited = await packedIds(journal.userId)
  expect(edited[0]).not.toBe(ahead[0])
  expect(edited.slice(1)).toEqual(ahead.slice(1))
  expect((await collected(journal.userId)).input).not.toBe(asked.input)
  expect(await packedIds(journal.userId)).toEqual(edited)
})

test('P2 a long file is packed once it is in, a short one when it is asked for', async () => {
  const journal = await customerWith(server)
  await journal.import('short.csv', file(mined(1)))
  expect(await packedIds(journal.userId)).toEqual([])
  await journal.import('long.csv', file(...Array.from({ length: 10_000 }, (_, n) => mined(n))))
  expect((await packedIds(journal.userId)).length).toBeGreaterThan(10)
})

test('ST13 what was packed ahead of a journal that was edited meanwhile is not kept', async () => {
  const journal = await customerWith(server)
  await journal.import('a.csv', file(mined(1), mined(2)))
  const [newest] = await journal.rows()
  const packed = await withSubject(server.db, self(journal.userId), async (tx) => {
    // It knows the version, and waits here for what is packed.
    await tx.run(sql`lock table projections in access exclusive mode`)
    const ahead = packAhead(server.db, journal.userId)
    for (let waiting = 0; waiting === 0;)
      waiting = Number(
        (
          await tx.one<{ n: string }>(sql`
            select count(*) as n from pg_locks where not granted and relation = 'projections'::regclass`)
        ).n,
      )
    await journal.patch(newest?.id ?? '', { to_amount: '0.75' })
    return { ahead }
  })
  expect(await packed.ahead).toBe(false)
  expect(await packedIds(journal.userId)).toEqual([])
  expect(await packAhead(server.db, journal.userId)).toBe(true)
})

test('ST13 who packs ahead and who calculates at once are of one mind', async () => {
  const journal = await customerWith(server)
  await journal.import('a.csv', file(...Array.from({ length: 600 }, (_, n) => mined(n))))
  const all = await Promise.all([
    packAhead(server.db, journal.userId),
    collected(journal.userId),
    packAhead(server.db, journal.userId),
    collected(journal.userId),
  ])
  const [, first, , second] = all
  expect(first).toEqual(second)
  expect(first.count).toBe(600)
  await withSubject(server.db, self(journal.userId), (tx) =>
    tx.run(sql`delete from projections where user_id = ${journal.userId}`),
  )
  expect(await collected(journal.userId)).toEqual(first)
})

test('what the engine refuses is refused by name, also from a packed journal', async () => {
  const journal = await customerWith(server)
  await journal.import('a.csv', file('2024-01-02T00:00:00Z,mined,1,ETH,,,,,Kraken,yes,m1'))
  await withSubject(server.db, self(journal.userId), (tx) =>
    tx.run(sql`update transactions set sub_type = 'nothing known', journal_version = journal_version + 1
      where user_id = ${journal.userId}`),
  )
  const found = await collectInput(server.db, { userId: journal.userId }, () => {})
  expect(() => found.calculate({})).toThrow('does not go with incoming')
})

test('P10 the newest of a journal lie in small chunks, and only the last of them is packed anew for what is newer', async () => {
  const journal = await customerWith(server)
  const bought = (from: number, count: number) =>
    file(
      ...Array.from(
        { length: count },
        (_, n) =>
          `${new Date(Date.UTC(2024, 0, from + n)).toISOString()},buy,1,ETH,100,USD,,,Kraken,yes,b${from + n}`,
      ),
    )
  const chunks = () =>
    withSubject(server.db, self(journal.userId), async (tx) => {
      const read = await readJournal(tx, journal.userId)
      await freshPlaces(tx, journal.userId, read, () => {}, 16)
      return tx.all<{ id: string; count: number }>(sql`
        select id, octet_length(ids) / 16 as count from projections where user_id = ${journal.userId} order by first_at`)
    })
  await journal.import('a.csv', bought(1, 45))
  const first = await chunks()
  expect(first.map(({ count }) => count)).toEqual([16, 13, 2, 2, 2, 2, 2, 2, 2, 2])
  await journal.import('b.csv', bought(46, 3))
  const then = await chunks()
  expect(then.map(({ count }) => count)).toEqual([16, 13, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1])
  expect(then.slice(0, 9)).toEqual(first.slice(0, 9))
  // In the midst they are as large as any.
  const [oldest] = await journal.rows()
  await journal.patch(oldest?.id ?? '', { to_amount: '2' })
  expect((await chunks()).map(({ count }) => count)).toEqual([16, 13, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1])
})
