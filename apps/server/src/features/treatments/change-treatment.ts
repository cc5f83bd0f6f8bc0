import {
  OPEN_TREATMENTS,
  TOKEN_KINDS,
  type DeclaredToken,
  type OpenTreatment,
  type TaxSettings,
  type TokenKind,
  type TreatmentChange,
} from '@lotbook/contract'
import { compareText } from '@lotbook/journal'
import type { Tx, Who } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { notify } from '../../platform/notify.ts'
import { refuse } from '../../platform/refusal.ts'
import { sql, type Sql } from '../../platform/sql.ts'
import { recordedBy } from '../methods/standing-orders.ts'
import { valueTransactions } from '../../journal/valuing/value-transactions.ts'
import { readTaxSettings } from '../../calculating/settings/tax-settings.ts'
import { assetGivenBy } from '../../journal/transactions/asset-given-by.ts'
import { recount, writeJournal } from '../../journal/transactions/write-journal.ts'

/** A requested change: a choice, a token declared or no longer, or a change taken back. */
export type AskedChange =
  | { readonly kind: 'choice'; readonly treatment: OpenTreatment; readonly to: string }
  | {
      readonly kind: 'token'
      readonly asset: string
      readonly of: string | null
      readonly to: TokenKind | null
    }
  | { readonly kind: 'undo'; readonly id: string }

/** Subject of a change: a treatment, or a token with the asset it stands for. */
type Subject =
  | { readonly treatment: OpenTreatment }
  | { readonly treatment: null; readonly asset: string; readonly of: string | null }

/** Changes that a screen shows. */
const SHOWN = 50

/**
 * Change how something is treated, at this moment and by this person, and keep a record of it for ever. Whoever has filed
 * a year keeps its figures: a filed year shows the calculation it was filed with.
 *
 * @returns the record.
 */
export async function changeTreatment(
  tx: Tx,
  who: Who,
  asked: AskedChange,
  now: Date,
): Promise<RecordedChange> {
  const userId = who.subjectId
  await writeJournal(tx, userId)
  const settings = await readTaxSettings(tx, userId)
  const { subject, to, undoes } =
    asked.kind === 'undo'
      ? await reversed(tx, userId, settings, asked.id)
      : wanted(asked.kind === 'token' ? await meant(tx, userId, asked) : asked)
  const before = valueOf(settings, subject)
  if (before === to) refuse('conflict', 'Nothing would change.')
  await apply(tx, userId, settings, subject, to)
  if (subject.treatment === 'staking_lockup')
    await valueAnew(tx, userId, sql`sub_type in ('staking_lockup', 'staking_return')`)
  if (subject.treatment === null || TOKEN_KINDS.some((kind) => kind === subject.treatment))
    await valueAnew(tx, userId, sql`type = 'swap'`)

  const id = newId(now.getTime())
  const [asset, of] = subject.treatment === null ? [subject.asset, subject.of] : [null, null]
  await tx.run(sql`
    insert into treatment_changes (user_id, id, treatment, asset, of_asset, before, after, recorded_at, recorded_by, undoes)
    values (${userId}, ${id}, ${subject.treatment}, ${asset}, ${of}, ${before}, ${to}, ${now}, ${who.actorId}, ${undoes})`)
  await notify(tx, userId, { type: 'settings', id: userId, status: 'saved' })
  return {
    id,
    what: subject.treatment ?? (of === null ? String(asset) : `${asset} for ${of}`),
    before,
    after: to,
  }
}

/** A change as it was recorded. */
export interface RecordedChange {
  readonly id: string
  /** The treatment, or the token with what it stands for. */
  readonly what: string
  readonly before: string | null
  readonly after: string | null
}

interface Wanted {
  readonly subject: Subject
  readonly to: string | null
  readonly undoes: string | null
}

type AskedToken = Extract<AskedChange, { kind: 'token' }>

/** A token that is declared, and what it stands for, by the names that the history has; what is taken back goes by what was declared. */
async function meant(tx: Tx, userId: string, asked: AskedToken): Promise<AskedToken> {
  if (asked.to === null) return asked
  const { asset, of } = asked
  return {
    ...asked,
    asset: await assetGivenBy(tx, userId, asset, { field: 'asset' }),
    of: of === null ? null : await assetGivenBy(tx, userId, of, { field: 'of' }),
  }
}

function wanted(asked: Exclude<AskedChange, { kind: 'undo' }>): Wanted {
  if (asked.kind === 'choice') {
    const choices: readonly string[] = OPEN_TREATMENTS[asked.treatment]
    if (!choices.includes(asked.to))
      refuse('invalid_input', undefined, { fields: { to: `Known are ${choices.join(', ')}.` } })
    return { subject: { treatment: asked.treatment }, to: asked.to, undoes: null }
  }
  const { asset, of, to } = asked
  if (of === asset)
    refuse('invalid_input', undefined, { fields: { of: 'An asset does not stand for itself.' } })
  if (to !== null && (to === 'rebase') !== (of === null))
    refuse('invalid_input', undefined, {
      fields: {
        of: to === 'rebase' ? 'A rebasing token stands for no other.' : 'Which asset does it stand for?',
      },
    })
  return { subject: { treatment: null, asset, of }, to, undoes: null }
}

/** A change the other way round; refused where something else counts by now. */
async function reversed(tx: Tx, userId: string, settings: TaxSettings, id: string): Promise<Wanted> {
  const row = await tx.maybe<ChangeRow>(
    sql`select * from treatment_changes where user_id = ${userId} and id = ${id}`,
  )
  if (row === undefined) refuse('not_found')
  const subject = subjectOf(row)
  if (valueOf(settings, subject) !== row.after) refuse('conflict', 'It was changed again since.')
  return { subject, to: row.before, undoes: id }
}

/** The current value: the choice, or the kind of a token; null for a token that is not declared. */
function valueOf(settings: TaxSettings, subject: Subject): string | null {
  if (subject.treatment === 'transfer_fee') return settings.transfer_fee
  if (subject.treatment !== null) return settings.treatments[subject.treatment]
  return settings.tokens.find((token) => isOf(token, subject))?.kind ?? null
}

/** Two assets are one pair, whichever is named first. */
function isOf(token: DeclaredToken, { asset, of }: { asset: string; of: string | null }): boolean {
  if (token.of === null || of === null) return token.of === of && token.asset === asset
  return (token.asset === asset && token.of === of) || (token.asset === of && token.of === asset)
}

function apply(tx: Tx, userId: string, settings: TaxSettings, subject: Subject, to: string | null) {
  if (subject.treatment === 'transfer_fee')
    return tx.run(sql`update customers set transfer_fee = ${to} where user_id = ${userId}`)
  if (subject.treatment !== null)
    return tx.run(sql`
      update customers set treatments = treatments || jsonb_build_object(${subject.treatment}::text, ${to}::text)
      where user_id = ${userId}`)
  const others = settings.tokens.filter((token) => !isOf(token, subject))
  const { asset, of } = subject
  const tokens = to === null ? others : [...others, { kind: to, asset, of }]
  tokens.sort((a, b) => compareText(a.asset, b.asset) || compareText(a.of ?? '', b.of ?? ''))
  return tx.run(sql`update customers set tokens = ${JSON.stringify(tokens)}::jsonb where user_id = ${userId}`)
}

/** Values transactions that need a value under one choice and none under the other: lock-ups and their returns, and swaps. */
async function valueAnew(tx: Tx, userId: string, which: Sql): Promise<void> {
  const { currency } = await tx.one<{ currency: string }>(
    sql`select currency from customers where user_id = ${userId}`,
  )
  const rows = await tx.all<{ id: string }>(sql`
    select id from transactions where user_id = ${userId} and deleted_at is null
      and ${which} order by id`)
  await valueTransactions(
    tx,
    userId,
    currency,
    rows.map(({ id }) => id),
  )
  await recount(tx, userId)
  await notify(tx, userId, { type: 'transactions', id: userId, status: 'valued' })
}

interface ChangeRow {
  readonly id: string
  readonly treatment: OpenTreatment | null
  readonly asset: string | null
  readonly of_asset: string | null
  readonly before: string | null
  readonly after: string | null
  readonly recorded_at: Date
  readonly recorded_by: string
  readonly undoes: string | null
}

const subjectOf = ({ treatment, asset, of_asset }: ChangeRow): Subject =>
  treatment === null ? { treatment, asset: asset ?? '', of: of_asset } : { treatment }

/** The changes of late, the newest first. Only the newest of each treatment or token can be taken back. */
export async function treatmentChanges(
  tx: Tx,
  userId: string,
  settings: TaxSettings,
): Promise<TreatmentChange[]> {
  const rows = await tx.all<ChangeRow>(sql`
    select * from treatment_changes where user_id = ${userId} order by recorded_at desc, id desc limit ${SHOWN}`)
  const later = new Set<string>()
  return rows.map((row) => {
    const subject = subjectOf(row)
    const name = row.treatment ?? [row.asset ?? '', row.of_asset ?? ''].sort(compareText).join('\n')
    const isNewest = !later.has(name)
    later.add(name)
    return {
      id: row.id,
      treatment: row.treatment,
      token: subject.treatment === null ? { asset: subject.asset, of: subject.of } : null,
      before: row.before,
      after: row.after,
      recorded_at: row.recorded_at.toISOString(),
      recorded_by: recordedBy(row.recorded_by, userId),
      undoes: row.undoes,
      can_undo: isNewest && row.undoes === null && valueOf(settings, subject) === row.after,
    }
  })
}
