import type { PackedRows } from './packed-rows.ts'

interface KeptFile {
  readonly rows: Promise<PackedRows>
  bytes: number
  unused: NodeJS.Timeout | undefined
}

/**
 * Rows of files that were asked for lately, so that many questions read a file once. They go when nobody asks for a while, and
 * the least lately asked for first where all of them would take more room than there is.
 */
export class KeptRows {
  readonly #files = new Map<string, KeptFile>()
  readonly #mostBytes: number
  readonly #unusedMs: number

  constructor({ mostBytes, unusedMs }: { readonly mostBytes: number; readonly unusedMs: number }) {
    this.#mostBytes = mostBytes
    this.#unusedMs = unusedMs
  }

  /** The rows of a file, or undefined where it has to be read. */
  get(key: string): Promise<PackedRows> | undefined {
    const file = this.#files.get(key)
    if (file === undefined) return undefined
    // The last of the list was asked for last.
    this.#files.delete(key)
    this.#files.set(key, file)
    this.#waitFor(key, file)
    return file.rows
  }

  /** Keep what a reading comes to; one that fails is not kept. */
  keep(key: string, rows: Promise<PackedRows>): Promise<PackedRows> {
    const file: KeptFile = { rows, bytes: 0, unused: undefined }
    this.#drop(key)
    this.#files.set(key, file)
    this.#waitFor(key, file)
    rows.then(
      ({ blocks }) => {
        file.bytes = blocks.reduce((sum, { bytes }) => sum + bytes.length, 0)
        this.#makeRoom()
      },
      () => {
        if (this.#files.get(key) === file) this.#drop(key)
      },
    )
    return rows
  }

  #waitFor(key: string, file: KeptFile): void {
    clearTimeout(file.unused)
    file.unused = setTimeout(() => this.#drop(key), this.#unusedMs).unref()
  }

  #makeRoom(): void {
    let all = 0
    for (const { bytes } of this.#files.values()) all += bytes
    for (const [key, { bytes }] of this.#files) {
      if (all <= this.#mostBytes) return
      // A file that is still being read takes no room yet.
      if (bytes === 0) continue
      this.#drop(key)
      all -= bytes
    }
  }

  #drop(key: string): void {
    clearTimeout(this.#files.get(key)?.unused)
    this.#files.delete(key)
  }
}
