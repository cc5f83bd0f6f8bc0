import type { DisposalRow, Explanation, ExportRow, OneYear } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { checkInvariants } from '../../platform/invariants.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()

const LEDGER = `txid,refid,time,type,subtype,aclass,asset,wallet,amount,fee,balance
L1,R1,2025-01-01 00:00:00,deposit,,currency,ZUSD,spot / main,1000,0,1000
L2,R2,2025-02-01 00:00:00,margin,,currency,ZUSD,spot / main,70,2,1068
L3,R3,2025-02-02 00:00:00,margin,,currency,ZUSD,spot / main,-40,0.5,1027.5
L4,R4,2025-02-03 00:00:00,margin,,currency,ZUSD,spot / main,0,0.12,1027.38
L5,R5,2025-02-04 00:00:00,deposit,,currency,ZEUR,spot / main,100,0,100
L6,R6,2025-02-05 00:00:00,margin,,currency,ZEUR,spot / main,-10,0,90
`

test('R-CON-1 R-CON-2 what contracts paid and cost in cash goes from the file to the rows of Form 8949', async () => {
  const journal = await customerWith(server)
  await journal.import('ledgers.csv', LEDGER)
  const calculate = async () => {
    await journal.post('/imports/v1/tax_calculations/start_tax_calculation', { tax_year: 2025 })
    await server.drainJobs()
    return (await journal.get<{ rows: DisposalRow[] }>('/one_year/disposals?year=2025')).rows
  }
  const figures = (rows: readonly DisposalRow[]) =>
    rows.map((row) => [row.kind, row.asset, row.proceeds, row.basis, row.gain, row.term, row.box].join(' '))
  const dollars = [
    'margin_gain USD 68 0 68 short I',
    'margin_loss USD 0 40.5 -40.5 short I',
    'margin_fee USD 0 0.12 -0.12 short I',
  ]
  // Euros are asked for their value, and count for nothing until there is one.
  const before = await calculate()
  expect(figures(before)).toEqual([...dollars, 'margin_loss EUR 0 0 0 short I'])
  expect(before.map((row) => row.open)).toEqual([[], [], [], ['missing_price']])

  const euros = (await journal.rows()).find(
    (row) => row.sub_type === 'margin_loss' && row.from?.asset === 'EUR',
  )
  await journal.patch(euros?.id ?? '', { value: '10.4' })
  server.clock.advance(1_000)
  const rows = await calculate()
  expect(figures(rows)).toEqual([...dollars, 'margin_loss EUR 0 10.4 -10.4 short I'])
  const { data: year } = await journal.get<{ data: OneYear }>('/one_year?year=2025')
  expect(year).toMatchObject({ counts: { disposals: 4, incomes: 0, removals: 0 } })

  const said = async (row: DisposalRow | undefined) =>
    (await journal.get<{ data: Explanation }>(`/explain?handle=${encodeURIComponent(row?.handle ?? '')}`))
      .data
  expect(await said(rows[0])).toMatchObject({
    value: '68',
    sentence:
      'On Feb 01, 2025 a contract paid you 70 USD, $68.00 after costs. No lot is behind it. Gain $68.00, short-term, box I.',
  })
  const loss = await said(rows[1])
  expect(loss).toMatchObject({
    value: '-40.5',
    sentence:
      'On Feb 02, 2025 a contract cost you 40 USD, $40.50 with its costs. No lot is behind it. Loss $40.50, short-term, box I.',
  })
  expect(loss.rules.map((rule) => rule.id)).toEqual(['R-CON-2', 'R-HOLD-1', 'R-BOX-1'])
  expect(loss.rules[0]?.sentence).toMatch(/is a loss in full/)
  expect(loss.records[0]?.line).toBe(4)

  const { data: made } = (await journal.post('/exports', { kind: 'form-8949-csv', tax_year: 2025 })) as {
    data: ExportRow
  }
  await server.drainJobs()
  const { text } = await journal.customer.get(`/exports/${made.id}/download`)
  expect(text).toContain('I,I,"Contract, profit or loss of 02/02/2025",,02/02/2025,0.00,40.50,,0.00,-40.50')
  expect(await checkInvariants(server.db)).toEqual([])
})

test('R-CON-1 a contract that paid less than it cost to close is a loss by its basis, with proceeds of nothing', async () => {
  const journal = await customerWith(server)
  await journal.import(
    'ledgers.csv',
    `txid,refid,time,type,subtype,aclass,asset,wallet,amount,fee,balance
L1,R1,2025-02-01 00:00:00,margin,,currency,ZUSD,spot / main,1,3,98
`,
  )
  await journal.post('/imports/v1/tax_calculations/start_tax_calculation', { tax_year: 2025 })
  await server.drainJobs()
  const { rows } = await journal.get<{ rows: DisposalRow[] }>('/one_year/disposals?year=2025')
  expect(rows).toMatchObject([
    { kind: 'margin_gain', quantity: '1', proceeds: '0', basis: '2', gain: '-2', term: 'short', box: 'I' },
  ])
  const { data: said } = await journal.get<{ data: Explanation }>(
    `/explain?handle=${encodeURIComponent(rows[0]?.handle ?? '')}`,
  )
  expect(said.sentence).toBe(
    'On Feb 01, 2025 a contract paid you 1 USD, and cost you $2.00 more than that. No lot is behind it. Loss $2.00, short-term, box I.',
  )
  expect(said.formula.map(({ sign, value }) => `${sign}${value}`)).toEqual(['+1', '-1', '-2'])

  const { data: made } = (await journal.post('/exports', { kind: 'form-8949-csv', tax_year: 2025 })) as {
    data: ExportRow
  }
  await server.drainJobs()
  const { text } = await journal.customer.get(`/exports/${made.id}/download`)
  expect(text).toContain('I,I,"Contract, profit or loss of 02/01/2025",,02/01/2025,0.00,2.00,,0.00,-2.00')
  expect(await checkInvariants(server.db)).toEqual([])
})

const TEMPLATE =
  'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid,Value Amount,Value Currency'

test('R-CON-2 a loss paid in a coin is a loss on the contract in full, and the coin is disposed of in a row of its own', async () => {
  const journal = await customerWith(server)
  await journal.import(
    'perp.csv',
    `${TEMPLATE}
2024-01-02 00:00:00,Buy,1,BTC,30000,USD,,,Bybit,No,,,
2025-02-02 00:00:00,margin_loss,,,0.5,BTC,,,Bybit,No,,50000,USD
`,
  )
  await journal.post('/imports/v1/tax_calculations/start_tax_calculation', { tax_year: 2025 })
  await server.drainJobs()
  const { rows } = await journal.get<{ rows: DisposalRow[] }>('/one_year/disposals?year=2025')
  const byKind = (kind: string) => rows.find((row) => row.kind === kind)
  expect(rows).toHaveLength(2)
  expect(byKind('margin_loss')).toMatchObject({
    proceeds: '50000',
    basis: '15000',
    gain: '35000',
    term: 'long',
  })
  expect(byKind('contract_loss')).toMatchObject({
    proceeds: '0',
    basis: '50000',
    gain: '-50000',
    term: 'short',
    acquired: null,
    box: 'I',
  })
  const { data: said } = await journal.get<{ data: Explanation }>(
    `/explain?handle=${encodeURIComponent(byKind('contract_loss')?.handle ?? '')}`,
  )
  expect(said).toMatchObject({
    title: 'Loss on a contract of 0.5 BTC',
    sentence:
      'On Feb 02, 2025 a contract cost you 0.5 BTC, $50,000.00 with its costs. No lot is behind it. Loss $50,000.00, short-term, box I.',
  })
  expect(await checkInvariants(server.db)).toEqual([])
})

test('R-FEE-2 a sale that cost more than it brought has no proceeds, and its basis has the rest of the costs', async () => {
  const journal = await customerWith(server)
  await journal.import(
    'dust.csv',
    `${TEMPLATE}
2025-03-01 00:00:00,Buy,0.000005,BTC,0.45,USD,,,Kraken,No,,,
2025-03-02 00:00:00,Sell,0.50,USD,0.000005,BTC,0.99,USD,Kraken,No,,,
`,
  )
  await journal.post('/imports/v1/tax_calculations/start_tax_calculation', { tax_year: 2025 })
  await server.drainJobs()
  const { rows } = await journal.get<{ rows: DisposalRow[] }>('/one_year/disposals?year=2025')
  expect(rows).toMatchObject([{ proceeds: '0', basis: '0.94', gain: '-0.94' }])
  const { data: said } = await journal.get<{ data: Explanation }>(
    `/explain?handle=${encodeURIComponent(rows[0]?.handle ?? '')}`,
  )
  expect(said.formula.map(({ sign, value }) => `${sign}${value}`)).toEqual(['+0.5', '-0.5', '-0.94'])
  expect(said.sentence).toContain('for $0.00 after costs. It cost you $0.94, with the rest of the costs.')
  expect(await checkInvariants(server.db)).toEqual([])
})

test('a contract that its file names is named on Form 8949', async () => {
  const journal = await customerWith(server)
  await journal.import(
    'futures.csv',
    `Date(UTC),type,Amount,Asset,Symbol,Transaction ID
2025-02-01 00:00:00,REALIZED_PNL,12.5,USDT,BTCUSDT,1
2025-02-02 00:00:00,REALIZED_PNL,-2.5,USDT,1000SHIBUSDT,2
`,
  )
  await journal.post('/imports/v1/tax_calculations/start_tax_calculation', { tax_year: 2025 })
  await server.drainJobs()
  const { data: made } = (await journal.post('/exports', { kind: 'form-8949-csv', tax_year: 2025 })) as {
    data: ExportRow
  }
  await server.drainJobs()
  const { text } = await journal.customer.get(`/exports/${made.id}/download`)
  expect(text).toContain('"BTCUSDT, profit or loss of 02/01/2025"')
  // The coin that paid for the loss is disposed of beside it.
  expect(text).toContain('2.5 USDT,')
  expect(await checkInvariants(server.db)).toEqual([])
})
