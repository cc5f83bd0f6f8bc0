import { taxSettings, type TaxSettings, type WorkpaperStep, type WorkpaperStepState } from '@lotbook/contract'
import { ENGINE_VERSION } from '@lotbook/tax'
import type { Tx } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { refuse } from '../../platform/refusal.ts'
import type { RequestContext } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'
import { readTaxSettings, sameSettings } from '../../calculating/settings/tax-settings.ts'
import { writeIn } from './books.ts'
import { readSteps, type StepState } from './read-steps.ts'

interface NewSignOff {
  readonly client_id?: string | undefined
  readonly tax_year: number
  readonly step: WorkpaperStep
  readonly note: string
}

/**
 * Sign off a step as it is now. One that has open items needs a note that says why they can stay open. A new sign-off takes the place of
 * the one before, which stays in the papers.
 *
 * @returns the sign-off's id.
 */
export async function signOff(
  context: RequestContext,
  { client_id: clientId, tax_year: year, step, note }: NewSignOff,
): Promise<string> {
  const { now } = context
  const id = newId(now.getTime())
  await writeIn(context, { clientId, paper: 'workpapers', isForProfessionals: true }, async (tx, who) => {
    const { subjectId: userId, actorId } = who
    const { state, open, total } = (await readSteps(tx, userId, year))[step]
    if (state === 'open' && note === '') {
      const message = 'This step is still open. Say why it can be signed off all the same.'
      refuse('invalid_input', message, { fields: { note: message } })
    }
    const basis = await basisOf(tx, userId)
    await tx.run(sql`
      update sign_offs set ended_at = ${now}, ended_by = ${actorId}
      where user_id = ${userId} and tax_year = ${year} and step = ${step} and ended_at is null`)
    const added = await tx.run(sql`
      insert into sign_offs (user_id, id, tax_year, step, signed_by, signed_at, note, state, open_items, all_items, journal_version,
        engine_version, settings)
      values (${userId}, ${id}, ${year}, ${step}, ${actorId}, ${now}, ${note}, ${state}, ${open}, ${total}, ${basis.version},
        ${ENGINE_VERSION}, ${JSON.stringify(basis.settings)}::jsonb) on conflict do nothing`)
    if (added === 0) refuse('conflict', 'Somebody else signed this step off in the same moment.')
  })
  return id
}

/** Take a sign-off back; the papers keep that it was there. */
export async function endSignOff(
  context: RequestContext,
  { id, client_id: clientId }: { id: string; client_id?: string | undefined },
): Promise<void> {
  await writeIn(context, { clientId, paper: 'workpapers', isForProfessionals: true }, async (tx, who) => {
    const ended = await tx.run(sql`
      update sign_offs set ended_at = ${context.now}, ended_by = ${who.actorId}
      where user_id = ${who.subjectId} and id = ${id} and ended_at is null`)
    if (ended === 0) refuse('not_found')
  })
}

/** Everything that makes a calculation out of date when it changes, as it is now. */
export interface Basis {
  readonly version: string
  readonly settings: TaxSettings
}

export async function basisOf(tx: Tx, userId: string): Promise<Basis> {
  const { version } = await tx.one<{ version: string }>(sql`
    select version::text from journals where user_id = ${userId}`)
  return { version, settings: await readTaxSettings(tx, userId) }
}

export interface SignOffRow {
  readonly id: string
  readonly step: WorkpaperStep
  readonly signed_by: string
  readonly signed_at: Date
  readonly note: string
  readonly state: WorkpaperStepState['state']
  readonly open_items: number
  readonly all_items: number
  readonly journal_version: string
  readonly engine_version: string
  readonly settings: unknown
  readonly ended_at: Date | null
  readonly ended_by: string | null
}

/** Sign-offs of a year, those that ended as well, the oldest first. */
export function signOffsOf(tx: Tx, userId: string, year: number): Promise<SignOffRow[]> {
  return tx.all<SignOffRow>(sql`
    select id, step, signed_by, signed_at, note, state, open_items, all_items, journal_version::text, engine_version, settings, ended_at,
      ended_by
    from sign_offs where user_id = ${userId} and tax_year = ${year} order by signed_at, id`)
}

/**
 * Says what changed after a sign-off, by what makes a calculation out of date and by what the step itself counts. Null while it holds.
 */
export function changedSince(row: SignOffRow, now: StepState, basis: Basis): string | null {
  const changes = BigInt(basis.version) - BigInt(row.journal_version)
  const said = [
    ...(changes > 0n ? [changes === 1n ? 'one change of the books' : `${changes} changes of the books`] : []),
    ...(sameSettings(taxSettings.parse(row.settings), basis.settings) ? [] : ['other tax settings']),
    ...(row.engine_version === ENGINE_VERSION ? [] : ['a newer version of the calculation']),
    ...(row.open_items === now.open ? [] : [`${now.open} open in place of ${row.open_items}`]),
    ...(row.open_items === now.open && row.all_items !== now.total
      ? [`${now.total} to check in place of ${row.all_items}`]
      : []),
  ]
  return said.length === 0 ? null : said.join(', ')
}
