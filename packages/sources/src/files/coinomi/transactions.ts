import { columns, inAsset, type ReadLeg } from '../reader/legs.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import { walletTable } from '../reader/wallet.ts'
import { bySides, firstOf, onlyFee, where } from '../reader/ways.ts'

/** The fee of a token is in the coin of its chain, which stands behind the name of its account: `USD Coin (Ethereum)`. */
const fee: ReadLeg = (row, sheet) =>
  /\(Ethereum\)$/i.test(row.text('AccountName'))
    ? inAsset('Fees', 'ETH')(row, sheet)
    : columns('Fees', 'Symbol')(row, sheet)

/** Coinomi, transactions. The value of what was sent includes the fee. */
export const coinomi = inOutTable({
  ...walletTable,
  id: 'coinomi',
  family: 'coinomi',
  name: 'Coinomi transactions',
  sourceSlug: 'coinomi',
  exchange: 'Coinomi',
  headers: [
    {
      cells: [
        ...['Asset', 'AccountName', 'Address', 'AddressName', 'Value', 'Symbol', 'Fees', 'InternalTransfer'],
        ...['TransactionID', 'Time(UTC)', 'Time(ISO8601-UTC)', 'BlockExplorer'],
      ],
    },
  ],
  time: 'Time(ISO8601-UTC)',
  type: 'InternalTransfer',
  means: firstOf(where('InternalTransfer', /^true$/i, onlyFee('internal_transfer')), () => bySides),
  moved: { leg: columns('Value', 'Symbol'), direction: 'bySign' },
  fees: [{ leg: fee, isIn: 'sent', isSenders: true }],
  group: (row) => row.text('TransactionID'),
  groupId: 'TransactionID',
  txHash: ['TransactionID'],
  comment: 'AddressName',
})
