const HEADER =
  'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid'
const COINS = ['ETH', 'BTC', 'SOL', 'ADA', 'DOT', 'XTZ', 'ATOM']

/**
 * A file of `Custom CSV` with two hours between its rows, from 2019 on. Of every ten rows five are trades, two are both sides of a
 * transfer, one was sent nowhere, one is income without a price, and one is of a type that nobody knows.
 *
 * @param ids - the beginning of each row's id: the same rows under other ids look like duplicates.
 */
export function mixedHistory(rows: number, ids: string): string {
  const at = (n: number) => new Date(Date.UTC(2019, 0, 1, 2 * n)).toISOString()
  const lines = Array.from({ length: rows }, (_, i) => {
    const coin = COINS[i % COINS.length]
    const moved = COINS[Math.floor(i / 10) % COINS.length]
    const kinds = [
      `buy,${1 + (i % 7)},${coin},${100 + (i % 50)},USD,1,USD,Coinbase`,
      `sell,${120 + (i % 50)},USD,0.5,${coin},1,USD,Kraken`,
      `buy,1,${coin},100,USD,1,USD,Coinbase`,
      `sell,120,USD,0.25,${coin},1,USD,Coinbase`,
      `buy,2,${coin},200,USD,1,USD,Gemini`,
      `sent,,,0.25,${moved},,,Coinbase`,
      `received,0.25,${moved},,,,,Kraken`,
      `sent,,,${i / 10_000},${coin},,,Gemini`,
      `airdrop,5,${coin},,,,,Kraken`,
      `levitation,7,${coin},,,,,Gemini`,
    ]
    const kind = i % kinds.length
    return `${at(kind === 6 ? i - 1 : i)},${kinds[kind]},yes,${ids}${i}`
  })
  return [HEADER, ...lines, ''].join('\n')
}
