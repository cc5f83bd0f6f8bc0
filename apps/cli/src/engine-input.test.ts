import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readFile } from '@lotbook/sources'
import { manifestOfTable, parseStoredInput, type CalculationSettings } from '@lotbook/tax'
import { expect, test } from 'vitest'
import { engineInputOf, objectInputOf, packedInputOf, type EngineInput } from './engine-input.ts'
import { journalOfFiles } from './journal-of-files.ts'

const fixtures = join(import.meta.dirname, '../../../packages/sources/fixtures/formats')
const answers = { ownAddress: '0xme', chain: 'ethereum', timeZone: 'UTC' }
const FIFO: CalculationSettings = { jurisdiction: 'US', method: 'fifo', pool_before_2025: 'account' }
const HIFO: CalculationSettings = {
  jurisdiction: 'US',
  method: 'hifo',
  pool_before_2025: 'universal',
  timezone: 'America/New_York',
}

const manifestFor = ({ settings, calculate, text }: EngineInput) =>
  manifestOfTable(settings, text(), calculate(), () => createHash('sha256'))

const textOf = ({ text }: EngineInput) => Buffer.concat(Array.from(text(), (piece) => Buffer.from(piece)))

function fixtureFile(fileName: string) {
  const { format_id: formatId } = JSON.parse(
    readFileSync(join(fixtures, fileName.replace('.csv', '.expected.json')), 'utf8'),
  ) as { format_id: string }
  const file = { name: fileName, bytes: readFileSync(join(fixtures, fileName)) }
  const reading = readFile(file, { ...answers, formatId })
  if (reading.outcome !== 'read') throw new Error(`${fileName}: ${reading.message}`)
  return { fileName, reading }
}

const examples = readdirSync(fixtures).filter((name) => name.endsWith('.csv'))

test('the example of every format has the same input, hashes and manifest in columns and by objects', () => {
  for (const name of examples) {
    const journal = journalOfFiles([fixtureFile(name)])
    expect(packedInputOf(journal, FIFO), name).toBeDefined()
    const [columns, objects] = [engineInputOf(journal, FIFO), objectInputOf(journal, FIFO)]
    expect(textOf(columns), name).toEqual(textOf(objects))
    expect(manifestFor(columns), name).toEqual(manifestFor(objects))
  }
})

test('so have all examples as one history, with a transfer between two of them', () => {
  const journal = journalOfFiles(examples.map(fixtureFile))
  expect(journal.matches.length).toBeGreaterThan(0)
  for (const settings of [FIFO, HIFO]) {
    const [columns, objects] = [engineInputOf(journal, settings), objectInputOf(journal, settings)]
    expect(textOf(columns)).toEqual(textOf(objects))
    expect(manifestFor(columns)).toEqual(manifestFor(objects))
  }
})

const buying = (amount: string, value: string): Parameters<typeof engineInputOf>[0] => ({
  entries: [
    {
      id: 'b'.repeat(64),
      at: Date.parse('2024-01-01T00:00:00Z'),
      type: 'trade',
      subType: null,
      accountKey: 'kraken',
      sequence: null,
      from: { asset: 'ETH', amount: '1' },
      to: { asset: 'SHIB', amount },
      fee: null,
      values: { from: value, to: value, fee: null },
    },
  ],
  matches: [],
  furtherFees: [],
})

test('an amount too large for columns goes by objects', () => {
  const amount = `${'9'.repeat(30)}.5`
  const journal = buying(amount, '1')
  expect(packedInputOf(journal, FIFO)).toBeUndefined()
  const input = engineInputOf(journal, FIFO)
  expect(parseStoredInput(JSON.parse(textOf(input).toString())).transactions[0]?.to_amount).toBe(amount)
  expect(manifestFor(input).transactions).toBe(1)
})

test('what no input may say is refused with its transaction and field', () => {
  const input = engineInputOf(buying('1', '9'.repeat(40)), FIFO)
  expect(() => input.calculate()).toThrow(/b{64}[\s\S]*from_value/)
})
