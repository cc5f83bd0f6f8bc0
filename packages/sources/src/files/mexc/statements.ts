import { inOutTable } from '../reader/in-out-table.ts'
import { ledgerTable } from '../reader/ledger-table.ts'
import { columns, leftWhere } from '../reader/legs.ts'
import type { Row } from '../reader/row.ts'
import { byWord, cameIn, exchanged, firstOf, isFee, leftOut, wentOut, where } from '../reader/ways.ts'
import { incoming, signed, skipped } from '../reader/words.ts'
import { zoneInHeader } from '../reader/zone-text.ts'
import { mexc } from './common.ts'

/** Amounts that left are below zero, and some files say it in a column alone. */
const OUT = /^out/i

const CREATED = /^Creation Time ?\(UTC.*\)$/i
const statement = ['Crypto', 'Transaction Type', 'Direction', 'Quantity']

/** The sides of a trade and its fee share their second, and so do a withdrawal and its fee. */
function eventOf(row: Row): string {
  const what = /^(spot trading|convert|withdraw)/i.exec(row.text('Transaction Type'))?.[1]?.toLowerCase()
  if (what === undefined) return ''
  return [what, row.text('Time'), ...(what === 'withdraw' ? [row.text('Crypto')] : [])].join(' ')
}

/** MEXC, spot statement. The files of Earn have the same columns, and rows that the statement has too. */
export const mexcStatement = inOutTable({
  ...mexc,
  id: 'mexc-statement',
  family: 'mexc-statement',
  name: 'MEXC spot statement',
  headers: [{ cells: ['UID', CREATED, ...statement] }, { cells: [CREATED, ...statement] }],
  zoneIn: zoneInHeader(CREATED),
  columns: { Time: CREATED },
  time: 'Time',
  type: 'Transaction Type',
  means: firstOf(
    byWord('Transaction Type', {
      deposit: cameIn('received'),
      withdraw: wentOut('sent'),
      'withdrawal fees|spot trading fees': isFee,
      'spot trading|convert': exchanged,
      interest: cameIn('interest_received'),
      'flexible savings staking': cameIn('staking_reward'),
      'commission sharing|referral commission': cameIn('misc_reward'),
    }),
    where('Transaction Type', /^(to|from) .*account$/i, leftOut('internal_transfer')),
    where('Transaction Type', /airdrops?$/i, cameIn('airdrop')),
  ),
  moved: { leg: leftWhere('Direction', OUT, columns('Quantity', 'Crypto')), direction: 'bySign' },
  group: eventOf,
  records: [{ kind: 'mexc-entry', id: () => '' }],
})

const TIME = /^Time ?\(UTC.*\)$/i
const flow = ['Futures Trading Pair', 'Crypto', 'Fund Type', 'Fund Flow Type', 'Amount']

/** MEXC, capital flow of futures: what positions brought and cost in the coin they are settled in. */
export const mexcFutures = ledgerTable({
  ...mexc,
  id: 'mexc-futures',
  family: 'mexc-futures',
  name: 'MEXC futures capital flow',
  headers: [{ cells: ['UID', TIME, ...flow] }, { cells: [TIME, ...flow] }],
  zoneIn: zoneInHeader(TIME),
  columns: { Time: TIME },
  time: 'Time',
  type: 'Fund Type',
  words: {
    close_position: signed('margin_gain', 'margin_loss'),
    liquidation: signed('margin_gain', 'margin_loss'),
    funding: signed('margin_gain', 'margin_fee'),
    fee: signed('rebate', 'margin_fee'),
    bonus: incoming('misc_reward'),
    // The loss that a bonus covered is told by the position.
    bonus_deduct: skipped('companion_row'),
    transfer: skipped('internal_transfer'),
  },
  amounts: { amount: 'Amount', asset: 'Crypto', leaves: (row) => OUT.test(row.text('Fund Flow Type')) },
  isSigned: true,
  records: [{ kind: 'mexc-futures-entry', id: () => '' }],
  content: ['Fund Type', 'Futures Trading Pair', 'Crypto'],
  comment: 'Futures Trading Pair',
})
