import { holdings, type Harvest } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { self, withSubject } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { templateFile } from '../../testing/template-file.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()
server.clock.advance(Date.parse('2025-06-01T12:00:00Z') - server.clock.now().getTime())

const HISTORY = templateFile(
  '2023-01-02T00:00:00Z,buy,1,BTC,20000,USD,,,Kraken,Yes,b1',
  '2024-05-31T12:00:00Z,buy,0.7,BTC,42000,USD,,,Kraken,Yes,b2',
  '2024-09-10T00:00:00Z,buy,0.3,BTC,16000,USD,,,Kraken,Yes,b3',
  '2025-02-01T00:00:00Z,sell,30000,USD,0.5,BTC,,,Kraken,Yes,s1',
  '2025-03-01T00:00:00Z,buy,0.25,BTC,20000,USD,,,Gemini,Yes,b4',
  '2025-03-02T00:00:00Z,airdrop,5,XYZ,,,,,Kraken,Yes,x1',
  // The last price: 50,000 for one.
  '2025-05-30T00:00:00Z,buy,0.001,BTC,50,USD,,,Gemini,Yes,b5',
)

async function calculated() {
  const journal = await customerWith(server)
  await journal.import('history.csv', HISTORY)
  await journal.post('/imports/v1/tax_calculations/start_tax_calculation')
  await server.drainJobs()
  const ask = async (query: string): Promise<Harvest> =>
    holdings.harvest['~orpc'].outputSchema!.parse(await journal.get(`/users/crypto_assets/harvest?${query}`))
      .data
  return { ...journal, ask }
}

test('E23 lots with a loss, the largest first, with what each would save and what turns long-term when', async () => {
  const { ask } = await calculated()
  const found = await ask('filing_status=single&other_income=90000')
  expect(
    found.lots.map(({ account_name, acquired, basis, value, loss, term, days, saves }) => [
      account_name,
      acquired,
      basis,
      value,
      loss,
      term,
      days,
      saves,
    ]),
  ).toEqual([
    // 20,000 of gain at 15 percent so far; each loss takes as much of it away.
    ['Gemini', '2025-03-01', '20000', '12500', '7500', 'short', 274, '1125'],
    ['Kraken', '2024-05-31', '42000', '35000', '7000', 'long', 0, '1050'],
    ['Kraken', '2024-09-10', '16000', '15000', '1000', 'short', 102, '150'],
  ])
  expect(found).toMatchObject({
    today: '2025-06-01',
    tax_year: 2025,
    method: 'fifo',
    lots_total: 3,
    loss: { short: '8500', long: '7000', total: '15500' },
    saves: '2325',
    long_term_from: '2026-06-02',
    unpriced: 1,
  })
})

test('E23 a loss saves what the year still has to take it: beyond its gains 3,000 of other income, and nothing more', async () => {
  const journal = await calculated()
  const { ask } = journal
  await journal.import(
    'more.csv',
    templateFile('2025-05-31T00:00:00Z,sell,12500,USD,0.25,BTC,,,Gemini,Yes,s2'),
  )
  await journal.post('/imports/v1/tax_calculations/start_tax_calculation')
  await server.drainJobs()
  const found = await ask('filing_status=single&other_income=90000')
  // FIFO sold b4 at its loss of 7,500: 12,500 of gain are left, against losses of 8,000; 22 percent beyond them.
  expect([found.loss.total, found.saves]).toEqual(['8000', '1200'])
  expect((await ask('filing_status=single&other_income=0')).saves).toBe('0')
})

test('E23 losses of the years before come first, and a gift has the basis that counts for a loss', async () => {
  const journal = await calculated()
  await journal.import(
    'earlier.csv',
    templateFile(
      '2022-02-01T00:00:00Z,buy,1,SOL,60000,USD,,,Kraken,Yes,c1',
      '2022-03-01T00:00:00Z,sell,10000,USD,1,SOL,,,Kraken,Yes,c2',
    ),
  )
  await journal.post('/imports/v1/tax_calculations/start_tax_calculation')
  await server.drainJobs()
  // 41,000 of the 50,000 are left for the 20,000 of 2025, and 3,000 for other income.
  expect((await journal.ask('filing_status=single&other_income=90000')).saves).toBe('0')

  await withSubject(server.db, self(journal.userId), (tx) =>
    tx.run(sql`
      update lots set basis = 90000, acquired = '2020-01-01', loss_basis = 35500, loss_acquired = '2025-03-01'
      where user_id = ${journal.userId} and acquired = '2024-05-31'`),
  )
  const gift = (await journal.ask('')).lots.find(({ quantity }) => quantity === '0.7')
  expect(gift).toMatchObject({
    basis: '35500',
    value: '35000',
    loss: '500',
    term: 'short',
    acquired: '2025-03-01',
  })
})

test('E23 without a calculation there are no lots to harvest, and another customer sees none', async () => {
  const journal = await customerWith(server)
  expect((await journal.customer.get('/users/crypto_assets/harvest')).status).toBe(409)
  expect((await journal.customer.get('/users/crypto_assets/harvest?other_income=much')).status).toBe(422)
})
