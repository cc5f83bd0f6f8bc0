import { type Movement, readByHash } from '../../providers/etherscan/by-hash.ts'
import { directionOf, internalIdentity, type Parties } from '../../providers/etherscan/token-movement.ts'
import { amountText, isZeroAmount, noAmount } from '../../reading/amount-text.ts'
import type { FileFormat } from '../reader/csv-format.ts'
import { ownAddressOf } from '../reader/own-address.ts'
import type { Row } from '../reader/row.ts'
import { assumedCoin, coinAmount, coinOfChain, hashOf, wallet } from './common.ts'
import { sequenceOf } from './tokens.ts'

const cells = [
  ...['TxHash', 'Index', 'BlockNumber', 'BlockHash', 'TxIndex', 'BlockIndex', 'UnixTimestamp'],
  ...['FromAddress', 'ToAddress', 'ContractAddress', 'Type', 'CallType', 'Gas', 'GasUsed', 'Value'],
  ...['Input', 'Output', 'ErrCode'],
]

/** Blockscout, internal transactions of an address. Calls that lend their code only repeat the value of their parent. */
export const blockscoutInternal: FileFormat = {
  ...wallet,
  id: 'blockscout-internal',
  family: 'etherscan-internal',
  name: 'Blockscout internal transactions',
  headers: [{ cells: [...cells, 'Fee'] }, { cells }],
  dateColumns: ['UnixTimestamp'],

  account(sheet, { ownAddress, chain }) {
    const address = ownAddressOf(sheet, { from: 'FromAddress', to: 'ToAddress' }, ownAddress)
    if (typeof address === 'string') return { address, ...(chain === undefined ? {} : { chain }) }
    const candidates = address.candidates.map((value) => ({ value, label: value }))
    return { question: 'own_address', candidates }
  },

  identify(row, sheet) {
    const amount = coinAmount(row, 'Value') ?? noAmount
    const text = amountText({ ...amount, places: amount.value.scale })
    const isOut = directionOf(partiesOf(row), sheet.account.address ?? '') === 'out'
    return internalIdentity(hashOf(row), partiesOf(row), isOut ? '0' : text, isOut ? text : '0')
  },

  read(rows, sheet, out) {
    const movements: Movement[] = []
    for (const row of rows) {
      out.attempt([row], () => {
        if (row.text('ErrCode') !== '') return out.skip([row], 'failed')
        const amount = coinAmount(row, 'Value') ?? noAmount
        if (isZeroAmount(amount) || /^(delegatecall|callcode|staticcall)$/i.test(row.text('CallType')))
          return out.skip([row], 'no_value_moved')
        const direction = directionOf(partiesOf(row), sheet.account.address ?? '')
        if (direction === 'self') return out.skip([row], 'self_transfer')
        if (direction === undefined) return out.skip([row], 'not_own_address')
        movements.push({
          row,
          hash: hashOf(row),
          at: row.time('UnixTimestamp'),
          sequence: sequenceOf(row),
          asset: coinOfChain(sheet),
          amount,
          isOut: direction === 'out',
          nft: null,
          value: null,
          unitPrices: {},
          token: null,
          flags: assumedCoin(sheet),
        })
      })
    }
    readByHash(movements, out)
  },
}

/** A contract that was made has its address in a column of its own. */
const partiesOf = (row: Row): Parties => ({
  from: row.text('FromAddress').toLowerCase(),
  to: (row.text('ToAddress') || row.text('ContractAddress')).toLowerCase(),
})
