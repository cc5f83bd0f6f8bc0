import { REVIEW_WIZARDS, type ReviewWizard, type Wizard } from '@lotbook/contract'

/** State that decides which step of a trace has a question. */
export interface Walk {
  readonly hasHistory: boolean
  /** How many questions wait in each step of the review. */
  readonly asks: ReadonlyMap<string, number>
  /** Whether the newest result is of the journal and the settings as they are. */
  readonly isCalculated: boolean
}

/** The first step of the review with something to ask. */
export function reviewEntry({ asks }: Pick<Walk, 'asks'>): ReviewWizard | null {
  return REVIEW_WIZARDS.find((wizard) => (asks.get(wizard) ?? 0) > 0) ?? null
}

/**
 * The next step with something to ask. It follows from what is open alone, so that whoever leaves and comes back goes on
 * where they were, and an answer that opens a question of an earlier step leads there. Plans are not chosen here: their
 * steps have nothing to ask.
 */
export function nextStep(walk: Walk): Wizard {
  if (!walk.hasHistory) return 'UploadCsvWizard'
  return reviewEntry(walk) ?? (walk.isCalculated ? 'TaxSummary' : 'SelectLifoFifo')
}
