import type { CoinbaseWallet } from './coinbase.ts'

/** Balances at the end of `demo/files/coinbase.csv`, and what was bought and earned since, by asset. */
const SINCE = [
  { currency: 'BTC', before: '0.09738879', amount: '0.00120000', dollars: '108.00' },
  { currency: 'ETH', before: '2.16624579', amount: '0.02500000', dollars: '74.50' },
] as const

/**
 * Coinbase as the demonstration's customer has it: her file up to 2025, and since then a purchase of each coin a month. It does not count
 * the purchase that her own records have a second time, so the balances part there.
 */
export function walletsOfAna(): CoinbaseWallet[] {
  return SINCE.map(({ currency, before, amount, dollars }) => ({
    id: `wallet-${currency.toLowerCase()}`,
    currency,
    balance: total(before, amount),
    transactions: MONTHS.map((month) => ({
      id: `2026-${month}-${currency}`,
      type: 'buy',
      status: 'completed',
      amount: { amount, currency },
      native_amount: { amount: dollars, currency: 'USD' },
      created_at: `2026-${month}-05T15:00:00Z`,
    })),
  }))
}

const MONTHS = ['01', '02', '03'] as const
const PLACES = 8

function total(before: string, amount: string): string {
  const units = (text: string) => BigInt(text.replace('.', '').padEnd(text.indexOf('.') + PLACES, '0'))
  const sum = units(before) + units(amount) * BigInt(MONTHS.length)
  const digits = sum.toString().padStart(PLACES + 1, '0')
  return `${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`
}
