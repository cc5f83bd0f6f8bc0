import type { TaxEvent } from '../event.ts'
import type { Memory } from '../memory.ts'
import type { Movement } from '../movement.ts'
import type { ValueNeeded } from '../treatment.ts'
import type { Choices } from './choices.ts'
import type { Costs } from './fees.ts'

/** One rule of law: the events it is for say so in `treatments.ts`. A file has a rule, or two that belong together. */
export interface Rule {
  /** Name of the rule, which no other rule has. */
  readonly operation: string
  /** Ids of docs/tax that a disposal, removal or income of this rule rests on, beside those of lots, fees and days. */
  readonly ids: readonly string[]
  readonly value: ValueNeeded
  /** Ids and the value needed where they differ for one kind of event. */
  readonly byKind?: Readonly<Record<string, OfOneKind>>
  /** Id that the costs of a disposal rest on, where it is not R-FEE-2. */
  readonly idOfCosts?: (kind: string, choices: Choices) => string
  /** Ids that a fee in a coin rests on, beside R-FEE-4 or R-FEE-5. */
  readonly feeIds?: readonly string[]
  /** True for events that count even though cash alone moved. */
  readonly countsInCash?: true
  /**
   * Movements of an event in order: its main disposal or move comes first, then the fee.
   *
   * @param memory of the events before it; takes up what later ones need of this one.
   */
  readonly movements: (event: TaxEvent, costs: Costs, memory: Memory, choices: Choices) => readonly Movement[]
}

/** Ids and value of one kind of event, in place of those that its rule states for all. */
interface OfOneKind {
  readonly ids: readonly string[]
  readonly value?: ValueNeeded
}
