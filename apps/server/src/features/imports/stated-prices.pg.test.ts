import type { ImportFinding, ImportSource, TransactionDetail } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { priceSourceOf } from '../../journal/valuing/price-source.ts'
import { self, withSubject } from '../../platform/database.ts'
import { checkInvariants } from '../../platform/invariants.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()

const EXPLORER = `Transaction Hash,Blockno,UnixTimestamp,DateTime (UTC),From,To,ContractAddress,Value_IN(ETH),Value_OUT(ETH),CurrentValue @ $3000/Eth,TxnFee(ETH),TxnFee(USD),Historical $Price/Eth,Status,ErrCode,Method
0xaa,1,1700000000,2023-11-14 22:13:20,0xme,0xdex,,0,1.5,0,0.003,6,2000.10,,,Swap
0xac,3,1700001200,2023-11-14 22:33:20,0xme,0xdex,,0,2,0,0.002,4,2000,Error(0),execution reverted,Swap
`
const COINBASE = `Timestamp,Transaction Type,Asset,Quantity Transacted,Spot Price Currency,Spot Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes
2022-11-05T08:00:00Z,Learning Reward,GRT,4,USD,0.25,,,,Received 4 GRT
`

async function valued(...files: [string, string][]) {
  const journal = await customerWith(server)
  for (const [name, text] of files) await journal.import(name, text)
  const worthOf = async (id: string, side: 'main' | 'fee') => {
    const source = await withSubject(server.db, self(journal.userId), (tx) =>
      priceSourceOf(tx, journal.userId, id, side),
    )
    return source && [source.value, source.currency, source.origin, source.sentence]
  }
  return { ...journal, worthOf }
}

test('a price of a unit that the row states values it, and the row is named as its source', async () => {
  const { worthOf, ...journal } = await valued(['etherscan.csv', EXPLORER], ['coinbase.csv', COINBASE])
  const [reward, sent, failed] = await journal.rows()
  const ofExplorer = (line: number) => `The value that etherscan.csv, line ${line}, states.`
  expect(await worthOf(reward?.id ?? '', 'main')).toEqual([
    '1',
    'USD',
    'record',
    'The value that coinbase.csv, line 2, states.',
  ])
  expect(await worthOf(sent?.id ?? '', 'main')).toEqual(['3000.15', 'USD', 'record', ofExplorer(2)])
  expect((await worthOf(sent?.id ?? '', 'fee'))?.[0]).toBe('6.0003')
  expect(await worthOf(failed?.id ?? '', 'main')).toEqual(['4', 'USD', 'record', ofExplorer(3)])
  const detail = await journal.get<{ data: TransactionDetail }>(`/transactions/${failed?.id}`)
  expect(detail.data.value).toMatchObject({ amount: '4' })
  expect(await checkInvariants(server.db)).toEqual([])
})

test('a row that is dated after the import is an error of the file, with its line and column, and is not in the journal', async () => {
  const journal = await customerWith(server)
  const id = await journal.import('coinbase.csv', COINBASE.replace('2022-', '9022-'))
  expect(await journal.rows()).toEqual([])
  const { data } = await journal.get<{ data: ImportSource }>(`/imports/v2/sources/${id}`)
  expect(data).toMatchObject({ error_count: 1, parsed: 0 })
  const findings = await journal.get<{ data: ImportFinding[] }>(`/imports/v2/sources/${id}/findings`)
  expect(findings.data).toMatchObject([{ severity: 'error', line: 2, column: 'Timestamp' }])
})
