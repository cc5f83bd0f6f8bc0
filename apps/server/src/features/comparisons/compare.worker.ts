// Entry of the thread that compares two calculations, so that the event loop of the server does not.
import {
  causeLabel,
  compareCalculations,
  rowDay,
  rowLabel,
  rowSide,
  type Cause,
  type Difference,
} from '@lotbook/tax'
import { self, withSubject, type Database, type Tx } from '../../platform/database.ts'
import { FenceLost, writeUnderFence, type Fence } from '../../platform/fence.ts'
import { notify } from '../../platform/notify.ts'
import { serveThread } from '../../platform/serve-thread.ts'
import { sql } from '../../platform/sql.ts'
import { readCalculation } from '../../calculating/keep/packed-calculation.ts'
import { changedTransactions, type ChangedTransactions } from './changed-transactions.ts'

export type CompareOutcome = 'done' | 'fence-lost' | 'not-kept'

/** Rows written by one statement. */
const CHUNK = 5_000

serveThread<Fence, CompareOutcome>(async (db, fence, tell) => {
  try {
    tell(await compare(db, fence))
  } catch (error) {
    if (!(error instanceof FenceLost)) throw error
    tell('fence-lost')
  }
})

async function compare(db: Database, fence: Fence): Promise<CompareOutcome> {
  const { userId, id } = fence
  const { before, after, names } = await withSubject(db, self(userId), async (tx) => {
    const pair = await tx.one<{ before_id: string; after_id: string; from: Date; to: Date; done: Date }>(sql`
      select x.before_id, x.after_id, least(b.created_at, a.created_at) as from,
        greatest(b.created_at, b.finished_at, a.created_at, a.finished_at) as to, least(b.finished_at, a.finished_at) as done
      from comparisons x join calculations b on (b.user_id, b.id) = (x.user_id, x.before_id)
      join calculations a on (a.user_id, a.id) = (x.user_id, x.after_id)
      where x.user_id = ${userId} and x.id = ${id}`)
    return {
      before: await readCalculation(tx, userId, pair.before_id),
      after: await readCalculation(tx, userId, pair.after_id),
      names: await changedTransactions(tx, userId, pair),
    }
  })
  if (before === undefined || after === undefined) return 'not-kept'
  const { causes, differences, years } = compareCalculations(before, after, names.originOf, names.changeMeant)
  await writeUnderFence(db, fence, async (tx) => {
    for (let first = 0; first < differences.length; first += CHUNK)
      await writeRows(tx, fence, differences.slice(first, first + CHUNK), first, names)
    await tx.run(sql`
      update comparisons set state = 'done', finished_at = now(), years = ${JSON.stringify(listed(years))}::jsonb,
        causes = ${JSON.stringify(causes.map(causeOf))}::jsonb
      where user_id = ${userId} and id = ${id}`)
    await notify(tx, userId, { type: 'comparison', id, status: 'done' })
  })
  return 'done'
}

function causeOf({ kind, origin, years }: Cause, n: number) {
  return { n, label: causeLabel(kind, origin), years: listed(years) }
}

function listed<Change extends object>(years: Readonly<Record<string, Change>>) {
  return Object.entries(years).map(([year, change]) => ({ year: Number(year), ...change }))
}

async function writeRows(
  tx: Tx,
  { userId, id }: Fence,
  differences: readonly Difference[],
  first: number,
  names: ChangedTransactions,
): Promise<void> {
  const rows = differences.map(({ before, after, ...difference }, i) => {
    const row = (after ?? before)!
    return {
      n: first + i,
      tax_year: difference.year,
      cause: difference.cause,
      kind: difference.kind,
      label: rowLabel(row),
      transaction_id: names.transactionId(row.tx),
      changed_id: difference.changed === null ? null : names.transactionId(difference.changed),
      asset_id: row.asset,
      account_id: names.accountId(row.account),
      date: rowDay(row),
      before: before && rowSide(before),
      after: after && rowSide(after),
      gain: difference.gain,
      income: difference.income,
      deduction: difference.deduction,
    }
  })
  await tx.run(sql`
    insert into comparison_rows (user_id, comparison_id, n, tax_year, cause, kind, label, transaction_id, changed_id, asset_id,
      account_id, date, before, after, gain, income, deduction)
    select ${userId}, ${id}, n, tax_year, cause, kind, label, transaction_id, changed_id, asset_id, account_id, date,
      nullif(before, 'null'), nullif(after, 'null'), gain, income, deduction
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (n integer, tax_year integer, cause integer, kind text,
      label text, transaction_id uuid, changed_id uuid, asset_id text, account_id uuid, date date, before jsonb, after jsonb,
      gain numeric, income numeric, deduction numeric)`)
}
