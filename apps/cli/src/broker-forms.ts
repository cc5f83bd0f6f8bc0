import { basename } from 'node:path'
import { compareText, type BrokerLine } from '@lotbook/journal'
import type { DisposalLine } from '@lotbook/reports'
import {
  accountOfBroker,
  assetFinder,
  MAX_LOCAL_FILE_BYTES,
  readBrokerForms,
  type BrokerFormReading,
  type StatedBrokerLine,
} from '@lotbook/sources'
import type { Io } from './io.ts'

/** `--form-1099-da FILE`, any number of times: Forms 1099-DA as a file of our template or the JSON of FDX. */
export const BROKER_FORM_OPTIONS = { 'form-1099-da': { type: 'string', multiple: true } } as const
export const BROKER_FORM_USAGE = '[--form-1099-da FILE]...'

/** A line with the file that it came from. */
export interface FiledBrokerLine extends StatedBrokerLine {
  readonly file: string
}

/**
 * Read Forms 1099-DA. What cannot be read is said on standard error with its file, line and column, and the rest counts.
 *
 * @returns the lines of all files, and whether every one could be read.
 */
export async function readBrokerFormFiles(
  paths: readonly string[] = [],
  io: Pick<Io, 'err' | 'readFile'>,
): Promise<{ readonly lines: readonly FiledBrokerLine[]; readonly isWhole: boolean }> {
  const lines: FiledBrokerLine[] = []
  let isWhole = true
  const refuse = (text: string) => {
    io.err(`${text}\n`)
    isWhole = false
  }
  for (const path of paths) {
    const bytes = await io.readFile(path).catch((error: unknown) => {
      refuse(`${path}: ${error instanceof Error ? error.message : 'cannot be opened'}`)
      return undefined
    })
    if (bytes === undefined) continue
    const file = basename(path)
    const reading = readBrokerForms({ name: file, bytes, mostBytes: MAX_LOCAL_FILE_BYTES })
    if (reading.outcome === 'refused') refuse(`${path}: ${reading.message}`)
    else {
      for (const text of problemTexts(reading, path)) refuse(text)
      lines.push(...reading.lines.map((line) => ({ ...line, file })))
    }
  }
  return { lines, isWhole }
}

function problemTexts(
  { problems }: Extract<BrokerFormReading, { outcome: 'lines' }>,
  path: string,
): string[] {
  return problems.map(
    ({ line, column, value, message }) =>
      `${path}, line ${line}${column === null ? '' : `, column ${column}`}: ${message}${value === null || value === '' ? '' : ` (${value})`}`,
  )
}

/** Lines of forms under the accounts and assets of a history. */
export interface PlacedBrokerLines {
  readonly lines: readonly BrokerLine[]
  /** Sentences on lines whose broker or asset no sale of the history has: they stay on the form alone. */
  readonly unknown: readonly string[]
}

/** Finds the account and the asset that each line is of, by the names that a person reads. */
export function placedLines(
  stated: readonly FiledBrokerLine[],
  rows: readonly Pick<DisposalLine, 'account' | 'asset'>[],
): PlacedBrokerLines {
  const accounts = [...new Set(rows.map(({ account }) => account))]
    .sort(compareText)
    .map((name) => ({ name }))
  const assetOf = assetFinder(rows.map(({ asset }) => ({ id: asset, symbol: asset })))
  const unknown = new Set<string>()
  const lines = stated.map(
    ({ file, line, broker, symbol, recipientName: _recipientName, ...rest }): BrokerLine => {
      const account = accountOfBroker(broker, accounts)?.name
      const asset = assetOf(rest.name, symbol)
      if (account === undefined)
        unknown.add(
          broker === ''
            ? `${file}, line ${line}: no broker is named; fill in the column broker`
            : `${file}: no sale of this history is in an account called ${broker}; there are ${accounts.map(({ name }) => name).join(', ')}`,
        )
      else if (asset === undefined && rest.total === null)
        unknown.add(`${file}: no sale of this history is of ${rest.name}`)
      return {
        ...rest,
        id: `${file}:${line}`,
        account: account ?? broker,
        asset: asset ?? null,
        tiedTo: null,
        note: null,
        loss: 'as_on_form',
      }
    },
  )
  return { lines, unknown: [...unknown] }
}
