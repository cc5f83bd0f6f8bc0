import type { UserRole } from '@lotbook/contract'
import { isTimeZone } from '@lotbook/journal'
import { type Tx, withIdentity, withSubject } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { type RequestContext, sessionOf } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'
import { recordEvent } from './record-event.ts'
import { rotateSession } from './sessions.ts'

interface PersonRow {
  readonly id: string
  readonly email: string
  readonly email_verified_at: Date | null
  readonly first_name: string
  readonly last_name: string
}

/** The person who is signed in, and the customer whose data is shown (R7.17). */
export function userRole(context: RequestContext): Promise<UserRole> {
  const { userId, roles, viewingId } = sessionOf(context)
  return withIdentity(context.db, async (tx) => {
    const person = await personById(tx, userId)
    const viewed = viewingId === undefined ? undefined : await personById(tx, viewingId)
    return {
      id: person.id,
      uuid: person.id,
      email: person.email,
      is_email_verified: person.email_verified_at !== null,
      first_name: person.first_name || null,
      last_name: person.last_name || null,
      username: nameOf(person),
      roles: [...roles],
      viewing: viewed === undefined ? null : { id: viewed.id, username: nameOf(viewed) },
    }
  })
}

function personById(tx: Tx, id: string): Promise<PersonRow> {
  return tx.one<PersonRow>(
    sql`select id, email, email_verified_at, first_name, last_name from identity.users where id = ${id}`,
  )
}

function nameOf({ first_name, last_name, email }: PersonRow): string {
  return `${first_name} ${last_name}`.trim() || email
}

export async function changeName(
  context: RequestContext,
  { first_name, last_name }: { readonly first_name: string; readonly last_name: string },
): Promise<void> {
  const { userId } = sessionOf(context)
  await withIdentity(context.db, async (tx) => {
    await tx.run(sql`update identity.users set first_name = ${first_name}, last_name = ${last_name}
      where id = ${userId}`)
    await recordEvent(tx, context, userId, { event: 'name_changed' })
  })
}

/** The start card: customer or tax professional, once. */
export async function chooseRole(context: RequestContext, role: 'customer' | 'cpa'): Promise<void> {
  const { userId } = sessionOf(context)
  await withIdentity(context.db, async (tx) => {
    // The second of two clicks at once waits here, and finds the role chosen.
    await tx.one(sql`select 1 from identity.users where id = ${userId} for update`)
    const roles = await tx.all(sql`select 1 from identity.roles where user_id = ${userId}`)
    if (roles.length > 0) refuse('already_chosen')
    if (role === 'customer') await makeCustomer(context, userId)
    await tx.run(
      sql`insert into identity.roles (user_id, role, given_at) values (${userId}, ${role}, ${context.now})`,
    )
    await rotateSession(tx, context)
    await recordEvent(tx, context, userId, { event: 'role_chosen', details: { role } })
  })
}

// First, and in a transaction of its own, since identity does not see customers: a role without its rows would be
// a broken account, rows without the role are found again by the next try.
async function makeCustomer({ db, now }: RequestContext, userId: string): Promise<void> {
  await withSubject(db, { actorId: userId, subjectId: userId }, async (tx) => {
    await tx.run(
      sql`insert into customers (user_id, updated_at) values (${userId}, ${now}) on conflict do nothing`,
    )
    await tx.run(
      sql`insert into journals (user_id, changed_at) values (${userId}, ${now}) on conflict do nothing`,
    )
  })
}

export interface Location {
  readonly country_code: string
  readonly currency?: string | undefined
  readonly time_zone: string
}

/**
 * Saves country and time zone of the person: the country decides which forms there are, the zone the day of an
 * instant. A change of zone makes a new calculation necessary.
 */
export async function saveLocation(context: RequestContext, location: Location): Promise<void> {
  const { country_code, currency, time_zone } = location
  if (!isTimeZone(time_zone)) {
    const message = 'This time zone is not known.'
    refuse('invalid_input', message, { fields: { time_zone: message } })
  }
  const { subjectId } = context.who
  await withSubject(context.db, context.who, async (tx) => {
    const before = await tx.maybe<{ time_zone: string }>(
      sql`select time_zone from customers where user_id = ${subjectId} for update`,
    )
    if (before === undefined) return
    if (before.time_zone !== time_zone) {
      await tx.run(sql`update journals set version = version + 1, changed_at = ${context.now}
        where user_id = ${subjectId}`)
    }
    await tx.run(sql`
      update customers set time_zone = ${time_zone}, currency = coalesce(${currency ?? null}, currency),
        onboarded_at = coalesce(onboarded_at, ${context.now}), updated_at = ${context.now}
      where user_id = ${subjectId}`)
  })
  await withIdentity(context.db, (tx) =>
    tx.run(sql`update identity.users set country_code = ${country_code} where id = ${subjectId}`),
  )
}
