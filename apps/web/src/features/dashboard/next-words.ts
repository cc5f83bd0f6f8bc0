import type { Road } from '@lotbook/contract'
import { formatDay } from '../../ui/format/format-date-time.ts'
import { amendmentWords } from '../road/amendment-words.ts'
import { scopeOf } from '../road/road-words.ts'

export interface NextWords {
  readonly title: string
  readonly text: string
}

/** The next step of a year in a heading and a sentence. */
export function nextWords(road: Road): NextWords {
  const year = road.tax_year.toString()
  switch (road.next) {
    case 'import':
      return importWords(road.import)
    case 'review': {
      const { of_year } = road.review
      return {
        title: `Review ${of_year.toLocaleString()} ${of_year === 1 ? 'item' : 'items'}`,
        text: `${scopeOf(road)}. `,
      }
    }
    case 'calculate':
      return calculateWords(road)
    case 'file':
      if (road.amendment?.is_due === true)
        return { title: `Amend ${year}`, text: amendmentWords(road.amendment, road.currency) }
      return {
        title: `File ${year}`,
        text: 'Nothing is left to review. Your forms and files for the year are ready.',
      }
    case null:
      return {
        title: `${year} is filed`,
        text: `${road.filed_on === null ? '' : `Filed ${formatDay(road.filed_on)}. `}Its figures are frozen. A later change that concerns it becomes a proposed amendment.`,
      }
  }
}

function importWords({ running, asks }: Road['import']): NextWords {
  if (asks !== null) return { title: `${asks.account_name} needs an answer`, text: asks.question }
  if (running > 0)
    return {
      title: 'Imports are running',
      text: 'Your figures appear once they are done. You can leave this page.',
    }
  return {
    title: 'Add an account',
    text: 'Add every account you have ever used. If one is missing, a transfer can look like a sale.',
  }
}

function calculateWords({ calculation, amendment, currency }: Road): NextWords {
  if (!calculation.can_start)
    return {
      title: 'Nothing taxable yet',
      text: 'Your history has no sale, trade or income so far. Add the accounts that are missing.',
    }
  switch (calculation.state) {
    case 'running':
      return {
        title: `Calculating, ${(calculation.percent ?? 0).toString()}%`,
        text: 'You can leave this page. Lotbook tells you when it is done.',
      }
    case 'none':
      return {
        title: 'Calculate your taxes',
        text: 'Lotbook works out every disposal lot by lot, and then shows what each open item could change.',
      }
    default:
      return {
        title: 'Calculate again',
        text:
          amendment?.is_due === true
            ? `${amendmentWords(amendment, currency)} Calculate to see it row by row.`
            : 'Something changed since the last calculation, so these figures are out of date.',
      }
  }
}
