/** A line of a form as filed and corrected, in cents; null where nothing is known. */
export interface AmendedLine {
  readonly form: string
  readonly line: string
  readonly text: string
  readonly filed: bigint | null
  readonly corrected: bigint | null
}
