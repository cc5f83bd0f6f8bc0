import type {
  BrokerForm,
  BrokerLinesOfYear,
  BrokerResult,
  DisposalRow,
  Explanation,
  ExportRow,
  FormTotals,
  OneYear,
  TaxReturn,
} from '@lotbook/contract'
import { expect, test } from 'vitest'
import { customerWith } from '../../testing/customer-journal.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()

const HISTORY = [
  'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid',
  '2025-01-01T00:00:00Z,buy,2,ETH,2000,USD,,,Kraken,yes,b1',
  '2025-02-01T12:00:00Z,sell,600,USD,1,ETH,,,Kraken,yes,s1',
  '2025-01-06T00:00:00Z,buy,1,BTC,5000,USD,,,MetaMask,yes,b2',
  '2025-03-01T12:00:00Z,sell,90,USD,1,BTC,,,MetaMask,yes,s2',
  '2026-02-01T12:00:00Z,sell,1500,USD,1,ETH,,,Kraken,yes,s3',
  '',
].join('\n')

const LINE = {
  form: 'F-1',
  status: 'original',
  recipient: 'taxpayer',
  code: null,
  name: 'Ether',
  units: '1',
  acquired: null,
  sold: '2025-02-01',
  proceeds: '600',
  basis: '1000',
  market_discount: null,
  wash_sale_loss: '150',
  is_basis_reported: true,
  proceeds_are: 'net',
  is_qof: false,
  withheld: null,
  is_loss_not_allowed: false,
  term: null,
  is_cash_only: false,
  is_customer_provided: false,
  is_noncovered: false,
  box_10: null,
  total: null,
  count: null,
  first_sales: null,
  transferred_in: null,
  transferred_in_on: null,
  state: null,
  state_id: null,
  state_withheld: null,
}

async function calculated() {
  const journal = await customerWith(server)
  await journal.import('history.csv', HISTORY)
  server.clock.advance(1_000)
  await journal.post('/imports/v1/tax_calculations/start_tax_calculation', { recalculate: true })
  await server.drainJobs()
  const { data: forms } = await journal.get<{ data: BrokerForm[] }>('/broker_forms?year=2025')
  const kraken = forms.find(({ account_name }) => account_name === 'Kraken')?.account_id ?? ''
  const list = (query = '') =>
    journal.get<{ data: BrokerLinesOfYear; rows: BrokerResult[] }>(`/broker_forms/lines?year=2025${query}`)
  const call = (path: string, body: object) => {
    server.clock.advance(1_000)
    return journal.customer.request('POST', path, { year: 2025, ...body })
  }
  return {
    ...journal,
    list,
    call,
    enter: (boxes: object = {}) => call('/broker_forms/lines', { account_id: kraken, ...LINE, ...boxes }),
    totals: async () =>
      (await journal.get<{ data: FormTotals }>('/one_year/form_totals?year=2025')).data.boxes.map(
        ({ box, adjustment, gain }) => `${box} ${adjustment} ${gain}`,
      ),
    line: async (year: number, name: string) => {
      const { data } = await journal.get<{ data: TaxReturn }>(`/tax_returns?year=${year}`)
      return data.schedule_d.find(({ line }) => line === name)?.gain
    },
    text: async (kind: string) => {
      server.clock.advance(1_000)
      const { data } = (await journal.post('/exports', { kind, tax_year: 2025 })) as { data: ExportRow }
      await server.drainJobs()
      return (await journal.customer.request('GET', `/exports/${data.id}/download`)).text
    },
  }
}

test('E22 box 1i is code W wherever the form shows, and a person may say that it does not apply', async () => {
  const journal = await calculated()
  await journal.enter()
  expect(await journal.totals()).toEqual(['G 150 -250', 'I 0 -4910'])
  expect(await journal.line(2025, '1b')).toBe('-250.00')
  // 5,160 in all, of which 3,000 are used up: 2,160 go on. Without code W it would be 2,310.
  expect(await journal.line(2026, '6')).toBe('-2160.00')
  expect(await journal.text('form-8949-csv')).toContain('600.00,1000.00,W,150.00,-250.00')
  expect(await journal.text('schedule-d-csv')).toContain('600.00,1000.00,150.00,-250.00')
  const { data, rows } = await journal.list()
  expect(data.footing).toMatchObject({
    adjustments: [{ code: 'W', amount: '150.00', rows: 1 }],
    gain: '-250.00',
  })
  expect(rows[0]).toMatchObject({ outcome: 'agrees', filed: [{ code: 'W', gain: '-250.00' }] })

  const word = async (loss: string) => {
    const id = (await journal.list()).rows[0]?.lines[0]?.id
    const { body } = await journal.call('/broker_forms/lines/tie', {
      line_id: id,
      transaction_ids: null,
      note: 'As agreed.',
      loss,
    })
    return body as { change_id: string }
  }
  await word('deductible')
  expect(await journal.totals()).toEqual(['G 0 -400', 'I 0 -4910'])
  const { change_id } = await word('not_deductible')
  expect(await journal.totals()).toEqual(['G 400 0', 'I 0 -4910'])
  // An explanation and another box leave the word as it is.
  const [row] = (await journal.list()).rows
  await journal.call('/broker_forms/lines/tie', {
    line_id: row?.lines[0]?.id,
    transaction_ids: null,
    note: 'Sold to my sister.',
  })
  await journal.enter({ line_id: (await journal.list()).rows[0]?.lines[0]?.id, proceeds: '610' })
  expect((await journal.list()).rows[0]).toMatchObject({
    lines: [{ loss: 'not_deductible', note: 'Sold to my sister.' }],
    filed: [{ code: 'LO', adjustment: '390.00', gain: '0.00' }],
  })
  expect((await journal.call('/broker_forms/changes/undo', { change_id })).body).toMatchObject({
    code: 'already_undone',
  })
})

test('E22 a loss of a sale on no form that is not deductible is code L, also where no form is entered', async () => {
  const journal = await calculated()
  expect((await journal.list()).rows).toEqual([])
  const { rows } = await journal.list('&outcome=only_with_us')
  expect(rows.map(({ account_name, sales }) => [account_name, sales[0]?.is_loss_deductible])).toEqual([
    ['Kraken', true],
    ['MetaMask', true],
  ])
  const transaction_id = rows[1]?.sales[0]?.transaction_id
  const stated = await journal.call('/broker_forms/sales/loss', { transaction_id, is_deductible: false })
  expect(stated.status).toBe(200)
  expect(await journal.totals()).toEqual(['I 4910 -400'])
  expect(await journal.line(2025, '3')).toBe('-400.00')
  expect(await journal.line(2026, '6')).toBe('0.00')
  expect(await journal.text('form-8949-csv')).toContain('90.00,5000.00,L,4910.00,0.00')
  const [said] = (await journal.list()).rows
  expect(said).toMatchObject({
    account_name: 'MetaMask',
    sales: [{ is_loss_deductible: false }],
    reason: 'No Form 1099-DA lists this sale. The loss is not deductible, 4,910.00: code L.',
  })
  const { rows: disposals } = await journal.get<{ rows: DisposalRow[] }>('/one_year/disposals?year=2025')
  const handle = disposals.find(({ asset }) => asset === 'BTC')?.handle ?? ''
  const { data: explained } = await journal.get<{ data: Explanation }>(`/explain?handle=${handle}`)
  expect(explained.sentence).toContain(
    'box I. Form 8949 has $90.00 in column (d) and $5,000.00 in (e), corrected with code L by $4,910.00 in (g).',
  )
  const { change_id } = stated.body as { change_id: string }
  expect((await journal.call('/broker_forms/changes/undo', { change_id })).status).toBe(200)
  expect(await journal.totals()).toEqual(['I 0 -5310'])
})

test('E22 a word on a loss after filing leaves the filed year alone', async () => {
  const journal = await calculated()
  const { data: year } = await journal.get<{ data: OneYear }>('/one_year?year=2025')
  server.clock.advance(1_000)
  await journal.post('/tax_years/file', {
    year: 2025,
    calculation_id: year.calculation.id,
    filed_on: '2026-04-01',
  })
  const { rows } = await journal.list('&outcome=only_with_us')
  const transaction_id = rows[1]?.sales[0]?.transaction_id
  await journal.call('/broker_forms/sales/loss', { transaction_id, is_deductible: false })
  expect(await journal.totals()).toEqual(['I 0 -5310'])
  expect((await journal.list()).data).toMatchObject({ is_filed: true, changed_since_filed: 1 })
  expect(await journal.text('amendment-csv')).toContain('box I becomes I L 4910.00')
})
