import { inflateSync } from 'node:zlib'
import type { ReportFile } from '../year-report.ts'

/** The bytes of a file. */
export async function bytesOf({ chunks }: ReportFile): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const chunk of chunks) parts.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk)
  return Buffer.concat(parts)
}

async function streamsOf(file: ReportFile): Promise<string[]> {
  const bytes = (await bytesOf(file)).toString('latin1')
  return [...bytes.matchAll(/stream\n([\s\S]*?)\nendstream/g)].map(([, body]) => {
    try {
      return inflateSync(Buffer.from(body ?? '', 'latin1')).toString('latin1')
    } catch {
      return ''
    }
  })
}

/** The letters that fonts are embedded for, each font's in the order of their first use. */
export async function embeddedLettersOf(file: ReportFile): Promise<string> {
  const maps = (await streamsOf(file)).filter((stream) => stream.includes('beginbfrange'))
  return maps
    .map((map) => map.slice(map.indexOf('beginbfrange')))
    .flatMap((map) => [...map.matchAll(/<([0-9a-f]{4}(?: ?[0-9a-f]{4})?)>(?=[ \]])/g)])
    .map(([, hex]) =>
      Buffer.from((hex ?? '').replaceAll(' ', ''), 'hex')
        .swap16()
        .toString('utf16le'),
    )
    .join('')
}

/** The words of a PDF that this package drew: strings of its content streams, one after the other. */
export async function wordsOf(file: ReportFile): Promise<string> {
  const streams = await streamsOf(file)
  return streams
    .flatMap((stream) => [...stream.matchAll(/\[(.*?)\] TJ/g)])
    .map(([, line]) =>
      [...(line ?? '').matchAll(/<([0-9a-f]+)>/g)]
        .map(([, hex]) => Buffer.from(hex ?? '', 'hex').toString('latin1'))
        .join(''),
    )
    .join('\n')
}
