import { coinOf } from '@lotbook/journal'
import { type Movement, readByHash } from '../../providers/etherscan/by-hash.ts'
import { internalIdentity } from '../../providers/etherscan/token-movement.ts'
import { isZeroAmount, noAmount } from '../../reading/amount-text.ts'
import type { FileFormat } from '../reader/csv-format.ts'
import { any, type HeaderCell } from '../reader/signature.ts'
import {
  coinPrice,
  DATE_TIME,
  HASH,
  hashOf,
  HISTORICAL,
  sequenceOf,
  VALUE_IN,
  VALUE_OUT,
  wallet,
} from './common.ts'
import { whoseIs } from './whose.ts'
import { noteUnknownState, stateOf } from '../reader/status.ts'

const cells: readonly HeaderCell[] = [
  HASH,
  'Blockno',
  'UnixTimestamp',
  DATE_TIME,
  'ParentTxFrom',
  'ParentTxTo',
  /^ParentTx(\w+)_Value$/i,
  'From',
  'TxTo',
  'ContractAddress',
  VALUE_IN,
  VALUE_OUT,
  any,
  HISTORICAL,
  'Status',
  'ErrCode',
  'Type',
]

/** Etherscan and its family, internal transactions: coins that contracts move. Their fee is in the parent. */
export const etherscanInternal: FileFormat = {
  ...wallet,
  id: 'etherscan-internal',
  family: 'etherscan-internal',
  name: 'Etherscan family, internal transactions',
  headers: [{ cells }, { cells: [...cells, 'PrivateNote'] }],
  dateColumns: ['UnixTimestamp'],

  account: (sheet, told) =>
    whoseIs(sheet, { from: 'From', to: 'TxTo', valueIn: VALUE_IN, valueOut: VALUE_OUT }, told),

  identify(row, sheet) {
    const [coming, going] = [sheet.find(VALUE_IN)?.name ?? '', sheet.find(VALUE_OUT)?.name ?? '']
    const parties = { from: row.text('From'), to: row.text('TxTo') }
    return internalIdentity(hashOf(row, sheet), parties, row.text(coming), row.text(going))
  },

  read(rows, sheet, out) {
    const native = coinOf((sheet.find(VALUE_IN)?.captured ?? 'ETH').toUpperCase())
    const movements: Movement[] = []
    for (const row of rows) {
      out.attempt([row], () => {
        const status = row.text('Status')
        const state = status === '1' ? 'not_done' : stateOf(status, /^(?:|0|ok|success)$/i)
        if (state === 'not_done') return out.skip([row], 'failed')
        if (state === 'unknown') noteUnknownState('Status', row, out)
        const received = row.amount(sheet.find(VALUE_IN)?.name ?? '') ?? noAmount
        const sent = row.amount(sheet.find(VALUE_OUT)?.name ?? '') ?? noAmount
        if (isZeroAmount(received) && isZeroAmount(sent)) return out.skip([row], 'no_value_moved')
        if (row.text('From').toLowerCase() === row.text('TxTo').toLowerCase())
          return out.skip([row], 'self_transfer')
        const own = sheet.account.address ?? ''
        const isOut = isZeroAmount(received)
        const parties = isOut ? ['From'] : ['TxTo', 'ContractAddress']
        if (!parties.some((column) => row.text(column).toLowerCase() === own))
          return out.skip([row], 'not_own_address')
        movements.push({
          row,
          hash: hashOf(row, sheet),
          at: row.unixTime('UnixTimestamp'),
          sequence: sequenceOf(row),
          asset: native,
          amount: isOut ? sent : received,
          isOut,
          nft: null,
          value: null,
          unitPrices: coinPrice(row, sheet, native, out),
          token: null,
          flags: [],
        })
      })
    }
    readByHash(movements, out)
  },
}
