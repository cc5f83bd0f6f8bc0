import { type Movement, readByHash } from '../../providers/etherscan/by-hash.ts'
import { directionOf, nftIdentity, nftMovement } from '../../providers/etherscan/token-movement.ts'
import { parseAmount } from '../../reading/amount-text.ts'
import type { FileFormat } from '../reader/csv-format.ts'
import type { Row } from '../reader/row.ts'
import { DATE_TIME, HASH, hashOf, sequenceOf, wallet } from './common.ts'
import { whoseIs } from './whose.ts'
import { partiesOf } from './tokens.ts'

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
    const contract = row.text('ContractAddress')
    return nftIdentity(hashOf(row, sheet), partiesOf(row), contract, tokenIdOf(row), row.text('Quantity'))
  },

  read(rows, sheet, out) {
    const movements: Movement[] = []
    for (const row of rows) {
      out.attempt([row], () => {
        const { from, to } = partiesOf(row)
        const direction = directionOf({ from, to }, sheet.account.address ?? '')
        if (direction === 'self') return out.skip([row], 'self_transfer')
        if (direction === undefined) return out.skip([row], 'not_own_address')
        const token = {
          chain: sheet.account.chain ?? null,
          contract: row.text('ContractAddress').toLowerCase(),
          symbol: row.text('TokenSymbol'),
          name: row.text('TokenName'),
        }
        const isOut = direction === 'out'
        movements.push({
          row,
          hash: hashOf(row, sheet),
          at: row.unixTime('UnixTimestamp'),
          sequence: sequenceOf(row),
          value: null,
          unitPrices: {},
          ...nftMovement(token, tokenIdOf(row), row.amount('Quantity') ?? ONE, { from, isOut }),
        })
      })
    }
    readByHash(movements, out)
  },
}

// ERC-721 exports have no quantity: there is one of each.
const ONE = parseAmount('1') ?? { value: { units: 1n, scale: 0 }, places: 0 }
