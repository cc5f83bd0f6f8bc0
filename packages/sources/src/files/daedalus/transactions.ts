import type { FileFormat } from '../reader/csv-format.ts'
import { gluedLeg } from '../reader/glued.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import { firstLeg, inAsset, type ReadLeg } from '../reader/legs.ts'
import type { Row } from '../reader/row.ts'
import { walletTable } from '../reader/wallet.ts'
import { byWord, cameIn, firstOf, wentOut } from '../reader/ways.ts'
import { stateOf } from '../reader/status.ts'

const rest = ['Date & time', 'Status', 'Addresses from', 'Addresses to', 'Withdrawals']
const amounts = ['TOTAL (ADA)', 'Sent amount (ADA)', 'Deposit amount (ADA)', 'Fee (ADA)']
const TOKENS = 'Tokens (unformatted amount)'

/** Files of 2020 have the amount with its unit. */
const amountOfFirst: ReadLeg = (row) => gluedLeg(row, 'Amount')

const table = inOutTable({
  ...walletTable,
  id: 'daedalus',
  family: 'daedalus',
  name: 'Daedalus transactions',
  sourceSlug: 'daedalus',
  exchange: 'Daedalus',
  headers: [
    { cells: ['ID', 'Type', ...amounts, TOKENS, ...rest] },
    { cells: ['ID', 'Type', ...amounts, ...rest] },
    { cells: ['ID', 'Type', 'Amount', ...rest] },
  ],
  // Amounts are written as the settings of the wallet say.
  decimalMark: 'found',
  timeText: (text) => text.replace(/T(\d\d)(\d\d)(\d\d)\.0(\d{3})Z$/, 'T$1:$2:$3.$4Z'),
  time: 'Date & time',
  type: 'Type',
  status: { column: 'Status', done: /^confirmed$/i },
  means: firstOf(byWord('Type', { 'received|income': cameIn('received'), 'sent|expend': wentOut('sent') })),
  moved: { leg: firstLeg(inAsset('TOTAL (ADA)', 'ADA'), amountOfFirst), direction: 'byWord' },
  fees: [{ leg: inAsset('Fee (ADA)', 'ADA'), isIn: 'sent' }],
  records: [{ kind: 'utxo-tx', id: 'ID' }],
  groupId: 'ID',
  txHash: ['ID'],
})

/** Columns whose meaning the file does not settle, by what is told of a row that has something there. */
const unsettled: readonly (readonly [string, RegExp, string])[] = [
  [TOKENS, /./, 'The tokens of this row are not counted'],
  ['Deposit amount (ADA)', /[1-9]/, 'A deposit for the key of a stake may be part of it'],
  ['Withdrawals', /./, 'Rewards may be part of it'],
]

const hasHappened = (row: Row) => stateOf(row.text('Status'), /^confirmed$/i) !== 'not_done'

/** Daedalus, transactions of a wallet. Until 2021 the one amount includes the fee. Tokens stand without their decimals. */
export const daedalus: FileFormat = {
  ...table,
  read(rows, sheet, out) {
    table.read(rows, sheet, out)
    for (const row of rows.filter(hasHappened))
      for (const [column, something, message] of unsettled)
        if (something.test(row.text(column))) out.note(row, 'not_counted', message, column, row.text(column))
  },
}
