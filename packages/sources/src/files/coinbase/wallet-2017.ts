import { isNegative } from '@lotbook/money'
import { bareHash } from '../../reading/bare-hash.ts'
import { contentOfDraft, exchangeType } from '../../reading/collector.ts'
import { absoluteAmount } from '../../reading/amount-text.ts'
import type { Collector } from '../../reading/collector.ts'
import type { FileFormat } from '../reader/csv-format.ts'
import type { Row } from '../reader/row.ts'
import type { Sheet } from '../reader/sheet.ts'
import { type Move, movesOf, readTakenBack, SAYS_BACK } from '../reader/taken-back.ts'
import { walletHeader } from './formats.ts'

/**
 * Coinbase, one file per wallet, 2013 to 2018. A buy or sell has a Transfer ID; its fee stands on the row
 * and once more on a row of its own, which is dropped. In the file of a wallet of cash such a row is the cash alone:
 * the purchase, under the same Transfer ID, is in the file of the coin.
 */
export const coinbaseWallet2017: FileFormat = {
  id: 'coinbase-wallet-2017',
  family: 'coinbase-wallet',
  name: 'Coinbase wallet report, 2013 to 2018',
  sourceSlug: 'coinbase',
  exchange: 'Coinbase',
  headers: [{ cells: walletHeader }, { cells: walletHeader.slice(0, -1) }],
  timeZone: 'UTC',
  dateColumns: ['Timestamp'],

  identify(row, sheet) {
    const id = sheet.find(/^(Coinbase ID)/i)
    const ownId = id === undefined ? '' : row.text(id.name)
    const native = isCash(row) ? ownId : row.text('Transfer ID') || ownId
    const amount = row.amount('Amount')
    const leg = amount === null ? null : { asset: row.text('Currency').toUpperCase(), amount }
    const isOut = amount !== null && isNegative(amount.value)
    const content = contentOfDraft(row.time('Timestamp'), isOut ? leg : null, isOut ? null : leg, null)
    return { kind: 'coinbase-wallet', nativeId: native || null, content }
  },

  read(rows, sheet, out) {
    const back = readTakenBack(
      movesOf(rows, (row) => moveOf(row, sheet)),
      out,
    )
    for (const row of rows) if (!back.has(row)) out.attempt([row], () => readRow(row, sheet, out))
  },
}

/** A movement that a later row under one of its ids can take back: a purchase that the bank did not pay, a payment that came back. */
function moveOf(row: Row, sheet: Sheet): Move | undefined {
  if (isCompanionFee(row)) return undefined
  const columns = ['Transfer ID', sheet.find(/^(Coinbase ID)/i)?.name]
  return {
    row,
    at: row.time('Timestamp'),
    asset: row.requiredText('Currency').toUpperCase(),
    amount: row.requiredAmount('Amount'),
    fees: [],
    references: columns.map((column) => (column === undefined ? '' : row.text(column))),
    saysBack: SAYS_BACK.test(row.text('Notes')),
    texts: {},
  }
}

const isCompanionFee = (row: Row): boolean => /^coinbase fee$/i.test(row.text('Notes'))

function readRow(row: Row, sheet: Sheet, out: Collector): void {
  if (isCompanionFee(row)) return out.skip([row], 'companion_fee_row_same_Transfer_ID')

  const amount = row.requiredAmount('Amount')
  const leg = { asset: row.requiredText('Currency').toUpperCase(), amount }
  const isOut = isNegative(amount.value)
  const hash = sheet.find(/(hash)/i)
  const id = sheet.find(/^(Coinbase ID)/i)
  const transferId = row.text('Transfer ID')
  const base = {
    at: row.time('Timestamp'),
    externalId: transferId || (id === undefined ? '' : row.text(id.name)),
    txHash: hash === undefined ? '' : bareHash(row.text(hash.name)),
    comment: row.text('Notes'),
    flags: /^true$/i.test(row.text('Instantly Exchanged')) ? ['instantly_exchanged'] : [],
  }
  if (transferId !== '' && !isCash(row)) {
    const currency = row.requiredText('Transfer Total Currency').toUpperCase()
    const cash = { asset: currency, amount: row.requiredAmount('Transfer Total') }
    const fee = row.amount('Transfer Fee')
    const feeCurrency = row.text('Transfer Fee Currency').toUpperCase() || currency
    const [from, to] = isOut ? [leg, cash] : [cash, leg]
    return out.add([row], {
      ...base,
      type: exchangeType(from.asset, to.asset),
      from,
      to,
      fee: fee === null ? null : { asset: feeCurrency, amount: absoluteAmount(fee) },
      group: transferId,
    })
  }
  return isOut
    ? out.add([row], { ...base, type: 'outgoing', subType: 'sent', from: leg })
    : out.add([row], { ...base, type: 'incoming', subType: 'received', to: leg })
}

/** Money that moved for money: the row of a wallet that holds the currency it was paid in. */
const isCash = (row: Row): boolean =>
  row.text('Transfer ID') !== '' &&
  row.text('Currency').toUpperCase() === row.text('Transfer Total Currency').toUpperCase()
