import { expect, test } from 'vitest'
import { askFile } from './ask-file.ts'

const ME = '0x00000000000000000000000000000000000000aa'
const DEX = '0x00000000000000000000000000000000000000bb'
const file = (text: string) => ({ name: 'export.csv', bytes: new TextEncoder().encode(text) })
const nothing = () => null

const TOKENS = file(
  `Transaction Hash,Blockno,UnixTimestamp,DateTime (UTC),From,To,TokenValue,USDValueDayOfTx,ContractAddress,TokenName,TokenSymbol
0x1,7,1700000000,2023-11-14 22:13:20,${DEX},${ME},1,$1.00,0xc1,USD Coin,USDC
`,
)
const KRAKEN = file(`txid,refid,time,type,subtype,aclass,asset,amount,fee,balance
L1,R1,3/4/2024 10:00:00,deposit,,currency,ZUSD,10,0,10
L2,R2,3/5/2024 10:00:00,deposit,,currency,ZUSD,10,0,20
`)

test('a file that asks twice: one question at a time, and read once both are answered', () => {
  const first = askFile(TOKENS, {}, {}, nothing)
  expect(first.questions.map(({ question, answer }) => [question, answer])).toEqual([['own_address', null]])
  expect(first.reading.outcome).toBe('ask')

  const second = askFile(TOKENS, {}, { own_address: ME }, nothing)
  expect(second.questions.map(({ question }) => question)).toEqual(['own_address', 'chain'])

  const both = askFile(TOKENS, {}, { own_address: ME, chain: 'base' }, nothing)
  expect(both.questions.map(({ answer }) => answer)).toEqual([ME, 'base'])
  expect(both.reading).toMatchObject({ outcome: 'read', account: { address: ME, chain: 'base' } })
})

test('what is proposed is gone on with, so that the first rows can be shown under it', () => {
  const asked = askFile(KRAKEN, { firstRows: 1 }, {}, () => 'day-first')
  expect(asked.questions).toMatchObject([{ question: 'date_order', answer: 'day-first' }])
  expect(asked.reading.outcome === 'read' && asked.reading.transactions.map(({ at }) => at)).toEqual([
    Date.UTC(2024, 3, 3, 10),
  ])
  const said = askFile(KRAKEN, { firstRows: 1 }, { date_order: 'month-first' }, () => 'day-first')
  expect(said.reading.outcome === 'read' && said.reading.transactions.map(({ at }) => at)).toEqual([
    Date.UTC(2024, 2, 4, 10),
  ])
})

test('an answer that does not settle its question is none', () => {
  const asked = askFile(KRAKEN, {}, { date_order: 'sideways' }, nothing)
  expect(asked.questions).toMatchObject([{ question: 'date_order', answer: null }])
})

test('a file that asks nothing is read', () => {
  const plain = file(
    'txid,refid,time,type,subtype,aclass,asset,amount,fee,balance\nL1,R1,2024-03-04 10:00:00,deposit,,currency,ZUSD,10,0,10\n',
  )
  expect(askFile(plain, {}, {}, nothing)).toMatchObject({ questions: [], reading: { outcome: 'read' } })
})

test('a header with nothing below it is read, and said', () => {
  const bare = file('txid,refid,time,type,subtype,aclass,asset,amount,fee,balance\n')
  const { reading } = askFile(bare, {}, {}, nothing)
  expect(reading).toMatchObject({ outcome: 'read', dataRows: 0, notes: [{ code: 'no_rows', line: 1 }] })
})
