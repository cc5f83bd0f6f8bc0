import { perSheet } from '../reader/per-sheet.ts'
import { cleanCell } from '../reader/table.ts'
import { ledgerTable } from '../reader/ledger-table.ts'
import { incoming, outgoing, signed, skipped } from '../reader/words.ts'

/** Addresses of Ethereum and Tron, contracts that settle in tether, and tether by its name. */
const TETHER = /^0x[0-9a-f]{40}$|^T[1-9A-HJ-NP-Za-km-z]{33}$|USDT/i
/** Addresses of bitcoin, and contracts that settle in it. */
const BITCOIN = /^(?:[13]|bc1)[0-9a-z]{6,}$|^XBT|USD(?:[HMUZ]\d{2})?$/i

/** The coin of a wallet, which no column names: its addresses and contracts tell, else the name of the file. */
const walletOf = perSheet((sheet) => {
  const at = sheet.columnOf('address') ?? -1
  const cells = sheet.rows.map((row) => cleanCell(row.cells[at] ?? ''))
  const isTether = cells.some((cell) => TETHER.test(cell)) || /usdt|tether/i.test(sheet.fileName)
  if (isTether) return { asset: 'USDT', places: 6, isSure: true }
  return { asset: 'BTC', places: 8, isSure: cells.some((cell) => BITCOIN.test(cell)) }
})

/** BitMEX, wallet history, in satoshis or in millionths of a tether. What a withdrawal cost is in its amount. */
export const bitmexWallet = ledgerTable({
  id: 'bitmex-wallet',
  family: 'bitmex-wallet',
  name: 'BitMEX wallet history',
  sourceSlug: 'bitmex',
  exchange: 'BitMEX',
  headers: [
    {
      cells: ['transactTime', 'transactType', 'amount', 'fee', 'address', 'transactStatus', 'walletBalance'],
    },
  ],
  timeZone: 'UTC',
  time: 'transactTime',

  type: 'transactType',
  words: {
    deposit: incoming('received'),
    withdrawal: outgoing('sent'),
    realisedpnl: signed('margin_gain', 'margin_loss'),
    funding: signed('margin_gain', 'margin_fee'),
    affiliatepayout: incoming('rebate'),
    transfer: skipped('internal_transfer'),
    unrealisedpnl: skipped('no_value_moved'),
  },
  status: { column: 'transactStatus', done: /^completed$/i },
  amounts: {
    amount: 'amount',
    asset: (row) => walletOf(row.sheet).asset,
    fee: 'fee',
    isNet: true,
    unitPlaces: (row) => walletOf(row.sheet).places,
  },
  assumption: (sheet) =>
    walletOf(sheet).isSure
      ? undefined
      : 'The file does not say which coin the wallet holds: it is read as bitcoin. A name with “usdt” tells the wallet of tether',
  isSigned: true,
  balance: { column: 'walletBalance', change: 'amount', wallet: () => '' },

  records: [{ kind: 'bitmex-wallet', id: () => '' }],
  content: ['transactType', 'address'],
  comment: 'address',
})
