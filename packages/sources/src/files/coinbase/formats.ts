import { any, type HeaderCell } from '../reader/signature.ts'
import { coinbaseReport } from './report.ts'

const start = ['Timestamp', 'Transaction Type', 'Asset', 'Quantity Transacted']
const spread = ['Total (inclusive of fees and/or spread)', 'Fees and/or Spread', 'Notes']
const priced = [...start, 'Price Currency', 'Price at Transaction', 'Subtotal']

export const coinbaseV1 = coinbaseReport({
  id: 'coinbase-v1',
  name: 'Coinbase transaction report, 2018 to 2021',
  headers: [
    {
      cells: [
        ...start,
        /^[A-Z]{3} Spot Price at Transaction$/i,
        /^[A-Z]{3} Subtotal$/i,
        /^[A-Z]{3} Total \(inclusive of fees\)$/i,
        /^[A-Z]{3} Fees$/i,
        'Notes',
      ],
    },
  ],
})

export const coinbaseV2 = coinbaseReport({
  id: 'coinbase-v2',
  name: 'Coinbase transaction report, 2021 to 2022',
  headers: [
    {
      cells: [
        ...start,
        'Spot Price Currency',
        'Spot Price at Transaction',
        'Subtotal',
        'Total (inclusive of fees)',
        'Fees',
        'Notes',
      ],
    },
    {
      cells: [
        ...start,
        'Spot Price at Transaction',
        'Subtotal',
        'Total (inclusive of fees)',
        'Fees',
        'Notes',
      ],
    },
  ],
})

export const coinbaseV3 = coinbaseReport({
  id: 'coinbase-v3',
  name: 'Coinbase transaction report, 2022 to 2023',
  headers: [{ cells: [...start, 'Spot Price Currency', 'Spot Price at Transaction', 'Subtotal', ...spread] }],
})

export const coinbaseV4 = coinbaseReport({
  id: 'coinbase-v4',
  name: 'Coinbase transaction report, 2023 to 2024',
  headers: [
    { cells: [...priced, ...spread] },
    { cells: [...priced, 'Total', 'Fees and/or Spread', 'Notes'] },
  ],
})

export const coinbaseV5 = coinbaseReport({
  id: 'coinbase-v5',
  name: 'Coinbase transaction report, 2024',
  headers: [{ cells: ['ID', ...priced, ...spread] }],
})

export const coinbaseV6 = coinbaseReport({
  id: 'coinbase-v6',
  name: 'Coinbase transaction report, since 2025',
  headers: [{ cells: ['ID', ...priced, ...spread, 'Sender Address', 'Recipient Address'] }],
})

/** Columns 16, 21 and 22 are named after the coin of the wallet or carry help text. */
export const walletHeader: readonly HeaderCell[] = [
  'Timestamp',
  'Balance',
  'Amount',
  'Currency',
  'To',
  'Notes',
  'Instantly Exchanged',
  'Transfer Total',
  'Transfer Total Currency',
  'Transfer Fee',
  'Transfer Fee Currency',
  'Transfer Payment Method',
  'Transfer ID',
  'Order Price',
  'Order Currency',
  any,
  'Order Tracking Code',
  'Order Custom Parameter',
  'Order Paid Out',
  'Recurring Payment ID',
  any,
  any,
]
