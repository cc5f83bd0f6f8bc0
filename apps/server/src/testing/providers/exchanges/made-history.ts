import type { ExchangeAccount } from './exchange-account.ts'

const DAY_MS = 86_400_000

/** A deposit of 5,000 USDT, buys of 0.001 BTC for 60 USDT, one a day until yesterday, and a withdrawal of 0.005 BTC. */
export function madeHistory(
  buys: number,
  now: number,
): Pick<ExchangeAccount, 'trades' | 'movements' | 'rewards'> {
  const dayBefore = (days: number) => now - days * DAY_MS
  return {
    rewards: [],
    trades: Array.from({ length: buys }, (_, n) => ({
      id: String(1_000 + n),
      at: dayBefore(buys - n),
      base: 'BTC',
      quote: 'USDT',
      side: 'buy',
      amount: '0.00100000',
      price: '60000.00',
      cost: '60.0000000000',
      fee: '0.06',
      feeCoin: 'USDT',
    })),
    movements: [
      {
        kind: 'deposit',
        id: '900',
        at: dayBefore(buys + 1),
        coin: 'USDT',
        amount: '5000',
        fee: '0',
        txid: 'hash-of-the-demonstration',
      },
      {
        kind: 'withdrawal',
        id: '2000',
        at: dayBefore(0.5),
        coin: 'BTC',
        amount: '0.00500000',
        fee: '0.00010000',
        txid: 'another-hash-of-the-demonstration',
      },
    ],
  }
}
