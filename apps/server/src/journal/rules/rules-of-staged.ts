import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { joinedByHash } from '../../platform/statistics.ts'
import type { ChangeEdit } from '../transactions/changes.ts'
import { flagsUnder } from '../transactions/overlay.ts'
import { planOf, type PlannedRow, type PlannedRule } from './plan-rules.ts'
import { recordRuled } from './settle-rules.ts'
import { rulesThatAreOn } from './stored-rules.ts'
import type { Editor } from '../transactions/editor.ts'

type Ruled = Pick<PlannedRow, 'id' | 'after'> & { readonly rule_place: number; readonly before: object }

/**
 * The rules that are on, for transactions that wait in `staged_transactions`. They go into the journal as the rules make them
 * and are not written twice; to the same end as `settleRules` after it, which has more to ask of rows that were there.
 */
export class RulesOfStaged {
  readonly #tx: Tx
  readonly #userId: string
  readonly #edits = new Map<number, ChangeEdit[]>()
  readonly #changed = new Set<string>()
  #rules: readonly PlannedRule[] | undefined

  constructor(tx: Tx, userId: string) {
    this.#tx = tx
    this.#userId = userId
  }

  /** Lay what rules say over what is staged now. */
  async apply(): Promise<void> {
    const rules = (this.#rules ??= await rulesThatAreOn(this.#tx, this.#userId))
    if (rules.length === 0) return
    await this.#tx.client.query('analyze staged_transactions')
    const from = sql`(
      select ${this.#userId}::uuid as user_id, s.*, null::text as matched_as, null::timestamptz as deleted_at
      from staged_transactions s) t`
    const type = sql`coalesce(r.after ->> 'type', s.type)`
    const subType = sql`case when r.after ? 'sub_type' then r.after ->> 'sub_type' else s.sub_type end`
    const ruled = await joinedByHash(this.#tx, () =>
      this.#tx.all<Ruled>(sql`
        with ruled as materialized (
          select id, at, rule_place, after, case when after ? 'type' then jsonb_build_object('type', type) else '{}' end
            || case when after ? 'sub_type' then jsonb_build_object('sub_type', sub_type) else '{}' end
            || case when after ? 'is_ignored' then jsonb_build_object('is_ignored', is_ignored) else '{}' end as before
          from (${planOf(this.#userId, { rules, ids: [], from })}) p where act = 'change'
        ), laid as (
          update staged_transactions s set base = r.before, is_ignored = s.is_ignored or r.after ? 'is_ignored',
            type = ${type}, sub_type = ${subType}, flags = ${flagsUnder(type, subType)}
          from ruled r where r.id = s.id
        )
        select id, rule_place, before, after from ruled order by at, id`),
    )
    for (const { id, rule_place: place, before, after } of ruled) {
      this.#changed.add(id)
      const edits = this.#edits.get(place) ?? []
      this.#edits.set(place, edits)
      edits.push({ target: 'transaction', targetId: id, before, after })
    }
  }

  /** Whether a rule made a staged transaction something else. */
  changed(id: string): boolean {
    return this.#changed.has(id)
  }

  /** All that rules made something else. */
  get changedIds(): readonly string[] {
    return [...this.#changed]
  }

  /** Write down what each rule did, as one change of all that was staged. */
  async record(editor: Editor): Promise<void> {
    for (const [place, rule] of (this.#rules ?? []).entries()) {
      const edits = this.#edits.get(place)
      if (edits !== undefined) await recordRuled(this.#tx, editor, rule, edits)
    }
  }
}
