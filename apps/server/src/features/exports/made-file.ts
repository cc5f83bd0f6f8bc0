import type { ByHand } from '@lotbook/reports'

/** A file as it is kept. */
export interface MadeFile {
  readonly fileName: string
  readonly mediaType: string
  readonly rows: number
  readonly bytes: Uint8Array
  readonly sha256: Uint8Array
  readonly byHand: readonly ByHand[]
}
