import { firstLeg, inColumn, inParts, type ReadLeg } from '../reader/legs.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import { inNamedCoin, assumesBitcoin, walletTable } from '../reader/wallet.ts'
import { byWord, cameIn, firstOf, isFee, leftOut, wentOut, where } from '../reader/ways.ts'

const rest = ['Date', 'Type', 'Label', 'Address']
const before = ['Confirmed', ...rest]
const UNIT = /^Amount \((.{1,8})\)$/i
const inUnit = /^Amount \(.{1,8}\)$/i

/** Wallets whose chain has tokens of its own name what moved in a column. */
const ofAsset: ReadLeg = (row, sheet) => {
  const leg = row.text('Asset') === '' ? null : inColumn(UNIT)(row, sheet)
  return leg && { ...leg, asset: row.text('Asset') }
}

/** Bitcoin Core and wallets made of it (Qt), transactions. The unit of amounts is that of the window when it was exported. */
export const bitcoinCore = inOutTable({
  ...walletTable,
  id: 'bitcoin-core-qt',
  family: 'bitcoin-core-qt',
  name: 'Bitcoin Core transactions',
  sourceSlug: 'bitcoin-core',
  exchange: 'Bitcoin Core and Qt forks',
  headers: [
    { cells: [...before, inUnit, 'ID'] },
    { cells: [...before, 'Amount', 'ID'] },
    { cells: ['Confirmed', 'Watch-only', ...rest, inUnit, 'ID'] },
    { cells: [...before, inUnit, 'Asset', 'ID'] },
  ],
  unsureZone: 'flagged',
  time: 'Date',
  type: 'Type',
  means: firstOf(
    where('Confirmed', /^(false|0|no)$/i, leftOut('unconfirmed')),
    byWord('Type', {
      'received with|received from': cameIn('received'),
      'sent to': wentOut('sent'),
      'payment to yourself': isFee,
      mined: cameIn('mined'),
      'minted|minted by stake|stake|staked': cameIn('staking_reward'),
      'masternode reward': cameIn('mastermode'),
    }),
  ),
  moved: { leg: firstLeg(ofAsset, inParts(inColumn(UNIT)), inNamedCoin('Amount')), direction: 'byWord' },
  assumption: (sheet) => (sheet.has('Amount') ? assumesBitcoin(sheet) : undefined),
  txHash: [(row) => row.text('ID').replace(/-\d+$/, '')],
  comment: 'Label',
})
