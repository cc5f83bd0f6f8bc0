/** The address of the lines of a year: its filter, and what is open. */
export interface LinesSearch {
  readonly year?: string
  readonly outcome?: string
  /** The result that is open. */
  readonly line?: string
  /** The dialog to enter a line stands open. */
  readonly enter?: string
}
