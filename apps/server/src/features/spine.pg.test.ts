import type {
  Explanation,
  ImportSource,
  OneYear,
  TaxDetails,
  TransactionDetail,
  TransactionRow,
  UploadResult,
} from '@lotbook/contract'
import { parseDecimal, plus, minus, formatDecimal, zero } from '@lotbook/money'
import { expect, test } from 'vitest'
import { checkInvariants } from '../platform/invariants.ts'
import { testServer } from '../testing/test-server.ts'

const server = await testServer()

const COINBASE = `
Transactions
User,Jane Roe,00000000-0000-0000-0000-000000000000
ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes
cb-5,2025-03-02 10:00:00 UTC,Sell,BTC,-0.5,USD,$85000.00,$42500.00,$42400.00,$100.00,Sold 0.5 BTC for 42400 USD
cb-4,2024-07-01 12:00:00 UTC,Send,ETH,-2,USD,$3400.00,-$6800.00,-$6800.00,$0.00,
cb-3,2024-06-01 10:00:00 UTC,Staking Income,ETH,0.1,USD,$3800.00,$380.00,$380.00,$0.00,
cb-2,2024-02-01 10:00:00 UTC,Buy,ETH,4,USD,$2300.00,$9200.00,$9250.00,$50.00,Bought 4 ETH for 9250 USD
cb-1,2023-01-10 10:00:00 UTC,Buy,BTC,1,USD,$17000.00,$17000.00,$17100.00,$100.00,Bought 1 BTC for 17100 USD
`
const KRAKEN = `txid,refid,time,type,subtype,aclass,asset,wallet,amount,fee,balance
L1,R1,2024-07-01 12:20:00,deposit,,currency,XETH,spot / main,2.0000000000,0.0000000000,2.0000000000
L2,R2,2025-05-05 08:00:00,trade,tradespot,currency,XETH,spot / main,-1.0000000000,0.0000000000,1.0000000000
L3,R2,2025-05-05 08:00:00,trade,tradespot,currency,ZUSD,spot / main,1800.0000,4.6800,1795.3200
`
const file = (name: string, text: string) => new File([text], name, { type: 'text/csv' })

type Customer = Awaited<ReturnType<typeof server.customer>>

async function upload(customer: Customer, name: string, text: string): Promise<UploadResult> {
  const answer = await customer.upload('/csv_uploads', { file: file(name, text) })
  expect(answer.status).toBe(200)
  return answer.body as UploadResult
}

const get = async <T>(customer: Customer, path: string) => (await customer.expect(200, 'GET', path)) as T

async function calculated(customer: Customer): Promise<void> {
  await customer.expect(200, 'POST', '/imports/v1/tax_calculations/start_tax_calculation', {
    recalculate: false,
  })
  await server.drainJobs()
}

test('R1.17 from two export files to a year that can be filed, and every figure opens', async () => {
  const customer = await server.customer()
  const coinbase = await upload(customer, 'coinbase.csv', COINBASE)
  expect(coinbase).toMatchObject({ status: 'success', first_import: true, is_repeat: false })
  const kraken = await upload(customer, 'kraken.csv', KRAKEN)
  expect(kraken).toMatchObject({ status: 'success', first_import: false })
  await server.drainJobs()

  const source = await get<{ data: ImportSource }>(customer, `/imports/v2/sources/${coinbase.source_id}`)
  expect(source.data).toMatchObject({ import_status: 'complete', total: 5, parsed: 5, error_count: 0 })

  const list = await get<{ rows: TransactionRow[]; total: number }>(customer, '/transactions?order=oldest')
  expect(list.rows.map((row) => row.label)).toEqual([
    'Buy',
    'Buy',
    'Staking reward',
    'Transfer',
    'Sell',
    'Sell',
  ])
  expect(list.rows[3]).toMatchObject({
    account_name: 'Coinbase',
    other_account_name: 'Kraken',
    to: { amount: '2' },
  })

  await calculated(customer)
  const { data: year } = await get<{ data: OneYear }>(customer, '/one_year?year=2025')
  // 0.5 BTC of the one bought for 17,100, sold for 42,500 less 100; 1 ETH of the 4 bought for 9,250, moved to Kraken.
  expect(year.long.gain.value).toBe('33332.82')
  expect(year.net_gain.value).toBe(year.long.gain.value)
  expect(year.years).toEqual([2024, 2025])
  const { data: before } = await get<{ data: OneYear }>(customer, '/one_year?year=2024')
  expect(before.income.value).toBe('380')

  const opened = new Set<string>()
  await walk(customer, year.net_gain.handle, opened)
  await walk(customer, before.income.handle, opened)
  expect([...opened].some((handle) => handle.startsWith('lot:'))).toBe(true)
  expect(await checkInvariants(server.db)).toEqual([])
})

/** Open a figure and everything it leads to; its terms add up to it, and its leaves end at original rows. */
async function walk(customer: Customer, handle: string, opened: Set<string>): Promise<void> {
  if (opened.has(handle)) return
  opened.add(handle)
  const { data } = await get<{ data: Explanation }>(customer, `/explain?handle=${encodeURIComponent(handle)}`)
  const sum = data.formula.reduce((total, term) => {
    const value = parseDecimal(term.value) ?? zero
    return term.sign === '+' ? plus(total, value) : minus(total, value)
  }, zero)
  expect(formatDecimal(sum), `terms of ${handle}`).toBe(data.value)
  if (/^(disposal|receipt|lot|transaction):/.test(handle)) {
    expect(data.records.length, `original rows of ${handle}`).toBeGreaterThan(0)
    for (const record of data.records) expect(record.cells.length).toBeGreaterThan(3)
  }
  for (const next of [...data.formula, ...data.rows].flatMap((part) => part.handle ?? [])) {
    await walk(customer, next, opened)
  }
}

test('E5 importing the same file twice adds nothing', async () => {
  const customer = await server.customer()
  await upload(customer, 'a.csv', COINBASE)
  await server.drainJobs()
  const again = await upload(customer, 'b.csv', COINBASE)
  expect(again.is_repeat).toBe(true)
  await server.drainJobs()
  const { data } = await get<{ data: ImportSource }>(customer, `/imports/v2/sources/${again.source_id}`)
  expect(data).toMatchObject({ parsed: 5, already_here: 5 })
  const list = await get<{ total: number }>(customer, '/transactions')
  expect(list.total).toBe(5)
})

test('an edit stands above the import, survives a re-import, and can be undone', async () => {
  const customer = await server.customer()
  await upload(customer, 'a.csv', COINBASE)
  await server.drainJobs()
  const { rows } = await get<{ rows: TransactionRow[] }>(customer, '/transactions?type=incoming')
  const id = rows[0]?.id ?? ''
  const edited = await customer.request('PATCH', `/transactions/${id}`, {
    edit: { sub_type: 'airdrop', value: '400' },
  })
  expect(edited.status, edited.text).toBe(200)
  const { change_id: changeId } = edited.body as { change_id: string }

  await upload(customer, 'b.csv', COINBASE)
  await server.drainJobs()
  const kept = await get<{ data: TransactionDetail }>(customer, `/transactions/${id}`)
  expect(kept.data).toMatchObject({
    sub_type: 'airdrop',
    is_edited: true,
    value: { amount: '400', origin: 'edit' },
  })
  expect(await checkInvariants(server.db)).toEqual([])

  await customer.expect(200, 'POST', `/changes/${changeId}/undo`)
  const undone = await get<{ data: TransactionDetail }>(customer, `/transactions/${id}`)
  expect(undone.data).toMatchObject({
    sub_type: 'staking_reward',
    is_edited: false,
    value: { amount: '380', origin: 'record' },
  })
  expect(undone.data.changes[0]?.is_undone).toBe(true)
  await customer.expect(409, 'POST', `/changes/${changeId}/undo`)
  expect(await checkInvariants(server.db)).toEqual([])
})

test('what is not a transaction is refused with its field, and nothing changes', async () => {
  const customer = await server.customer()
  await upload(customer, 'a.csv', COINBASE)
  await server.drainJobs()
  const { rows } = await get<{ rows: TransactionRow[] }>(customer, '/transactions?type=sell')
  const path = `/transactions/${rows[0]?.id}`
  for (const [edit, field] of [
    [{ from_amount: null }, 'from_amount'],
    [{ sub_type: 'mined' }, 'sub_type'],
    [{ at: '2999-01-01T00:00:00Z' }, 'at'],
  ] as const) {
    const answer = await customer.request('PATCH', path, { edit })
    expect(answer.status).toBe(422)
    expect(Object.keys((answer.body as { fields: object }).fields)).toContain(field)
  }
  const list = await get<{ rows: TransactionRow[] }>(customer, '/transactions?edited=true')
  expect(list.rows).toEqual([])
})

test('a deleted account takes its history along and brings it back with its edits', async () => {
  const customer = await server.customer()
  await upload(customer, 'a.csv', COINBASE)
  await server.drainJobs()
  const { rows } = await get<{ rows: TransactionRow[] }>(customer, '/transactions?type=incoming')
  await customer.request('PATCH', `/transactions/${rows[0]?.id}`, { edit: { comment: 'mine' } })
  const histories = await get<{ data: { id: string }[] }>(customer, '/imports/v2/import_histories')
  await customer.expect(200, 'DELETE', `/imports/v2/import_histories/${histories.data[0]?.id}`)
  expect((await get<{ total: number }>(customer, '/transactions')).total).toBe(0)
  expect((await get<{ data: unknown[] }>(customer, '/imports/v2/import_histories')).data).toEqual([])

  await upload(customer, 'a.csv', COINBASE)
  await server.drainJobs()
  const back = await get<{ data: TransactionDetail }>(customer, `/transactions/${rows[0]?.id}`)
  expect(back.data).toMatchObject({ comment: 'mine', is_edited: true })
  expect(await checkInvariants(server.db)).toEqual([])
})

test('R4.28 R4.30 the tax control knows its states', async () => {
  const customer = await server.customer()
  const details = async () =>
    (await get<{ data: TaxDetails }>(customer, '/imports/v1/tax_calculations/details')).data
  expect(await details()).toMatchObject({ tax_calculated: null, taxable_or_incoming: 0 })
  const refused = await customer.post('/imports/v1/tax_calculations/start_tax_calculation', {})
  expect(refused.body).toMatchObject({ code: 'nothing_taxable' })

  const { source_id: source } = await upload(customer, 'a.csv', COINBASE)
  const status = async () =>
    (await get<{ data: ImportSource }>(customer, `/imports/v2/sources/${source}`)).data.import_status
  expect([await status(), await details()]).toMatchObject([
    'in-progress',
    { first_import: true, imports_in_progress: 1 },
  ])
  await server.drainJobs()
  expect(await status()).toBe('complete')
  expect(await details()).toMatchObject({
    first_import: false,
    tax_calculated: null,
    need_tax_calculation: true,
    total_transactions: 5,
  })
  await customer.expect(200, 'POST', '/imports/v1/tax_calculations/start_tax_calculation', {})
  expect(await details()).toMatchObject({ tax_calculated: false })
  const twice = await customer.post('/imports/v1/tax_calculations/start_tax_calculation', {})
  expect(twice.body).toMatchObject({ code: 'tax_calculation_running' })
  await customer.expect(200, 'POST', '/imports/v1/tax_calculations/start_tax_calculation', {
    recalculate: true,
  })
  await server.drainJobs()
  expect(await details()).toMatchObject({ tax_calculated: true, need_tax_calculation: false })

  const { rows } = await get<{ rows: TransactionRow[] }>(customer, '/transactions')
  await customer.request('PATCH', `/transactions/${rows[0]?.id}`, { edit: { comment: 'changed' } })
  expect(await details()).toMatchObject({ tax_calculated: true, need_tax_calculation: true })
  expect(await checkInvariants(server.db)).toEqual([])
})

test('forms of the year are made, fetched, and belong to their owner alone', async () => {
  const customer = await server.customer()
  await upload(customer, 'a.csv', COINBASE)
  await server.drainJobs()
  const early = await customer.post('/exports', { kind: 'form-8949-csv', tax_year: 2025 })
  expect(early.body).toMatchObject({ code: 'calculation_not_done' })
  await calculated(customer)
  for (const kind of [
    'form-8949-pdf',
    'form-8949-csv',
    'schedule-d-csv',
    'turbotax-csv',
    'audit-trail-csv',
    'transactions-csv',
  ]) {
    const made = (await customer.expect(200, 'POST', '/exports', { kind, tax_year: 2025 })) as {
      data: { id: string }
    }
    await server.drainJobs()
    const fetched = await customer.get(`/exports/${made.data.id}/download`)
    expect(fetched.status, kind).toBe(200)
    expect(String(fetched.headers['content-disposition'])).toContain('attachment')
    if (kind === 'form-8949-csv')
      expect(fetched.text).toContain('0.5 BTC,01/10/2023,03/02/2025,42400.00,8550.00,,0.00,33850.00')
    if (kind === 'audit-trail-csv')
      expect(fetched.text).toContain('Check,,,,,,,,,,,,,No coin is lost or made: holds (')
    const stranger = await server.customer()
    expect((await stranger.get(`/exports/${made.data.id}/download`)).status).toBe(404)
  }
})
