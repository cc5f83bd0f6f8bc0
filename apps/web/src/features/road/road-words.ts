import { paths, type OnboardingStep, type Road, type RoadStep } from '@lotbook/contract'
import { formatDay } from '../../ui/format/format-date-time.ts'
import { amendmentMoney, amendmentPath } from './amendment-words.ts'

/** Path of the screen of each step: of the walk where one is on it, else the one in the navigation. */
export function pathOfStep(step: RoadStep, road: Road, where: RoadPlace): string {
  if (where.isWalk === true) return paths.onboarding(WALK[step])
  switch (step) {
    case 'import':
      return road.import.transactions === 0 && road.import.running === 0 && road.import.asks === null
        ? paths.home
        : paths.imports
    case 'review':
      return `${paths.transactions}?review=true`
    case 'calculate':
      return road.calculation.state === 'running' && road.calculation.trace_id !== null
        ? paths.taxCalculation(road.calculation.trace_id)
        : `${paths.tax}?year=${road.tax_year.toString()}`
    case 'file':
      if (road.amendment?.is_due === true) return amendmentPath(road.tax_year)
      return where.filesInUs ? `/tax_filing?year=${road.tax_year.toString()}` : paths.oneYear(road.tax_year)
  }
}

export interface RoadPlace {
  readonly filesInUs: boolean
  readonly isWalk?: boolean | undefined
}

const WALK: Readonly<Record<RoadStep, OnboardingStep>> = { import: 1, review: 3, calculate: 4, file: 5 }

/** One line of facts under a step; empty where there is nothing to add. What is done has no number. */
export function factsOfStep(step: RoadStep, road: Road): string {
  const isDone = road.steps.find((one) => one.step === step)?.is_done === true
  switch (step) {
    case 'import':
      return isDone ? '' : importFacts(road.import)
    case 'review':
      return isDone || road.review.of_year === 0 ? '' : scopeOf(road)
    case 'calculate':
      return isDone ? '' : calculationFacts(road.calculation)
    case 'file':
      if (road.amendment?.is_due === true)
        return `Amendment: ${amendmentMoney(road.amendment, road.currency)}`
      return road.filed_on === null ? '' : `Filed ${formatDay(road.filed_on)}`
  }
}

function importFacts({ running, asks }: Road['import']): string {
  if (asks !== null) return `${asks.account_name} needs an answer`
  if (running > 0) return `${running.toLocaleString()} running`
  return ''
}

function calculationFacts({ state, percent, changes }: Road['calculation']): string {
  switch (state) {
    case 'running':
      return `${(percent ?? 0).toString()}%`
    case 'out_of_date':
      return changes === 0
        ? 'Out of date'
        : `${changes.toLocaleString()} ${changes === 1 ? 'change' : 'changes'} since`
    default:
      return ''
  }
}

/** "14 for 2025, 19 in all": the open items with the years that they are counted over. */
export function scopeOf({
  tax_year,
  review: { of_year, in_all },
}: Pick<Road, 'tax_year' | 'review'>): string {
  const own = `${of_year.toLocaleString()} for ${tax_year.toString()}`
  return in_all > of_year ? `${own}, ${in_all.toLocaleString()} in all` : own
}

/** Label of the button that leads to the next step. */
export function actionOf(step: RoadStep, road: Road): string {
  switch (step) {
    case 'import':
      if (road.import.asks !== null) return 'Answer'
      return road.import.running > 0 ? 'View imports' : 'Import'
    case 'review':
      return 'Review'
    case 'calculate':
      return road.calculation.state === 'running' ? 'View progress' : 'Calculate'
    case 'file':
      return road.amendment?.is_due === true ? 'See the amendment' : `File ${road.tax_year.toString()}`
  }
}
