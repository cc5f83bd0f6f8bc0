import { columns } from '../reader/legs.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import { unixTime } from '../reader/table-declaration.ts'
import { taxTool, toolWords } from '../reader/tax-tools.ts'
import { byWord, cameIn, exchanged, wentOut } from '../reader/ways.ts'

const shared = {
  ...taxTool,
  sourceSlug: 'rotki',
  exchange: 'rotki',
  time: unixTime('Timestamp'),
  fees: [{ leg: columns('Fee', 'Fee Currency') }],
  wallet: { sent: ['Location'], received: ['Location'] },
  comment: 'Description',
} as const

/** rotki, generic trades. */
export const rotkiTrades = inOutTable({
  ...shared,
  id: 'rotki-trades',
  family: 'rotki-trades',
  name: 'rotki generic trades',
  headers: [
    {
      cells: [
        ...['Location', 'Spend Currency', 'Receive Currency', 'Receive Amount', 'Spend Amount', 'Fee'],
        ...['Fee Currency', 'Description', 'Timestamp'],
      ],
    },
  ],
  type: 'Location',
  means: () => exchanged,
  sent: columns('Spend Amount', 'Spend Currency'),
  received: columns('Receive Amount', 'Receive Currency'),
})

/** rotki, generic events. */
export const rotkiEvents = inOutTable({
  ...shared,
  id: 'rotki-events',
  family: 'rotki-events',
  name: 'rotki generic events',
  headers: [
    {
      cells: [
        ...['Type', 'Location', 'Currency', 'Amount', 'Fee', 'Fee Currency', 'Description', 'Timestamp'],
      ],
    },
  ],
  type: 'Type',
  means: byWord('Type', {
    ...toolWords,
    deposit: cameIn('received'),
    withdrawal: wentOut('sent'),
    income: cameIn('misc_reward'),
  }),
  moved: { leg: columns('Amount', 'Currency'), direction: 'byWord' },
})
