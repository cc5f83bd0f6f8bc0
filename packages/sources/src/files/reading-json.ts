import type { SourceTransaction } from '../reading/record.ts'
import type { ReadOutcome } from './reader/file-reading.ts'

/** A reading in the shape of the documented examples, with `notes` and `errors` beside `skipped`. */
export function readingJson(file: string, reading: ReadOutcome) {
  return {
    format_id: reading.formatId,
    file,
    file_name_hint: null,
    context: reading.account.address === undefined ? null : `own address ${reading.account.address}`,
    header_row: reading.headerRow,
    data_rows: reading.dataRows,
    transactions: reading.transactions.map(transactionJson),
    skipped: reading.skipped,
    notes: reading.notes,
    errors: reading.errors,
  }
}

function transactionJson(t: SourceTransaction) {
  return {
    transaction_at: `${new Date(t.at).toISOString().slice(0, 19)}Z`,
    type: t.type,
    sub_type: t.subType,
    from_currency: t.from?.asset ?? null,
    from_amount: t.from?.amount ?? null,
    to_currency: t.to?.asset ?? null,
    to_amount: t.to?.amount ?? null,
    fee_currency: t.fee?.asset ?? null,
    fee_amount: t.fee?.amount ?? null,
    value_amount: t.value?.amount ?? null,
    value_currency: t.value?.currency ?? null,
    exchange: t.exchange,
    external_id: t.externalId,
    tx_hash: t.txHash,
    flags: t.flags,
    rows: t.rows,
  }
}
