import { inflateSync } from 'node:zlib'
import type { ReportFile } from '../year-report.ts'

/** The bytes of a file. */
export async function bytesOf({ chunks }: ReportFile): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const chunk of chunks) parts.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk)
  return Buffer.concat(parts)
}

/** The words of a PDF that this package drew: strings of its content streams, one after the other. */
export async function wordsOf(file: ReportFile): Promise<string> {
  const bytes = (await bytesOf(file)).toString('latin1')
  const streams = [...bytes.matchAll(/stream\n([\s\S]*?)\nendstream/g)].map(([, body]) => {
    try {
      return inflateSync(Buffer.from(body ?? '', 'latin1')).toString('latin1')
    } catch {
      return ''
    }
  })
  return streams
    .flatMap((stream) => [...stream.matchAll(/\[(.*?)\] TJ/g)])
    .map(([, line]) =>
      [...(line ?? '').matchAll(/<([0-9a-f]+)>/g)]
        .map(([, hex]) => Buffer.from(hex ?? '', 'hex').toString('latin1'))
        .join(''),
    )
    .join('\n')
}
