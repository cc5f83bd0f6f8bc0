import type { SettingChange, TaxSettings } from '@lotbook/contract'
import { readTaxSettings } from '../../calculating/settings/tax-settings.ts'
import type { Tx } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import type { SettingValues } from '../../platform/setting-changes.ts'
import { sql } from '../../platform/sql.ts'
import { recordedBy } from '../methods/standing-orders.ts'
import { treatmentChanges } from '../treatments/change-treatment.ts'
import { isInForce } from './current-settings.ts'

const PER_PAGE = 50

/** Acts that guard the account. They are in the history, and nothing takes them back. */
const SECURITY_EVENTS = [
  'password_changed',
  'password_reset_used',
  'second_factor_on',
  'second_factor_off',
  'passkey_added',
  'passkey_renamed',
  'passkey_removed',
  'recovery_codes_made',
  'email_changed',
]

interface ChangeRow {
  readonly kind: SettingChange['kind']
  readonly id: string
  readonly at: Date
  readonly recorded_by: string | null
  readonly before: SettingValues | null
  readonly after: SettingValues | null
  readonly is_undo: boolean
  /** The newest change of its settings that nobody has taken back. */
  readonly is_newest: boolean
  readonly what: string | null
}

/**
 * A page of what was changed in the settings, the newest first.
 *
 * @param current - the settings as they are now.
 */
export async function settingHistory(
  tx: Tx,
  userId: string,
  { cursor, current }: { readonly cursor: string | undefined; readonly current: SettingValues },
): Promise<{ rows: SettingChange[]; next: string | null; total: number }> {
  const after = cursor === undefined ? undefined : readCursor(cursor)
  const older =
    after === undefined ? sql`true` : sql`(at, id collate "C") < (${after.at}::timestamptz, ${after.id})`
  const found = await tx.all<ChangeRow>(sql`
    with changes as (${ofSettings(userId)} union all ${ofTreatments(userId)} union all ${ofSecurity(userId)})
    select * from changes where ${older} order by at desc, id collate "C" desc limit ${PER_PAGE + 1}`)
  const { total } = await tx.one<{ total: string }>(sql`
    select (select count(*) from setting_changes where user_id = ${userId})
      + (select count(*) from treatment_changes where user_id = ${userId})
      + (select count(*) from audit_events where user_id = ${userId} and event = any (${SECURITY_EVENTS})) as total`)
  const page = found.slice(0, PER_PAGE)
  const undoable = page.some(({ kind }) => kind === 'treatment')
    ? await undoableTreatments(tx, userId, await readTaxSettings(tx, userId))
    : new Set<string>()
  const last = page.at(-1)
  return {
    rows: page.map((row) => ({
      id: row.id,
      kind: row.kind,
      parts: partsOf(row),
      recorded_at: row.at.toISOString(),
      recorded_by: recordedBy(row.recorded_by ?? userId, userId),
      is_undo: row.is_undo,
      can_undo:
        row.kind === 'treatment'
          ? undoable.has(row.id)
          : row.kind === 'setting' && row.is_newest && isInForce(row.after ?? {}, current),
    })),
    next: found.length > PER_PAGE && last !== undefined ? cursorOf(last) : null,
    total: Number(total),
  }
}

function ofSettings(userId: string) {
  const isLive = (change: 'c' | 'l') => {
    const [undoes, id] = change === 'c' ? [sql`c.undoes`, sql`c.id`] : [sql`l.undoes`, sql`l.id`]
    return sql`${undoes} is null and not exists (select from setting_changes u where u.user_id = ${userId} and u.undoes = ${id})`
  }
  return sql`
    select 'setting' as kind, c.id::text as id, c.recorded_at as at, c.recorded_by, c.before, c.after,
      c.undoes is not null as is_undo,
      ${isLive('c')} and not exists (
        select from setting_changes l where l.user_id = ${userId} and (l.recorded_at, l.id) > (c.recorded_at, c.id)
          and jsonb_exists_any(l.after, array(select jsonb_object_keys(c.after))) and ${isLive('l')}) as is_newest,
      null::text as what
    from setting_changes c where c.user_id = ${userId}`
}

const ofTreatments = (userId: string) => sql`
  select 'treatment', id::text, recorded_at, recorded_by, jsonb_build_object('value', before),
    jsonb_build_object('value', after), undoes is not null, false,
    coalesce(treatment, asset || coalesce(' for ' || of_asset, ''))
  from treatment_changes where user_id = ${userId}`

const ofSecurity = (userId: string) => sql`
  select 'security', id::text, at, actor_id, null::jsonb, null::jsonb, false, false, event
  from audit_events where user_id = ${userId} and event = any (${SECURITY_EVENTS})`

async function undoableTreatments(tx: Tx, userId: string, settings: TaxSettings): Promise<Set<string>> {
  const changes = await treatmentChanges(tx, userId, settings)
  return new Set(changes.filter(({ can_undo }) => can_undo).map(({ id }) => id))
}

function partsOf({ what, before, after }: ChangeRow): SettingChange['parts'] {
  if (what !== null)
    return [{ setting: what, before: textOf(before?.['value']), after: textOf(after?.['value']) }]
  return Object.keys(after ?? {}).map((setting) => ({
    setting,
    before: textOf(before?.[setting]),
    after: textOf(after?.[setting]),
  }))
}

/** The text of a value; a name is its parts side by side. */
function textOf(value: SettingValues[string] | undefined): string | null {
  if (value === undefined || value === null || typeof value === 'string') return value ?? null
  return `${value['first_name'] ?? ''} ${value['last_name'] ?? ''}`.trim() || null
}

const cursorOf = ({ at, id }: Pick<ChangeRow, 'at' | 'id'>) => `${at.toISOString()}_${id}`

function readCursor(cursor: string): { at: string; id: string } {
  const [, at, id] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_([0-9a-f-]{1,36})$/.exec(cursor) ?? []
  if (at === undefined || id === undefined) refuse('invalid_input', 'The cursor is not one of ours.')
  return { at, id }
}
