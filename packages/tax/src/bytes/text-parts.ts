/** Lists of rows in the order of events. What such a list has before a border is the same in every calculation with that history before it. */
export type TextList = 'input' | 'disposals' | 'incomes' | 'removals'

/**
 * A part of the text of an input or a result. Whoever keeps it keeps blocks, so that another calculation can say the same with them:
 *
 * - bytes: UTF-8, which holds until the next part is asked for;
 * - `begins`: what follows is of this list, or of none. Its first bytes are the list's head; a block holds nothing of another list;
 * - `stretch`: here begins what the input has from the event of this number on, up to the next of these or the end of the list,
 *   and with it a block: another input that has the same events there can say them with the same blocks;
 * - `border`: here ends what the list has before the event of this number, and with it a block. Where that is nothing the head
 *   alone is before the border;
 * - `kept`: here stands the text of blocks that are kept already, by their ids.
 */
export type TextPart =
  | Uint8Array
  | { readonly begins: TextList | null }
  | { readonly border: number }
  | { readonly stretch: number }
  | { readonly kept: readonly string[] }

/** Borders that a text is divided at, and the blocks that exist already. */
export interface TextPlan {
  /** Events of the table, ascending. Past the last is the end of the lists. */
  readonly borders?: readonly number[]
  /**
   * For a resumed table: the blocks before it, by list and in order; the first of a list begins with the list's head.
   */
  readonly kept?: KeptLists
  /** First events of the stretches of the input, ascending; left out if the input is written in one. */
  readonly stretches?: readonly TextStretch[]
}

/** A stretch of the input from an event on. What blocks say already is not written again. */
export interface TextStretch {
  readonly event: number
  readonly kept?: readonly string[] | undefined
}

export type KeptLists = Readonly<Record<TextList, readonly string[]>>

/** The blocks that a text begins its list with; undefined where the table is the whole history, and so the list written from its head on. */
export function blocksBefore(
  table: { readonly opening?: object },
  list: TextList,
  { kept }: TextPlan,
): readonly string[] | undefined {
  if (table.opening === undefined) return undefined
  if (kept === undefined) throw new Error('A text that goes on begins with blocks that are kept')
  return kept[list]
}

/** The bytes alone, of a text that is kept nowhere. @throws Error where it goes on from blocks that are. */
export function* bytesOfParts(parts: Iterable<TextPart>): Generator<Uint8Array> {
  for (const part of parts) {
    if (part instanceof Uint8Array) yield part
    else if ('kept' in part) throw new Error('A text that goes on has no bytes of what is before it')
  }
}
