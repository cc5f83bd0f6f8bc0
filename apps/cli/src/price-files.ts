import { basename } from 'node:path'
import {
  MAX_LOCAL_FILE_BYTES,
  PriceHistory,
  pricesMeant,
  readPriceFile,
  type FilePrice,
} from '@lotbook/sources'
import type { Io } from './io.ts'
import { assetMeant } from './journal-of-files.ts'

/** `--prices FILE`, or `--prices BTC=FILE` where the file does not say of what; any number of times, the last counts first. */
export const PRICE_FILE_OPTIONS = { prices: { type: 'string', multiple: true } } as const

/** A price file as it is asked for. */
export interface NamedPriceFile {
  readonly path: string
  readonly asset?: string
}

/** What the options say; a path that begins with a ticker and `=` has to be written `./BTC=...`. */
export function priceFilesOf(given: readonly string[] = []): readonly NamedPriceFile[] {
  return given.map((text) => {
    const [, asset, path] = /^([A-Za-z0-9.$_-]+(?::[^\s=/\\]+)?)=(.+)$/.exec(text) ?? []
    return asset === undefined || path === undefined ? { path: text } : { path, asset }
  })
}

/**
 * Read price files: USD, times in UTC where they name no zone. What cannot be read is said on standard error with its file, line
 * and column, and the rest counts.
 */
export async function readPriceFiles(
  named: readonly NamedPriceFile[],
  io: Io,
): Promise<{
  readonly history: PriceHistory
  /** Those that could be read. */
  readonly fileNames: readonly string[]
  readonly isWhole: boolean
}> {
  const files: { fileName: string; prices: readonly FilePrice[] }[] = []
  let isWhole = true
  const refuse = (text: string) => {
    io.err(`${text}\n`)
    isWhole = false
  }
  for (const { path, asset } of named) {
    const fileName = basename(path)
    const bytes = await io.readFile(path).catch((error: unknown) => {
      refuse(`${path}: ${error instanceof Error ? error.message : 'cannot be opened'}`)
      return undefined
    })
    if (bytes === undefined) continue
    // A price of a later day values nothing, so nobody needs to know what day it is.
    const reading = readPriceFile(
      { name: fileName, bytes, mostBytes: MAX_LOCAL_FILE_BYTES },
      { currency: 'USD', now: Number.POSITIVE_INFINITY, asset },
    )
    if (reading.outcome === 'refused') refuse(`${path}: ${reading.message}`)
    else if (reading.outcome === 'asset-missing')
      refuse(`${path}: The file does not name the asset of its prices. Say it with --prices ASSET=${path}.`)
    else {
      const { prices, problems } = pricesMeant(reading, assetMeant)
      for (const { line, column, value, message } of problems)
        refuse(
          `${path}, line ${line}${column === null ? '' : `, column ${column}`}: ${message}${value === null || value === '' ? '' : ` (${value})`}`,
        )
      files.push({ fileName, prices })
    }
  }
  return { history: new PriceHistory(files), fileNames: files.map(({ fileName }) => fileName), isWhole }
}
