import { isNegative } from '@lotbook/money'
import {
  absoluteAmount,
  addAmounts,
  type Amount,
  noAmount,
  parseAmount,
  subtractAmounts,
} from '../../reading/amount-text.ts'
import type { ReadLeg } from '../reader/legs.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import { perSheet } from '../reader/per-sheet.ts'
import type { Row } from '../reader/row.ts'
import type { Sheet } from '../reader/sheet.ts'
import { cleanCell } from '../reader/table.ts'
import { assumesBitcoin, coinInName, inNamedCoin, walletTable } from '../reader/wallet.ts'
import { byWord, cameIn, onlyFee, wentOut } from '../reader/ways.ts'

const after = ['TX type', 'Value', 'TX total', 'Balance']

/** The part of what a transaction took from the wallet that no output has; the first of its rows carries it. */
const fee: ReadLeg = (row, sheet) => {
  const total = row.amount('TX total')
  if (total === null || !isNegative(total.value) || !isFirst(row, sheet)) return null
  const outputs = /^out$/i.test(row.text('TX type')) ? sentBy(row, sheet) : noAmount
  const amount = subtractAmounts(absoluteAmount(total), outputs)
  if (isNegative(amount.value))
    throw row.problem('fee_above_amount', 'TX total', 'The outputs are above the total')
  return { asset: coinInName(sheet) ?? 'BTC', amount }
}

/** Trezor Wallet, the web page before Trezor Suite: one row per output, and no column for the fee. */
export const trezorWallet = inOutTable({
  ...walletTable,
  id: 'trezor-wallet-old',
  family: 'trezor-wallet',
  name: 'Trezor Wallet (web) transactions',
  sourceSlug: 'trezor-suite',
  exchange: 'Trezor Wallet (web)',
  headers: [
    { cells: ['Date', 'Time', 'TX id', 'Address', 'Address Label', ...after] },
    { cells: ['Date', 'Time', 'TX id', 'Address', ...after] },
  ],
  unsureZone: 'noted',
  time: { date: 'Date', clock: 'Time' },
  type: 'TX type',
  means: byWord('TX type', {
    in: cameIn('received'),
    out: wentOut('sent'),
    self: onlyFee('internal_transfer'),
  }),
  moved: { leg: inNamedCoin('Value'), direction: 'byWord' },
  fees: [{ leg: fee, isSenders: true }],
  assumption: assumesBitcoin,
  txHash: ['TX id'],
  comment: 'Address Label',
})

/** The rows of each transaction, and what all of them sent. */
const transactionsOf = perSheet((sheet) => {
  const [id, value] = ['TX id', 'Value'].map((name) => sheet.columnOf(name) ?? -1)
  const rows = Map.groupBy(sheet.rows, ({ cells }) => cleanCell(cells[id ?? -1] ?? ''))
  return new Map(
    [...rows].map(([name, all]) => {
      const amounts = all.map(
        ({ cells }) =>
          parseAmount(cleanCell(cells[value ?? -1] ?? ''), sheet.markOf(value ?? -1)) ?? noAmount,
      )
      const sent = amounts.reduce((sum, amount) => addAmounts(sum, absoluteAmount(amount)), noAmount)
      return [name, { firstLine: all[0]?.line, sent }]
    }),
  )
})

function isFirst(row: Row, sheet: Sheet): boolean {
  const id = row.text('TX id')
  return id === '' || transactionsOf(sheet).get(id)?.firstLine === row.line
}

function sentBy(row: Row, sheet: Sheet): Amount {
  const id = row.text('TX id')
  const known = id === '' ? undefined : transactionsOf(sheet).get(id)
  return known?.sent ?? absoluteAmount(row.requiredAmount('Value'))
}
