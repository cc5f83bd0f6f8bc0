import { expect, test } from 'vitest'
import { newId } from './ids.ts'

test('a new name is a UUID of version 7 with its time in front', () => {
  const at = Date.UTC(2025, 0, 2)
  const id = newId(at)
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(at)
  expect(new Set(Array.from({ length: 1_000 }, () => newId(at))).size).toBe(1_000)
})
