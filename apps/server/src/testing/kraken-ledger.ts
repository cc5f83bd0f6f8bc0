const HEADER = 'txid,refid,time,type,subtype,aclass,asset,wallet,amount,fee,balance'

/** A coin bought in 2024 and half of it sold in 2025, as Kraken's ledgers tell it: the least history with a gain. */
export const KRAKEN = `${HEADER}
L1,T1,2024-01-02 00:00:00,trade,tradespot,currency,ZUSD,spot / main,-500.0000,1.3000,
L2,T1,2024-01-02 00:00:00,trade,tradespot,currency,XXBT,spot / main,1.0000000000,0,
L3,T2,2025-03-04 00:00:00,trade,tradespot,currency,XXBT,spot / main,-0.5000000000,0,
L4,T2,2025-03-04 00:00:00,trade,tradespot,currency,ZUSD,spot / main,2000.0000,2.6000,
`

/** A file of so many rewards, one a row, as Kraken's ledgers tell them. */
export function rewardsLedger(rows: number) {
  const lines = Array.from(
    { length: rows },
    (_, n) => `L${n},R${n},2023-01-01 00:00:00,staking,,currency,DOT,spot / main,0.${n + 1},0,`,
  )
  return { name: 'ledgers.csv', bytes: Buffer.from(`${[HEADER, ...lines].join('\n')}\n`) }
}
