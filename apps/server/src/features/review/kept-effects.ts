import { createHash } from 'node:crypto'
import type { DecisionEffect } from '@lotbook/contract'
import { canonicalJson, ENGINE_VERSION, RULES_VERSION } from '@lotbook/tax'
import { self, withSubject, type Database, type Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { readTaxSettings } from '../../calculating/settings/tax-settings.ts'

/** Raised with every change of what an effect says. */
const SHAPE = 4

/** Stored effects of some deeds. */
export interface KnownEffects {
  readonly journalVersion: string
  /** One for each deed, in their order. */
  readonly keys: readonly string[]
  readonly known: Map<string, DecisionEffect>
}

/** Effects that were worked out before on the same journal, under the same settings, by the same engine. */
export async function knownEffects(tx: Tx, userId: string, deeds: readonly unknown[]): Promise<KnownEffects> {
  const { version } = await tx.one<{ version: string }>(
    sql`select version from journals where user_id = ${userId}`,
  )
  const settings = JSON.stringify(await readTaxSettings(tx, userId))
  const keys = deeds.map((deed) =>
    createHash('sha256')
      // Canonical: a deed that was stored meanwhile has its fields in another order.
      .update(canonicalJson([SHAPE, version, settings, ENGINE_VERSION, RULES_VERSION, deed]))
      .digest('hex'),
  )
  const rows = await tx.all<{ key: string; effect: DecisionEffect }>(sql`
    select encode(key, 'hex') as key, effect from decision_effects
    where user_id = ${userId} and encode(key, 'hex') = any (${keys})`)
  return { journalVersion: version, keys, known: new Map(rows.map((row) => [row.key, row.effect])) }
}

/** Keep what was worked out, until the journal changes. */
export function keepEffects(
  db: Database,
  userId: string,
  version: string,
  worked: readonly { readonly key: string; readonly effect: DecisionEffect }[],
): Promise<unknown> {
  // On the customer's own behalf, like every result: who may only look may still ask.
  return withSubject(db, self(userId), async (tx) => {
    await tx.run(
      sql`delete from decision_effects where user_id = ${userId} and journal_version <> ${version}`,
    )
    await tx.run(sql`
      insert into decision_effects (user_id, key, journal_version, effect, worked_out_at)
      select ${userId}, decode(key, 'hex'), ${version}, effect, now()
      from jsonb_to_recordset(${JSON.stringify(worked)}::jsonb) as r (key text, effect jsonb)
      on conflict do nothing`)
  })
}
