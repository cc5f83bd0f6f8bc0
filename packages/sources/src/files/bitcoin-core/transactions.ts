import { firstLeg, inColumn, inParts } from '../reader/legs.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import { inNamedCoin, assumesBitcoin, walletTable } from '../reader/wallet.ts'
import { byWord, cameIn, firstOf, isFee, leftOut, wentOut, where } from '../reader/ways.ts'

const before = ['Confirmed', 'Date', 'Type', 'Label', 'Address']
const UNIT = /^Amount \((.{1,8})\)$/i

/** Bitcoin Core and wallets made of it (Qt), transactions. The unit of amounts is that of the window when it was exported. */
export const bitcoinCore = inOutTable({
  ...walletTable,
  id: 'bitcoin-core-qt',
  family: 'bitcoin-core-qt',
  name: 'Bitcoin Core transactions',
  sourceSlug: 'bitcoin-core',
  exchange: 'Bitcoin Core and Qt forks',
  headers: [{ cells: [...before, /^Amount \(.{1,8}\)$/i, 'ID'] }, { cells: [...before, 'Amount', 'ID'] }],
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
  moved: { leg: firstLeg(inParts(inColumn(UNIT)), inNamedCoin('Amount')), direction: 'byWord' },
  assumption: (sheet) => (sheet.has('Amount') ? assumesBitcoin(sheet) : undefined),
  txHash: [(row) => row.text('ID').replace(/-\d+$/, '')],
  comment: 'Label',
})
