import type { AccountGroup, ImportHistory, WalletAccount, WalletDetail } from '@lotbook/contract'
import { sourceBySlug } from '@lotbook/sources'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { exchangeSources, importHistories, importHistory, type Page } from '../imports/import-histories.ts'

/** A page of the side list, by name. */
export async function listAccounts(
  tx: Tx,
  userId: string,
  page: { page: number; size: number },
  now: Date,
): Promise<Page<WalletAccount>> {
  const { data, meta } = await importHistories(tx, userId, { ...page, order: 'name' }, now)
  return { data: await withStrips(tx, userId, data), meta }
}

/** One account; undefined where it is not there, or nothing came to it in the way that is asked for. */
export async function accountDetail(
  tx: Tx,
  userId: string,
  { id, type }: { id: string; type?: ImportHistory['type'] | undefined },
  now: Date,
): Promise<WalletDetail | undefined> {
  const history = await importHistory(tx, userId, id, now)
  if (history === undefined) return undefined
  const sources = await exchangeSources(tx, userId, id, { page: 1, size: 200, type }, now)
  if (type !== undefined && sources.meta.total_count === 0) return undefined
  const [account] = await withStrips(tx, userId, [history])
  if (account === undefined) return undefined
  const { address } = await tx.one<{ address: string | null }>(
    sql`select address from accounts where user_id = ${userId} and id = ${id}`,
  )
  const years = await tx.all<{ year: number; transactions: string; is_filed: boolean }>(sql`
    select c.year, sum(c.transactions) as transactions, exists (
        select 1 from tax_years y where y.user_id = ${userId} and y.tax_year = c.year and y.state = 'filed'
      ) as is_filed
    from transaction_counts c where c.user_id = ${userId} and c.asset_id = '' and c.account_id = ${id}
    group by c.year having sum(c.transactions) > 0 order by c.year`)
  return {
    ...account,
    address,
    allow_resync_new: sources.data.some((source) => source.allow_resync_new),
    in_progress: account.import_status === 'in-progress',
    years: years.map((row) => ({ ...row, transactions: Number(row.transactions) })),
  }
}

async function withStrips(tx: Tx, userId: string, rows: readonly ImportHistory[]): Promise<WalletAccount[]> {
  const ids = rows.map(({ id }) => id)
  const quarters = await tx.all<{ account_id: string; from: string; transactions: string }>(sql`
    select account_id, quarter::text as from, transactions from transaction_quarters
    where user_id = ${userId} and account_id = any (${ids}) and transactions > 0 order by quarter`)
  const connections = await tx.all<{ account_id: string; sources: string }>(sql`
    select account_id, count(*) as sources from connections
    where user_id = ${userId} and account_id = any (${ids}) and deleted_at is null group by account_id`)
  const sources = new Map(connections.map((row) => [row.account_id, Number(row.sources)]))
  const byAccount = Map.groupBy(quarters, (row) => row.account_id)
  return rows.map((row) => ({
    ...row,
    value: row.id,
    label: row.custom_name ?? row.account_name,
    slug: row.account_slug,
    is_empty: row.total_transactions === 0,
    group: groupOf(row),
    source_count: sources.get(row.id) ?? 0,
    quarters: (byAccount.get(row.id) ?? []).map(({ from, transactions }) => ({
      from,
      transactions: Number(transactions),
    })),
  }))
}

/** The heading an account stands under: by what its source is, and what no catalogue knows is of one's own files. */
export function groupOf({ type, account_slug }: Pick<ImportHistory, 'type' | 'account_slug'>): AccountGroup {
  if (type === 'manual') return 'manual'
  switch (sourceBySlug(account_slug)?.kind) {
    case 'exchange':
      return 'exchanges'
    case 'wallet':
    case 'blockchain':
      return 'wallets'
    default:
      return type === 'wallet' ? 'wallets' : 'files'
  }
}
