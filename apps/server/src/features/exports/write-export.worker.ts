// Entry of the thread that makes the files of exports: a long paper is seconds of work, and nobody else waits for it.
import { serveThread } from '../../platform/serve-thread.ts'
import { makeExport, type ExportTask, type MadeExport } from './make-export.ts'
import type { PagesDrawn } from './watched-pages.ts'

/** What the thread says: pages that are drawn, a piece of the file, or that the file is whole. */
export type ExportMessage =
  | { readonly pages: PagesDrawn }
  | { readonly piece: Uint8Array }
  | { readonly made: Omit<MadeExport, 'bytes'> }

/** A message is copied where it arrives: a short one holds nobody up. */
const PIECE_BYTES = 1 << 20

serveThread<ExportTask, ExportMessage>(async (db, task, tell) => {
  const { bytes, ...made } = await makeExport(db, task, (pages) => tell({ pages }))
  for (let from = 0; from < bytes.length; from += PIECE_BYTES)
    tell({ piece: new Uint8Array(bytes.subarray(from, from + PIECE_BYTES)) })
  tell({ made })
})
