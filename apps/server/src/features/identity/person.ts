import type { UserRole } from '@lotbook/contract'
import { isTimeZone } from '@lotbook/journal'
import { type Tx, withIdentity, withSubject } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { type RequestContext, sessionOf } from '../../platform/request-context.ts'
import { recordSettingChange } from '../../platform/setting-changes.ts'
import { sql } from '../../platform/sql.ts'
import { offeredCurrencies } from '../../journal/valuing/display-currency.ts'
import { queueRates } from '../../journal/valuing/queue-price-lookup.ts'
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

interface PersonName {
  readonly first_name: string
  readonly last_name: string
}

/**
 * Change the name of the person who is signed in.
 *
 * @param undoes - the change that this one takes back.
 * @returns the id of the recorded change; null where the name stayed as it was.
 */
export function changeName(
  context: RequestContext,
  { first_name, last_name }: PersonName,
  undoes?: string,
): Promise<string | null> {
  const { userId } = sessionOf(context)
  return withIdentity(context.db, async (tx) => {
    const before = await tx.one<PersonName>(
      sql`select first_name, last_name from identity.users where id = ${userId} for update`,
    )
    await tx.run(sql`update identity.users set first_name = ${first_name}, last_name = ${last_name}
      where id = ${userId}`)
    await recordEvent(tx, context, userId, { event: 'name_changed' })
    const change = { before: { name: { ...before } }, after: { name: { first_name, last_name } }, undoes }
    return recordSettingChange(tx, { userId, actorId: userId, now: context.now }, change)
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
 * Saves country, time zone and display currency of the person: the country decides which forms there are, the zone the day of an
 * instant. A change of zone makes a new calculation necessary; one of the currency does not, for taxes are figured in that of the return. The first answer to the question is no change of a setting.
 *
 * @returns the ids of the recorded changes.
 */
export async function saveLocation(context: RequestContext, location: Location): Promise<string[]> {
  const { country_code, currency, time_zone } = location
  requireTimeZone(time_zone)
  const { subjectId, actorId } = context.who
  const { isFirst, changes } = await withSubject(context.db, context.who, async (tx) => {
    const before = await tx.maybe<{
      time_zone: string
      display_currency: string
      currency: string
      onboarded_at: Date | null
    }>(
      sql`select time_zone, display_currency, currency, onboarded_at from customers where user_id = ${subjectId} for update`,
    )
    if (before === undefined) return { isFirst: true, changes: [] }
    const shown = currency ?? before.display_currency
    if (shown !== before.display_currency) {
      await requireCurrency(tx, shown, before.currency)
      await queueRates(tx)
    }
    if (before.time_zone !== time_zone) {
      await tx.run(sql`update journals set version = version + 1, changed_at = ${context.now}
        where user_id = ${subjectId}`)
    }
    await tx.run(sql`
      update customers set time_zone = ${time_zone}, display_currency = ${shown},
        onboarded_at = coalesce(onboarded_at, ${context.now}), updated_at = ${context.now}
      where user_id = ${subjectId}`)
    if (before.onboarded_at === null) return { isFirst: true, changes: [] }
    const who = { userId: subjectId, actorId, now: context.now }
    // Each is taken back by itself.
    const changes = [
      await recordSettingChange(tx, who, { before: { time_zone: before.time_zone }, after: { time_zone } }),
      await recordSettingChange(tx, who, {
        before: { currency: before.display_currency },
        after: { currency: shown },
      }),
    ]
    return { isFirst: false, changes }
  })
  const countryChange = await saveCountry(context, country_code, { isFirst })
  return [...changes, countryChange].filter((id) => id !== null)
}

/** Saves the currency that values are shown in, which takes an earlier choice back. */
export function saveDisplayCurrency(
  context: RequestContext,
  shown: string,
  undoes: string,
): Promise<string | null> {
  const { subjectId: userId, actorId } = context.who
  return withSubject(context.db, context.who, async (tx) => {
    const before = await tx.one<{ display_currency: string; currency: string }>(
      sql`select display_currency, currency from customers where user_id = ${userId} for update`,
    )
    await requireCurrency(tx, shown, before.currency)
    await tx.run(sql`
      update customers set display_currency = ${shown}, updated_at = ${context.now} where user_id = ${userId}`)
    return recordSettingChange(
      tx,
      { userId, actorId, now: context.now },
      { before: { currency: before.display_currency }, after: { currency: shown }, undoes },
    )
  })
}

/** Refuses a currency that the installation has no rates of, with the field's own message. */
async function requireCurrency(tx: Tx, shown: string, tax: string): Promise<void> {
  if ((await offeredCurrencies(tx, tax)).includes(shown)) return
  const message = `There are no exchange rates for ${shown} here.`
  refuse('invalid_input', message, { fields: { currency: message } })
}

/** Refuses a time zone that there is not, with the field's own message. */
export function requireTimeZone(timeZone: string): void {
  if (isTimeZone(timeZone)) return
  const message = 'This time zone is not known.'
  refuse('invalid_input', message, { fields: { time_zone: message } })
}

/** Saves the country of the customer; US where it was never said (R6.13). */
export function saveCountry(
  context: RequestContext,
  country: string,
  { isFirst = false, undoes }: { readonly isFirst?: boolean; readonly undoes?: string } = {},
): Promise<string | null> {
  const { subjectId: userId, actorId } = context.who
  return withIdentity(context.db, async (tx) => {
    const { country_code } = await tx.one<{ country_code: string | null }>(
      sql`select country_code from identity.users where id = ${userId} for update`,
    )
    await tx.run(sql`update identity.users set country_code = ${country} where id = ${userId}`)
    if (isFirst) return null
    const change = { before: { country: country_code ?? 'US' }, after: { country }, undoes }
    return recordSettingChange(tx, { userId, actorId, now: context.now }, change)
  })
}
