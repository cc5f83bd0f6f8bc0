import { type Movement, readByHash } from '../../providers/etherscan/by-hash.ts'
import { type Parties, tokenIdentity, tokenMovement } from '../../providers/etherscan/token-movement.ts'
import { type Amount, amountText, isZeroAmount } from '../../reading/amount-text.ts'
import type { FileFormat } from '../reader/csv-format.ts'
import { meetOtherSide } from '../reader/own-address.ts'
import { shifted } from '../reader/legs.ts'
import type { Row } from '../reader/row.ts'
import { accountByType, hashOf, wallet } from './common.ts'
import { noteUnknownState, stateOf } from '../reader/status.ts'

const before = [
  ...['TxHash', 'BlockNumber', 'UnixTimestamp', 'FromAddress', 'ToAddress', 'TokenContractAddress', 'Type'],
  ...['TokenDecimals', 'TokenSymbol'],
]
const after = ['TokensTransferred', 'TransactionFee', 'Status', 'ErrCode']

/** Blockscout, token transfers of an address. Amounts count the smallest unit. Fees stand in the file of transactions. */
export const blockscoutTokens: FileFormat = {
  ...wallet,
  id: 'blockscout-tokens',
  family: 'etherscan-erc20',
  name: 'Blockscout token transfers',
  headers: [{ cells: [...before, 'TokenDecimals', ...after] }, { cells: [...before, ...after] }],
  dateColumns: ['UnixTimestamp'],
  account: accountByType,

  identify(row) {
    const amount = isWhole(row) ? amountOf(row) : null
    return tokenIdentity(
      hashOf(row),
      partiesOf(row),
      row.text('TokenContractAddress'),
      amount === null ? '' : amountText({ ...amount, places: amount.value.scale }),
    )
  },

  read(rows, sheet, out) {
    const movements: Movement[] = []
    for (const row of rows) {
      out.attempt([row], () => {
        const { from, to } = partiesOf(row)
        const state = stateOf(row.text('Status'), /^(|ok|1|success)$/i)
        if (state === 'not_done') return out.skip([row], 'failed')
        if (state === 'unknown') noteUnknownState('Status', row, out)
        if (from === to) return out.skip([row], 'self_transfer')
        const type = row.text('Type').toUpperCase()
        if (type !== 'IN' && type !== 'OUT') return out.skip([row], 'not_own_address')
        // NFTs have neither an amount nor decimals here, and no id.
        if (!isWhole(row)) return out.skip([row], 'nft_without_id')
        const amount = amountOf(row)
        if (!isZeroAmount(amount)) meetOtherSide(sheet, out, hashOf(row), from, to)
        const contract = row.text('TokenContractAddress').toLowerCase()
        const symbol = row.text('TokenSymbol')
        movements.push({
          row,
          hash: hashOf(row),
          at: row.time('UnixTimestamp'),
          sequence: sequenceOf(row),
          value: null,
          unitPrices: {},
          ...tokenMovement(
            { chain: sheet.account.chain ?? null, contract, symbol, name: '' },
            amount,
            type === 'OUT',
          ),
        })
      })
    }
    readByHash(movements, out)
  },
}

const partiesOf = (row: Row): Parties => ({
  from: row.text('FromAddress').toLowerCase(),
  to: row.text('ToAddress').toLowerCase(),
})

const isWhole = (row: Row): boolean =>
  row.text('TokensTransferred') !== '' && row.text('TokenDecimals') !== ''

/** @throws UnreadableValue for decimals that are no count */
function amountOf(row: Row): Amount {
  const places = row.text('TokenDecimals')
  if (!/^\d{1,2}$/.test(places))
    throw row.problem('not_an_amount', 'TokenDecimals', `Not a count of decimals: ${places}`)
  return shifted(row.requiredAmount('TokensTransferred'), Number(places))
}

export function sequenceOf(row: Row): string | null {
  const block = row.text('BlockNumber')
  return /^\d{1,12}$/.test(block) ? block.padStart(12, '0') : null
}
