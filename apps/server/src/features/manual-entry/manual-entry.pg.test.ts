import type { CurrencyResult, ImportHistory, ImportSource, TransactionDetail } from '@lotbook/contract'
import { logoPath } from '@lotbook/sources'
import { expect, test } from 'vitest'
import { checkInvariants } from '../../platform/invariants.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()
type Journal = Awaited<ReturnType<typeof customerWith>>

const BUY = {
  type: 'buy',
  transaction_at: '2024-03-01T12:15:00Z',
  from_currency_coin: 'USD',
  from_currency_quantity: '20000',
  to_currency_coin: 'BTC',
  to_currency_quantity: '0.5',
  fee_amount: '10',
  fee_currency_code: 'USD',
  us_based: 'true',
  exchange_or_wallet: 'Kraken',
  comment: 'by phone',
}
interface Saved {
  readonly status: string
  readonly transaction_id: string
  readonly source_id: string
  readonly account_name: string
}
const save = (journal: Journal, entry: object) => journal.post('/manual_entry', entry) as Promise<Saved>
const detail = async ({ get }: Journal, id: string) =>
  (await get<{ data: TransactionDetail }>(`/transactions/${id}`)).data
const histories = async ({ get }: Journal) =>
  (await get<{ data: ImportHistory[] }>('/imports/v2/import_histories')).data

test('R1.5 R1.14 a transaction entered by hand is in the journal, and its account in the history as manual', async () => {
  const journal = await customerWith(server)
  const saved = await save(journal, BUY)
  expect(saved).toMatchObject({ status: 'success', account_name: 'Kraken' })
  expect(await detail(journal, saved.transaction_id)).toMatchObject({
    type: 'buy',
    sub_type: null,
    at: '2024-03-01T12:15:00.000Z',
    from: { symbol: 'USD', amount: '20000' },
    to: { symbol: 'BTC', amount: '0.5' },
    fee: { symbol: 'USD', amount: '10' },
    comment: 'by phone',
    us_based: true,
    records: [{ kind: 'manual-entry', file_name: null, line: null }],
  })
  const [account] = await histories(journal)
  expect(account).toMatchObject({
    account_name: 'Kraken',
    account_slug: 'kraken',
    type: 'manual',
    total_transactions: 1,
    import_status: 'complete',
    status_code: null,
    source_id: saved.source_id,
  })
  expect(await journal.get('/imports/v1/import_histories/import_history_exists')).toEqual({
    transaction_uploaded: true,
  })
  expect(await checkInvariants(server.db)).toEqual([])
})

test('R5.72 amounts go down to 0 and no further, of every type, and the calculation takes them', async () => {
  const journal = await customerWith(server)
  const zero = { from_currency_quantity: '0', to_currency_quantity: '0', fee_amount: '0' }
  const entries = [
    { type: 'buy' },
    { type: 'sell', from_currency_coin: 'BTC', to_currency_coin: 'USD' },
    { type: 'trade', from_currency_coin: 'BTC', to_currency_coin: 'ETH' },
    { type: 'staking_reward', from_currency_coin: 'USD', to_currency_coin: 'ETH' },
    { type: 'sent', from_currency_coin: 'ETH', to_currency_coin: 'USD' },
    { type: 'ico', from_currency_coin: 'ETH', to_currency_coin: 'BTC' },
    { type: 'nft', transaction_type: 'send', from_currency_coin: 'ETH', to_currency_coin: 'USD' },
    { type: 'swap', from_currency_coin: 'ETH', to_currency_coin: 'BTC' },
  ]
  for (const entry of entries)
    expect(await save(journal, { ...BUY, ...entry, ...zero }), entry.type).toMatchObject({
      status: 'success',
    })
  const refused = await journal.customer.post('/manual_entry', { ...BUY, to_currency_quantity: '-0.1' })
  expect(refused).toMatchObject({
    status: 422,
    body: { fields: { to_currency_quantity: expect.stringContaining('-0.1 is negative') } },
  })
  await journal.post('/imports/v1/tax_calculations/start_tax_calculation', { recalculate: true })
  await server.drainJobs()
  expect(await journal.get('/imports/v1/tax_calculations/details')).toMatchObject({
    data: { tax_calculated: true, total_transactions: 8 },
  })
  expect(await checkInvariants(server.db)).toEqual([])
})

test('the same again is another transaction; they share one source, whose counts add up', async () => {
  const journal = await customerWith(server)
  const first = await save(journal, BUY)
  const second = await save(journal, { ...BUY, transaction_at: '2024-05-01T00:00:00Z' })
  const third = await save(journal, { ...BUY, exchange_or_wallet: 'kraken ' })
  expect(new Set([first, second, third].map(({ transaction_id }) => transaction_id)).size).toBe(3)
  expect(new Set([first, second, third].map(({ source_id }) => source_id)).size).toBe(1)
  const source = await journal.source(first.source_id)
  expect(source).toMatchObject({
    file_type: 'manual',
    total: 3,
    parsed: 3,
    already_here: 0,
    error_count: 0,
    first_at: '2024-03-01T12:15:00.000Z',
    last_at: '2024-05-01T00:00:00.000Z',
  } satisfies Partial<ImportSource>)
  const retry = await journal.customer.request('POST', `/imports/v2/sources/${first.source_id}/retry`, {})
  expect([retry.status, retry.body]).toMatchObject([409, { message: 'There is no file to read again.' }])
})

test('an account goes by the name that the customer gave it', async () => {
  const journal = await customerWith(server)
  await save(journal, BUY)
  const [account] = await histories(journal)
  await journal.post('/imports/v2/update_name', { id: account?.id, name: 'Trading desk' })
  expect(await save(journal, { ...BUY, exchange_or_wallet: 'trading DESK' })).toMatchObject({
    account_name: 'Trading desk',
  })
  expect(await save(journal, BUY)).toMatchObject({ account_name: 'Trading desk' })
  expect(await histories(journal)).toMatchObject([{ total_transactions: 3 }])
})

test('without an exchange or a wallet it goes to the account of manual entries', async () => {
  const journal = await customerWith(server)
  expect(await save(journal, { ...BUY, exchange_or_wallet: '' })).toMatchObject({
    account_name: 'Manual entries',
  })
})

test('one intent sent twice is one transaction', async () => {
  const journal = await customerWith(server)
  const key = { 'idempotency-key': 'entry-1' }
  const answers = [
    await journal.customer.post('/manual_entry', BUY, key),
    await journal.customer.post('/manual_entry', BUY, key),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(answers[1]?.body).toEqual(answers[0]?.body)
  expect(await journal.rows()).toHaveLength(1)
})

test('an entry can be corrected, the correction undone, and its source and account taken out', async () => {
  const journal = await customerWith(server)
  const saved = await save(journal, BUY)
  const change = await journal.patch(saved.transaction_id, { to_amount: '0.6' })
  expect((await detail(journal, saved.transaction_id)).to).toMatchObject({ amount: '0.6' })
  // A further entry does not lay the first one anew.
  await save(journal, { ...BUY, to_currency_quantity: '7' })
  expect((await detail(journal, saved.transaction_id)).to).toMatchObject({ amount: '0.6' })
  await journal.post(`/changes/${change}/undo`)
  expect((await detail(journal, saved.transaction_id)).to).toMatchObject({ amount: '0.5' })

  await journal.post('/transactions/bulk', { ids: [saved.transaction_id], deed: { set: 'removed' } })
  await server.drainJobs()
  expect(await journal.rows()).toHaveLength(1)
  await journal.remove(saved.source_id)
  expect(await journal.rows()).toEqual([])
  const again = await save(journal, BUY)
  expect(again.source_id).not.toBe(saved.source_id)
  expect(await journal.rows()).toHaveLength(1)
  expect(await checkInvariants(server.db)).toEqual([])
})

test('it is matched with what a file brings, and does not make the account of a file manual', async () => {
  const journal = await customerWith(server)
  await journal.import(
    'template.csv',
    `Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid
2024-04-01T10:00:00Z,send,,,0.25,BTC,,,Kraken,yes,
`,
  )
  const received = {
    type: 'received',
    transaction_at: '2024-04-01T10:15:00Z',
    from_currency_coin: 'USD',
    to_currency_coin: 'BTC',
    to_currency_quantity: '0.25',
    exchange_or_wallet: 'My cold wallet',
  }
  const saved = await save(journal, received)
  expect(saved.account_name).toBe('My cold wallet')
  expect((await detail(journal, saved.transaction_id)).match?.state).toBe('made')
  await save(journal, BUY)
  expect(
    (await histories(journal)).map(({ custom_name, account_name, type }) => [
      custom_name ?? account_name,
      type,
    ]),
  ).toEqual([
    ['My cold wallet', 'manual'],
    ['Kraken', 'CSV'],
  ])
})

test.each([
  [
    { type: 'airdrop', from_currency_quantity: '12.5' },
    { type: 'incoming', sub_type: 'airdrop' },
  ],
  [
    { type: 'incoming', from_currency_quantity: '' },
    { type: 'incoming', sub_type: 'received' },
  ],
  [
    { type: 'swap', from_currency_coin: 'LEND' },
    { type: 'swap', sub_type: null },
  ],
  [
    { type: 'nft', transaction_type: 'receive', to_currency_coin: 'APE7' },
    { type: 'buy', sub_type: null },
  ],
])('R3.38 R3.40 the type on the wire: %j', async (of, expected) => {
  const journal = await customerWith(server)
  const { transaction_id } = await save(journal, { ...BUY, fee_amount: '', ...of })
  expect(await detail(journal, transaction_id)).toMatchObject(expected)
})

test('what was received is worth what the form says', async () => {
  const journal = await customerWith(server)
  const { transaction_id } = await save(journal, {
    ...BUY,
    type: 'staking_reward',
    from_currency_quantity: '150.25',
    fee_amount: '',
  })
  expect(await detail(journal, transaction_id)).toMatchObject({
    from: null,
    value: {
      amount: '150.25',
      currency: 'USD',
      origin: 'record',
      source: 'The value that was entered with it.',
    },
  })
})

test('R8.5 what is missing or wrong is refused in the words of the specification, by field', async () => {
  const journal = await customerWith(server)
  const refused = async (entry: object) => {
    const { status, body } = await journal.customer.request('POST', '/manual_entry', entry)
    return { status, body }
  }
  expect(await refused({ type: 'trade' })).toMatchObject({
    status: 422,
    body: {
      message: 'Date is required',
      fields: {
        transaction_at: 'Date is required',
        from_currency_coin: 'From currency is required',
        to_currency_coin: 'To currency is required',
        from_currency_quantity: 'From amount is required',
        to_currency_quantity: 'To amount is required',
      },
    },
  })
  expect(await refused({ ...BUY, transaction_at: '2999-01-01T00:00:00Z' })).toMatchObject({
    body: { fields: { transaction_at: 'Date: the date is in the future; a day up to today is expected.' } },
  })
  expect(await refused({ ...BUY, from_currency_coin: 'EUR' })).toMatchObject({
    body: { fields: { from_currency_coin: 'From currency: USD is expected.' } },
  })
  expect(await refused({ ...BUY, to_currency_coin: 'nochain:zz' })).toMatchObject({
    body: { fields: { to_currency_coin: expect.stringContaining('names no asset') as string } },
  })
  expect(await refused({ ...BUY, to_currency_quantity: '9'.repeat(90) })).toMatchObject({
    body: { fields: { to_currency_quantity: expect.stringContaining('too many digits') as string } },
  })
  expect(await journal.rows()).toEqual([])
  expect(await histories(journal)).toEqual([])
})

test('E18 nothing is entered before the lock', async () => {
  const journal = await customerWith(server)
  await save(journal, BUY)
  await journal.post('/tax_years/lock', { before: '2025-01-01' })
  const answer = await journal.customer.request('POST', '/manual_entry', BUY)
  expect([answer.status, answer.body]).toMatchObject([409, { code: 'transactions_locked' }])
  expect(await journal.rows()).toHaveLength(1)
})

test('E8 an opening lot keeps its day and cost: what is sold of it is long-term', async () => {
  const journal = await customerWith(server)
  const lot = {
    ...BUY,
    type: 'received',
    opening_lot: 'true',
    transaction_at: '2020-01-05T00:00:00Z',
    from_currency_quantity: '4000',
    fee_amount: '',
    comment: '',
  }
  const missing = await journal.customer.request('POST', '/manual_entry', {
    ...lot,
    from_currency_quantity: '',
  })
  expect(missing.body).toMatchObject({ fields: { from_currency_quantity: 'Cost basis is required' } })
  const { transaction_id } = await save(journal, lot)
  expect(await detail(journal, transaction_id)).toMatchObject({
    type: 'buy',
    comment: 'Opening lot',
    from: { symbol: 'USD', amount: '4000' },
  })
  await save(journal, {
    type: 'sell',
    transaction_at: '2024-06-01T00:00:00Z',
    from_currency_coin: 'BTC',
    from_currency_quantity: '0.5',
    to_currency_quantity: '30000',
    exchange_or_wallet: 'Kraken',
  })
  await journal.post('/imports/v1/tax_calculations/start_tax_calculation')
  await server.drainJobs()
  const { rows } = await journal.get<{ rows: object[] }>('/one_year/disposals?year=2024')
  expect(rows).toMatchObject([
    { acquired: '2020-01-05', proceeds: '30000', basis: '4000', gain: '26000', term: 'long' },
  ])
})

const search = async ({ get }: Journal, q: string) =>
  (await get<{ data: CurrencyResult[] }>(`/imports/v1/currencies/search?q=${encodeURIComponent(q)}`)).data

test('R3.31 R5.87 R7.61 the search finds active currencies, with the newest price that is known', async () => {
  const journal = await customerWith(server)
  const [before] = await search(journal, 'btc')
  expect(before).toEqual({
    currency_id: 'BTC',
    code: 'BTC',
    name: 'Bitcoin',
    rank: 1,
    price: null,
    icon_url: logoPath('coins', 'BTC'),
  })
  await save(journal, { ...BUY, fee_amount: '' })
  expect((await search(journal, 'BTC'))[0]).toMatchObject({ currency_id: 'BTC', price: '40000' })
  expect(await search(journal, 'atom')).toEqual([])
  expect((await search(journal, 'a')).length).toBeLessThanOrEqual(20)
})

test('what only another customer has is not found', async () => {
  const [one, other] = [await customerWith(server), await customerWith(server)]
  await save(one, { ...BUY, to_currency_coin: 'QZVX' })
  expect((await search(one, 'qzvx')).map(({ code }) => code)).toEqual(['QZVX'])
  expect(await search(other, 'qzvx')).toEqual([])
})
