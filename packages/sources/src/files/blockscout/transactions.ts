import { parseAmount, isZeroAmount } from '../../reading/amount-text.ts'
import { transactionIdentity } from '../../providers/etherscan/chain-transaction.ts'
import type { AccountQuestion } from '../reader/csv-format.ts'
import type { AccountHint, ReadOptions } from '../reader/file-reading.ts'
import { type ReadLeg, shifted } from '../reader/legs.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import type { Row } from '../reader/row.ts'
import type { Sheet } from '../reader/sheet.ts'
import { cleanCell } from '../reader/table.ts'
import { walletTable } from '../reader/wallet.ts'
import { byWord, cameIn, firstOf, onlyFee, unless, wentOut } from '../reader/ways.ts'

const WEI = 18

/** Amounts without a point are counts of the smallest unit. */
function ofCoin(column: string): ReadLeg {
  return (row) => {
    const text = row.text(column)
    const amount = parseAmount(text)
    if (amount === undefined) throw row.problem('not_an_amount', column, `Not an amount: ${text}`)
    if (amount === null || isZeroAmount(amount)) return null
    return { asset: 'ETH', amount: text.includes('.') ? amount : shifted(amount, WEI) }
  }
}

const hashOf = (row: Row) => row.text('TxHash').toLowerCase()

/** Blockscout, transactions of an address. Neither coin nor chain is told: coins are read as ETH, and flagged. */
export const blockscoutTx = inOutTable({
  ...walletTable,
  id: 'blockscout-tx',
  family: 'blockscout-tx',
  name: 'Blockscout transactions',
  sourceSlug: 'evm-explorer',
  exchange: 'EVM wallet',
  headers: [
    {
      cells: [
        ...['TxHash', 'BlockNumber', 'UnixTimestamp', 'FromAddress', 'ToAddress', 'ContractAddress', 'Type'],
        ...['Value', 'Fee', 'Status', 'ErrCode', 'CurrentPrice', 'TxDateOpeningPrice', 'TxDateClosingPrice'],
      ],
    },
  ],
  time: 'UnixTimestamp',
  type: 'Type',
  means: firstOf(
    unless('Status', /^(|ok|1|success)$/i, onlyFee('failed')),
    byWord('Type', { in: cameIn('received'), out: wentOut('sent'), self: onlyFee('internal_transfer') }),
  ),
  moved: { leg: ofCoin('Value'), direction: 'byWord' },
  fees: [{ leg: (row, sheet) => (/^in$/i.test(row.text('Type')) ? null : ofCoin('Fee')(row, sheet)) }],
  records: [{ kind: transactionIdentity('').kind, id: hashOf }],
  groupId: hashOf,
  txHash: [hashOf],
  flags: (_row, sheet) => (sheet.account.chain === undefined ? ['native_assumed'] : []),
  account,
})

/** The address that received what came in and sent what went out, in every row. */
function account(
  sheet: Sheet,
  { ownAddress, chain }: Pick<ReadOptions, 'ownAddress' | 'chain'>,
): AccountHint | AccountQuestion {
  const ofChain = chain === undefined ? {} : { chain }
  if (ownAddress !== undefined) return { address: ownAddress.toLowerCase(), ...ofChain }
  const at = (name: string) => sheet.columnOf(name) ?? -1
  const [type, from, to] = [at('Type'), at('FromAddress'), at('ToAddress')]
  const own = sheet.rows.flatMap(({ cells }) => {
    const cell = (column: number) => cleanCell(cells[column] ?? '').toLowerCase()
    return cell(type) === 'in' ? [cell(to)] : cell(type) === 'out' ? [cell(from)] : []
  })
  const [address, ...others] = [...new Set(own)].filter((text) => text !== '')
  if (others.length > 0 && address !== undefined)
    return {
      question: 'own_address',
      candidates: [address, ...others].slice(0, 5).map((value) => ({ value, label: value })),
    }
  return { ...(address === undefined ? {} : { address }), ...ofChain }
}
