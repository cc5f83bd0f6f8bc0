import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { failuresOf, type FoundCheck } from './testing/found-case.ts'

// Trouble that people reported in public, with figures of our own; `fixtures/found/README.md` says how a case is written.
const folder = join(import.meta.dirname, '../../../packages/sources/fixtures/found/round-2')

const cases = readdirSync(folder)
  .filter((name) => existsSync(join(folder, name, 'check.json')))
  .map((name) => {
    const text = readFileSync(join(folder, name, 'check.json'), 'utf8')
    return { name, checks: (JSON.parse(text) as { checks: readonly FoundCheck[] }).checks }
  })

describe('found outside, second round', () => {
  test.each(cases)('$name', async ({ name, checks }) => {
    const failures: string[] = []
    for (const check of checks) failures.push(...(await failuresOf(check, join(folder, name))))
    expect(failures).toEqual([])
  })
})
