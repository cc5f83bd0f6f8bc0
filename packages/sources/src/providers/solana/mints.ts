/** The coin itself, wrapped as a token; explorers write a transfer of the coin under the mint that ends with 1 too. */
export const WRAPPED_COIN = 'So11111111111111111111111111111111111111112'
export const COIN_MINTS: ReadonlySet<string> = new Set([WRAPPED_COIN, `${WRAPPED_COIN.slice(0, -1)}1`])

/** Tickers of mints that most wallets know; every other token goes by its mint. */
export const TICKERS: Readonly<Record<string, string>> = {
  EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v: 'USDC',
  Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB: 'USDT',
}
