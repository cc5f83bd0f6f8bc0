import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { UPLOAD_MAX_BYTES } from '@lotbook/contract'
import { readForm, received } from './multipart.ts'
import { Refusal } from './refusal.ts'

interface Posted {
  readonly type: string
  readonly bytes: Buffer
}

/** A form as a browser posts it. */
async function posted(entries: readonly (readonly [string, string | File])[]): Promise<Posted> {
  const form = new FormData()
  for (const [name, value] of entries) form.append(name, value)
  const encoded = new Response(form)
  return {
    type: encoded.headers.get('content-type') ?? '',
    bytes: Buffer.from(await encoded.arrayBuffer()),
  }
}

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size)
}

/** @param size of the pieces that it arrives in. */
function read({ type, bytes }: Posted, size = 1 << 16, length: string | undefined = String(bytes.length)) {
  return readForm(type, length, inPieces(bytes, size))
}

function fileOf(form: FormData) {
  const file = form.get('file')
  if (!(file instanceof File)) throw new Error('no file')
  return received(file)
}

async function refusal(reading: Promise<unknown>): Promise<string> {
  const error = await reading.then(
    () => 'nothing',
    (thrown: unknown) => thrown,
  )
  return error instanceof Refusal ? error.code : String(error)
}

test('a form is what was posted, whatever pieces it arrives in and whether its length was said', async () => {
  const bytes = fc.uint8Array({ maxLength: 3_000 })
  // Header lines end at a line break, and the three that a browser writes otherwise are read back.
  const name = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
    .filter((text) => text.isWellFormed() && !/[\0\r\n\\]|%22|%0D|%0A/.test(text))
  const input = fc.record({
    bytes,
    name,
    value: fc.string({ unit: 'grapheme', maxLength: 60 }).filter((text) => text.isWellFormed()),
    size: fc.integer({ min: 1, max: 400 }),
    isSaid: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(input, async ({ bytes, name, value, size, isSaid }) => {
      const sent = await posted([
        ['trace_id', value],
        ['file', new File([bytes as Uint8Array<ArrayBuffer>], name, { type: 'text/csv' })],
        ['tail', 'z'],
      ])
      const form = await readForm(
        sent.type,
        isSaid ? String(sent.bytes.length) : undefined,
        inPieces(sent.bytes, size),
      )
      const file = fileOf(form)
      expect(form.get('trace_id')).toBe(value.replace(/\r\n|\r|\n/g, '\r\n'))
      expect(form.get('tail')).toBe('z')
      expect([file.name, file.type, file.size]).toEqual([name, 'text/csv', bytes.length])
      expect(Buffer.from(file.contents).equals(bytes)).toBe(true)
      expect(file.sha256.equals(createHash('sha256').update(bytes).digest())).toBe(true)
      expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true)
      expect(Buffer.from(await file.slice(1, 3).arrayBuffer()).equals(bytes.subarray(1, 3))).toBe(true)
    }),
    { numRuns: 200 },
  )
})

test('a name keeps its quotes, its letters and its path, as the browser knows it', async () => {
  for (const name of ['Börse "2024".csv', 'C:/exports/取引.csv', 'a;b=c.csv', '']) {
    const form = await read(await posted([['file', new File(['x'], name)]]))
    expect(fileOf(form).name).toBe(name)
  }
})

test('a file of just the most bytes is taken, and one of a byte more is too large', async () => {
  const most = Buffer.alloc(UPLOAD_MAX_BYTES, 'a,b\n')
  const taken = await read(await posted([['file', new File([most], 'a.csv')]]))
  expect(Buffer.from(fileOf(taken).contents).equals(most)).toBe(true)
  const more = await posted([['file', new File([most, 'x'], 'a.csv')]])
  expect(await refusal(read(more))).toBe('too_large')
  // Whatever length it claims.
  expect(await refusal(read(more, 1 << 16, '12'))).toBe('too_large')
  expect(await refusal(read(more, 1 << 16, undefined))).toBe('too_large')
})

test('bytes are counted as they arrive: an endless form ends', async () => {
  async function* endless(): AsyncGenerator<Buffer> {
    for (;;) yield Buffer.alloc(1 << 16, 'x')
  }
  const { type } = await posted([['a', 'b']])
  expect(await refusal(readForm(type, undefined, endless()))).toBe('too_large')
})

test('a form that breaks off, has no boundary or is none is refused, never taken in part', async () => {
  const sent = await posted([
    ['trace_id', 'kraken'],
    ['file', new File(['time,amount\n1,2\n'], 'a.csv')],
  ])
  for (let length = 0; length < sent.bytes.length - 4; length += 1) {
    const broken = { ...sent, bytes: sent.bytes.subarray(0, length) }
    expect(await refusal(read(broken)), `${length} bytes`).toBe('invalid_input')
  }
  expect(await refusal(read({ ...sent, type: 'multipart/form-data' }))).toBe('invalid_input')
  expect(await refusal(read({ ...sent, type: 'multipart/form-data; boundary=other' }))).toBe('invalid_input')
})

test('one file and twenty parts are the most', async () => {
  const two = await posted([
    ['file', new File(['a'], 'a.csv')],
    ['other', new File(['b'], 'b.csv')],
  ])
  expect(await refusal(read(two))).toBe('invalid_input')
  const parts = (count: number) =>
    posted(Array.from({ length: count }, (_, n) => [`field${n}`, String(n)] as const))
  expect([...(await read(await parts(20))).keys()]).toHaveLength(20)
  expect(await refusal(read(await parts(21)))).toBe('invalid_input')
})

test('a body that fails on its way is no form', async () => {
  async function* failing(): AsyncGenerator<Buffer> {
    yield Buffer.from('--x\r\n')
    throw new Error('the connection is gone')
  }
  expect(await refusal(readForm('multipart/form-data; boundary=x', undefined, failing()))).toBe(
    'invalid_input',
  )
})
