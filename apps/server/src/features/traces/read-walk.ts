import { isReviewWizard, REVIEW_WIZARDS, type ReviewWizard, WIZARD_KINDS } from '@lotbook/contract'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { questionKey } from '../review/questions-together.ts'
import { isForkReceipt } from '../review/wizard-condition.ts'
import { taxDetails } from '../tax/tax-details.ts'
import type { Walk } from './next-step.ts'

const ASKING = [...REVIEW_WIZARDS, 'SelectLifoFifo'] as const

export interface WalkStep {
  readonly wizard_name: ReviewWizard | 'SelectLifoFifo'
  readonly asks: number
  readonly left: number
}

export interface ReadWalk extends Walk {
  readonly steps: readonly WalkStep[]
}

/** Questions of each step, and whether there is a history and a result of it. */
export async function readWalk(tx: Tx, userId: string, now: Date): Promise<ReadWalk> {
  const found = await tx.all<{ code: string; is_fork: boolean; is_left: boolean; count: string }>(sql`
    select f.code, f.code = 'unmatched_receive' and ${isForkReceipt} as is_fork, f.left_open_at is not null as is_left,
      count(distinct ${questionKey}) as count
    from findings f where f.user_id = ${userId} and f.state = 'open' and f.code = any (${Object.values(WIZARD_KINDS).flat()})
    group by 1, 2, 3`)
  const steps = ASKING.map((wizard_name): WalkStep => {
    const own = found.filter(
      ({ code, is_fork }) =>
        WIZARD_KINDS[wizard_name].some((kind) => kind === code) &&
        (code !== 'unmatched_receive' || is_fork === (wizard_name === 'MarkForkTransactions')),
    )
    const count = (rows: typeof found) => rows.reduce((sum, row) => sum + Number(row.count), 0)
    // Only questions of the review can be left open.
    const left = isReviewWizard(wizard_name) ? own.filter((row) => row.is_left) : []
    return { wizard_name, asks: count(own) - count(left), left: count(left) }
  })
  const details = await taxDetails(tx, userId, now)
  return {
    steps,
    asks: new Map(steps.map(({ wizard_name, asks }) => [wizard_name, asks])),
    hasHistory: details.total_transactions > 0,
    isCalculated: details.tax_calculated === true && !details.need_tax_calculation,
  }
}

/** Questions of the review that a person has answered since the walk began. */
export async function answeredSince(tx: Tx, userId: string, since: Date): Promise<number> {
  const kinds = REVIEW_WIZARDS.flatMap((wizard) => WIZARD_KINDS[wizard])
  const { count } = await tx.one<{ count: string }>(sql`
    select count(distinct (${questionKey}, decision ->> 'at')) as count from findings f where user_id = ${userId} and state in ('accepted', 'resolved')
      and code = any (${kinds}) and decision is not null and (decision ->> 'at')::timestamptz >= ${since}`)
  return Number(count)
}
