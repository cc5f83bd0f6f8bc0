import { isZeroAmount } from '../../reading/amount-text.ts'
import { transactionIdentity } from '../../providers/etherscan/chain-transaction.ts'
import type { ReadLeg } from '../reader/legs.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import { walletTable } from '../reader/wallet.ts'
import { byWord, cameIn, firstOf, leftOut, onlyFee, wentOut } from '../reader/ways.ts'
import { accountByType, assumedCoin, coinAmount, coinOfChain, hashOf } from './common.ts'

function ofCoin(column: string): ReadLeg {
  return (row, sheet) => {
    const amount = coinAmount(row, column)
    return amount === null || isZeroAmount(amount) ? null : { asset: coinOfChain(sheet), amount }
  }
}

const cells = [
  ...['TxHash', 'BlockNumber', 'UnixTimestamp', 'FromAddress', 'ToAddress', 'ContractAddress', 'Type'],
  ...['Value', 'Fee', 'Status', 'ErrCode', 'CurrentPrice', 'TxDateOpeningPrice', 'TxDateClosingPrice'],
]

/** Blockscout, transactions of an address. Neither coin nor chain is told: coins are read as ETH, and flagged. */
export const blockscoutTx = inOutTable({
  ...walletTable,
  id: 'blockscout-tx',
  family: 'blockscout-tx',
  name: 'Blockscout transactions',
  sourceSlug: 'evm-explorer',
  exchange: 'EVM wallet',
  headers: [{ cells: [...cells, 'MethodName'] }, { cells }],
  time: 'UnixTimestamp',
  type: 'Type',
  status: { column: 'Status', done: /^(|ok|1|success)$/i, reason: 'failed', keepsFee: true },
  means: firstOf(
    // What an address sends to itself is called OUT.
    (row) =>
      row.text('FromAddress').toLowerCase() === row.text('ToAddress').toLowerCase()
        ? onlyFee('internal_transfer')
        : undefined,
    byWord('Type', {
      in: cameIn('received'),
      out: wentOut('sent'),
      self: onlyFee('internal_transfer'),
      '': leftOut('not_own_address'),
    }),
  ),
  moved: { leg: ofCoin('Value'), direction: 'byWord' },
  fees: [{ leg: (row, sheet) => (/^in$/i.test(row.text('Type')) ? null : ofCoin('Fee')(row, sheet)) }],
  records: [{ kind: transactionIdentity('').kind, id: hashOf }],
  groupId: hashOf,
  txHash: [hashOf],
  flags: (_row, sheet) => assumedCoin(sheet),
  account: accountByType,
})
