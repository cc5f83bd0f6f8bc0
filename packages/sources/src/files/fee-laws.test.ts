import type { Leg, ReadTransaction } from '@lotbook/journal'
import { compare, type Decimal, formatDecimal, parseDecimal, times, zero } from '@lotbook/money'
import { describe, expect, test } from 'vitest'
import { exampleCells, type ExampleFile, exampleFiles } from './testing/example-files.ts'
import { readText } from './testing/read-text.ts'

// Laws of fees over all formats.
//
// A row whose amount did not move, or moved to its owner, is its fee alone; the value that it states is of the amount.

/** Words for that, in any column that has words. */
const WORDS = [
  'SELF',
  'FAILED',
  'Failed',
  'fail',
  'error',
  'Transfer',
  'internal',
  'fee',
  'Out of gas',
  '1',
  '0',
  'true',
]

const quoted = (cells: readonly string[]) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')

const isFeeAlone = ({ type, subType }: ReadTransaction) => type === 'outgoing' && subType === 'fee'

const dec = (text: string | undefined): Decimal => parseDecimal(text ?? '') ?? zero

/** A row with a fee of a thousandth of its amount wherever a column can hold one. */
function withFee(header: readonly string[], cells: readonly string[], asset: string, fee: string): string[] {
  return cells.map((cell, i) => {
    const name = header[i] ?? ''
    if (!/\bfees?\b|fee[A-Z_]/i.test(name) || /\(usd\)|fiat|value|worth|historical/i.test(name)) return cell
    return /unit|currency|asset|coin|ticker|symbol/i.test(name) ? asset : fee
  })
}

/** Every reading of one row of an example with a word of the list in a cell, beside its own reading. */
function* readings({ id, name, options, ...file }: ExampleFile) {
  const { lines, header } = exampleCells({ id, name, options, ...file })
  const [head, columns, rows] = [lines.slice(0, header + 1), lines[header] ?? [], lines.slice(header + 1)]
  const read = (cells: readonly string[]) => {
    const text = `${[...head, cells].map(quoted).join('\n')}\n`
    const reading = readText(text, { ...options, chain: 'ethereum' }, name)
    return reading.outcome === 'read' ? reading.transactions : []
  }
  for (const cells of rows) {
    const [own, ...more] = read(cells)
    const leg = own?.from ?? own?.to
    if (own === undefined || !leg || !own.value || more.length > 0 || (own.from && own.to)) continue
    for (const paid of [cells, withFee(columns, cells, leg.asset, '0.00001')])
      for (const [i, cell] of cells.entries())
        if (!/^-?[\d.,]+$/.test(cell) && cell.toUpperCase() !== leg.asset)
          for (const word of WORDS)
            for (const transaction of read(paid.with(i, word)).filter(isFeeAlone))
              yield { own, leg, transaction, column: columns[i] ?? '', word }
  }
}

/** True where a unit of the fee is worth more than a unit of the amount. */
function isAbove(transaction: ReadTransaction, value: string, leg: Leg): boolean {
  const fee = transaction.from
  if (fee === null || transaction.value === null) return false
  return (
    compare(times(dec(transaction.value.amount), dec(leg.amount)), times(dec(value), dec(fee.amount))) > 0
  )
}

describe('a fee alone is not worth what the amount of its row is', () => {
  test.each(exampleFiles.map((file) => [file.id, file] as const))('%s', (_, file) => {
    const wrong: string[] = []
    for (const { own, leg, transaction, column, word } of readings(file)) {
      const isOther = transaction.from?.asset !== leg.asset && transaction.value !== null
      if (isOther || isAbove(transaction, own.value?.amount ?? '0', leg))
        wrong.push(
          `${column}: ${word}: ${transaction.from?.amount} ${transaction.from?.asset} at ${transaction.value?.amount}`,
        )
    }
    expect(wrong).toEqual([])
  })
})

/** Every example row that let an asset go, read with a fee of nothing and with one of a billion times its amount, which is above it in satoshis too. */
function* withFees({ id, name, options, ...file }: ExampleFile) {
  const { lines, header } = exampleCells({ id, name, options, ...file })
  const [head, columns, rows] = [lines.slice(0, header + 1), lines[header] ?? [], lines.slice(header + 1)]
  const read = (cells: readonly string[]) => {
    const reading = readText(
      `${[...head, cells].map(quoted).join('\n')}\n`,
      { ...options, chain: 'ethereum' },
      name,
    )
    return reading.outcome === 'read' ? reading.transactions : []
  }
  for (const cells of rows) {
    const asset = read(cells)[0]?.from?.asset
    if (asset === undefined) continue
    const without = read(withFee(columns, cells, asset, '0'))[0]?.from
    if (!without) continue
    const fee = formatDecimal(times(dec(without.amount), dec('1000000000')))
    yield { cells, fee, without, paid: read(withFee(columns, cells, asset, fee)) }
  }
}

describe('a fee above the amount that has it in it does not turn the amount around', () => {
  test.each(exampleFiles.map((file) => [file.id, file] as const))('%s', (_, file) => {
    for (const { cells, fee, without, paid } of withFees(file))
      for (const { from } of paid.filter((one) => !isFeeAlone(one)).slice(0, 1)) {
        if (from?.asset !== without.asset) continue
        const isAsBefore = compare(dec(from.amount), dec(without.amount)) === 0
        expect(
          isAsBefore || compare(dec(from.amount), dec(fee)) >= 0,
          `${cells.join()}: ${from.amount}`,
        ).toBe(true)
      }
  })
})
