import type {
  AssetBalance,
  BalanceParting,
  HoldingsAnswer,
  ImportSource,
  WalletAccount,
  WalletBalances,
  WalletDetail,
} from '@lotbook/contract'
import { expect, test } from 'vitest'
import { self, withSubject } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { checkInvariants } from '../../platform/invariants.ts'
import { sql } from '../../platform/sql.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { templateFile } from '../../testing/template-file.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()

const HEADER =
  'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid'

const HISTORY = `${HEADER}
2022-12-31T23:59:59Z,buy,2,BTC,40000,USD,,,Kraken,Yes,b1
2023-01-01T00:00:00Z,buy,10,ETH,12000,USD,,,Kraken,Yes,b2
2023-03-02T00:00:00Z,sell,15000,USD,0.5,BTC,,,Kraken,Yes,s1
2023-03-03T00:00:00Z,airdrop,5,XYZ,,,,,Kraken,Yes,a1
2023-05-02T00:00:00Z,sent,,,1,SOL,,,MetaMask,Yes,o1
2023-05-03T00:00:00Z,buy,1,BTC,30000,USD,,,My notes,Yes,b3
`

async function withHistory() {
  const journal = await customerWith(server)
  const source = await journal.import('history.csv', HISTORY)
  const accounts = async () =>
    await journal.get<{ wallet_exists: boolean; data: WalletAccount[]; meta: object }>(
      '/wallets/v1/assets/accounts',
    )
  const idOf = async (label: string) =>
    (await accounts()).data.find((row) => row.label === label)?.value ?? ''
  return { ...journal, source, accounts, idOf }
}

test('R7.81 the accounts of the side list, each with its strip of transactions', async () => {
  const empty = await customerWith(server)
  expect(await empty.get('/wallets/v1/assets/accounts')).toMatchObject({ wallet_exists: false, data: [] })

  const journal = await withHistory()
  const { wallet_exists, data, meta } = await journal.accounts()
  expect(wallet_exists).toBe(true)
  expect(meta).toEqual({ current_page: 1, per_page: 100, total_count: 3, total_pages: 1 })
  expect(data.map(({ label, group, is_empty }) => [label, group, is_empty])).toEqual([
    ['Kraken', 'exchanges', false],
    ['MetaMask', 'wallets', false],
    ['My notes', 'files', false],
  ])
  const [kraken] = data
  expect(kraken).toMatchObject({
    account_name: 'Kraken',
    value: kraken?.id,
    slug: 'kraken',
    type: 'CSV',
    import_status: 'complete',
    status_code: null,
    file_name: 'history.csv',
    source_count: 1,
    quarters: [
      { from: '2022-10-01', transactions: 1 },
      { from: '2023-01-01', transactions: 3 },
    ],
  })
  expect(kraken?.last_synced_at).toMatch(/^\d{4}-/)
  expect(await journal.get('/wallets/v1/assets/accounts?size=2&page=2')).toMatchObject({
    data: [{ label: 'My notes' }],
    meta: { total_count: 3, total_pages: 2 },
  })

  // What moves to another quarter, or leaves, is counted there, and no longer here.
  const rows = await journal.rows()
  const first = rows[0]?.id ?? ''
  const change = await journal.patch(first, { at: '2023-01-01T00:00:00Z' })
  expect((await journal.accounts()).data[0]?.quarters).toEqual([{ from: '2023-01-01', transactions: 4 }])
  await journal.post(`/changes/${change}/undo`)
  expect((await journal.accounts()).data[0]?.quarters).toEqual(kraken?.quarters)
  await journal.remove(journal.source)
  expect((await journal.accounts()).data).toEqual([])
  expect(await checkInvariants(server.db)).toEqual([])
})

test('R7.85 one account, by the way its history came, and with the years it is of', async () => {
  const journal = await withHistory()
  const id = await journal.idOf('Kraken')
  const { data } = await journal.get<{ data: WalletDetail }>(`/wallets/v1/imports?id=${id}&type=CSV`)
  expect(data).toMatchObject({
    id,
    address: null,
    total_transactions: 4,
    allow_resync_new: false,
    in_progress: false,
    resync_disabled: true,
    resync_id: null,
    resync_method: null,
    years: [
      { year: 2022, transactions: 1, is_filed: false },
      { year: 2023, transactions: 3, is_filed: false },
    ],
  })
  await journal.customer.expect(404, 'GET', `/wallets/v1/imports?id=${id}&type=api`)
  const other = await customerWith(server)
  await other.customer.expect(404, 'GET', `/wallets/v1/imports?id=${id}`)
})

test('R7.86 the sources of an account in pages of 20, or those of one type', async () => {
  const journal = await withHistory()
  const id = await journal.idOf('Kraken')
  const path = `/wallets/v1/imports/${id}/import_sources`
  const { data, meta } = await journal.get<{ data: ImportSource[]; meta: object }>(path)
  expect(meta).toEqual({ current_page: 1, per_page: 20, total_count: 1, total_pages: 1 })
  expect(data).toMatchObject([{ group_id: id, file_name: 'history.csv', file_type: 'CSV', parsed: 4 }])
  expect(await journal.get(`${path}?type=CSV&page=1&size=1`)).toMatchObject({ meta: { per_page: 1 } })
  expect(await journal.get(`${path}?type=wallet`)).toMatchObject({ data: [], meta: { total_count: 0 } })
  expect(await journal.get(`${path}?page=2`)).toMatchObject({ data: [], meta: { total_count: 1 } })
})

test('R7.87 R7.88 an account is marked and renamed, and only one that is there', async () => {
  const journal = await withHistory()
  const id = await journal.idOf('Kraken')
  await journal.post('/wallets/v1/imports/update_us_based', { id, us_based: false, type: 'CSV' })
  await journal.post('/wallets/v1/imports/update_name', { id, name: ' Old Kraken ', type: 'CSV' })
  expect((await journal.accounts()).data).toMatchObject([
    { label: 'MetaMask' },
    { label: 'My notes' },
    { id, label: 'Old Kraken', account_name: 'Kraken', custom_name: 'Old Kraken', us_based: false },
  ])
  const { data } = await journal.get<{ data: ImportSource[] }>(`/wallets/v1/imports/${id}/import_sources`)
  expect(data[0]?.custom_name).toBe('Old Kraken')
  for (const body of [
    { id, name: 'X', us_based: true, type: 'wallet' },
    { id: newId(), name: 'X', us_based: true },
  ]) {
    await journal.customer.expect(404, 'POST', '/wallets/v1/imports/update_name', body)
    await journal.customer.expect(404, 'POST', '/wallets/v1/imports/update_us_based', body)
  }
})

test('R7.89 an account goes with all that came to it, or with what came in one way', async () => {
  const journal = await withHistory()
  const id = await journal.idOf('Kraken')
  await journal.customer.expect(404, 'DELETE', `/wallets/v1/imports/${id}?type=api`)
  expect(await journal.rows()).toHaveLength(6)
  await journal.customer.expect(200, 'DELETE', `/wallets/v1/imports/${id}?type=CSV`)
  expect((await journal.accounts()).data.map(({ label }) => label)).toEqual(['MetaMask', 'My notes'])
  expect(await journal.rows()).toHaveLength(2)
  await journal.customer.expect(404, 'DELETE', `/wallets/v1/imports/${id}`)

  // Of an account that a connection feeds as well, only the files go.
  const metamask = await journal.idOf('MetaMask')
  await withSubject(server.db, self(journal.userId), (tx) =>
    tx.run(sql`
      insert into connections (user_id, id, account_id, method, created_at, last_synced_at)
      values (${journal.userId}, ${newId()}, ${metamask}, 'wallet', now(), ${server.clock.now()})`),
  )
  await journal.customer.expect(200, 'DELETE', `/wallets/v1/imports/${metamask}?type=CSV`)
  expect((await journal.accounts()).data).toMatchObject([
    { label: 'MetaMask', type: 'wallet', is_empty: true },
    { label: 'My notes' },
  ])
  await journal.customer.expect(200, 'DELETE', `/wallets/v1/imports/${metamask}`)
  expect((await journal.accounts()).data).toMatchObject([{ label: 'My notes' }])
  expect(await checkInvariants(server.db)).toEqual([])
})

test('an asset in several accounts is one asset, for the wallets as for the holdings', async () => {
  const journal = await customerWith(server)
  await journal.import(
    'history.csv',
    templateFile(
      '2023-01-01T00:00:00Z,receive,5,XYZ,,,,,Kraken,yes,a',
      '2023-01-02T00:00:00Z,receive,6,XYZ,,,,,Coinbase,yes,b',
      '2023-01-03T00:00:00Z,receive,7,ABC,,,,,Coinbase,yes,c',
      '2023-01-04T00:00:00Z,buy,1,BTC,20000,USD,,,Coinbase,yes,d',
    ),
  )
  const wallets = await journal.get<WalletBalances>('/wallets/v1/assets/balances')
  const { counts, totals } = (await journal.post('/users/crypto_assets', { all: true })) as HoldingsAnswer
  expect([wallets.assets, wallets.unpriced]).toEqual([3, 2])
  expect([counts.all, totals.unpriced]).toEqual([wallets.assets, wallets.unpriced])
})

test('balances are valued at the newest known prices; what has none, or is below zero, is in no total', async () => {
  const journal = await withHistory()
  const [kraken, metamask, notes] = [
    await journal.idOf('Kraken'),
    await journal.idOf('MetaMask'),
    await journal.idOf('My notes'),
  ]
  const all = await journal.get<WalletBalances>('/wallets/v1/assets/balances')
  // 1.5 BTC at 30,000 and 10 ETH at 1,200; XYZ has no price; the dollars are cash.
  const none = { unpriced: 0, below_zero: 0, proof: 'not_reported', difference: null }
  expect(all).toMatchObject({ currency: 'USD', value: '87000', assets: 3, unpriced: 1, below_zero: 1 })
  expect(new Map(all.accounts.map((row) => [row.id, row]))).toEqual(
    new Map([
      [kraken, { ...none, id: kraken, value: '57000', assets: 3, unpriced: 1 }],
      [metamask, { ...none, id: metamask, value: '0', assets: 1, below_zero: 1 }],
      [notes, { ...none, id: notes, value: '30000', assets: 1 }],
    ]),
  )
  const path = `/wallets/v1/assets/balances/${kraken}`
  const one = await journal.get<{ data: AssetBalance[]; total: object; meta: object }>(path)
  expect(
    one.data.map(({ symbol, quantity, value, reported }) => [symbol, quantity, value, reported]),
  ).toEqual([
    ['BTC', '1.5', '45000', null],
    ['ETH', '10', '12000', null],
    ['XYZ', '5', null, null],
  ])
  expect(one.data[0]?.priced_at).toBe('2023-05-03T00:00:00.000Z')
  expect(one.total).toMatchObject({ value: '57000', assets: 3, unpriced: 1 })
  expect(await journal.get(`${path}?size=2&page=2`)).toMatchObject({
    data: [{ symbol: 'XYZ' }],
    meta: { total_count: 3, total_pages: 2 },
  })
})

test('E16 what the ledger of an exchange says is held is kept with its moment, and goes with its file', async () => {
  const journal = await customerWith(server)
  const file = ledger(
    'L1,R1,2023-01-01 10:00:00,deposit,,currency,XXBT,spot / main,2,0,2',
    'L2,R2,2023-01-02 10:00:00,withdrawal,,currency,XXBT,spot / main,-0.5,0.1,1.4',
    'L3,R3,2023-01-03 10:00:00,deposit,,currency,XETH,spot / main,3,0,3',
    'L4,R4,2023-01-04 10:00:00,staking,,currency,ETH2,spot / main,0.5,0,0.5',
  )
  await journal.import('ledgers.csv', file)
  const { accounts } = await journal.get<WalletBalances>('/wallets/v1/assets/balances')
  const [kraken] = accounts
  expect(accounts).toMatchObject([{ proof: 'matches' }])
  const path = `/wallets/v1/assets/balances/${kraken?.id}`
  const held = async () =>
    (await journal.get<{ data: AssetBalance[] }>(path)).data.map(
      ({ symbol, quantity, reported, computed_then, reported_at }) =>
        [symbol, quantity, reported, computed_then, reported_at?.slice(0, 10)].join(' '),
    )
  // The two balances that Kraken keeps of ether are of one account.
  expect((await held()).toSorted()).toEqual(['BTC 1.4 1.4 1.4 2023-01-02', 'ETH 3.5 3.5 3.5 2023-01-04'])
  const lots = await journal.get<{ reported: object[] }>('/users/crypto_assets/lots?asset=BTC')
  expect(lots.reported).toEqual([
    {
      account_id: kraken?.id,
      account_name: 'Kraken',
      at: '2023-01-02T10:00:00.000Z',
      stated: '1.4',
      computed: '1.4',
    },
  ])
  // A row is missing: the balance says so. What moved after the balance was stated does not.
  await journal.import(
    'later.csv',
    ledger('L6,R6,2023-03-01 10:00:00,deposit,,currency,XXBT,spot / main,1,0,2.6'),
  )
  const rows = await journal.rows('asset=ETH')
  const staking = rows.find(({ label }) => label.startsWith('Staking'))
  await journal.patch(staking?.id ?? '', { at: '2023-06-01T00:00:00.000Z' })
  expect((await held()).toSorted()).toEqual(['BTC 2.4 2.6 2.4 2023-03-01', 'ETH 3.5 3.5 3 2023-01-04'])
  const holdings = await journal.get<HoldingsAnswer>('/users/crypto_assets?show=differs')
  expect(holdings.counts).toMatchObject({ all: 2, differs: 2 })
  expect(holdings.data.holdings.map(({ symbol, balance_check }) => [symbol, balance_check])).toEqual(
    expect.arrayContaining([
      ['BTC', { state: 'under', by: '0.2' }],
      ['ETH', { state: 'under', by: '0.5' }],
    ]),
  )
  expect((await journal.get<WalletBalances>('/wallets/v1/assets/balances')).accounts).toMatchObject([
    { proof: 'differs' },
  ])
  const sources = await journal.get<{ data: { id: string; file_name: string }[] }>(
    `/imports/v2/import_histories/${kraken?.id}/exchange_sources`,
  )
  const later = sources.data.find(({ file_name }) => file_name === 'later.csv')
  await journal.customer.expect(200, 'DELETE', `/transaction/delete_transaction_csv/${later?.id}`)
  expect((await held()).toSorted()).toEqual(['BTC 1.4 1.4 1.4 2023-01-02', 'ETH 3.5 3.5 3 2023-01-04'])
})

test('N10 the moment and the row are found at which the balance of an account parts from what it states', async () => {
  const journal = await customerWith(server)
  const other = await customerWith(server)
  await journal.import(
    'ledgers.csv',
    ledger(
      'L1,R1,2023-01-01 10:00:00,deposit,,currency,XXBT,spot / main,2,0,2',
      'L2,R2,2023-01-02 10:00:00,withdrawal,,currency,XXBT,spot / main,-0.5,0.1,1.4',
      'L3,R3,2023-02-01 10:00:00,deposit,,currency,XXBT,spot / main,0.25,0,1.65',
      'L4,R4,2023-02-02 10:00:00,deposit,,currency,XXBT,spot / main,0.35,0,2',
    ),
  )
  const [account] = (await journal.get<WalletBalances>('/wallets/v1/assets/balances')).accounts
  const path = `/wallets/v1/assets/balances/${account?.id}/parting?asset=BTC`
  const parting = async () => (await journal.get<{ data: BalanceParting }>(path)).data
  expect(await parting()).toMatchObject({
    symbol: 'BTC',
    agreed: { at: '2023-02-02T10:00:00.000Z', stated: '2', computed: '2' },
    parted: null,
    rows: [],
  })

  // A deposit is taken for more than it was: its row is the one.
  const row = async (amount: string) =>
    (await journal.rows()).find(({ to }) => to?.amount === amount)?.id ?? ''
  const deposit = await row('0.25')
  const change = await journal.patch(deposit, { to_amount: '0.3' })
  expect(await parting()).toMatchObject({
    agreed: { at: '2023-01-02T10:00:00.000Z', stated: '1.4', computed: '1.4' },
    parted: { at: '2023-02-01T10:00:00.000Z', stated: '1.65', computed: '1.7' },
    rows: [{ id: deposit, label: 'Received', change: '0.3' }],
    rows_total: 1,
    suspect: null,
  })
  await journal.post(`/changes/${change}/undo`)

  // One that the account knows is out of the count: nothing lies between, so something is missing there.
  const last = await journal.patch(await row('0.35'), { is_ignored: true })
  expect(await parting()).toMatchObject({
    agreed: { at: '2023-02-01T10:00:00.000Z' },
    parted: { at: '2023-02-02T10:00:00.000Z', stated: '2', computed: '1.65' },
    rows: [],
    rows_total: 0,
  })
  await journal.post(`/changes/${last}/undo`)

  // One that the account does not know: it alone makes the difference.
  await journal.post('/manual_entry', {
    type: 'received',
    transaction_at: '2023-01-20T10:00:00.000Z',
    to_currency_coin: 'BTC',
    to_currency_quantity: '0.4',
    from_currency_coin: '',
    from_currency_quantity: '',
    fee_amount: '',
    fee_currency_code: '',
    us_based: 'true',
    exchange_or_wallet: 'Kraken',
    comment: '',
  })
  await server.drainJobs()
  const entered = await row('0.4')
  expect(await parting()).toMatchObject({
    agreed: { at: '2023-01-02T10:00:00.000Z' },
    parted: { at: '2023-02-01T10:00:00.000Z', stated: '1.65', computed: '2.05' },
    rows: [{ id: entered }, { id: deposit }],
    suspect: { id: entered, kind: 'extra' },
  })
  // Of what is not stated there is nothing to compare.
  expect(await journal.get(path.replace('BTC', 'ETH'))).toMatchObject({
    data: { agreed: null, parted: null, rows: [] },
  })
  await other.customer.expect(404, 'GET', path)
})

function ledger(...rows: string[]): string {
  const head = 'txid,refid,time,type,subtype,aclass,asset,wallet,amount,fee,balance'
  return [head, ...rows, ''].join('\n')
}
