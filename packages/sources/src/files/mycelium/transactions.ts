import { columns } from '../reader/legs.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import { walletTable } from '../reader/wallet.ts'
import { bySides } from '../reader/ways.ts'

/** Coins stand by name since 2019, and by ticker before. */
const TICKERS: Readonly<Record<string, string>> = { bitcoin: 'BTC', ethereum: 'ETH' }

/**
 * Mycelium, transactions of an account. The value is what the account lost or gained, so it includes the fee. Times are those of the
 * telephone, though they end in a `Z`.
 */
export const mycelium = inOutTable({
  ...walletTable,
  id: 'mycelium',
  family: 'mycelium',
  name: 'Mycelium transactions',
  sourceSlug: 'mycelium',
  exchange: 'Mycelium',
  headers: [
    {
      cells: [
        ...['Account', 'Transaction ID', 'Destination Address', 'Timestamp', 'Value', 'Currency'],
        'Transaction Label',
      ],
    },
  ],
  unsureZone: 'flagged',
  timeText: (text) => text.replace(/Z$/, ''),
  time: 'Timestamp',
  asset: (ticker) => walletTable.asset(TICKERS[ticker.toLowerCase()] ?? ticker),
  type: 'Value',
  means: () => bySides,
  moved: { leg: columns('Value', 'Currency'), direction: 'bySign' },
  records: [{ kind: 'utxo-tx', id: 'Transaction ID' }],
  groupId: 'Transaction ID',
  txHash: ['Transaction ID'],
  comment: 'Transaction Label',
})
