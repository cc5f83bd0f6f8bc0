import { setImmediate as breathe } from 'node:timers/promises'
import { promisify } from 'node:util'
import { constants, zstdCompressSync, zstdDecompress } from 'node:zlib'
import type { BrokerFormReading, StatedBrokerLine } from '@lotbook/sources'

type FormLines = Extract<BrokerFormReading, { outcome: 'lines' }>

/** Lines of Forms 1099-DA as they leave the process that read them, some to a piece, so that very many block no event loop. */
export type PackedFormReading =
  | Exclude<BrokerFormReading, FormLines>
  | (Omit<FormLines, 'lines'> & { readonly pieces: readonly Uint8Array<ArrayBuffer>[] })

/** Lines of one piece: few enough that unpacking one takes a few milliseconds. */
const LINES_TOGETHER = 500
const MOST_PIECE_BYTES = 64 * 1024 * 1024
const QUICK = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

export function packForms(reading: BrokerFormReading): PackedFormReading {
  if (reading.outcome !== 'lines') return reading
  const { lines, ...rest } = reading
  const pieces: Uint8Array<ArrayBuffer>[] = []
  for (let first = 0; first < lines.length; first += LINES_TOGETHER) {
    const text = JSON.stringify(lines.slice(first, first + LINES_TOGETHER))
    pieces.push(new Uint8Array(zstdCompressSync(text, QUICK)))
  }
  return { ...rest, pieces }
}

const decompress = promisify<Uint8Array, { maxOutputLength: number }, Buffer>(zstdDecompress)

/** The reading with its lines. Others get their turn between the pieces. */
export async function unpackedForms(reading: PackedFormReading): Promise<BrokerFormReading> {
  if (reading.outcome !== 'lines') return reading
  const { pieces, ...rest } = reading
  const lines: StatedBrokerLine[] = []
  for (const piece of pieces) {
    const text = await decompress(piece, { maxOutputLength: MOST_PIECE_BYTES })
    for (const line of JSON.parse(text.toString('utf8')) as StatedBrokerLine[]) lines.push(line)
    await breathe()
  }
  return { ...rest, lines }
}
