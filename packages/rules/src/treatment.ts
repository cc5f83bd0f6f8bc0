/** The value of an event that an input must state, or can do without. */
export type ValueNeeded =
  /** The event is refused if nobody states the value of what was sent, of what was received, or of at least one of the two. */
  | 'needs-sent'
  | 'needs-received'
  | 'needs-either'
  /** The rule asks for no value. One that is not stated counts as zero. */
  | 'not-needed'
  /** A value that is not stated stays unknown, because zero would be untrue: a gift would have been worth nothing (R-GIFT-2). */
  | 'may-be-unknown'

/** A type and sub type of transaction, and the rule that it follows; docs/tax names it for each. */
export interface Treatment {
  readonly type: string
  readonly subType: string | null
  /** The name of the rule. */
  readonly operation: string
  /** The word for it in the result: a disposal's or removal's `kind`, an income's `category`. */
  readonly kind: string
  readonly value: ValueNeeded
}
