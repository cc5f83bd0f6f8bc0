import type { Tx } from './database.ts'
import { newId } from './ids.ts'
import { sql } from './sql.ts'

/** Values of settings by their names, as they are kept. */
export type SettingValues = Readonly<Record<string, string | null | Readonly<Record<string, string>>>>

export interface NewSettingChange {
  readonly before: SettingValues
  readonly after: SettingValues
  /** The change that this one takes back. */
  readonly undoes?: string | undefined
}

/**
 * Record a save of settings in its own transaction, with the values that it changed.
 *
 * @returns the id of the change; null where every value is as it was.
 */
export async function recordSettingChange(
  tx: Tx,
  { userId, actorId, now }: { readonly userId: string; readonly actorId: string; readonly now: Date },
  { before, after, undoes }: NewSettingChange,
): Promise<string | null> {
  const changed = Object.keys(after).filter((name) => !isSameSetting(before[name], after[name]))
  if (changed.length === 0) return null
  const id = newId(now.getTime())
  const only = (values: SettingValues) =>
    JSON.stringify(Object.fromEntries(changed.map((name) => [name, values[name] ?? null])))
  await tx.run(sql`
    insert into setting_changes (user_id, id, before, after, recorded_at, recorded_by, undoes)
    values (${userId}, ${id}, ${only(before)}::jsonb, ${only(after)}::jsonb, ${now}, ${actorId}, ${undoes ?? null})`)
  return id
}

/** Whether two values of a setting are one; the order of the keys of one says nothing. */
export function isSameSetting(a: SettingValues[string] | undefined, b: SettingValues[string] | undefined) {
  return inOrder(a) === inOrder(b)
}

function inOrder(value: SettingValues[string] | undefined): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null)
  return JSON.stringify(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
