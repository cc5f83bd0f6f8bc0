import { type Movement, readByHash } from '../../providers/etherscan/by-hash.ts'
import {
  directionOf,
  type Parties,
  tokenIdentity,
  tokenMovement,
} from '../../providers/etherscan/token-movement.ts'
import { isZeroAmount } from '../../reading/amount-text.ts'
import type { FileFormat } from '../reader/csv-format.ts'
import { meetOtherSide } from '../reader/own-address.ts'
import type { Row } from '../reader/row.ts'
import type { Sheet } from '../reader/sheet.ts'
import { DATE_TIME, HASH, hashOf, sequenceOf, wallet } from './common.ts'
import { whoseIs } from './whose.ts'

const valueColumn = (sheet: Sheet): string => (sheet.has('TokenValue') ? 'TokenValue' : 'Value')

/**
 * Etherscan and its family, ERC-20 transfers. A symbol is not unique: the contract goes along. Tokens that
 * advertise an address and transfers of nothing are flagged as spam.
 */
export const etherscanErc20: FileFormat = {
  ...wallet,
  id: 'etherscan-erc20',
  family: 'etherscan-erc20',
  name: 'Etherscan family, token transfers',
  headers: [
    {
      cells: [
        HASH,
        'Blockno',
        'UnixTimestamp',
        DATE_TIME,
        'From',
        'To',
        'TokenValue',
        'USDValueDayOfTx',
        'ContractAddress',
        'TokenName',
        'TokenSymbol',
      ],
    },
    {
      cells: [
        'Txhash',
        'UnixTimestamp',
        'DateTime',
        'From',
        'To',
        'Value',
        'ContractAddress',
        'TokenName',
        'TokenSymbol',
      ],
    },
  ],
  dateColumns: ['UnixTimestamp'],

  account: (sheet, told) => whoseIs(sheet, { from: 'From', to: 'To' }, told),

  identify(row, sheet) {
    const value = row.text(valueColumn(sheet))
    return tokenIdentity(hashOf(row, sheet), partiesOf(row), row.text('ContractAddress'), value)
  },

  read(rows, sheet, out) {
    const movements: Movement[] = []
    for (const row of rows) {
      out.attempt([row], () => {
        const direction = directionOf(partiesOf(row), sheet.account.address ?? '')
        if (direction === 'self') return out.skip([row], 'self_transfer')
        if (direction === undefined) return out.skip([row], 'not_own_address')
        const token = {
          chain: sheet.account.chain ?? null,
          contract: row.text('ContractAddress').toLowerCase(),
          symbol: row.text('TokenSymbol'),
          name: row.text('TokenName'),
        }
        const amount = row.requiredAmount(valueColumn(sheet))
        if (!isZeroAmount(amount))
          meetOtherSide(sheet, out, hashOf(row, sheet), row.text('From'), row.text('To'))
        movements.push({
          row,
          hash: hashOf(row, sheet),
          at: row.unixTime('UnixTimestamp'),
          sequence: sequenceOf(row),
          value: out.statedAmount(row, 'USDValueDayOfTx'),
          unitPrices: {},
          ...tokenMovement(token, amount, direction === 'out'),
        })
      })
    }
    readByHash(movements, out)
  },
}

/** Who sent and who received in a row. */
export const partiesOf = (row: Row): Parties => ({ from: row.text('From'), to: row.text('To') })
