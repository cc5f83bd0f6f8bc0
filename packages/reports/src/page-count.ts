/** Pages of a paper that are drawn so far, and how many it will have. */
export interface PageCount {
  done: number
  readonly of: number
  /** Pages that are drawn at most, the first ones; their numbers stay those of the whole paper. */
  most?: number
}
