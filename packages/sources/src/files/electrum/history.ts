import { inOutTable } from '../reader/in-out-table.ts'
import { assumesBitcoin, inNamedCoin, walletTable } from '../reader/wallet.ts'
import { bySides, firstOf, leftOut, where } from '../reader/ways.ts'

/** Electrum and its forks, history of a wallet. The value of what was sent includes the fee. Times are those of the computer. */
export const electrum = inOutTable({
  ...walletTable,
  id: 'electrum',
  family: 'electrum',
  name: 'Electrum history',
  sourceSlug: 'electrum',
  exchange: 'Electrum',
  headers: [
    {
      cells: [
        ...['transaction_hash', 'label', 'confirmations', 'value', 'fiat_value', 'fee', 'fiat_fee'],
        'timestamp',
      ],
    },
    { cells: ['transaction_hash', 'label', 'confirmations', 'value', 'fee', 'balance', 'timestamp'] },
    { cells: ['transaction_hash', 'label', 'confirmations', 'value', 'timestamp'] },
    { cells: ['transaction_hash', 'label', 'value', 'timestamp'] },
  ],
  unsureZone: 'flagged',
  hasFooters: false,
  time: 'timestamp',
  type: 'value',
  means: firstOf(where('timestamp', /^(unconfirmed|unknown)?$/i, leftOut('unconfirmed')), () => bySides),
  moved: { leg: inNamedCoin('value'), direction: 'bySign' },
  fees: [{ leg: inNamedCoin('fee'), isIn: 'sent', isSenders: true }],
  assumption: assumesBitcoin,
  records: [{ kind: 'utxo-tx', id: 'transaction_hash' }],
  groupId: 'transaction_hash',
  txHash: ['transaction_hash'],
  comment: 'label',
})
