// Entry of the thread that makes the files of exports: a long paper is seconds of work, and nobody else waits for it.
import { serveThread } from '../../platform/serve-thread.ts'
import { makeExport, type ExportTask, type MadeExport } from './make-export.ts'
import type { PagesDrawn } from './watched-pages.ts'

/** What the thread says: pages that are drawn, a piece of the file, or that the file is whole. */
export type ExportMessage =
  | { readonly pages: PagesDrawn }
  | { readonly piece: Uint8Array }
  | { readonly made: MadeExport }

/** Pieces are gathered to about this length: each message takes the loop that it arrives at. */
const PIECE_BYTES = 1 << 18

serveThread<ExportTask, ExportMessage>(async (db, task, tell) => {
  let waiting: Uint8Array[] = []
  let length = 0
  const handOver = () => {
    // A copy of its own, which is handed over and not copied again.
    const piece = new Uint8Array(length)
    let at = 0
    for (const one of waiting) {
      piece.set(one, at)
      at += one.length
    }
    tell({ piece }, [piece.buffer])
    waiting = []
    length = 0
  }
  const onPiece = (one: Uint8Array) => {
    waiting.push(one)
    length += one.length
    if (length >= PIECE_BYTES) handOver()
  }
  const made = await makeExport(db, task, { onPages: (pages) => tell({ pages }), onPiece })
  if (length > 0) handOver()
  tell({ made })
})
