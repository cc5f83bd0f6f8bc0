import type { TextList } from './text-parts.ts'

/** Bytes of text that are packed as one block, at most. */
export const BLOCK_BYTES = 4 * 1024 * 1024
/** Blocks that are unpacked while one is taken in. */
const AHEAD = 4
/** Blocks that are read by one question: most are small, and each question by itself would be waited for. */
const READ_AT_ONCE = 16

/** Notes which blocks a text consists of, and which of them belong to each of its lists, borders and stretches (`TextPart`). */
export class BlockPlaces {
  /** Ids of all blocks so far, in order. */
  readonly ids: string[] = []
  /** The blocks of each stretch, by the event that it begins with. */
  readonly stretches = new Map<number, readonly string[]>()
  readonly #upTo = new Map<string, readonly string[]>()
  #list: TextList | null = null
  /** Start of the list among the blocks. */
  #start = 0
  #stretch: { readonly event: number; readonly start: number } | undefined

  /** Begins a list, or what belongs to none. */
  begin(list: TextList | null): void {
    this.#endStretch()
    this.#list = list
    this.#start = this.ids.length
  }

  beginStretch(event: number): void {
    this.#endStretch()
    this.#stretch = { event, start: this.ids.length }
  }

  /** Passes a border of the list. @returns whether the text began with this list, so that the blocks before the border are all of it. */
  pass(border: number): boolean {
    if (this.#list === null) throw new Error('A border stands in a list')
    this.#upTo.set(nameOf(this.#list, border), this.ids.slice(this.#start))
    return this.#start === 0
  }

  /** The blocks that a list has before a border, its head with it. @throws Error for a border that the text does not have. */
  upTo(list: TextList, border: number): readonly string[] {
    const blocks = this.#upTo.get(nameOf(list, border))
    if (blocks === undefined) throw new Error(`This text has no border ${nameOf(list, border)}`)
    return blocks
  }

  #endStretch(): void {
    if (this.#stretch !== undefined)
      this.stretches.set(this.#stretch.event, this.ids.slice(this.#stretch.start))
    this.#stretch = undefined
  }
}

function nameOf(list: TextList, border: number): string {
  return `${list} ${border}`
}

/**
 * The text of blocks as UTF-8, block by block; some are read and unpacked ahead.
 *
 * @param read those of some blocks that there are.
 *
 * @throws Error where a block is not among those that were read.
 */
export async function* unpackedBlocks<Packed, Text extends Uint8Array>(
  ids: readonly string[],
  read: (ids: readonly string[]) => Promise<ReadonlyMap<string, Packed>>,
  unpack: (packed: Packed) => Promise<Text>,
): AsyncGenerator<Text> {
  const ahead: Promise<Text>[] = []
  let together: Promise<ReadonlyMap<string, Packed>> | undefined
  const begin = (n: number) => {
    const id = ids[n]
    if (id === undefined) return
    if (n % READ_AT_ONCE === 0) together = read(ids.slice(n, n + READ_AT_ONCE))
    const text = together!.then((blocks) => unpack(blockOf(blocks, id)))
    // Awaited in its turn: until then nobody listens.
    text.catch(() => {})
    ahead.push(text)
  }
  for (let n = 0; n < AHEAD; n += 1) begin(n)
  for (let n = AHEAD; ahead.length > 0; n += 1) {
    const text = await ahead.shift()!
    begin(n)
    yield text
  }
}

function blockOf<Packed>(blocks: ReadonlyMap<string, Packed>, id: string): Packed {
  const block = blocks.get(id)
  if (block === undefined) throw new Error(`A block of a text is missing: ${id}`)
  return block
}
