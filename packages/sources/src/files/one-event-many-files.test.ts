import { expect, test } from 'vitest'
import { accountOfFile } from '../accounts/describe-account.ts'
import { distinctParts } from '../reading/distinct-parts.ts'
import type { EventReport } from '../reading/event-report.ts'
import { eventFingerprint } from '../reading/fingerprints.ts'
import type { SourceTransaction } from '../reading/record.ts'
import { settleEvent } from '../reading/settle-event.ts'
import { suggestFormat } from './suggest-format.ts'
import { line, readKnown } from './testing/read-text.ts'

const HASH = 'ab'.repeat(32)
const LEDGER =
  'Operation Date,Status,Currency Ticker,Operation Type,Operation Amount,Operation Fees,Operation Hash,Account Name,Account xpub,Countervalue Ticker,Countervalue at Operation Date,Countervalue at CSV Export'
const ledger = (asset: string, type: string, amount: string, fees: string) =>
  `${LEDGER}\n2023-05-01T10:00:00.000Z,Confirmed,${asset},${type},${amount},${fees},${HASH},${asset} 1,xpub,USD,,\n`
const TREZOR =
  'Timestamp;Date;Time;Type;Transaction ID;Fee;Fee unit;Address;Label;Amount;Amount unit;Fiat (USD);Other'
const trezor = (type: string, amount: string, asset: string, fee: string) =>
  `${TREZOR}\n1700000000;11/14/2023;22:13:20;${type};${HASH};${fee};${fee && 'ETH'};0xa;;${amount};${asset};;\n`
const SOLSCAN = 'Signature,Block Time,Human Time,Action,From,To,Amount,Flow,Value,Decimals,Token Address'
const solscan = (flow: string, amount: string, places: number, mint: string) =>
  `${SOLSCAN}\nsig1,1735455666,2024-12-29T07:01:06.000Z,TRANSFER,${flow === 'out' ? 'Me,Pool' : 'Pool,Me'},${amount},${flow},1,${places},${mint}\n`
const COINOMI =
  'Asset,AccountName,Address,AddressName,Value,Symbol,Fees,InternalTransfer,TransactionID,Time(UTC),Time(ISO8601-UTC),BlockExplorer'
const coinomi = (amount: string, asset: string, fee: string) =>
  `${COINOMI}\n${asset},Main,0xa,,${amount},${asset},${fee},false,${HASH},2022-01-01 10:00,2022-01-01T10:00Z,u\n`
const nicehash = (coin: string, rows: string) =>
  `Date time,Purpose,Amount (${coin}),* Exchange rate,Amount (CAD)\n${rows}`
const BLOCKSCOUT =
  'TxHash,BlockNumber,UnixTimestamp,FromAddress,ToAddress,ContractAddress,Type,Value,Fee,Status,ErrCode,CurrentPrice,TxDateOpeningPrice,TxDateClosingPrice'
const TOKENS =
  'Transaction Hash,Blockno,UnixTimestamp,DateTime (UTC),From,To,TokenValue,USDValueDayOfTx,ContractAddress,TokenName,TokenSymbol'
/** An explorer that no format reads; what is suggested of its files reads them. */
const unknown = (way: string, amount: string, token: string) =>
  `Txn Hash,When,Direction,Quantity,Token,${way === 'IN' ? 'Sender' : 'Recipient'}\n${HASH},2024-03-01 10:00:00,${way},${amount},${token},TXaddress\n`

const cases: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  [
    'Ledger Live, an account for each coin',
    [ledger('ETH', 'OUT', '1.01', '0.01'), ledger('USDC', 'IN', '2000', '')],
    ['trade 1 ETH -> 2000 USDC fee 0.01 ETH'],
  ],
  [
    'Ledger Live, a token and the fee of its parent account',
    [ledger('ETH', 'FEES', '0.01', '0.01'), ledger('USDC', 'OUT', '100', '')],
    ['outgoing/sent 100 USDC -> fee 0.01 ETH'],
  ],
  [
    'Trezor Suite, a file for each coin',
    [trezor('SENT', '1', 'ETH', '0.01'), trezor('RECV', '2000', 'USDC', '')],
    ['trade 1 ETH -> 2000 USDC fee 0.01 ETH'],
  ],
  [
    'Coinomi, a file for each coin',
    [coinomi('-1.01', 'ETH', '0.01'), coinomi('2000', 'USDC', '')],
    ['trade 1 ETH -> 2000 USDC fee 0.01 ETH'],
  ],
  [
    'Solscan, the coin and its tokens apart',
    [
      solscan('out', '1000000000', 9, 'So11111111111111111111111111111111111111112'),
      solscan('in', '190000000', 6, 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'),
    ],
    ['trade 1 SOL -> 190 USDC'],
  ],
  [
    'NiceHash, a report for each coin',
    [
      nicehash('BTC', '2021-06-09 16:07:36 GMT,Exchange trade,-0.0035,39843,-139\n'),
      nicehash(
        'NEXO',
        '2021-06-09 16:07:36 GMT,Exchange fee,-0.3,2.5,-0.7\n2021-06-09 16:07:36 GMT,Exchange trade,56.3,2.5,140\n',
      ),
    ],
    ['trade 0.0035 BTC -> 56.3 NEXO fee 0.3 NEXO'],
  ],
  [
    'Blockscout and the tokens of another explorer',
    [
      `${BLOCKSCOUT}\n0xda,1,2022-01-01 00:00:00.000000Z,0xaa,0xdex,,OUT,1000000000000000000,21000000000000,ok,,1,1,1\n`,
      `${TOKENS}\n0xda,7,1640995200,2022-01-01 00:00:00,0xdex,0xaa,5,,0xc4,Chainlink,LINK\n`,
    ],
    ['trade 1 ETH -> 5 LINK fee 0.000021 ETH'],
  ],
  [
    'an explorer that no format reads, coin and tokens described apart',
    [unknown('OUT', '1.5', 'TRX'), unknown('IN', '7', 'USDT')],
    ['trade 1.5 TRX -> 7 USDT'],
  ],
]

test.each(cases)('legs of one hash are one event: %s', (_, texts, expected) => {
  for (const order of [texts, texts.toReversed()]) {
    const events = new Map<string, EventReport<SourceTransaction>[]>()
    for (const text of order) {
      const format = suggestFormat({ name: 'a.csv', bytes: Buffer.from(text) }, 'Explorer')?.format
      const reading = readKnown(text, {
        ownAddress: text.startsWith('Signature') ? 'Me' : '0xaa',
        chain: text.startsWith('Signature') ? 'solana' : 'ethereum',
        own: format === undefined ? [] : [{ id: 'own', title: 'Explorer', format }],
      })
      const account = accountOfFile(reading)
      for (const read of reading.transactions) {
        const id = eventFingerprint(account.key, reading.family, read)
        const reads = distinctParts(read, [])
        events.set(id, [...(events.get(id) ?? []), { family: reading.family, reads }])
      }
    }
    const settled = [...events.values()].flatMap((reports) => settleEvent(reports)?.transactions ?? [])
    expect(settled.map(({ read }) => line(read))).toEqual(expected)
  }
})
