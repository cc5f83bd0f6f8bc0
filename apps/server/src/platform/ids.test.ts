import { expect, test } from 'vitest'
import { newId, writeNewId } from './ids.ts'

test('a new name is a UUID of version 7 with its time in front', () => {
  const at = Date.UTC(2025, 0, 2)
  const id = newId(at)
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(at)
  expect(new Set(Array.from({ length: 1_000 }, () => newId(at))).size).toBe(1_000)
})

test('the bytes of a new name say the same', () => {
  const at = Date.UTC(2025, 0, 2)
  const names = Array.from({ length: 1_000 }, () => {
    const bytes = new Uint8Array(18)
    writeNewId(bytes, 1, at)
    expect([bytes[0], bytes[17]]).toEqual([0, 0])
    return Buffer.from(bytes.subarray(1, 17)).toString('hex')
  })
  for (const name of names) expect(name).toMatch(/^[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/)
  expect(Number.parseInt(names[0]!.slice(0, 12), 16)).toBe(at)
  expect(new Set(names).size).toBe(1_000)
})
