import { nameEvent } from '../../providers/binance/event-name.ts'
import { eventTable } from '../reader/event-table.ts'
import { always, traded } from '../reader/words.ts'
import { localTime } from './local-time.ts'
import { binanceAsset, isOpenCode } from '../../providers/binance/assets.ts'

const rest = ['Pair', 'Type', 'Sell', 'Buy', 'Price', 'Inverse Price', 'Date Updated', 'Status']

/** Binance, convert history. Both sides have their coin behind them; the spread is the only cost. */
export const binanceConvert = eventTable({
  id: 'binance-convert',
  family: 'binance-convert',
  name: 'Binance conversions',
  sourceSlug: 'binance',
  exchange: 'Binance',
  headers: ['Date', 'Time'].flatMap((time) => [
    { cells: [time, 'Wallet', ...rest] },
    { cells: [time, ...rest] },
  ]),
  columns: { Date: /^(?:Date|Time)$/i },
  timeZone: 'UTC',
  ...localTime,
  time: 'Date',
  type: always('convert', 'Status'),
  words: { convert: traded('buy') },
  status: { column: 'Status', done: /^(?:successful|success|completed)$/i },
  base: { amount: 'Buy', isGlued: true },
  quote: { amount: 'Sell', isGlued: true },
  asset: binanceAsset,
  isOpenCode,
  records: [{ kind: 'binance-conversion', id: () => '' }],
  nameTrade: (out, at, legs) => nameEvent(out, 'convert', at, legs),
})
