import type { TaxDate } from '@lotbook/journal'
import type { Day, Dollars, TaxEvent } from './event.ts'
import type { Memory } from './memory.ts'
import type { Movement } from './movement.ts'
import type { Reported } from './reported.ts'
import type { Term } from './term.ts'
import type { Treatment } from './treatment.ts'
import type { RuleSettings } from './us/settings.ts'

/** Finds the movements of an event, given what is known of those before it; events are asked about in their order. */
export type EventRule = (event: TaxEvent, memory: Memory) => readonly Movement[]

/** Facts of a disposal or removal that the rules it rests on depend on. */
export interface RowFacts {
  readonly treatment: Treatment
  readonly kind: string
  readonly method: string
  readonly isFee: boolean
  readonly isFromReceived: boolean
  readonly hasFees: boolean
  readonly isMissing: boolean
  /** True for the pay of a contract, or its cost. */
  readonly isContract: boolean
  readonly isDualBasis: boolean
  readonly isPooledByAccount: boolean
  readonly term: Term
}

/** The basis of a gift by which a sale is measured; by `neither` there is no gain and no loss. */
export type BasisThatCounts = 'gain' | 'loss' | 'neither'

/** Part of the form of a year that a row belongs in. */
export type Box = 'A' | 'B' | 'C' | 'D' | 'E' | 'F' | 'G' | 'H' | 'I' | 'J' | 'K' | 'L'

/** Ids of the rules that a row of a result rests on, in the order in which they were asked. */
export interface RowReasons {
  readonly ofDisposal: (row: RowFacts) => readonly string[]
  readonly ofRemoval: (row: RowFacts) => readonly string[]
  /** @param made whether a choice made an income of all of it or of a part, where it is none by default. */
  readonly ofIncome: (category: string, made: 'by default' | 'by choice' | 'in part') => readonly string[]
}

/** The law of a country, as a value: who works out a history asks it, and knows no country. */
export interface Jurisdiction {
  readonly code: 'US'
  /** Version of the rules, which changes with each of them; results, manifests and checkpoints state it. */
  readonly rulesVersion: string
  /** The treatment of each type of transaction; the position in the list is the code that columns carry. */
  readonly treatments: readonly Treatment[]
  readonly rulesUnder: (settings: RuleSettings) => EventRule
  readonly reasonsUnder: (settings: RuleSettings) => RowReasons
  /** The tax day from which each account has lots of its own, whatever pool was chosen before. */
  readonly lotsByAccountFrom: Day
  /** The first day on which a sale of what was acquired on a day is long-term. */
  readonly longTermFrom: (acquiredOn: TaxDate) => TaxDate
  /** The basis that counts, where a gift has one for a gain and one for a loss. */
  readonly basisThatCounts: (proceeds: Dollars, forGain: Dollars, forLoss: Dollars) => BasisThatCounts
  /** The deduction for a donation. */
  readonly deductionOf: (term: Term, value: Dollars, basis: Dollars) => Dollars
  /** The part of the form of a year that a row belongs in. */
  readonly boxOf: (year: number, term: Term, reported: Reported) => Box
}
