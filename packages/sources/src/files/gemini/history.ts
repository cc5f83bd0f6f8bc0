import { type AssetId, BEFORE_FIRST_INSTANT, FIRST_INSTANT } from '@lotbook/journal'
import { isNegative } from '@lotbook/money'
import { absoluteAmount, type Amount, isZeroAmount } from '../../reading/amount-text.ts'
import { contentOfDraft, type Draft, type DraftLeg, exchangeType, unmapped } from '../../reading/collector.ts'
import { csvFormat } from '../reader/csv-format.ts'
import type { Row } from '../reader/row.ts'
import { coinOfNamesake } from '../../reading/namesakes.ts'
import { wholeRow } from '../reader/repeats.ts'
import type { Sheet } from '../reader/sheet.ts'
import { parseTimeText } from '../../reading/time-text.ts'

const AMOUNT = /^([A-Z0-9]{1,15}) Amount \1$/i
const FEE = /^Fee \(([A-Z0-9]{1,15})\) \1$/i
const QUOTES = 'GUSD RLUSD USDC USDT USD EUR GBP SGD BTC ETH DAI LTC BCH FIL SOL'.split(' ')

/**
 * Gemini, transaction history, as workbook or CSV. There are three columns for each currency the account ever
 * held, so columns are read by name. Amounts are before the fee, which has a column of its own.
 */
export const geminiHistory = csvFormat({
  id: 'gemini-xlsx',
  family: 'gemini-history',
  name: 'Gemini transaction history',
  sourceSlug: 'gemini',
  exchange: 'Gemini',
  headers: [
    {
      required: ['Date', 'Time (UTC)', 'Type', 'Symbol', 'Specification', 'Trade ID', 'Order ID', 'Tx Hash'],
    },
  ],
  timeZone: 'UTC',
  dateColumns: ['Date'],

  identify(row, sheet) {
    const tradeId = row.text('Trade ID')
    const amounts = cellsOf(row, sheet, AMOUNT).map(({ asset, amount }) =>
      contentOfDraft(0, { asset, amount }, null, null),
    )
    const content = [
      Math.floor(timeOf(row, sheet) / 1000),
      row.text('Type'),
      row.text('Symbol'),
      ...amounts,
    ].join('|')
    if (tradeId !== '') return { kind: 'gemini-trade', nativeId: tradeId, content }
    return { kind: 'gemini-transfer', nativeId: row.text('Tx Hash') || null, content }
  },

  nameOf: (row) => wholeRow(row, row.text('Trade ID')),

  readRow(row, sheet, out) {
    const type = row.text('Type')
    if (type === '') return out.skip([row], 'totals')
    if (/^monthly interest summary$/i.test(type)) return out.skip([row], 'summary')

    const symbol = row.text('Symbol').toUpperCase()
    if (symbol.endsWith('PERP')) return out.skip([row], 'derivative')
    const legs = cellsOf(row, sheet, AMOUNT).map(ofAsset)
    // Fees are written as negative amounts, or as positive ones; either way they are paid.
    const fees = cellsOf(row, sheet, FEE).map((fee) => ({
      ...ofAsset(fee),
      amount: absoluteAmount(fee.amount),
    }))
    const base = {
      at: timeOf(row, sheet),
      externalId: row.text('Trade ID'),
      txHash: row.text('Tx Hash') || row.text('Deposit Tx Hash') || row.text('Withdrawal Tx Hash'),
      comment: row.text('Specification'),
    }
    const add = (draft: Pick<Draft, 'type' | 'subType' | 'from' | 'to' | 'flags'>) =>
      out.addWithFees([row], { ...base, ...draft }, fees)
    if (/^(?:buy|sell)$/i.test(type)) {
      const { from, to } = sidesOf(row, legs, symbol)
      return add({ type: exchangeType(from.asset, to.asset), from, to })
    }
    const [leg, second] = legs
    if (leg === undefined)
      throw row.problem('missing_amount', 'Symbol', `No amount of ${symbol || 'any currency'}`)
    if (second !== undefined) throw row.problem('two_amounts', 'Type', `Two currencies moved by one ${type}`)
    const meaning = meaningOf(type, row.text('Specification'), leg)
    if (meaning === undefined) out.note(row, 'unmapped_type', `Unknown type: ${type}`, 'Type')
    add(meaning ?? unmapped(type, leg, isNegative(leg.amount.value)))
  },
})

/** The cells of a row in the columns of a kind that hold something, with the currency of their column. */
function cellsOf(row: Row, sheet: Sheet, pattern: RegExp): { asset: AssetId; amount: Amount }[] {
  return sheet.header.flatMap((name) => {
    const asset = pattern.exec(name)?.[1]
    const amount = asset === undefined ? null : row.amount(name, (text) => withoutUnit(text, asset))
    return asset === undefined || amount === null || isZeroAmount(amount)
      ? []
      : [{ asset: asset.toUpperCase(), amount }]
  })
}

/** The currency of a column as an asset: none that a coin shares its code with is held at Gemini. */
const ofAsset = (leg: DraftLeg): DraftLeg => ({ ...leg, asset: coinOfNamesake(leg.asset) })

/** Cells saved as they were shown: `0.5 BTC `, `(0.5 BTC)`. The unit is that of the column. */
function withoutUnit(text: string, asset: AssetId): string {
  const [shown, close] = text.endsWith(')') ? [text.slice(0, -1).trimEnd(), ')'] : [text, '']
  return shown.toUpperCase().endsWith(` ${asset.toUpperCase()}`)
    ? shown.slice(0, -asset.length).trimEnd() + close
    : text
}

/**
 * Both cells are full date-times in the workbook; the CSV has the day in one and the time in the other. A time without
 * a day of its own is the fraction of one, or stands on the day that a spreadsheet begins with.
 */
function timeOf(row: Row, sheet: Sheet): number {
  const [date, time] = [row.text('Date'), row.text('Time (UTC)')]
  if (sheet.readTime(time) !== undefined) return row.time('Time (UTC)')
  const day = sheet.readTime(date)
  const ofDay = timeOfDay(time)
  if (day === undefined || ofDay === undefined)
    throw row.problem('not_a_date', 'Date', `Not a date and time: ${date} ${time}`)
  const at = Math.floor(day.at / DAY_MS) * DAY_MS + ofDay
  if (at < FIRST_INSTANT) throw row.problem('before_2009', 'Date', BEFORE_FIRST_INSTANT)
  return at
}

const DAY_MS = 86_400_000

/** Milliseconds since midnight. */
function timeOfDay(text: string): number | undefined {
  if (/^(?:0|0?\.\d{1,17})$/.test(text)) return Math.round(Number(text) * DAY_MS)
  const clock = /^(?:(?:1899|190\d)-\d{2}-\d{2}[ T])?(\d{1,2}:.{1,30})$/.exec(text)?.[1]
  const time = clock === undefined ? undefined : parseTimeText(`2000-01-01 ${clock}`, 'month-first')
  return time?.kind === 'local' && !time.isDateOnly ? time.local - Date.UTC(2000, 0, 1) : undefined
}

function sidesOf(row: Row, legs: readonly DraftLeg[], symbol: string): { from: DraftLeg; to: DraftLeg } {
  const [from, ...moreFrom] = legs.filter(({ amount }) => isNegative(amount.value))
  const [to, ...moreTo] = legs.filter(({ amount }) => !isNegative(amount.value))
  if (from !== undefined && to !== undefined && moreFrom.length + moreTo.length === 0) return { from, to }
  // Where signs do not tell, the pair and the type do.
  const quote = QUOTES.find((code) => symbol.endsWith(code) && symbol.length > code.length)
  const base = quote === undefined ? undefined : coinOfNamesake(symbol.slice(0, -quote.length))
  const [baseLeg, quoteLeg] = [legs.find((l) => l.asset === base), legs.find((l) => l.asset === quote)]
  if (legs.length !== 2 || baseLeg === undefined || quoteLeg === undefined)
    throw row.problem(
      'missing_amount',
      'Symbol',
      `The two sides of ${symbol || 'this trade'} are not both there`,
    )
  return /^buy$/i.test(row.text('Type')) ? { from: quoteLeg, to: baseLeg } : { from: baseLeg, to: quoteLeg }
}

function meaningOf(
  type: string,
  specification: string,
  leg: DraftLeg,
): Pick<Draft, 'type' | 'subType' | 'from' | 'to'> | undefined {
  switch (type.toLowerCase()) {
    case 'credit': {
      const isReturn = /earn redemption/i.test(specification)
      const isReward = /administrative credit|referral/i.test(specification)
      const isRebate = /card reward/i.test(specification)
      const reward = isRebate ? 'rebate' : isReward ? 'misc_reward' : 'received'
      const subType = isReturn ? 'staking_return' : reward
      return { type: 'incoming', subType, to: leg }
    }
    case 'debit':
      return {
        type: 'outgoing',
        subType: /earn transfer/i.test(specification) ? 'staking_lockup' : 'sent',
        from: leg,
      }
    case 'interest credit':
      return { type: 'incoming', subType: 'interest_received', to: leg }
    default:
      return undefined
  }
}
