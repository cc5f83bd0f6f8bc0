import { coinOf } from '@lotbook/journal'
import { absoluteAmount, isZeroAmount } from '../../reading/amount-text.ts'
import type { FileFormat } from '../reader/csv-format.ts'
import type { Row } from '../reader/row.ts'
import type { Sheet } from '../reader/sheet.ts'
import { advertises } from '../../spam/advertises.ts'
import { type Movement, readByHash } from './by-hash.ts'
import { DATE_TIME, HASH, hashOf, meetOtherSide, sequenceOf, wallet } from './common.ts'
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
    const parts = [
      row.text('From'),
      row.text('To'),
      row.text('ContractAddress'),
      row.text(valueColumn(sheet)),
    ]
    const content = [hashOf(row, sheet), ...parts].join('|').toLowerCase().replaceAll(',', '')
    return { kind: 'evm-erc20', nativeId: null, content }
  },

  read(rows, sheet, out) {
    const movements: Movement[] = []
    for (const row of rows) {
      out.attempt([row], () => {
        const isOut = directionOf(row, sheet)
        if (isOut === 'self') return out.skip([row], 'self_transfer')
        if (isOut === undefined) return out.skip([row], 'not_own_address')
        const symbol = row.text('TokenSymbol')
        const contract = row.text('ContractAddress').toLowerCase()
        const amount = absoluteAmount(row.requiredAmount(valueColumn(sheet)))
        if (!isZeroAmount(amount))
          meetOtherSide(sheet, out, hashOf(row, sheet), row.text('From'), row.text('To'))
        movements.push({
          row,
          hash: hashOf(row, sheet),
          at: row.unixTime('UnixTimestamp'),
          sequence: sequenceOf(row),
          asset: coinOf((symbol === '' ? contract : symbol).slice(0, 60)),
          amount,
          isOut: isOut === 'out',
          nft: null,
          value: out.statedAmount(row, 'USDValueDayOfTx'),
          unitPrices: {},
          token: { chain: sheet.account.chain ?? null, contract },
          flags: isZeroAmount(amount) || advertises(`${symbol} ${row.text('TokenName')}`) ? ['spam'] : [],
        })
      })
    }
    readByHash(movements, out)
  },
}

/** Direction of a transfer for the own address; undefined if the address is on neither side. */
export function directionOf(row: Row, sheet: Sheet): 'in' | 'out' | 'self' | undefined {
  const own = sheet.account.address ?? ''
  const [from, to] = [row.text('From').toLowerCase(), row.text('To').toLowerCase()]
  if (from === to) return 'self'
  return to === own ? 'in' : from === own ? 'out' : undefined
}
