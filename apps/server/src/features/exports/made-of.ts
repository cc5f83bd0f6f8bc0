import { createHash } from 'node:crypto'
import { REPORTS_VERSION, type WorkpapersReport } from '@lotbook/reports'
import { ENGINE_VERSION, RULES_VERSION } from '@lotbook/tax'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { brokerFormsMark } from '../../calculating/keep/broker-forms.ts'
import { incomeLinesMark } from '../../calculating/keep/income-lines.ts'
import { paymentFactsOf } from '../../calculating/keep/payment-facts.ts'
import { amendedYear } from './read-amendment.ts'
import { returnFor } from './return-for.ts'
import { readInterestPaid } from './read-interest-paid.ts'
import { removalFactsOf } from '../../calculating/keep/removal-lines.ts'
import { isShownAsFiled, printsIncome, printsRemovals, type ExportKind } from './export-kinds.ts'

/** Exports of a customer that are kept at most: a new one takes the place of the oldest that is done. */
const MOST_KEPT = 100

/** Facts that an export states about itself, apart from the journal or the calculation. */
export interface Making {
  readonly kind: ExportKind
  readonly year: number | null
  readonly calculationId: string | null
  readonly comparisonId: string | null
  /** The part of the history, as text. */
  readonly scope: string
  /** The name that stands on forms. */
  readonly taxpayer: string
  /** Why printed forms are a draft. */
  readonly draft: string | null
  /** The professional's papers, where a packet takes them along. */
  readonly papers: WorkpapersReport | undefined
}

/**
 * The hash of all that decides the bytes of an export: a calculation never changes, the journal has its version, and both are
 * told with the names of accounts and the boxes of what their brokers reported.
 */
export async function madeOf(tx: Tx, userId: string, making: Making): Promise<Buffer> {
  const { names, version } = await tx.one<{ names: string; version: string }>(sql`
    select j.version::text as version, coalesce((
      select string_agg(a.id || ' ' || a.name, e'\n' order by a.id) from accounts a where a.user_id = j.user_id), '') as names
    from journals j where j.user_id = ${userId}`)
  const { kind, year, calculationId, comparisonId, scope, taxpayer, draft, papers } = making
  const forms =
    year === null || calculationId === null
      ? []
      : await brokerFormsMark(tx, userId, year, calculationId, isShownAsFiled(kind) ? 'shown' : 'now')
  // A packet tells of the history too.
  const journal = calculationId === null || kind === 'filing-packet' ? version : null
  const stated = year === null ? null : await returnFor(tx, userId, kind, year)
  const interest = kind === 'filing-packet' && year !== null ? await readInterestPaid(tx, userId, year) : null
  const paid = kind === 'filing-packet' && year !== null ? await paymentFactsOf(tx, userId, year) : null
  const lines = year === null || !printsIncome(kind) ? [] : await incomeLinesMark(tx, userId, year)
  const facts = printsRemovals(kind) ? [...(await removalFactsOf(tx, userId))] : null
  const amended =
    year === null || comparisonId === null ? [] : [(await amendedYear(tx, userId, comparisonId, year)).lines]
  const said = [
    kind,
    year,
    calculationId,
    comparisonId,
    scope,
    taxpayer,
    journal,
    names,
    forms,
    stated,
    interest,
    ...(paid === null || paid.payments.length === 0 ? [] : [paid.payments]),
    ...lines,
    facts,
    ...amended,
    ...(draft === null ? [] : [draft]),
    ...(papers === undefined ? [] : [papers]),
  ]
  return createHash('sha256')
    .update(JSON.stringify([ENGINE_VERSION, RULES_VERSION, REPORTS_VERSION, ...said], bigIntAsText))
    .digest()
}

const bigIntAsText = (_: string, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)

/**
 * The export that is made of the same and can be fetched, or is being made.
 *
 * @param maker the professional who asks; null for the customer. Nobody is given the file of somebody else.
 */
export async function sameExport(
  tx: Tx,
  userId: string,
  made: Buffer,
  maker: string | null,
): Promise<string | undefined> {
  const row = await tx.maybe<{ id: string }>(sql`
    select id from exports where user_id = ${userId} and made_of = ${made} and made_by is not distinct from ${maker} and state in ('queued', 'running', 'done')
      and (expires_at is null or expires_at > now()) order by created_at desc, id desc limit 1`)
  return row?.id
}

/** Let the oldest exports go where one more would be too many; what is being made stays. */
export async function makeRoom(tx: Tx, userId: string): Promise<void> {
  await tx.run(sql`
    delete from exports where user_id = ${userId} and state not in ('queued', 'running') and id in (
      select id from exports where user_id = ${userId} order by created_at desc, id desc offset ${MOST_KEPT - 1})`)
}
