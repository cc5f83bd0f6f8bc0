import type { ReportFile } from '@lotbook/reports'

/** Pages of an export that are drawn, and how many there will be. */
export interface PagesDrawn {
  readonly done: number
  readonly of: number
}

/** Fewer pages are there before anybody has read how many. */
const WORTH_SAYING = 200
const EVERY_MS = 500

/** The files of an export, which say now and then how many of their pages are drawn. */
export function watched(files: readonly ReportFile[], onPages: (pages: PagesDrawn) => void): ReportFile[] {
  const of = files.reduce((sum, { pages }) => sum + (pages?.of ?? 0), 0)
  if (of < WORTH_SAYING) return [...files]
  let saidAt = performance.now()
  const say = () => {
    if (performance.now() - saidAt < EVERY_MS) return
    saidAt = performance.now()
    onPages({ done: files.reduce((sum, { pages }) => sum + (pages?.done ?? 0), 0), of })
  }
  return files.map((file) =>
    file.pages === undefined ? file : { ...file, chunks: saying(file.chunks, say) },
  )
}

async function* saying(chunks: ReportFile['chunks'], say: () => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    say()
    yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk
  }
}
