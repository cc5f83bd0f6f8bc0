import { formatInstant, type SubType, type TransactionType } from '@lotbook/journal'
import { csvLines, type ReportFile } from '@lotbook/reports'
import { TEMPLATE_HEADER, wordForType } from '@lotbook/sources'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { inScope, type ExportScope } from './export-scope.ts'
import { plain } from '../../journal/transactions/transaction-rows.ts'

interface Row {
  readonly at: Date
  readonly type: TransactionType
  readonly sub_type: SubType | null
  readonly to_amount: string | null
  readonly to_symbol: string | null
  readonly from_amount: string | null
  readonly from_symbol: string | null
  readonly fee_amount: string | null
  readonly fee_symbol: string | null
  readonly source: string
  readonly us_based: boolean
  readonly txid: string | null
  readonly value: string | null
  readonly value_currency: string | null
  readonly comment: string | null
  readonly account: string
  readonly to_asset: string | null
  readonly from_asset: string | null
}

/** Name of the file; `of` names the part of the journal that is exported. */
export function transactionsName(of: string | undefined): string {
  return ['lotbook-transactions', ...(of === undefined || of === '' ? [] : [of])].join('-') + '.csv'
}

/** The journal, or a part of it, in our own template, which the upload takes back as it is. */
export async function transactionsCsv(
  tx: Tx,
  userId: string,
  scope: ExportScope,
  fileName: string,
): Promise<ReportFile> {
  const rows = await tx.all<Row>(sql`
    select t.at, t.type, t.sub_type, t.to_amount::text, ts.symbol as to_symbol, t.from_amount::text, fs.symbol as from_symbol,
      t.fee_amount::text, case when t.fee_asset like 'coin:%' then t.fee_asset else es.symbol end as fee_symbol, a.name as source, coalesce(t.us_based, a.us_based) as us_based,
      coalesce(t.tx_hash, t.external_id) as txid, t.value::text, t.value_currency, t.comment, a.name as account,
      t.to_asset, t.from_asset
    from transactions t join accounts a on (a.user_id, a.id) = (t.user_id, t.account_id)
    left join assets ts on ts.id = t.to_asset left join assets fs on fs.id = t.from_asset left join assets es on es.id = t.fee_asset
    where t.user_id = ${userId} and t.deleted_at is null and not t.is_ignored
      and ${inScope(userId, scope)} order by t.at, t.id`)
  const amount = (text: string | null) => (text === null ? null : plain(text))
  const token = (asset: string | null) => (asset?.includes(':') === true ? asset : null)
  return {
    fileName,
    mediaType: 'text/csv; charset=utf-8',
    rows: rows.length,
    chunks: csvLines(
      TEMPLATE_HEADER,
      rows.map((row) => [
        formatInstant(row.at.getTime()),
        wordForType(row.type, row.sub_type),
        amount(row.to_amount),
        row.to_symbol,
        amount(row.from_amount),
        row.from_symbol,
        amount(row.fee_amount),
        row.fee_symbol,
        row.source,
        row.us_based ? 'yes' : 'no',
        row.txid,
        amount(row.value),
        row.value_currency,
        row.comment,
        row.account,
        token(row.to_asset),
        token(row.from_asset),
        null,
      ]),
    ),
  }
}
