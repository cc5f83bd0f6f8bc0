import { absoluteAmount, parseAmount } from '../../reading/amount-text.ts'
import type { FileFormat } from '../reader/csv-format.ts'
import type { Row } from '../reader/row.ts'
import { type Movement, readByHash } from './by-hash.ts'
import { DATE_TIME, HASH, hashOf, sequenceOf, wallet } from './common.ts'
import { NO_ADDRESS } from './own-address.ts'
import { whoseIs } from './whose.ts'
import { advertises } from '../../spam/advertises.ts'
import { directionOf } from './tokens.ts'

const parties = ['From', 'To', 'ContractAddress']

const tokenIdOf = (row: Row): string => row.text('Token ID') || row.text('TokenId')

/** Etherscan and its family, ERC-721 and ERC-1155 transfers. The price is in the sibling files, by hash. */
export const etherscanNft: FileFormat = {
  ...wallet,
  id: 'etherscan-nft',
  family: 'etherscan-nft',
  name: 'Etherscan family, NFT transfers',
  headers: [
    {
      cells: [
        HASH,
        'Blockno',
        'UnixTimestamp',
        DATE_TIME,
        ...parties,
        'TokenName',
        'TokenSymbol',
        'Token ID',
        'Type',
        'Quantity',
      ],
    },
    {
      cells: [
        'Txhash',
        'Blockno',
        'UnixTimestamp',
        'DateTime',
        ...parties,
        'TokenId',
        'TokenName',
        'TokenSymbol',
      ],
    },
    { cells: ['Txhash', 'UnixTimestamp', 'DateTime', ...parties, 'TokenId', 'TokenName', 'TokenSymbol'] },
  ],
  dateColumns: ['UnixTimestamp'],

  account: (sheet, told) => whoseIs(sheet, { from: 'From', to: 'To' }, told),

  identify(row, sheet) {
    const parts = [...parties.map((column) => row.text(column)), tokenIdOf(row), row.text('Quantity')]
    return {
      kind: 'evm-nft',
      nativeId: null,
      content: [hashOf(row, sheet), ...parts].join('|').toLowerCase(),
    }
  },

  read(rows, sheet, out) {
    const movements: Movement[] = []
    for (const row of rows) {
      out.attempt([row], () => {
        const direction = directionOf(row, sheet)
        if (direction === 'self') return out.skip([row], 'self_transfer')
        if (direction === undefined) return out.skip([row], 'not_own_address')
        const tokenId = tokenIdOf(row)
        const contract = row.text('ContractAddress').toLowerCase()
        const symbol = row.text('TokenSymbol') || row.text('TokenName') || contract
        const isMint = direction === 'in' && row.text('From').toLowerCase() === NO_ADDRESS
        movements.push({
          row,
          hash: hashOf(row, sheet),
          at: row.unixTime('UnixTimestamp'),
          sequence: sequenceOf(row),
          asset: `${symbol.slice(0, 60)}#${tokenId.slice(0, 80)}`,
          amount: absoluteAmount(row.amount('Quantity') ?? ONE),
          isOut: direction === 'out',
          nft: direction === 'out' ? 'send' : isMint ? 'nft_mint' : 'receive',
          value: null,
          unitPrices: {},
          token: { chain: sheet.account.chain ?? null, contract, tokenId },
          flags: advertises(`${symbol} ${row.text('TokenName')}`) ? ['spam'] : [],
        })
      })
    }
    readByHash(movements, out)
  },
}

// ERC-721 exports have no quantity: there is one of each.
const ONE = parseAmount('1') ?? { value: { units: 1n, scale: 0 }, places: 0 }
