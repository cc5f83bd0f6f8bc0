import { createHash } from 'node:crypto'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { archiveOf, archivePieces, bytesOf } from './archive.ts'

const LONG = 'x'.repeat(200_000)
const files = () => [
  { fileName: 'forms/a.csv', rows: 2, chunks: ['é\r\n', LONG] },
  { fileName: 'b.pdf', rows: 0, chunks: bytes('one', 'two') },
  { fileName: 'empty.csv', rows: 0, chunks: [] },
]

async function* bytes(...texts: string[]) {
  for (const text of texts) yield await Promise.resolve(Buffer.from(text))
}

test('an archive has its files whole, and a list with the SHA-256 of each; the same files give the same bytes', async () => {
  const list = { name: 'packet.json', head: { tax_year: 2025 } }
  const archive = await archiveOf(files(), list)
  expect(Buffer.compare(archive, await archiveOf(files(), list))).toBe(0)
  const texts = Object.fromEntries(
    Object.entries(unzipSync(archive)).map(([name, all]) => [name, strFromU8(all)]),
  )
  expect(Object.keys(texts)).toEqual(['forms/a.csv', 'b.pdf', 'empty.csv', 'packet.json'])
  expect(texts['forms/a.csv']).toBe(`é\r\n${LONG}`)
  expect(texts['b.pdf']).toBe('onetwo')
  const { tax_year, files: listed } = JSON.parse(texts['packet.json'] ?? '') as {
    tax_year: number
    files: { name: string; rows: number; sha256: string }[]
  }
  expect(tax_year).toBe(2025)
  expect(listed.map(({ name, rows }) => [name, rows])).toEqual([
    ['forms/a.csv', 2],
    ['b.pdf', 0],
    ['empty.csv', 0],
  ])
  for (const { name, sha256 } of listed)
    expect(sha256).toBe(
      createHash('sha256')
        .update(texts[name] ?? '')
        .digest('hex'),
    )
})

test('a file is read once, piece by piece', async () => {
  let made = 0
  const chunks = (function* () {
    for (; made < 3; made += 1) yield 'line\r\n'
  })()
  expect(strFromU8(await bytesOf({ chunks }))).toBe('line\r\nline\r\nline\r\n')
  expect(made).toBe(3)
})

test('what is packed of a file is handed on before the next file is begun', async () => {
  let handedOn = 0
  let before: number | undefined
  async function* second() {
    before = handedOn
    yield await Promise.resolve(Buffer.from('two'))
  }
  const parts = [
    { fileName: 'a.xlsx', rows: 0, chunks: bytes('one') },
    { fileName: 'b.pdf', rows: 0, chunks: second() },
  ]
  for await (const piece of archivePieces(parts)) handedOn += piece.length
  expect(before).toBeGreaterThan('one'.length)
})

test('a file that cannot be written fails the archive, whether it is compressed or not', async () => {
  async function* broken() {
    yield await Promise.resolve(Buffer.from('one'))
    throw new Error('no more rows')
  }
  for (const fileName of ['a.csv', 'a.xlsx'])
    await expect(archiveOf([{ fileName, rows: 0, chunks: broken() }])).rejects.toThrow('no more rows')
})
