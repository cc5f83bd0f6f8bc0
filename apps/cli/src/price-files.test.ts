import { expect, test } from 'vitest'
import { runCalculateFiles } from './calculate-files.ts'
import { runMethods } from './methods.ts'
import { priceFilesOf } from './price-files.ts'
import { runCommand, terminal } from './testing/run-command.ts'

const HISTORY = `Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid
2024-03-01T12:00:00Z,staking_reward,2,ETH,,,,,Kraken,yes,r1
2024-03-02T12:00:00Z,trade,100,ADA,1,ETH,,,Kraken,yes,t1
2025-06-02T12:00:00Z,airdrop,5,XYZ,,,,,Kraken,yes,a1
`
const PRICES = `Date,ETH,ADA
2024-03-01,3000,0.6
2024-03-02,3100,0.7
`
const LATER = `Asset,Date,Price
ADA,2024-03-02,0.8
BTC,2024-03-02,lots
`
const CLOSES = `Date,Close
2025-06-02,4
2025-12-31,7
`
const UNI = '0x1f9840a85d5af5bf1d1762f925bdaddc4201f984'
const TWICE = `Asset,Date,Price
UNI,2024-03-02,5
ethereum:${UNI},2024-03-02,6
eip155:1/erc20:${UNI},2024-03-02,5.0
`
const GRID = `Date,UNI,ethereum:${UNI}
2024-03-02,5,6
`
const GOT_UNI = `Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid
2024-03-02T12:00:00Z,staking_reward,2,UNI,,,,,Kraken,yes,r1
`
const files = {
  'h.csv': HISTORY,
  'p.csv': PRICES,
  'later.csv': LATER,
  'xyz.csv': CLOSES,
  'twice.csv': TWICE,
  'grid.csv': GRID,
  'uni.csv': GOT_UNI,
}
const CALCULATE = ['--files', 'h.csv', '--year', '2024', '--out', 'out']

async function calculated(...args: string[]) {
  const { io, printed, named } = terminal(files)
  const code = await runCalculateFiles([...CALCULATE, ...args], io, new Date('2026-01-05T12:00:00Z'))
  return { code, ...printed, income: named('income-2') }
}

test('E19 without a price it counts at nothing and is said; with a file it has that value, and its line is told', async () => {
  const without = await calculated()
  expect(without.err).toContain('once ADA in Kraken: h.csv, line 3\n  once ETH in Kraken: h.csv, line 2\n')
  expect(without.income).toContain('Staking reward,ETH,2,0.00,no price known,Kraken')

  const { code, err, income } = await calculated('--prices', 'p.csv')
  expect(code).toBe(0)
  expect(err).toContain('p.csv: transactions valued by it: 2\n')
  expect(err).not.toContain('ETH in Kraken')
  expect(err).toContain('once XYZ in Kraken: h.csv, line 4')
  expect(income).toContain('Staking reward,ETH,2,6000.00,"p.csv, line 2",Kraken')
})

test('E19 of several files the last counts, and what cannot be used is told with file, line and column', async () => {
  const { code, err } = await calculated('--prices', 'p.csv', '--prices', 'later.csv', '--prices', 'none.csv')
  expect(code).toBe(1)
  expect(err).toContain('later.csv, line 3, column Price: This is not a price. (lots)\n')
  expect(err).toContain('none.csv: no such file\n')
  expect(err).toContain('p.csv: transactions valued by it: 1\nlater.csv: transactions valued by it: 1\n')
})

test.each([
  ['twice.csv', 'line 3, column Price: Line 2 gives another price'],
  ['grid.csv', `line 2, column ethereum:${UNI}: Line 2 gives another price`],
])(
  'E19 of two names for one asset the first price of a moment counts, the same again is not told, another is: %s',
  async (file, told) => {
    const { io, printed, named } = terminal(files)
    const asked = ['--files', 'uni.csv', '--year', '2024', '--out', 'out', '--prices', file]
    expect(await runCalculateFiles(asked, io, new Date('2026-01-05T12:00:00Z'))).toBe(1)
    expect(printed.err).toContain(`${file}, ${told} for the same moment. (6)\n`)
    expect(printed.err.split('another price')).toHaveLength(2)
    expect(named('income-2')).toContain('Staking reward,UNI,2,10.00,')
  },
)

test('E19 a file that names no asset is asked for it, and values what is left too', async () => {
  expect((await calculated('--prices', 'xyz.csv')).err).toContain(
    'xyz.csv: The file does not name the asset of its prices. Say it with --prices ASSET=xyz.csv.\n',
  )
  const { io, printed } = terminal(files)
  const asked = [
    '--files',
    'h.csv',
    '--year',
    '2025',
    '--prices',
    'XYZ=xyz.csv',
    '--prices',
    'p.csv',
    '--json',
  ]
  expect(await runMethods(asked, io)).toBe(0)
  const { outcomes } = JSON.parse(printed.out) as {
    outcomes: { income: string; left: { basis: string; unrealised: string; unpriced: number } }[]
  }
  // Five for 4 each, worth 7 at the end of the year; of what else is left no price of that day is known.
  expect(outcomes[0]?.income).toBe('20')
  expect(outcomes[0]?.left).toMatchObject({ unrealised: '15', unpriced: 2 })
})

test('R-DAY-1 what is left is valued where the customer’s year ends', async () => {
  const files = {
    'h.csv': `Timestamp,Transaction Type,Asset,Quantity Transacted,Spot Price Currency,Spot Price at Transaction,Subtotal,Total (inclusive of fees),Fees,Notes
2025-06-01T00:00:01Z,Buy,ETH,2,USD,2500.00,5000.00,5000.00,0.00,Bought 2 ETH for $5000.00 USD
`,
    // Until 8 AM of January 1 in UTC it is the old year in Los Angeles.
    'p.csv': 'Asset,Date,Price\nETH,2025-12-31,3000\nETH,2026-01-01,4000\n',
  }
  const left = async (...zone: string[]) => {
    const args = ['--files', 'h.csv', '--year', '2025', '--prices', 'p.csv', ...zone, '--json']
    const { out, err } = await runCommand(runMethods, args, files)
    const { outcomes } = JSON.parse(out) as { outcomes: { left: { unrealised: string } }[] }
    return [outcomes[0]?.left.unrealised, err]
  }
  const told = 'p.csv: transactions valued by it: 0\n'
  expect(await left()).toEqual(['1000', told])
  expect(await left('--timezone', 'America/Los_Angeles')).toEqual(['3000', told])
})

test('which file of which asset', () => {
  expect(priceFilesOf(['p.csv', 'BTC=a/b.csv', 'ethereum:0xAb=c.csv', './x=y.csv'])).toEqual([
    { path: 'p.csv' },
    { path: 'a/b.csv', asset: 'BTC' },
    { path: 'c.csv', asset: 'ethereum:0xAb' },
    { path: './x=y.csv' },
  ])
})

test('E13 a token of a contract that no list knows is another asset than the coin of its ticker, and has no price of it', async () => {
  const tokens = `Transaction Hash,Blockno,UnixTimestamp,DateTime (UTC),From,To,TokenValue,USDValueDayOfTx,ContractAddress,TokenName,TokenSymbol
0xe1,1,1709294400,2024-03-01 12:00:00,0xa,0xme,7,,0x1111111111111111111111111111111111111111,Ether,ETH
0xe2,2,1709294500,2024-03-01 12:01:40,0xb,0xme,9,,0x1f9840a85d5af5bf1d1762f925bdaddc4201f984,Uniswap,UNI
`
  const { io, printed, named } = terminal({ ...files, 't.csv': tokens })
  const args = [
    '--files',
    't.csv',
    '--chain',
    'ethereum',
    '--address',
    '0xme',
    '--year',
    '2024',
    '--out',
    'out',
  ]
  expect(await runCalculateFiles([...args, '--prices', 'p.csv'], io, new Date('2026-01-05T12:00:00Z'))).toBe(
    0,
  )
  expect(printed.err).toContain('p.csv: transactions valued by it: 0\n')
  expect(printed.err).toContain('once ETH (ethereum:0x1111…111111) in ')
  expect(printed.err).toContain('once UNI in ')
  expect(named('input.json')).toContain('"ethereum:0x1111111111111111111111111111111111111111"')
})
