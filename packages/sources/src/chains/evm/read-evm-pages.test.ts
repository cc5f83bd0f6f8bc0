import { describe, expect, test } from 'vitest'
import type { StoredPage } from '../../connecting/connector.ts'
import { line, readKnown } from '../../files/testing/read-text.ts'
import { eventFingerprint, recordFingerprint } from '../../reading/fingerprints.ts'
import type { EventReport } from '../../reading/event-report.ts'
import { settleEvent } from '../../reading/settle-event.ts'
import type { Reading } from '../../reading/outcome.ts'
import type { SourceTransaction } from '../../reading/record.ts'
import { evmConnectors } from './evm-connector.ts'

const ME = '0x52908400098527886e0f7030069857d2e4169ee7'
const DEX = '0x7a250d5630b4cf539739df2c5dacb4c659f2488d'
const FRIEND = '0x8617e340b3d01fa5f11f306f4090fd50e238070d'
const USDC = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const APES = '0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d'
const NOBODY = '0x0000000000000000000000000000000000000000'
const hash = (n: number) => `0x${String(n).repeat(64)}`

type Row = Readonly<Record<string, string>>
const at = (n: number): Row => ({
  hash: hash(n),
  blockNumber: String(18_000_000 + n),
  timeStamp: String(1_700_000_000 + n * 600),
})
const sent = (n: number, from: string, to: string, value: string, more: Row = {}): Row => ({
  ...at(n),
  from,
  to,
  value,
  contractAddress: '',
  gas: '200000',
  gasUsed: '100000',
  gasPrice: '30000000000',
  isError: '0',
  txreceipt_status: '1',
  functionName: '',
  ...more,
})
const token = (n: number, from: string, to: string, value: string, more: Row = {}): Row => ({
  ...at(n),
  from,
  to,
  value,
  contractAddress: USDC,
  tokenName: 'USD Coin',
  tokenSymbol: 'USDC',
  tokenDecimal: '6',
  ...more,
})
const internal = (n: number, from: string, to: string, value: string, more: Row = {}): Row => ({
  ...at(n),
  from,
  to,
  value,
  contractAddress: '',
  isError: '0',
  type: 'call',
  traceId: '0_1',
  ...more,
})

const ETH = (amount: string) => `${amount}000000000000000`

/** A payment, a swap, one that failed, a sale of tokens for coins, a mint of an NFT, and tokens that advertise. */
const HISTORY = {
  txlist: [
    sent(1, FRIEND, ME, ETH('2000')),
    sent(2, ME, DEX, ETH('500')),
    sent(3, ME, DEX, ETH('100'), { isError: '1', txreceipt_status: '0' }),
    sent(4, ME, DEX, '0'),
    sent(5, ME, APES, ETH('80')),
    sent(7, ME, ME, ETH('1')),
  ],
  txlistinternal: [internal(4, DEX, ME, ETH('300'))],
  tokentx: [
    token(2, DEX, ME, '1000500000'),
    token(4, ME, DEX, '600000000'),
    token(6, FRIEND, ME, '5', { tokenSymbol: 'visit x.com', tokenDecimal: '0', contractAddress: FRIEND }),
  ],
  tokennfttx: [
    {
      ...at(5),
      from: NOBODY,
      to: ME,
      contractAddress: APES,
      tokenID: '77',
      tokenName: 'Apes',
      tokenSymbol: 'APE',
      tokenDecimal: '0',
    },
  ],
  token1155tx: [] as Row[],
}

const connector = evmConnectors.find(({ slug }) => slug === 'ethereum')
const ACCESS = { chain: 'ethereum', address: ME, isExtendedKey: false }

const answer = (result: readonly Row[]) => JSON.stringify({ status: '1', message: 'OK', result })
const pagesOf = (history: Readonly<Record<string, readonly Row[]>>): StoredPage[] =>
  Object.entries(history).map(([stream, rows], n) => ({
    stream,
    place: `${stream}:9/0+1`,
    text: answer(rows),
    fetchedAt: n,
  }))

function read(pages: readonly StoredPage[], address: string = ACCESS.address): Reading {
  if (connector === undefined) throw new Error('no connector')
  return connector.read(pages, { ...ACCESS, address })
}

/** The transactions of events as they are settled, whoever tells of them. */
function settled(
  ...readings: readonly { readonly family: string; readonly read: readonly SourceTransaction[] }[]
) {
  const events = new Map<string, EventReport<SourceTransaction>[]>()
  for (const { family, read: all } of readings)
    for (const [event, reads] of Map.groupBy(all, (one) => eventFingerprint('me', family, one)))
      events.set(event, [...(events.get(event) ?? []), { family, reads }])
  return [...events.values()]
    .flatMap((reports) => settleEvent(reports)?.transactions ?? [])
    .map(({ part, read: one }) => `${one.txHash?.slice(2, 3)} ${part ?? ''} ${line(one)}`.replace(/ +/g, ' '))
    .toSorted()
}

const SETTLED = [
  '1 incoming/received -> 2 ETH',
  '2 trade 0.5 ETH -> 1000.5 USDC fee 0.003 ETH',
  '3 outgoing/fee 0.003 ETH -> (failed)',
  '4 trade 600 USDC -> 0.3 ETH fee 0.003 ETH',
  '5 nft/nft_mint 0.08 ETH -> 1 APE#77 fee 0.003 ETH',
  '6 incoming/received -> 5 visit x.com (spam)',
  '7 outgoing/fee 0.003 ETH ->',
]

const chainReading = () => ({ family: 'evm-chain', read: read(pagesOf(HISTORY)).transactions })

test('what a transaction did is one event, whichever lists tell of it', () => {
  const reading = read(pagesOf(HISTORY))
  expect(reading.errors).toEqual([])
  expect(settled(chainReading())).toEqual(SETTLED)
  expect(reading.transactions.find(({ to }) => to?.asset === 'USDC')?.tokens).toEqual({
    USDC: { chain: 'ethereum', contract: USDC },
  })
})

describe('N9 the files of an explorer and the answers of the chain are counted once', () => {
  const time = ({ timeStamp = '' }: Row) =>
    new Date(Number(timeStamp) * 1000).toISOString().slice(0, 19).replace('T', ' ')
  const coins = (wei = '0') => String(Number(BigInt(wei) / 10n ** 12n) / 1e6)
  const csv = (header: string, rows: readonly Row[], cells: (row: Row) => readonly (string | undefined)[]) =>
    [
      header,
      ...rows.map((row) =>
        [row['hash'], row['blockNumber'], row['timeStamp'], time(row), ...cells(row)].join(','),
      ),
    ].join('\n')
  const files = [
    csv(
      'Transaction Hash,Blockno,UnixTimestamp,DateTime (UTC),From,To,ContractAddress,Value_IN(ETH),Value_OUT(ETH),CurrentValue @ $3000/Eth,TxnFee(ETH),TxnFee(USD),Historical $Price/Eth,Status,ErrCode,Method',
      HISTORY.txlist,
      ({ from, to, value, isError }) => {
        const [came, went] = to === ME ? [coins(value), '0'] : ['0', coins(value)]
        return [from, to, '', came, went, '0', '0.003', '6', '', isError === '1' ? 'Error(0)' : '', '', '']
      },
    ),
    csv(
      'Transaction Hash,Blockno,UnixTimestamp,DateTime (UTC),ParentTxFrom,ParentTxTo,ParentTxETH_Value,From,TxTo,ContractAddress,Value_IN(ETH),Value_OUT(ETH),CurrentValue @ $3000/Eth,Historical $Price/Eth,Status,ErrCode,Type',
      HISTORY.txlistinternal,
      ({ from, to, value }) => [ME, DEX, '0', from, to, '', coins(value), '0', '0', '', '0', '', 'call'],
    ),
    csv(
      'Transaction Hash,Blockno,UnixTimestamp,DateTime (UTC),From,To,TokenValue,USDValueDayOfTx,ContractAddress,TokenName,TokenSymbol',
      HISTORY.tokentx,
      ({ from, to, value, contractAddress, tokenName, tokenSymbol, tokenDecimal }) => [
        from,
        to,
        String(Number(value) / 10 ** Number(tokenDecimal)),
        '',
        contractAddress,
        tokenName,
        tokenSymbol,
      ],
    ),
    csv(
      'Transaction Hash,Blockno,UnixTimestamp,DateTime (UTC),From,To,ContractAddress,TokenName,TokenSymbol,Token ID,Type,Quantity',
      HISTORY.tokennfttx,
      ({ from, to, contractAddress, tokenName, tokenSymbol, tokenID }) => [
        from,
        to,
        contractAddress,
        tokenName,
        tokenSymbol,
        tokenID,
        '721',
        '1',
      ],
    ),
  ].map((text) => readKnown(text, { ownAddress: ME, chain: 'ethereum' }))
  const ofFiles = files.map(({ family, transactions }) => ({ family, read: transactions }))

  test('the files alone say the same', () => {
    expect(settled(...ofFiles)).toEqual(SETTLED)
  })

  test.each([
    ['files first', [...ofFiles, chainReading()]],
    ['the chain first', [chainReading(), ...ofFiles]],
    ['one file beside the chain', [...ofFiles.slice(0, 1), chainReading()]],
  ])('%s', (_, readings) => {
    expect(settled(...readings)).toEqual(SETTLED)
  })

  test('each record has one name in both', () => {
    const names = ({ family, read: all }: (typeof ofFiles)[number]) =>
      all.flatMap(({ records }) => records.map((record) => recordFingerprint('me', family, record)))
    expect(new Set(names(chainReading()))).toEqual(new Set(ofFiles.flatMap(names)))
  })
})

test('rows that say the same are as many as one window lists, and days that are read again add none', () => {
  const twice = [internal(1, DEX, ME, '5', { traceId: '0_1' }), internal(1, DEX, ME, '5', { traceId: '0_2' })]
  const unnumbered = twice.map((row) => ({ ...row, traceId: '' }))
  const TEN_WEI = '0.000000000000000010'
  const page = (place: string, rows: readonly Row[], fetchedAt: number): StoredPage => ({
    stream: 'txlistinternal',
    place: `txlistinternal:${place}`,
    text: answer(rows),
    fetchedAt,
  })
  const amounts = (...pages: readonly StoredPage[]) => read(pages).transactions.map(({ to }) => to?.amount)
  expect(amounts(page('9/0+1', twice, 1), page('9/18000001+1', twice, 2))).toEqual([TEN_WEI])
  expect(amounts(page('9/0+1', unnumbered.slice(0, 1), 1), page('9/18000001+1', unnumbered, 2))).toEqual([
    TEN_WEI,
  ])
  // Another explorer numbers nothing.
  expect(amounts(page('9/0+1', twice, 1), page('10/0+1', unnumbered, 2))).toEqual([TEN_WEI])
  // Inside of a block, pages go on.
  expect(amounts(page('9/7+1', unnumbered.slice(0, 1), 1), page('9/7+2', unnumbered.slice(1), 2))).toEqual([
    TEN_WEI,
  ])
})

test('an older explorer lists NFTs among the tokens, and names hashes in its own way', () => {
  const [nft] = HISTORY.tokennfttx
  const { hash: called = '', ...rest } = internal(4, DEX, ME, ETH('300'))
  const reading = read([
    ...pagesOf({
      tokentx: [{ ...(nft as Row), value: '77' }],
      txlistinternal: [{ ...rest, transactionHash: called }],
    }),
    { stream: 'tokennfttx', place: 'tokennfttx:9/0+1', text: answer([nft as Row]), fetchedAt: 9 },
  ])
  expect(reading.transactions.map(line)).toEqual(['incoming/received -> 0.3 ETH', 'nft/nft_mint -> 1 APE#77'])
})

test('the fee of layer one is paid too, and the balance is what the explorer states', () => {
  const base = evmConnectors.find(({ slug }) => slug === 'base')
  const reading = base?.read(
    [
      ...pagesOf({ txlist: [sent(2, ME, DEX, ETH('500'))] }),
      {
        stream: 'receipt',
        place: `receipt:${hash(2)}`,
        text: JSON.stringify({ result: { l1Fee: '0x38d7ea4c68000' } }),
        fetchedAt: 3,
      },
      {
        stream: 'balance',
        place: 'balance:now',
        text: '{"status":"1","result":"12300000000000000001"}',
        fetchedAt: 5,
      },
    ],
    ACCESS,
  )
  expect(reading?.transactions.map(line)).toEqual(['outgoing/sent 0.5 ETH -> fee 0.004 ETH'])
  expect(reading?.balances).toEqual([{ asset: 'ETH', part: '', at: 5, quantity: '12.300000000000000001' }])
})

test.each([
  [{ operatorFeeScalar: '0x0', operatorFeeConstant: '0x0' }, false],
  [{ operatorFeeScalar: '0x64', operatorFeeConstant: '0x0' }, true],
  [{ operatorFeeConstant: '0x1' }, true],
])('a fee of an operator, %o, is not counted, and is said: %s', (terms, isSaid) => {
  const base = evmConnectors.find(({ slug }) => slug === 'base')
  const receipt = {
    ...{ stream: 'receipt', place: `receipt:${hash(2)}`, fetchedAt: 3 },
    text: JSON.stringify({ result: { l1Fee: '0x38d7ea4c68000', ...terms } }),
  }
  const reading = base?.read([...pagesOf({ txlist: [sent(2, ME, DEX, ETH('500'))] }), receipt], ACCESS)
  const told = 'outgoing/sent 0.5 ETH -> fee 0.004 ETH'
  expect(reading?.transactions.map(line)).toEqual([isSaid ? `${told} (cost_not_counted)` : told])
  expect(reading?.notes.map(({ code }) => code)).toEqual(isSaid ? ['not_counted'] : [])
})

test('tokens that moved are stated as the explorer lists them, NFTs and strangers are not', () => {
  const row = (contractAddress: string, balance: string, type = 'ERC-20') => ({
    balance,
    contractAddress,
    decimals: '6',
    symbol: 'X',
    type,
  })
  const reading = connector?.read(
    [
      ...pagesOf({ tokentx: [token(2, DEX, ME, '1000500000')] }),
      {
        stream: 'tokens',
        place: 'tokens:now',
        text: JSON.stringify({ result: [row(USDC, '1000500000'), row(APES, '1', 'ERC-721'), row(DEX, '5')] }),
        fetchedAt: 5,
      },
    ],
    ACCESS,
  )
  expect(reading?.balances).toMatchObject([{ token: { contract: USDC }, at: 5, quantity: '1000.5' }])
})

test('a value that is none is an error of its row alone', () => {
  const reading = read(
    pagesOf({ txlist: [sent(1, FRIEND, ME, 'much'), sent(2, FRIEND, ME, '1')], tokentx: [] }),
  )
  expect(reading.errors).toMatchObject([{ code: 'not_an_amount', column: 'value', value: 'much' }])
  expect(reading.transactions).toHaveLength(1)
})

test.each(['', 'six', '6.5', '-6', '100'])(
  'a token whose decimals are %j has no amount, and is said',
  (tokenDecimal) => {
    const reading = connector?.read(
      pagesOf({ tokentx: [token(2, DEX, ME, '1000500000', { tokenDecimal })] }),
      ACCESS,
    )
    expect(reading?.transactions).toEqual([])
    expect(reading?.errors).toMatchObject([{ code: 'not_an_amount', column: 'tokenDecimal' }])
  },
)

test('Harmony: an address in its own writing is the one that its explorer lists', () => {
  const harmony = evmConnectors.find(({ slug }) => slug === 'harmony')
  const own = `0x${'01'.repeat(20)}`
  const [row] = HISTORY.txlist
  const pages = pagesOf({
    txlist: [{ ...row, from: FRIEND, to: own, value: '5000000000000000000', isError: '0' }],
  })
  const access = {
    chain: 'harmony',
    address: 'one1qyqszqgpqyqszqgpqyqszqgpqyqszqgpaj0lxr',
    isExtendedKey: false,
  }
  expect(harmony?.read(pages, access).transactions.map(line)).toEqual(['incoming/received -> 5 ONE'])
})

test('a long history is read some of its hashes at a time, and says the same', () => {
  const pages = Array.from({ length: 90 }, (_, n): StoredPage => {
    const stream = n % 2 === 0 ? 'txlist' : 'tokentx'
    // Every third block has both, which are one event.
    const rows = [0, 1, 2].map((i) => {
      const block = stream === 'txlist' || i === 0 ? n * 10 + i : (n - 1) * 10 + i
      const of = { ...at(1), hash: `0x${block.toString(16).padStart(64, 'a')}`, blockNumber: String(block) }
      return stream === 'txlist' ? sent(1, ME, FRIEND, '1000', of) : token(1, FRIEND, ME, '5000', of)
    })
    return { stream, place: `${stream}:9/${n}+1`, text: answer(rows), fetchedAt: n }
  })
  pages.push({ stream: 'txlist', place: 'txlist:9/x+1', text: 'no answer', fetchedAt: 100 })
  pages.push({ stream: 'balance', place: 'balance:now', text: '{"result":"7"}', fetchedAt: 101 })
  const whole = read(pages)
  const parts = [...(connector?.readInParts?.(pages, ACCESS) ?? [])]
  expect(parts).toHaveLength(3)
  expect(settled(...parts.map((part) => ({ family: 'evm-chain', read: part.transactions })))).toEqual(
    settled({ family: 'evm-chain', read: whole.transactions }),
  )
  const rowsIn = (readings: readonly Reading[]) =>
    readings.flatMap(({ transactions }) => transactions.flatMap(({ rows }) => rows))
  expect(rowsIn(parts).toSorted((a, b) => a - b)).toEqual(rowsIn([whole]).toSorted((a, b) => a - b))
  expect(parts.flatMap(({ errors }) => errors)).toEqual(whole.errors)
  expect(parts.map(({ balances }) => balances)).toEqual(parts.map(() => whole.balances))
  // No event is in two parts.
  const hashes = parts.map(({ transactions }) => new Set(transactions.map(({ txHash }) => txHash)))
  expect(hashes.reduce((sum, { size }) => sum + size, 0)).toBe(
    new Set(hashes.flatMap((all) => [...all])).size,
  )
})

describe('what Blockscout answers', () => {
  test('a call that runs in the place of its caller moves nothing, though its value is listed', () => {
    const reading = read(
      pagesOf({
        txlist: [sent(1, FRIEND, ME, ETH('2000'), { gasUsed: '0' })],
        txlistinternal: ['delegatecall', 'callcode', 'staticcall'].map((callType, n) =>
          internal(1, ME, DEX, ETH('2000'), { callType, traceId: '', index: String(n + 1) }),
        ),
      }),
    )
    expect(reading.errors).toEqual([])
    expect(reading.transactions.map(line)).toEqual(['incoming/received -> 2 ETH'])
    expect(reading.skipped.map(({ reason }) => reason)).toEqual(Array(3).fill('no_value_moved'))
  })

  test('what a failed transaction would have paid is listed without its error, and was not paid', () => {
    const reading = read(
      pagesOf({
        txlist: [sent(1, ME, DEX, '0', { isError: '1', txreceipt_status: '0' })],
        txlistinternal: [internal(1, DEX, ME, ETH('300'))],
      }),
    )
    expect(reading.transactions.map(line)).toEqual(['outgoing/fee 0.003 ETH -> (failed)'])
  })

  test('of tokens that there can be several of, a quantity that is not stated is not one', () => {
    const row = { ...at(5), from: NOBODY, to: ME, contractAddress: APES, tokenID: '77', tokenSymbol: 'APE' }
    const reading = read(pagesOf({ token1155tx: [row] }))
    expect(reading.transactions).toEqual([])
    expect(reading.errors).toMatchObject([{ code: 'not_an_amount', column: 'tokenValue' }])
  })

  test('blocks that it has not processed are noted once, until it has', () => {
    const missing = (block: string): StoredPage => ({
      stream: 'unfinished',
      place: 'unfinished:now',
      text: `{"block":${block}}`,
      fetchedAt: 9,
    })
    const pages = pagesOf({ txlist: [sent(1, FRIEND, ME, ETH('2000'))] })
    const reading = read([...pages, missing('18000000')])
    expect(reading.notes).toMatchObject([{ code: 'history_incomplete', row: 0 }])
    expect(reading.transactions).toHaveLength(1)
    expect(read([...pages, missing('null')]).notes).toEqual([])
  })
})
