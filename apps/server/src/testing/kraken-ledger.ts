/** A coin bought in 2024 and half of it sold in 2025, as Kraken's ledgers tell it: the least history with a gain. */
export const KRAKEN = `txid,refid,time,type,subtype,aclass,asset,wallet,amount,fee,balance
L1,T1,2024-01-02 00:00:00,trade,tradespot,currency,ZUSD,spot / main,-500.0000,1.3000,
L2,T1,2024-01-02 00:00:00,trade,tradespot,currency,XXBT,spot / main,1.0000000000,0,
L3,T2,2025-03-04 00:00:00,trade,tradespot,currency,XXBT,spot / main,-0.5000000000,0,
L4,T2,2025-03-04 00:00:00,trade,tradespot,currency,ZUSD,spot / main,2000.0000,2.6000,
`
