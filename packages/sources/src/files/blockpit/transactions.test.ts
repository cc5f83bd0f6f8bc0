import { expect, test } from 'vitest'
import { lines, readKnown } from '../testing/read-text.ts'
import { linesOf } from '../testing/read-rows.ts'

const gave = (amount: string, asset: string) => ({ 'Outgoing Asset': asset, 'Outgoing Amount': amount })
const got = (amount: string, asset: string) => ({ 'Incoming Asset': asset, 'Incoming Amount': amount })
const fee = (amount: string, asset: string) => ({ 'Fee Asset': asset, 'Fee Amount': amount })

test.each([
  [
    'Trade',
    { ...gave('60', 'EUR'), ...got('2', 'ETH'), ...fee('1', 'EUR') },
    'buy 60 EUR -> 2 ETH fee 1 EUR',
  ],
  ['Unlabeled Deposit', got('2', 'ETH'), 'incoming/received -> 2 ETH'],
  ['Unlabeled Withdrawal', gave('2', 'ETH'), 'outgoing/sent 2 ETH ->'],
  ['Non-Taxable In', got('2', 'ETH'), 'incoming/received -> 2 ETH'],
  ['Non-Taxable Out', gave('2', 'ETH'), 'outgoing/sent 2 ETH ->'],
  ['Gift', got('2', 'ETH'), 'incoming/gift_received -> 2 ETH'],
  ['Gift', gave('2', 'ETH'), 'outgoing/gift_sent 2 ETH ->'],
  ['Payment', gave('2', 'ETH'), 'outgoing/purchase 2 ETH ->'],
  ['Derivative Profit', got('2', 'USDT'), 'incoming/margin_gain -> 2 USDT'],
  ['Margin Loss', gave('2', 'USDT'), 'outgoing/margin_loss 2 USDT ->'],
  ['Margin Trade', { ...gave('60', 'EUR'), ...got('2', 'ETH') }, 'buy 60 EUR -> 2 ETH'],
  ['Receive Loan', got('2', 'USDT'), 'incoming/loan_received -> 2 USDT'],
  ['Repay Loan', gave('2', 'USDT'), 'outgoing/loan_repayment 2 USDT ->'],
  ['Margin Fee', gave('2', 'USDT'), 'outgoing/margin_fee 2 USDT ->'],
])('%s %o', (Label, cells, expected) => {
  const row = { 'Date (UTC)': '13.03.2024 09:00:00', 'Integration Name': 'Main', Label, ...cells }
  expect(linesOf('blockpit-transactions', [row])).toEqual([expected])
})

test('the template for imports is read, with its columns in either order', () => {
  const header =
    'Date (UTC),Integration Name,Label,Outgoing Asset,Outgoing Amount,Incoming Asset,Incoming Amount,' +
    'Fee Asset (optional),Fee Amount (optional),Comment (optional),Trx. ID (optional)'
  const row = '03.04.2024 09:00:00,Main,Staking,,,SOL,0.5,,,weekly,0xabc'
  const read = readKnown(`${header}\n${row}\n`, {}, 'own.csv')
  expect(lines(read)).toEqual(['incoming/staking_reward -> 0.5 SOL'])
  expect(read.transactions[0]).toMatchObject({ at: Date.UTC(2024, 3, 3, 9), comment: 'weekly' })
  expect(read.notes).toEqual([])
})

test('the fee of margin trading in files until 2023', () => {
  const row = {
    Timestamp: '14.02.2023 06:30',
    'Transaction Type': 'Margin_trading_fee',
    ...gave('2', 'USDT'),
  }
  expect(linesOf('blockpit-export', [row])).toEqual(['outgoing/margin_fee 2 USDT ->'])
})
