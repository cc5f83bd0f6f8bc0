import fc from 'fast-check'

/** What a customer, or a worker that dies, does to a journal. Positions count around: `k` of `n` things is `k % n`. */
export type Act =
  | { readonly do: 'upload'; readonly file: number }
  | { readonly do: 'work' }
  | { readonly do: 'worker dies' }
  | { readonly do: 'calculate' }
  | { readonly do: 'edit'; readonly row: number; readonly what: (typeof EDITS)[number] }
  | { readonly do: 'undo'; readonly change: number }
  | { readonly do: 'delete source' | 'cancel' | 'retry'; readonly source: number }
  | { readonly do: 'delete account'; readonly account: number }
  | { readonly do: 'save rule'; readonly rule: (typeof RULES)[number] }
  | { readonly do: 'remove rule' | 'turn rules'; readonly which: number }
  | { readonly do: 'decide'; readonly match: number; readonly decision: 'match' | 'refuse' }

export const EDITS = ['comment', 'value', 'ignore', 'sub type', 'amount'] as const

/** Rules that overlap, so that their order shows; the reader calls the account of a template file by its exchange. */
export const RULES = ['all that came in', 'bitcoin', 'much', 'ignore little'] as const

export interface TestFile {
  readonly name: string
  readonly text: string
}

export interface History {
  readonly files: readonly TestFile[]
  readonly acts: readonly Act[]
}

const position = fc.nat({ max: 11 })
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('upload' as const), file: position }) },
  { weight: 4, arbitrary: fc.constant<Act>({ do: 'work' }) },
  { weight: 2, arbitrary: fc.constant<Act>({ do: 'worker dies' }) },
  { weight: 1, arbitrary: fc.constant<Act>({ do: 'calculate' }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('edit' as const),
      row: position,
      what: fc.constantFrom(...EDITS),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('undo' as const), change: position }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('save rule' as const), rule: fc.constantFrom(...RULES) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom('remove rule', 'turn rules'), which: position }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('delete source', 'delete source', 'cancel', 'retry'),
      source: position,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete account' as const), account: position }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('decide' as const),
      match: position,
      decision: fc.constantFrom('match', 'refuse'),
    }),
  },
)

/** How bitcoin that leaves Kraken comes in elsewhere: minutes later, and how much of it. */
interface Move {
  readonly afterMinutes: number
  readonly arrives: string
}
const move: fc.Arbitrary<Move> = fc.record({
  afterMinutes: fc.constantFrom(-20, -10, 0, 30, 1_500, 5_000),
  arrives: fc.constantFrom('0.1', '0.0999', '0.095', '0.08'),
})
/** Which of its rows a file has. */
const some = <Row>(rows: readonly Row[]) => fc.subarray([...rows], { minLength: 1 })

/** Small files that overlap and tell of one another's events, and what happens to them. */
export const anyHistory: fc.Arbitrary<History> = fc
  .array(move, { minLength: 3, maxLength: 3 })
  .chain((moves) =>
    fc.record({ files: filesOf(moves), acts: fc.array(act, { minLength: 3, maxLength: 12 }) }),
  )
  .map(({ files, acts }) => readable({ files, acts: [{ do: 'upload', file: 0 }, ...acts] }))

/** A history that a failure prints as a list of acts, with the rows of the files below. */
function readable(history: History): History {
  const { files, acts } = history
  const print = () =>
    [
      ...acts.map(({ do: what, ...how }) => `${what} ${Object.values(how).join(' ')}`),
      ...files.map(({ name, text }, n) => `file ${n}, ${name}:\n${text.slice(text.indexOf('\n') + 1)}`),
    ].join('\n')
  return Object.assign(history, { [fc.toStringMethod]: print })
}

function filesOf(moves: readonly Move[]): fc.Arbitrary<readonly TestFile[]> {
  return fc
    .tuple(
      some(ledgerRows(moves)),
      some(ledgerRows(moves)),
      some(tradeRows),
      some(walletRows(moves)),
      some(walletRows(moves)),
      some(coinRows),
      some(tokenRows),
    )
    .map(([first, second, trades, wallet, more, coins, tokens]) => [
      { name: 'ledgers.csv', text: csv(LEDGERS, first) },
      { name: 'more-ledgers.csv', text: csv(LEDGERS, second) },
      { name: 'trades.csv', text: csv(TRADES, trades) },
      { name: 'wallet.csv', text: csv(TEMPLATE, wallet) },
      { name: 'more-wallet.csv', text: csv(TEMPLATE, more) },
      { name: 'etherscan-coins.csv', text: csv(COINS, [COIN_SWAP, ...coins]) },
      { name: 'etherscan-tokens.csv', text: csv(TOKENS, [TOKEN_SWAP, ...tokens]) },
    ])
}

const csv = (header: string, rows: readonly string[]) => `${[header, ...rows].join('\n')}\n`

const LEDGERS = 'txid,refid,time,type,subtype,aclass,asset,wallet,amount,fee,balance'
const trade = (n: number, day: string, coin: string, cash: string, fee = '0.0000000000') =>
  [
    `LC${n},T${n},${day} 00:00:00,trade,tradespot,currency,XXBT,spot / main,${coin},${fee},`,
    `LU${n},T${n},${day} 00:00:00,trade,tradespot,currency,ZUSD,spot / main,${cash},1.3000,`,
  ].join('\n')

function ledgerRows(moves: readonly Move[]): string[] {
  return [
    'LD1,RD1,2024-01-01 00:00:00,deposit,,currency,ZUSD,spot / main,9000.0000,0.0000,',
    trade(1, '2024-01-02', '0.3000000000', '-4999.9999'),
    // Fees in both coins.
    trade(2, '2024-01-03', '0.1000000000', '-1700.0000', '0.0001000000'),
    trade(3, '2024-02-20', '-0.0500000000', '1100.0000', '0.0002000000'),
    ...moves.map(
      (_, n) =>
        `LW${n},RW${n},${stamp(departureOf(n))},withdrawal,,currency,XXBT,spot / main,-0.1,${n === 1 ? '0.0001' : '0'},`,
    ),
  ]
}

const TRADES = 'txid,ordertxid,pair,time,type,ordertype,price,cost,fee,vol,margin,misc,ledgers'
const tradeRows = [
  'T1,O1,XXBTZUSD,2024-01-02 00:00:00.1234,buy,limit,16666.66,4999.99992,1.3,0.3,0.0,,"LC1,LU1"',
  'T2,O2,XXBTZUSD,2024-01-03 00:00:00.5,buy,limit,17000,1700,1.3,0.1,0.0,,"LC2,LU2"',
]

const TEMPLATE =
  'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid,Value Amount,Value Currency,Comment,Account,Asset IN Id,Asset Out Id,Group Id'

function walletRows(moves: readonly Move[]): string[] {
  const twice = '2024-01-20T12:00:00Z,staking_reward,0.01,BTC,,,,,,yes,,,,,vault,,,'
  return [
    ...moves.map(({ afterMinutes, arrives }, n) => {
      const at = stamp(departureOf(n) + afterMinutes * 60_000).replace(' ', 'T')
      return `${at}Z,receive,${arrives},BTC,,,,,,yes,,,,,vault,,,`
    }),
    // Two that are equal are two.
    twice,
    [twice, twice].join('\n'),
    '2024-03-01T09:00:00Z,sell,500,USD,0.02,BTC,1,USD,,yes,,,,,vault,,,',
  ]
}

const COINS =
  'Transaction Hash,Blockno,UnixTimestamp,DateTime (UTC),From,To,ContractAddress,Value_IN(ETH),Value_OUT(ETH),CurrentValue @ $3000/Eth,TxnFee(ETH),TxnFee(USD),Historical $Price/Eth,Status,ErrCode,Method'
const COIN_SWAP =
  '0xaa,1,1700000000,2023-11-14 22:13:20,0xme,0xdex,,0,1,0,0.003,6,2000,,,Swap\n0xab,2,1700000600,2023-11-14 22:23:20,0xfriend,0xme,,0.5,0,0,0.0004,1,2000,,,Transfer'
const coinRows = [
  '0xac,3,1700001200,2023-11-14 22:33:20,0xother,0xme,,2,0,0,0.0004,1,2000,,,Transfer',
  '0xad,4,1700003200,2023-11-14 23:06:40,0xme,0xshop,,0,0.25,0,0.0004,1,2000,,,Transfer',
]

const TOKENS =
  'Transaction Hash,Blockno,UnixTimestamp,DateTime (UTC),From,To,TokenValue,USDValueDayOfTx,ContractAddress,TokenName,TokenSymbol'
const TOKEN_SWAP =
  '0xaa,1,1700000000,2023-11-14 22:13:20,0xdex,0xme,"1,990.5","$1,990.50",0xusdc,USD Coin,USDC\n0xbb,9,1700009000,2023-11-15 00:43:20,0xfriend,0xme,7,$7.00,0xusdc,USD Coin,USDC'
const tokenRows = [
  '0xaa,1,1700000000,2023-11-14 22:13:20,0xdex,0xme,5,$30.00,0xuni,Uniswap,UNI',
  '0xad,4,1700003200,2023-11-14 23:06:40,0xshop,0xme,3,$3.00,0xusdc,USD Coin,USDC',
  '0xbc,9,1700019000,2023-11-15 03:30:00,0xme,0xfriend,2,$2.00,0xusdc,USD Coin,USDC',
]

/** Departures of one amount, a day apart, so that arrivals have several to choose from. */
const departureOf = (n: number) => Date.UTC(2024, 0, 10 + n)
const stamp = (at: number) => new Date(at).toISOString().slice(0, 19).replace('T', ' ')
