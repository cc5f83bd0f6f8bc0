import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { cassetteText, parseCassette } from '../connecting/cassette.ts'
import { checkCassette } from './check-cassette.ts'

const FOLDER = join(import.meta.dirname, '../../fixtures/cassettes')

/** Cassettes whose connector does not read its answers yet as they are meant, each with the reason. */
const OPEN: Readonly<Record<string, string>> = {}

const files = readdirSync(FOLDER).filter((name) => name.endsWith('.jsonl'))
const cassetteOf = (file: string) => parseCassette(file, readFileSync(join(FOLDER, file), 'utf8'))

test('every open cassette is one', () => {
  expect(Object.keys(OPEN).filter((file) => !files.includes(file))).toEqual([])
})

describe.each(files)('%s', (file) => {
  test.skipIf(file in OPEN)('is read as it says', async () => {
    const { problems } = await checkCassette(cassetteOf(file))
    expect(problems).toEqual([])
  })

  test('is written as the writer writes it, and expects something', () => {
    const text = readFileSync(join(FOLDER, file), 'utf8')
    const cassette = parseCassette(file, text)
    expect(cassetteText(cassette)).toBe(text)
    expect(cassette.expected.length).toBeGreaterThan(0)
  })
})
