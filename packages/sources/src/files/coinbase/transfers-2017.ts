import { isNegative } from '@lotbook/money'
import { absoluteAmount, addAmounts, noAmount, subtractAmounts } from '../../reading/amount-text.ts'
import { contentOfDraft, exchangeType, unmapped } from '../../reading/collector.ts'
import { csvFormat } from '../reader/csv-format.ts'
import { any } from '../reader/signature.ts'

/** Coinbase, legacy report of buys and sells. The third column is named after the coin it counts. */
export const coinbaseTransfers2017 = csvFormat({
  id: 'coinbase-transfers-2017',
  family: 'coinbase-transfers',
  name: 'Coinbase buys and sells, until 2017',
  sourceSlug: 'coinbase',
  exchange: 'Coinbase',
  headers: [
    {
      cells: [
        'Timestamp',
        'Type',
        any,
        'Subtotal',
        'Fees',
        'Total',
        'Currency',
        'Price Per Coin',
        'Payment Method',
        'ID',
        'Share',
      ],
    },
  ],
  timeZone: 'UTC',
  dateColumns: ['Timestamp'],

  identify(row, sheet) {
    const asset = (sheet.header[2] ?? '').toUpperCase()
    const leg = { asset, amount: row.requiredAmount(sheet.header[2] ?? '') }
    const content = `${row.text('Type').toLowerCase()}|${contentOfDraft(row.time('Timestamp'), leg, null, null)}`
    return { kind: 'coinbase-transfer', nativeId: row.text('ID') || null, content }
  },

  readRow(row, sheet, out) {
    const coin = sheet.header[2] ?? ''
    const leg = { asset: coin.toUpperCase(), amount: row.requiredAmount(coin) }
    const type = row.requiredText('Type')
    const base = {
      at: row.time('Timestamp'),
      externalId: row.text('ID'),
      comment: row.text('Payment Method'),
    }
    const isBuy = /^buy$/i.test(type)
    if (!isBuy && !/^sell$/i.test(type)) {
      out.note(row, 'unmapped_type', `Unknown type: ${type}`, 'Type')
      return out.add([row], { ...base, ...unmapped(type, leg, isNegative(leg.amount.value)) })
    }
    const fees = absoluteAmount(row.amount('Fees') ?? noAmount)
    const total = absoluteAmount(row.requiredAmount('Total'))
    const currency = row.requiredText('Currency').toUpperCase()
    const gross = isBuy ? subtractAmounts(total, fees) : addAmounts(total, fees)
    const cash = { asset: currency, amount: gross }
    const [from, to] = isBuy ? [cash, leg] : [leg, cash]
    return out.add([row], {
      ...base,
      type: exchangeType(from.asset, to.asset),
      from,
      to,
      fee: { asset: currency, amount: fees },
    })
  },
})
