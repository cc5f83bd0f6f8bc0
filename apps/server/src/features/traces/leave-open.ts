import type { ReviewWizard } from '@lotbook/contract'
import type { Tx } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { sql } from '../../platform/sql.ts'
import { namedOrTogether } from '../review/questions-together.ts'
import { wizardCondition } from '../review/wizard-condition.ts'

/** Questions that are left open: those named, or all that a step asks. */
export interface Left {
  readonly items?: readonly string[] | undefined
  /** A missing price stands for all of its asset. */
  readonly by_asset?: boolean | undefined
  readonly wizard?: ReviewWizard | undefined
}

/**
 * Ask questions no more in the walk, for the person does not know. They stay in the review queue, and count as they did.
 *
 * @returns how many were left open now.
 */
export async function leaveOpen(
  tx: Tx,
  userId: string,
  { items, by_asset, wizard }: Left,
  now: Date,
): Promise<number> {
  if (items === undefined && wizard === undefined) refuse('invalid_input', 'Choose what it is about.')
  if (items !== undefined) {
    const { count } = await tx.one<{ count: string }>(sql`
      select count(*) as count from findings where user_id = ${userId} and id = any (${items})`)
    if (count === '0') refuse('not_found')
  }
  const named =
    items === undefined
      ? sql`true`
      : by_asset === true
        ? namedOrTogether(userId, items)
        : sql`f.id = any (${items})`
  const ofStep = wizard === undefined ? sql`true` : wizardCondition(wizard)
  const left = await tx.all(sql`
    update findings f set left_open_at = ${now}
    where f.user_id = ${userId} and f.state = 'open' and f.left_open_at is null and ${named} and ${ofStep} returning f.id`)
  return left.length
}

/** Ask again what was left open in a step; gives back how many. */
export async function askAgain(tx: Tx, userId: string, wizard: ReviewWizard): Promise<number> {
  const asked = await tx.all(sql`
    update findings f set left_open_at = null
    where f.user_id = ${userId} and f.state = 'open' and f.left_open_at is not null and ${wizardCondition(wizard)} returning f.id`)
  return asked.length
}
