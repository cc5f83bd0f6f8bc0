import {
  type CalculationState,
  contract,
  type OwnFormat,
  type SaleLots,
  type TransactionDetail,
} from '@lotbook/contract'
import type { AnyRouter } from '@orpc/server'
import { expect, test } from 'vitest'
import { declaredRoutes } from '../platform/api.ts'
import { self, withSubject } from '../platform/database.ts'
import { newId } from '../platform/ids.ts'
import { sql } from '../platform/sql.ts'
import { customerWith } from '../testing/customer-journal.ts'
import { testServer } from '../testing/test-server.ts'

const server = await testServer()

const SENT = `txid,refid,time,type,subtype,aclass,asset,wallet,amount,fee,balance
L1,T1,2024-01-02 00:00:00,trade,tradespot,currency,ZUSD,spot / main,-500.0000,1.3000,
L2,T1,2024-01-02 00:00:00,trade,tradespot,currency,XXBT,spot / main,0.0300000000,0.0000000000,
L3,R3,2024-01-03 00:00:00,withdrawal,,currency,XXBT,spot / main,-0.01,0,
L4,T4,2024-01-04 00:00:00,trade,tradespot,currency,XXBT,spot / main,-0.0100000000,0.0000000000,
L5,T4,2024-01-04 00:00:00,trade,tradespot,currency,ZUSD,spot / main,300.0000,1.3000,
`
const RECEIVED = `Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid,Value Amount,Value Currency,Comment,Account,Asset IN Id,Asset Out Id,Group Id
2024-01-03T00:30:00Z,receive,0.01,BTC,,,,,,yes,,,,,vault,,,
2024-01-05T00:00:00Z,airdrop,5,XYZ,,,,,,yes,,,,,vault,,,
`

/** Accounts to delete in more ways than one. */
const SPARE = `Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid
2024-01-06T00:00:00Z,buy,1,ETH,2000,USD,,,Gemini,yes,g1
2024-01-07T00:00:00Z,buy,1,ETH,2000,USD,,,Bitstamp,yes,g2
`

const ASKING = `User ID,Time,Account,Operation,Coin,Change,Remark
1,2024-01-02 10:00:00,Spot,Deposit,ADA,5,
`

const ODD = `Day;Units;Ticker
2024-01-02 10:00:00;5;ADA
`

/** A line of a Form 1099-DA without what does not matter here. */
const BOXES = {
  year: 2025,
  form: '',
  status: 'original',
  recipient: 'taxpayer',
  code: null,
  name: 'BTC',
  units: '1',
  acquired: null,
  sold: '2025-02-03',
  proceeds: '1',
  basis: null,
  market_discount: null,
  wash_sale_loss: null,
  is_basis_reported: false,
  proceeds_are: 'gross',
  is_qof: false,
  withheld: null,
  is_loss_not_allowed: false,
  term: null,
  is_cash_only: false,
  is_customer_provided: false,
  is_noncovered: true,
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

/** A customer with one of everything that has an id, and the calls that name each. */
async function owner() {
  const journal = await customerWith(server)
  const token = (await journal.post('/access_tokens', { name: 'Mine', scopes: ['read'], days: 30 })) as {
    id: string
  }
  const hook = (await journal.post('/webhooks', {
    url: 'https://hooks.example.com/',
    events: ['import.finished'],
  })) as { id: string }
  await journal.post(`/webhooks/${hook.id}/test`)
  const { rows: sent } = await journal.get<{ rows: { id: string }[] }>(`/webhooks/${hook.id}/deliveries`)
  const { source_id: source, upload_id: upload } = await journal.send('ledgers.csv', SENT)
  await journal.import('vault.csv', RECEIVED)
  await journal.import('spare.csv', SPARE)
  const asking = await journal.import('binance.csv', ASKING)
  const rows = await journal.rows()
  const transfer = rows.find((row) => row.type === 'transfer')?.id ?? ''
  const transaction = rows.find((row) => row.type === 'buy')?.id ?? ''
  const change = await journal.patch(transaction, { comment: 'mine' })
  const { data: detail } = await journal.get<{ data: TransactionDetail }>(`/transactions/${transfer}`)
  await journal.post('/imports/v1/tax_calculations/start_tax_calculation')
  await server.drainJobs()
  server.clock.advance(1_000)
  await journal.post('/imports/v1/tax_calculations/start_tax_calculation', { recalculate: true })
  await server.drainJobs()
  const { data: done } = await journal.get<{ data: { id: string }[] }>('/tax_calculations')
  const { data: comparison } = (await journal.post('/comparisons', {
    before: done[1]?.id,
    after: done[0]?.id,
  })) as { data: { id: string } }
  const { id: trace } = await journal.get<{ id: string }>('/traces/next_wizard')
  await journal.post('/exports', { kind: 'transactions-csv' })
  await server.drainJobs()
  const { data: exports } = await journal.get<{ data: { id: string }[] }>('/exports')
  // The newest is told by its time.
  server.clock.advance(1_000)
  await journal.post('/imports/v1/tax_calculations/start_tax_calculation', { recalculate: true })
  const { data: calculations } = await journal.get<{ data: CalculationState[] }>('/tax_calculations')
  const queued = calculations.find((calculation) => calculation.state === 'queued')
  const { rows: items } = await journal.get<{ rows: { id: string }[] }>('/review')
  const priced = await journal.customer.upload('/price_files', {
    file: new File(['Asset,Date,Price\nBTC,2024-01-04,30000\n'], 'prices.csv'),
  })
  const { file: priceFile } = priced.body as { file: { id: string } }
  const draft = { condition: { asset: 'XYZ' }, result: { set: 'ignored' } }
  const { id: rule, run_id: run } = (await journal.post('/rules', draft)) as { id: string; run_id: string }
  const account = rows.find((row) => row.id === transaction)?.account_id ?? ''
  const form = await journal.customer.upload('/broker_forms/files', {
    file: new File(['digitalAssetName,units,dateOfSale,proceeds\nBTC,1,2025-02-03,1\n'], 'forms.csv'),
    account_id: account,
  })
  const formChange = (form.body as { data: { years: { change_id: string }[] } }).data.years[0]?.change_id
  const { data: formLines, rows: formRows } = await journal.get<{
    data: { files: { id: string }[] }
    rows: { lines: { id: string }[] }[]
  }>('/broker_forms/lines?year=2025')
  const [formFile, formLine] = [formLines.files[0]?.id, formRows[0]?.lines[0]?.id]
  await server.db.identity.query('update identity.users set email_verified_at = now() where id = $1', [
    journal.userId,
  ])
  const invite = async (who: string) =>
    ((await journal.post('/customer_cpa', { email: who, scope: 'view' })) as { id: string }).id
  const [invitation, again] = [await invite('cpa@example.com'), await invite('other-cpa@example.com')]
  const grant = newId()
  await withSubject(server.db, self(journal.userId), (tx) =>
    tx.run(sql`insert into grants (user_id, id, professional_id, scope, granted_at)
      values (${journal.userId}, ${grant}, ${newId()}, 'view', now())`),
  )
  const bought = (await journal.post('/billings/purchases', { tax_year: 2024, plan_id: 'plus' })) as {
    id: string
  }
  const sale = rows.find((row) => row.type === 'sell')?.id ?? ''
  const [gemini, bitstamp] = ['Gemini', 'Bitstamp'].map(
    (name) => rows.find((row) => row.account_name === name)?.account_id ?? '',
  )
  const { data: order } = (await journal.post('/standing_orders', {
    from_day: '2024-01-01',
    method: 'hifo',
  })) as {
    data: { id: string }
  }
  const lot = { lot_transaction_id: transaction, quantity: '0.01' }
  const { data: named } = (await journal.post(`/transactions/${sale}/lots`, { lots: [lot] })) as {
    data: SaleLots
  }
  const settings = await journal.get<object>('/setting/tax')
  const universal = { ...settings, pool_before_2025: 'universal' }
  await journal.post('/setting/tax', universal)
  const allocation = { kind: 'global', order: 'hifo', accounts: [account] }
  const { data: recorded } = (await journal.post('/safe_harbor/records', allocation)) as {
    data: { id: string }
  }
  const { upload_id: unknownFile } = await journal.send('odd.csv', ODD)
  const { upload_id: sameFile } = await journal.send('odd 2.csv', ODD)
  const { upload_id: droppedFile } = await journal.send('odd 3.csv', ODD)
  const { format } = await journal.get<{ format: OwnFormat }>(`/csv_uploads/${unknownFile}/columns`)
  const { id: ownFormat } = (await journal.post('/own_formats', {
    format: { ...format, header: ['Of', 'Another'], columns: { date: 0, amount: 1 } },
  })) as { id: string }
  const { id: question } = (await journal.post('/questions', { transaction_id: sale, text: 'Mine?' })) as {
    id: string
  }
  const calls: Readonly<Record<string, readonly [path: string, body?: object]>> = {
    'GET /csv_uploads/{id}/columns': [`/csv_uploads/${unknownFile}/columns`],
    'POST /csv_uploads/{id}/columns/preview': [`/csv_uploads/${unknownFile}/columns/preview`, { format }],
    'POST /csv_uploads/{id}/columns': [`/csv_uploads/${unknownFile}/columns`, { format }],
    'POST /csv_uploads/{id}/read': [`/csv_uploads/${sameFile}/read`],
    'DELETE /csv_uploads/{id}': [`/csv_uploads/${droppedFile}`],
    'GET /own_formats/{id}': [`/own_formats/${ownFormat}`],
    'POST /own_formats/{id}/rename': [`/own_formats/${ownFormat}/rename`, { title: 'Mine' }],
    'POST /webhooks/deliveries/{id}/replay': [`/webhooks/deliveries/${sent[0]?.id}/replay`],
    'GET /webhooks/{id}/deliveries': [`/webhooks/${hook.id}/deliveries`],
    'POST /webhooks/{id}/test': [`/webhooks/${hook.id}/test`],
    'POST /webhooks/{id}/on': [`/webhooks/${hook.id}/on`],
    'DELETE /webhooks/{id}': [`/webhooks/${hook.id}`],
    'DELETE /access_tokens/{id}': [`/access_tokens/${token.id}`],
    'DELETE /own_formats/{id}': [`/own_formats/${ownFormat}`],
    'GET /questions': [`/questions?client_id=${journal.userId}`],
    'POST /questions': ['/questions', { transaction_id: sale, text: 'Theirs?' }],
    'POST /questions/{id}/messages': [`/questions/${question}/messages`, { text: 'Theirs.' }],
    'POST /questions/{id}/close': [`/questions/${question}/close`],
    'GET /traces/{id}': [`/traces/${trace}`],
    'GET /traces/check_tax_calculation': [`/traces/check_tax_calculation?id=${trace}`],
    'POST /traces/update_trace_to_upload_csv_wizard': [
      '/traces/update_trace_to_upload_csv_wizard',
      { trace_id: trace },
    ],
    'POST /traces/leave_open': ['/traces/leave_open', { items: [items[0]?.id] }],
    'GET /csv_uploads/{id}/preview': [`/csv_uploads/${upload}/preview`],
    'GET /imports/v2/import_histories/{id}/exchange_sources': [
      `/imports/v2/import_histories/${account}/exchange_sources`,
    ],
    'GET /imports/v2/sources/{id}': [`/imports/v2/sources/${source}`],
    'GET /imports/v2/sources/{id}/receipt': [`/imports/v2/sources/${source}/receipt`],
    'GET /imports/v2/sources/{id}/findings': [`/imports/v2/sources/${source}/findings`],
    'GET /imports/v2/sources/{id}/error_log': [`/imports/v2/sources/${source}/error_log`],
    'GET /imports/v2/sources/{id}/question': [`/imports/v2/sources/${asking}/question`],
    'POST /imports/v2/sources/{id}/answer': [`/imports/v2/sources/${asking}/answer`, { time_zone: 'UTC' }],
    'POST /imports/v2/update_name': ['/imports/v2/update_name', { id: account, name: 'Taken' }],
    'POST /imports/v2/update_us_based': ['/imports/v2/update_us_based', { id: account, us_based: false }],
    'GET /transactions/{id}': [`/transactions/${transaction}`],
    'PATCH /transactions/{id}': [`/transactions/${transaction}`, { edit: { comment: 'theirs' } }],
    'POST /changes/{id}/undo': [`/changes/${change}/undo`],
    'POST /matches/{id}/decide': [`/matches/${detail.match?.id}/decide`, { decision: 'refuse' }],
    'GET /transactions/{id}/match_candidates': [`/transactions/${transfer}/match_candidates`],
    'POST /rules': ['/rules', { ...draft, id: rule }],
    'POST /rules/{id}/switch': [`/rules/${rule}/switch`, { is_active: false }],
    'POST /rules/{id}/remove': [`/rules/${rule}/remove`, { take_back: false }],
    'GET /journal_runs/{id}': [`/journal_runs/${run}`],
    'GET /review/{id}': [`/review/${items[0]?.id}`],
    'POST /standing_orders': [
      '/standing_orders',
      { account_id: account, from_day: '2024-01-01', method: 'lifo' },
    ],
    'POST /standing_orders/{id}/end': [`/standing_orders/${order.id}/end`],
    'POST /broker_confirmations': [
      '/broker_confirmations',
      {
        record: 'standing_order',
        id: order.id,
        confirmation: { confirmed_on: '2024-01-02', reference: 'x' },
      },
    ],
    'GET /transactions/{id}/lots': [`/transactions/${sale}/lots`],
    'POST /transactions/{id}/lots': [`/transactions/${sale}/lots`, { lots: [] }],
    'GET /lot_identifications/{id}/record.pdf': [
      `/lot_identifications/${named.identifications[0]?.id}/record.pdf`,
    ],
    'GET /safe_harbor/units': [`/safe_harbor/units?asset=BTC&accounts=${account}`],
    'POST /safe_harbor/comparisons': ['/safe_harbor/comparisons', { own: allocation }],
    'POST /safe_harbor/records': ['/safe_harbor/records', allocation],
    'GET /safe_harbor/records/{id}/record.pdf': [`/safe_harbor/records/${recorded.id}/record.pdf`],
    'GET /safe_harbor/records/{id}/record.csv': [`/safe_harbor/records/${recorded.id}/record.csv`],
    'POST /broker_forms': ['/broker_forms', { year: 2025, account_id: account, reported: 'proceeds' }],
    'GET /broker_forms/files/{id}/problems': [`/broker_forms/files/${formFile}/problems`],
    'POST /broker_forms/lines': ['/broker_forms/lines', { ...BOXES, account_id: account }],
    'POST /broker_forms/lines/tie': [
      '/broker_forms/lines/tie',
      { year: 2025, line_id: formLine, transaction_ids: null, note: null },
    ],
    'POST /broker_forms/sales/loss': [
      '/broker_forms/sales/loss',
      { year: 2025, transaction_id: sale, is_deductible: false },
    ],
    'POST /broker_forms/lines/remove': ['/broker_forms/lines/remove', { year: 2025, file_id: formFile }],
    'POST /broker_forms/changes/undo': ['/broker_forms/changes/undo', { change_id: formChange }],
    'POST /tax_returns/income_lines': [
      '/tax_returns/income_lines',
      {
        year: 2025,
        lines: [{ account_id: account, category: 'mined', is_cash: false, line: 'business' }],
      },
    ],
    'GET /explain': [`/explain?handle=transaction:${transaction}`],
    'GET /tax_calculations/{id}/manifest': [`/tax_calculations/${done[0]?.id}/manifest`],
    'GET /tax_calculations/{id}/manifest.json': [`/tax_calculations/${done[0]?.id}/manifest.json`],
    'GET /tax_calculations/{id}/input.json': [`/tax_calculations/${done[0]?.id}/input.json`],
    'GET /tax_calculations/{id}/result.json': [`/tax_calculations/${done[0]?.id}/result.json`],
    'GET /comparisons/{id}': [`/comparisons/${comparison.id}`],
    'GET /comparisons/{id}/rows': [`/comparisons/${comparison.id}/rows`],
    'GET /exports/{id}/download': [`/exports/${exports[0]?.id}/download`],
    'POST /exports': ['/exports', { kind: 'transactions-csv', account_id: account }],
    'DELETE /exports/{id}': [`/exports/${exports[0]?.id}`],
    'POST /tax_calculations/{id}/cancel': [`/tax_calculations/${queued?.id}/cancel`],
    'GET /billings/purchases/{id}': [`/billings/purchases/${bought.id}`],
    'PATCH /customer_cpa/{id}': [`/customer_cpa/${grant}`, { scope: 'work' }],
    'DELETE /customer_cpa/{id}': [`/customer_cpa/${grant}`],
    'POST /invitations/{id}/resend': [`/invitations/${again}/resend`],
    'DELETE /invitations/{id}': [`/invitations/${invitation}`],
    'GET /review/{id}/origins': [`/review/${items[0]?.id}/origins`],
    'GET /review/{id}/claims': [`/review/${items[0]?.id}/claims`],
    'POST /review/{id}/effects': [`/review/${items[0]?.id}/effects`, { answers: [{ option: 'worthless' }] }],
    'POST /review/{id}/decide': [`/review/${items[0]?.id}/decide`, { answer: { option: 'worthless' } }],
    'GET /price_files/{id}/problems': [`/price_files/${priceFile.id}/problems`],
    'DELETE /price_files/{id}': [`/price_files/${priceFile.id}`],
    'POST /price_files/{id}/restore': [`/price_files/${priceFile.id}/restore`, {}],
    'POST /imports/v1/import_histories/update_name': [
      '/imports/v1/import_histories/update_name',
      { id: account, name: 'Taken' },
    ],
    'POST /imports/v1/import_histories/update_us_based': [
      '/imports/v1/import_histories/update_us_based',
      { id: account, us_based: false },
    ],
    'POST /imports/v2/actions/resync_account': ['/imports/v2/actions/resync_account', { id: account }],
    'POST /trigger_resynchronize_source': ['/trigger_resynchronize_source', { source_id: source }],
    'GET /transaction/download_api_transactions/{id}': [`/transaction/download_api_transactions/${account}`],
    'GET /compliance/v1/exchanges/by_source': [`/compliance/v1/exchanges/by_source?uuid=${source}`],
    'GET /wallets/v1/assets/balances/{id}': [`/wallets/v1/assets/balances/${account}`],
    'GET /wallets/v1/assets/balances/{id}/parting': [
      `/wallets/v1/assets/balances/${account}/parting?asset=BTC`,
    ],
    'GET /wallets/v1/claims/{id}': [`/wallets/v1/claims/${account}`],
    'POST /wallets/v1/claims/{id}/close': [
      `/wallets/v1/claims/${account}/close`,
      { closed_on: '2024-02-01' },
    ],
    'GET /wallets/v1/imports': [`/wallets/v1/imports?id=${account}`],
    'GET /wallets/v1/imports/{id}/import_sources': [`/wallets/v1/imports/${account}/import_sources`],
    'POST /wallets/v1/imports/update_us_based': [
      '/wallets/v1/imports/update_us_based',
      { id: account, us_based: true },
    ],
    'POST /wallets/v1/imports/update_name': [
      '/wallets/v1/imports/update_name',
      { id: account, name: 'Taken' },
    ],
    'DELETE /imports/v1/import_histories/{id}': [`/imports/v1/import_histories/${gemini}`],
    'DELETE /wallets/v1/imports/{id}': [`/wallets/v1/imports/${bitstamp}`],
    'POST /imports/v2/sources/{id}/retry': [`/imports/v2/sources/${source}/retry`],
    'POST /imports/v2/sources/{id}/cancel': [`/imports/v2/sources/${source}/cancel`],
    'DELETE /transaction/delete_transaction_csv/{id}': [`/transaction/delete_transaction_csv/${asking}`],
    'DELETE /imports/v2/sources/{id}': [`/imports/v2/sources/${source}`],
    'DELETE /imports/v2/import_histories/{id}': [`/imports/v2/import_histories/${account}`],
  }
  for (const [route, call] of Object.entries(calls))
    expect(unknown(JSON.stringify(call)), route).not.toBe(JSON.stringify(call))
  return { journal, calls }
}

/** The same with ids that nobody has. */
const unknown = (text: string) => text.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, () => newId())

/** The same with ids that are none. */
const noId = (text: string) => text.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'no-id')

test('SB2 SB7 every call that names something finds nothing of another customer, and changes nothing', async () => {
  const other = await customerWith(server)
  // Has a result of their own, so that only whose it is stands in the way.
  await other.import('ledgers.csv', SENT)
  await other.post('/imports/v1/tax_calculations/start_tax_calculation')
  await server.drainJobs()
  const { journal, calls } = await owner()
  const named = declaredRoutes(contract as unknown as AnyRouter)
    // Sessions are found only among the person's own; the catalogue is everybody's; what professionals ask for and write is tried with two of them.
    .filter(
      ({ path }) =>
        path.includes('{id}') &&
        !/^\/(identity|(imports|compliance)\/v1\/exchanges|labs|workpapers|tax_pro|customer_cpa_page|users|billings\/test_checkout)\//.test(
          path,
        ),
    )
    .map(({ method, path }) => `${method} ${path}`)
  expect(named.filter((route) => !(route in calls))).toEqual([])
  const before = await journal.rows()

  for (const [route, [path, body]] of Object.entries(calls)) {
    server.clock.advance(1_000)
    const method = route.split(' ')[0] as 'GET'
    const answer = await other.customer.request(method, path, body)
    const ofNobody = await other.customer.request(
      method,
      unknown(path),
      body && JSON.parse(unknown(JSON.stringify(body))),
    )
    expect([answer.status, answer.body], route).toEqual([ofNobody.status, ofNobody.body])
    server.clock.advance(1_000)
    const ofNoId = await other.customer.request(
      method,
      noId(path),
      body && JSON.parse(noId(JSON.stringify(body))),
    )
    expect([404, 422], `${route}: ${ofNoId.text}`).toContain(ofNoId.status)
    // An account without files is an empty list of them.
    if (!route.endsWith('/exchange_sources')) expect(answer.body, route).toMatchObject({ code: 'not_found' })
  }
  expect(await journal.rows()).toEqual(before)

  // The owner finds each of them: the ids are right.
  for (const [route, [path, body]] of Object.entries(calls)) {
    server.clock.advance(1_000)
    const answer = await journal.customer.request(route.split(' ')[0] as 'GET', path, body)
    expect([200, 409], `${route}: ${answer.text}`).toContain(answer.status)
  }
}, 180_000)
