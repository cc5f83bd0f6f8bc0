import { createHash } from 'node:crypto'
import { BLOCK_BYTES, type TextPart } from '@lotbook/tax'
import { expect, test } from 'vitest'
import { self, withSubject, type Tx } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { inTurn } from '../../platform/in-turn.ts'
import { checkInvariants } from '../../platform/invariants.ts'
import { sql } from '../../platform/sql.ts'
import { asOwner, testCustomer, testDatabase } from '../../testing/test-database.ts'
import { keepText } from './keep-text.ts'
import { readBlocks, textOfBlocks } from './text-blocks.ts'

const db = await testDatabase()

const inside = <T>(user: string, work: (tx: Tx) => Promise<T>) => withSubject(db, self(user), work)

/** Kept, and awaited as whoever keeps a text must. */
const keep = (user: string, parts: Iterable<TextPart>) =>
  inside(user, async (tx) => {
    const kept = await keepText(tx, user, parts)
    await kept.stored
    return kept
  })

const textOf = (user: string, ids: readonly string[]) =>
  inside(user, async (tx) => {
    const alone = inTurn(1)
    const blocks = textOfBlocks(ids, (some) => alone(() => readBlocks(tx, user, some)))
    return Buffer.concat(await Array.fromAsync(blocks)).toString()
  })

const countBlocks = (user: string) =>
  inside(user, async (tx) => {
    const { count } = await tx.one<{ count: number }>(sql`select count(*)::integer as count from text_blocks`)
    return count
  })

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const bytes = (text: string) => Buffer.from(text)

/** Pieces in the same bytes, as writers give them: each holds until the next is asked for. */
function* inOnePlace(parts: Iterable<string | TextPart>): Generator<TextPart> {
  const place = Buffer.alloc(8 * 1024 * 1024)
  for (const part of parts) yield typeof part === 'string' ? place.subarray(0, place.write(part)) : part
}

test('N2 what is kept comes back byte for byte, over many blocks, and is what was hashed', async () => {
  const user = await testCustomer(db)
  const pieces = Array.from({ length: 300 }, (_, i) => `${'é'.repeat(i)}${String(i).repeat(20_000)}`)
  const text = pieces.join('')
  const { sha256: hash, blocks } = await keep(user, inOnePlace([...pieces, 'x'.repeat(BLOCK_BYTES + 1)]))
  const whole = text + 'x'.repeat(BLOCK_BYTES + 1)
  expect(blocks).toHaveLength(Math.ceil(Buffer.byteLength(whole) / BLOCK_BYTES))
  expect(blocks.length).toBeGreaterThan(4)
  expect(await textOf(user, blocks)).toBe(whole)
  expect(hash).toBe(sha256(whole))
  const { size } = await inside(user, (tx) =>
    tx.one<{ size: number }>(sql`select sum(length(packed))::integer as size from text_blocks`),
  )
  expect(size).toBeLessThan(whole.length / 10)
})

test('nothing is no block', async () => {
  const user = await testCustomer(db)
  const { blocks, sha256: hash } = await keep(user, [bytes(''), { begins: 'input' }, { begins: null }])
  expect([blocks, hash]).toEqual([[], sha256('')])
  expect(await countBlocks(user)).toBe(0)
})

test('N2 a text goes on from the blocks of another up to a border, and stores only what is new', async () => {
  const user = await testCustomer(db)
  const long = 'abc'.repeat(BLOCK_BYTES / 2)
  const first = await keep(
    user,
    inOnePlace([
      '{',
      { begins: 'disposals' as const },
      '[',
      { border: 0 },
      long,
      { border: 7 },
      ',1',
      { border: 9 },
      { begins: 'incomes' as const },
      '],[',
      { border: 7 },
      '2',
      { border: 9 },
      { begins: null },
      ']}',
    ]),
  )
  expect(await textOf(user, first.blocks)).toBe(`{[${long},1],[2]}`)
  const upTo = async (of: typeof first, list: 'disposals' | 'incomes', border: number) =>
    textOf(user, of.upTo(list, border))
  expect(await upTo(first, 'disposals', 0)).toBe('[')
  expect(await upTo(first, 'disposals', 7)).toBe(`[${long}`)
  expect(await upTo(first, 'disposals', 9)).toBe(`[${long},1`)
  // Of a list that has nothing before it a border has the head.
  expect(await upTo(first, 'incomes', 7)).toBe('],[')
  expect(await upTo(first, 'incomes', 9)).toBe('],[2')
  expect(() => first.upTo('incomes', 8)).toThrow('no border incomes 8')

  const before = await countBlocks(user)
  const kept = (list: 'disposals' | 'incomes') => ({ kept: first.upTo(list, 7) })
  const second = await keep(
    user,
    inOnePlace([
      '{',
      { begins: 'disposals' as const },
      kept('disposals'),
      { border: 2 },
      ',8',
      { border: 3 },
      { begins: 'incomes' as const },
      kept('incomes'),
      '9',
      { border: 3 },
      { begins: null },
      ']}',
    ]),
  )
  const whole = `{[${long},8],[9]}`
  expect(await textOf(user, second.blocks)).toBe(whole)
  expect(second.sha256).toBe(sha256(whole))
  expect(await countBlocks(user)).toBe(before + 4)
  expect(second.upTo('disposals', 2)).toEqual(first.upTo('disposals', 7))
  expect(await upTo(second, 'disposals', 3)).toBe(`[${long},8`)
  expect(await upTo(second, 'incomes', 3)).toBe('],[9')
  // What it shares is still the other's.
  expect(await textOf(user, first.blocks)).toBe(`{[${long},1],[2]}`)
})

test('blocks are stored and read in turn with what else is asked of the transaction', async () => {
  const user = await testCustomer(db)
  const first = await keep(user, [bytes('a'), { begins: 'input' }, bytes('b'), { border: 1 }])
  await inside(user, async (tx) => {
    const turns = inTurn(1)
    let [asking, most] = [0, 0]
    const alone: typeof turns = (work) =>
      turns(async () => {
        asking += 1
        most = Math.max(most, asking)
        try {
          return await work()
        } finally {
          asking -= 1
        }
      })
    const both = await Promise.all(
      [1, 2].map((n) => keepText(tx, user, [{ kept: first.blocks }, bytes(`c${n}`)], alone)),
    )
    await Promise.all(both.map(({ stored }) => stored))
    expect(both.map(({ sha256: hash }) => hash)).toEqual([sha256('abc1'), sha256('abc2')])
    expect(most).toBe(1)
  })
})

test('a block that is missing is a fault, and so is one of somebody else', async () => {
  const [a, b] = [await testCustomer(db), await testCustomer(db)]
  const { blocks } = await keep(a, [bytes('mine')])
  await expect(keep(b, [{ kept: blocks }])).rejects.toThrow('missing')
  await expect(keep(a, [{ kept: [...blocks, newId()] }])).rejects.toThrow('missing')
  expect(await textOf(a, blocks)).toBe('mine')
})

test('what the database does not take fails whoever awaits it, and nobody else', async () => {
  const user = await testCustomer(db)
  const work = inside(user, async (tx) => {
    await tx.run(sql`set transaction read only`)
    const { stored } = await keepText(tx, user, [bytes('text')])
    await stored
  })
  await expect(work).rejects.toThrow('read-only')
})

test('a block stays as it is, and one that a calculation names and that is gone is found at night', async () => {
  const user = await testCustomer(db)
  const { blocks } = await keep(user, [bytes('one'), { begins: 'input' }, bytes('two')])
  for (const change of [sql`update text_blocks set packed = ''`, sql`delete from text_blocks`])
    await expect(inside(user, (tx) => tx.run(change))).rejects.toThrow('permission denied')

  const calculation = newId()
  await inside(user, (tx) =>
    tx.run(sql`
      insert into calculations (user_id, id, state, journal_version, settings, created_at, input_blocks, result_blocks)
      values (${user}, ${calculation}, 'done', 0, '{}', now(), ${blocks}, ${[blocks[1]]})`),
  )
  expect(await checkInvariants(db)).toEqual([])
  await asOwner(db, 'alter table text_blocks no force row level security')
  await asOwner(db, 'delete from text_blocks where id = $1', [blocks[0]])
  await asOwner(db, 'alter table text_blocks force row level security')
  expect(await checkInvariants(db)).toEqual([
    { invariant: 'no block of a text is missing', broken: [calculation] },
  ])
})
