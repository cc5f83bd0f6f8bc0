import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { formatUnits } from '@lotbook/money'
import fc from 'fast-check'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { expect, test } from 'vitest'
import { testCustomer, testDatabase } from '../testing/test-database.ts'
import { RowCells, textCell, UnstorableAmount, uuidCell } from './copy-rows.ts'
import { self, type Tx, withSubject } from './database.ts'
import { newId } from './ids.ts'
import { sql } from './sql.ts'

const db = await testDatabase()

/** What the database makes of rows, as its own text of them. Where it sends numbers, it sends the bytes that it got. */
async function readBack(tx: Tx, columns: string, write: (to: RowCells) => void): Promise<string[]> {
  const to = new RowCells(columns.split(',').length)
  write(to)
  const written = Buffer.from(to.stretch())
  await tx.client.query(`create temp table copied (i serial, ${columns}) on commit drop`)
  const names = columns.split(',').map((column) => column.trim().split(' ')[0])
  await pipeline(
    Readable.from([written]),
    tx.client.query(copyFrom(`copy copied (${names.join(',')}) from stdin (format binary)`)),
  )
  if (columns.split(',').every((column) => column.endsWith(' numeric'))) {
    const sent: Buffer[] = []
    const copy = `copy (select ${names.join(',')} from copied order by i) to stdout (format binary)`
    for await (const piece of tx.client.query(copyTo(copy))) sent.push(piece as Buffer)
    expect(Buffer.concat(sent).equals(written)).toBe(true)
  }
  const rows = await tx.all<{ text: string }>(
    sql`select (to_jsonb(copied) - 'i')::text as text from copied order by i`,
  )
  return rows.map(({ text }) => text)
}

test('every number is the one that its text says', async () => {
  const user = await testCustomer(db)
  const numbers = fc.tuple(
    fc.bigInt({ min: -(10n ** 45n), max: 10n ** 45n }),
    fc.integer({ min: 0, max: 45 }),
  )
  const examples: [bigint, number][] = [
    [0n, 0],
    [1n, 0],
    [9999n, 0],
    [10_000n, 0],
    [-10_001n, 0],
    [5n, 1],
    [1n, 12],
    [-1n, 45],
    [10n ** 30n - 1n, 0],
    [12_345_678_901_234_567n, 12],
  ]
  const texts = [...examples, ...fc.sample(numbers, 2000)].map(([value, scale]) => formatUnits(value, scale))
  const rows = await withSubject(db, self(user), (tx) =>
    readBack(tx, 'v numeric, w numeric', (to) => {
      for (const text of texts) {
        to.row()
        to.numeric((bytes, at) => at + Buffer.from(text).copy(bytes, at))
        to.numericText(text)
      }
    }),
  )
  expect(rows).toEqual(texts.map((text) => `{"v": ${text}, "w": ${text}}`))
})

test('what is no amount is refused as the database refuses it, and never another number', () => {
  const to = new RowCells(1)
  const long = `1${'0'.repeat(200)}`
  for (const text of [
    '',
    '-',
    '.',
    '1.',
    '.5',
    '-.5',
    '1.2.3',
    '1e5',
    '+1',
    '1,5',
    ' 1',
    'NaN',
    '--1',
    '1-',
    '١',
    long,
  ])
    expect(() => to.numericText(text), text).toThrow(UnstorableAmount)
  expect(new UnstorableAmount().code).toMatch(/^22/)
})

test('every text is the one that was given, short or long, in any writing', async () => {
  const user = await testCustomer(db)
  const letters = fc.constantFrom('a', 'Z', '0', '\\', '\t', '\n', '"', '{', ',', 'ß', '中', '😀')
  const lengths = fc.oneof(fc.nat(4), fc.integer({ min: 46, max: 50 }), fc.constant(70_000))
  const anyText = lengths.chain((n) => fc.tuple(letters, letters).map(([a, b]) => a.repeat(n) + b))
  const anyRow = fc.tuple(anyText, fc.array(anyText, { maxLength: 3 }), fc.boolean(), fc.uint8Array())
  const rows = fc.sample(anyRow, 60)
  const id = newId()
  const found = await withSubject(db, self(user), (tx) =>
    readBack(tx, 'a text, b text, c json, d jsonb, e text[], f boolean, g bytea, h uuid, i2 uuid', (to) => {
      for (const [text, list, isTrue, bytes] of rows) {
        to.row()
        to.text(text)
        to.maybe('text', null)
        to.text(JSON.stringify({ text }))
        to.jsonb(JSON.stringify({ text }))
        to.texts(list)
        to.bool(isTrue)
        to.hex(Buffer.from(bytes).toString('hex'))
        to.uuidText(id)
        to.maybe('uuidText', id.toUpperCase())
      }
    }),
  )
  expect(found.map((row) => JSON.parse(row) as unknown)).toEqual(
    rows.map(([text, list, isTrue, bytes]) => ({
      a: text,
      b: null,
      c: { text },
      d: { text },
      e: list,
      f: isTrue,
      g: `\\x${Buffer.from(bytes).toString('hex')}`,
      h: id,
      i2: id,
    })),
  )
})

test('so is one in parts', async () => {
  const user = await testCustomer(db)
  const parts = fc.tuple(
    fc.boolean(),
    fc.oneof(fc.nat(20_000), fc.nat({ max: 10 ** 12 - 1 })),
    fc.integer({ min: 0, max: 12 }),
    fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })),
  )
  const examples: [boolean, number, number, number][] = [
    [false, 0, 0, 0],
    [true, 0, 12, 1e-12],
    [false, 10_000, 12, 0.5],
    [true, 10 ** 12 - 1, 12, 1 - 1e-12],
    [false, 99_990_000, 7, 1e-4],
  ]
  const numbers = [...examples, ...fc.sample(parts, 2000)].map(([isNegative, whole, scale, part]) => {
    const decimals = Math.min(Math.round(part * 10 ** scale), 10 ** scale - 1)
    const size = BigInt(whole) * 10n ** BigInt(scale) + BigInt(decimals)
    // A zero has no sign.
    const isBelow = isNegative && size !== 0n
    return { isBelow, whole, decimals, scale, text: formatUnits(isBelow ? -size : size, scale) }
  })
  const rows = await withSubject(db, self(user), (tx) =>
    readBack(tx, 'v numeric', (to) => {
      for (const { isBelow, whole, decimals, scale } of numbers) {
        to.row()
        to.decimal(isBelow, whole, decimals, scale)
      }
    }),
  )
  expect(rows).toEqual(numbers.map(({ text }) => `{"v": ${text}}`))
})

test('so are days, instants, ids, texts, whole numbers and nothing', async () => {
  const user = await testCustomer(db)
  const id = newId()
  const ids = Buffer.concat([Buffer.alloc(16), Buffer.from(id.replaceAll('-', ''), 'hex')])
  const instants = [
    '1969-12-31T23:59:59.999Z',
    '1999-12-31T23:59:59.999Z',
    '2000-01-01T00:00:00.000Z',
    '2031-07-09T12:34:56.789Z',
  ]
  const rows = await withSubject(db, self(user), (tx) =>
    readBack(
      tx,
      'd date, t timestamptz(3), a uuid, b uuid, c text, e smallint, f smallint, g integer, h uuid',
      (to) => {
        for (const text of instants) {
          const ms = Date.parse(text)
          to.row()
          to.date(Math.floor(ms / 86_400_000))
          to.instant(ms)
          to.uuid(ids, 0)
          to.uuid(ids, 1)
          to.ready(textCell('Ö\t\\N"'))
          to.short(-1)
          to.short(32_767)
          to.int(-2_000_000_000)
          to.ready(uuidCell(id))
        }
      },
    ),
  )
  expect(rows.map((row) => JSON.parse(row) as Record<string, unknown>)).toEqual(
    instants.map((text) => ({
      d: text.slice(0, 10),
      t: expect.stringContaining(text.slice(0, 19)) as string,
      a: null,
      b: id,
      c: 'Ö\t\\N"',
      e: -1,
      f: 32_767,
      g: -2_000_000_000,
      h: id,
    })),
  )
})
