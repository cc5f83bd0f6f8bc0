/** The place that a record came from. */
export type Origin =
  | LineOrigin
  /** One answer of an API. `page` is its cursor or number, `remoteId` the id that the provider gives the entry. */
  | { readonly kind: 'page'; readonly page: string; readonly remoteId: string | null }
  /** A transaction of a chain, or one of its logs. */
  | { readonly kind: 'chain-transaction'; readonly hash: string; readonly logIndex?: number }
  /** Typed into a form by hand. */
  | { readonly kind: 'form' }

export interface LineOrigin {
  readonly kind: 'line'
  /** 1-based line of the text, or row of the sheet. */
  readonly line: number
}

/** The line of a file; null for every other origin. */
export function lineOf(origin: Origin): number | null {
  return origin.kind === 'line' ? origin.line : null
}

/** The place as a message names it: `line 12`, `entry LABCDE-12345-FGHIJK`. */
export function placeName(origin: Origin): string {
  switch (origin.kind) {
    case 'line':
      return `line ${origin.line}`
    case 'page':
      return origin.remoteId === null ? `page ${origin.page}` : `entry ${origin.remoteId}`
    case 'chain-transaction':
      return `transaction ${origin.hash}`
    case 'form':
      return 'the form'
  }
}
