import { ROAD_STEPS, type Road, type RoadStep } from '@lotbook/contract'

type Facts = Omit<Road, 'steps' | 'next'>

/** Adds the steps that are done and the one that comes next to the facts of a year. */
export function roadOfYear(facts: Facts): Road {
  const steps = ROAD_STEPS.map((step) => ({ step, is_done: isDone[step](facts) }))
  return { ...facts, steps, next: steps.find(({ is_done }) => !is_done)?.step ?? null }
}

/**
 * Each step is done by facts of its own, so that steps may be done in any order. A filed year stays as it was filed: open items and
 * changes concern it only where they would amend it.
 */
const isDone: Readonly<Record<RoadStep, (facts: Facts) => boolean>> = {
  import: (facts) =>
    facts.import.transactions > 0 && facts.import.running === 0 && facts.import.asks === null,
  review: (facts) => facts.import.transactions > 0 && (facts.review.waiting === 0 || facts.filed_on !== null),
  calculate: ({ calculation, amendment }) =>
    calculation.state === 'current' || (amendment?.state === 'current' && !amendment.is_due),
  file: ({ filed_on, amendment }) => filed_on !== null && amendment?.is_due !== true,
}
