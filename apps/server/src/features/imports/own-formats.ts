import { MOST_OWN_FORMATS, type OwnFormat, type OwnFormatRow } from '@lotbook/contract'
import { type KnownOwnFormat, ownProblems, type ReadOptions } from '@lotbook/sources'
import type { Tx } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { sql } from '../../platform/sql.ts'

/** The name by which files remember a format of their customer. */
const PREFIX = 'own:'

interface Stored {
  readonly id: string
  readonly title: string
  readonly definition: OwnFormat
}

/**
 * How a file is read as far as the customer described formats: by the one that read it before, which may be deleted since; one of a format of
 * the product by that; any other by all of them.
 *
 * @param formatId - of the file, as it was last recognised.
 */
export async function ownFormatsFor(
  tx: Tx,
  userId: string,
  formatId: string | null,
): Promise<Pick<ReadOptions, 'own' | 'formatId'>> {
  const isOwn = formatId?.startsWith(PREFIX) === true
  if (formatId !== null && !isOwn) return {}
  const id = isOwn ? formatId.slice(PREFIX.length) : null
  const stored = await tx.all<Stored>(sql`
    select id, title, definition from own_formats
    where user_id = ${userId} and ((${id}::uuid is null and deleted_at is null) or id = ${id}::uuid)
    order by created_at, id`)
  const own = stored.map(knownFormat)
  return own.length === 0 ? {} : { own, ...(isOwn && { formatId }) }
}

export function knownFormat({ id, title, definition }: Stored): KnownOwnFormat {
  return { id: `${PREFIX}${id}`, title, format: definition }
}

export async function listOwnFormats(tx: Tx, userId: string): Promise<OwnFormatRow[]> {
  const rows = await tx.all<Omit<OwnFormatRow, 'created_at'> & { created_at: Date }>(sql`
    select f.id, f.title, jsonb_array_length(f.definition -> 'header') as columns, f.created_at,
      (select count(*)::integer from uploads u
       where u.user_id = f.user_id and u.format_id = ${PREFIX}::text || f.id::text
         and exists (
           select from connections c
           where (c.user_id, c.upload_id) = (u.user_id, u.id) and c.deleted_at is null)) as files
    from own_formats f where f.user_id = ${userId} and f.deleted_at is null order by f.created_at, f.id`)
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }))
}

/** Files that are kept and that no format read. */
export async function waitingFiles(tx: Tx, userId: string) {
  const rows = await tx.all<{ upload_id: string; file_name: string; received_at: Date }>(sql`
    select u.id as upload_id, u.file_name, u.received_at from uploads u
    where u.user_id = ${userId} and u.format_id is null
      and not exists (select from connections c where (c.user_id, c.upload_id) = (u.user_id, u.id))
    order by u.received_at desc, u.id limit 200`)
  return rows.map((row) => ({ ...row, received_at: row.received_at.toISOString() }))
}

export async function ownFormatNamed(tx: Tx, userId: string, id: string): Promise<Stored> {
  const row = await tx.maybe<Stored>(sql`
    select id, title, definition from own_formats
    where user_id = ${userId} and id = ${id} and deleted_at is null`)
  return row ?? refuse('not_found')
}

/** Refuses a description that no file can be read by. */
export function checkDescribed(format: OwnFormat): void {
  const [problem] = ownProblems(format)
  if (problem !== undefined) refuse('invalid_input', problem, { fields: { format: problem } })
}

/** Keep a description under its name. Two with the same columns would leave open which one reads a file, so that the second is refused. */
export async function addOwnFormat(
  tx: Tx,
  userId: string,
  { id, format, now }: { readonly id: string; readonly format: OwnFormat; readonly now: Date },
): Promise<void> {
  checkDescribed(format)
  // One at a time: two that come at once may not both be the first of their columns.
  await tx.run(sql`select from customers where user_id = ${userId} for update`)
  const others = await tx.all<Stored>(sql`
    select id, title, definition from own_formats where user_id = ${userId} and deleted_at is null`)
  if (others.length >= MOST_OWN_FORMATS)
    refuse(
      'conflict',
      `You have ${MOST_OWN_FORMATS} formats of your own. Delete one that you no longer need.`,
    )
  const same = others.find(({ definition }) => headerOf(definition) === headerOf(format))
  if (same !== undefined) refuse('conflict', `“${same.title}” has the same columns. Delete it to replace it.`)
  await tx.run(sql`
    insert into own_formats (user_id, id, title, definition, created_at)
    values (${userId}, ${id}, ${format.name}, ${JSON.stringify(format)}::jsonb, ${now})`)
}

const headerOf = ({ header }: OwnFormat): string =>
  JSON.stringify(header.map((cell) => cell.trim().replace(/\s+/g, ' ').toLowerCase()))

export async function renameOwnFormat(tx: Tx, userId: string, id: string, title: string): Promise<void> {
  const row = await tx.maybe(sql`
    update own_formats set title = ${title}
    where user_id = ${userId} and id = ${id} and deleted_at is null returning id`)
  if (row === undefined) refuse('not_found')
}

export async function removeOwnFormat(tx: Tx, userId: string, id: string, now: Date): Promise<void> {
  const row = await tx.maybe(sql`
    update own_formats set deleted_at = ${now}
    where user_id = ${userId} and id = ${id} and deleted_at is null returning id`)
  if (row === undefined) refuse('not_found')
}
