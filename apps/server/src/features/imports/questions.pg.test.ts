import type {
  OneYear,
  FilePreview,
  ImportHistory,
  ImportSource,
  SaleLots,
  TransactionDetail,
  TransactionRow,
} from '@lotbook/contract'
import { expect, test } from 'vitest'
import { self, withSubject } from '../../platform/database.ts'
import { checkInvariants } from '../../platform/invariants.ts'
import { sql } from '../../platform/sql.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()
type Journal = Awaited<ReturnType<typeof customerWith>>

const BINANCE = `User ID,Time,Account,Operation,Coin,Change,Remark
1,2024-01-02 10:00:00,Spot,Deposit,ADA,5,
1,2024-07-02 10:00:00,Spot,Deposit,ADA,7,
`
const LATER = `User ID,Time,Account,Operation,Coin,Change,Remark
1,2024-09-02 10:00:00,Spot,Deposit,ADA,1,
`
const KRAKEN = `txid,refid,time,type,subtype,aclass,asset,wallet,amount,fee,balance
L1,R1,3/4/2024 10:00:00,deposit,,currency,ZUSD,spot / main,10,0,10
L2,R2,3/5/2024 10:00:00,deposit,,currency,ZUSD,spot / main,10,0,20
`
const ME = '0x00000000000000000000000000000000000000aa'
const DEX = '0x00000000000000000000000000000000000000bb'
const coins = (...hashes: string[]) =>
  `${[
    'Transaction Hash,Blockno,UnixTimestamp,DateTime (UTC),From,To,ContractAddress,Value_IN(ETH),Value_OUT(ETH),CurrentValue @ $3000/Eth,TxnFee(ETH),TxnFee(USD),Historical $Price/Eth,Status,ErrCode,Method',
    ...hashes.map(
      (hash) => `${hash},1,1700000000,2023-11-14 22:13:20,${DEX},${ME},,0.5,0,0,0,0,2000,,,Transfer`,
    ),
  ].join('\n')}\n`
const tokens = (hash: string) =>
  `Transaction Hash,Blockno,UnixTimestamp,DateTime (UTC),From,To,TokenValue,USDValueDayOfTx,ContractAddress,TokenName,TokenSymbol
${hash},1,1700000000,2023-11-14 22:13:20,${ME},${DEX},5,$5.00,0xc1,Some,SOME
`

const times = (rows: readonly TransactionRow[]) => rows.map((row) => row.at)
const question = (journal: Journal, id: string, query = '') =>
  journal.get<FilePreview>(`/imports/v2/sources/${id}/question?${query}`)
async function answer(journal: Journal, id: string, said: object): Promise<string> {
  const body = (await journal.post(`/imports/v2/sources/${id}/answer`, said)) as { source_id: string }
  await server.drainJobs()
  return body.source_id
}
const histories = async (journal: Journal) =>
  (await journal.get<{ data: ImportHistory[] }>('/imports/v2/import_histories')).data

test('E3 a file that leaves its time zone open waits for the answer, and is read again without a second upload', async () => {
  const journal = await customerWith(server)
  const id = await journal.import('binance.csv', BINANCE)
  expect(await journal.rows()).toEqual([])
  expect(await journal.source(id)).toMatchObject({
    import_status: 'complete',
    status_code: 'needs_mapping',
    reason: expect.stringMatching(/^binance\.csv: .*time zone/),
  })
  expect(await histories(journal)).toMatchObject([
    {
      status_code: 'needs_mapping',
      question: { source_id: id, file_name: 'binance.csv', message: expect.stringContaining('time zone') },
    },
  ])

  // Asked with the usual answer of the format, and the first rows as they read under it.
  const asked = await question(journal, id)
  expect(asked.questions).toMatchObject([
    { kind: 'time_zone', usual: 'UTC', answer: 'UTC', answer_from: 'usual' },
  ])
  expect(asked.rows.map(({ line, reading }) => [line, reading])).toEqual([
    [2, 'Jan 02, 2024 10:00:00 · Received 5 ADA'],
    [3, 'Jul 02, 2024 10:00:00 · Received 7 ADA'],
  ])
  const other = await question(journal, id, 'time_zone=Europe/Berlin')
  expect(other.rows.map(({ reading }) => reading.slice(0, 21))).toEqual([
    'Jan 02, 2024 09:00:00',
    'Jul 02, 2024 08:00:00',
  ])
  expect(await journal.rows()).toEqual([])

  expect(await answer(journal, id, { time_zone: 'Europe/Berlin' })).toBe(id)
  expect(times(await journal.rows())).toEqual(['2024-01-02T09:00:00.000Z', '2024-07-02T08:00:00.000Z'])
  expect(await journal.source(id)).toMatchObject({
    status_code: null,
    parsed: 2,
    read_as: [{ kind: 'time_zone', value: 'Europe/Berlin', from: 'person' }],
  })
  const kept = await withSubject(server.db, self(journal.userId), (tx) =>
    tx.all(sql`select time_zone, answers from uploads`),
  )
  expect(kept).toEqual([{ time_zone: 'Europe/Berlin', answers: { time_zone: 'Europe/Berlin' } }])
  expect(await checkInvariants(server.db)).toEqual([])
})

test('E3 E5 an answer is remembered for the next file of that format and account, and the same file adds nothing', async () => {
  const journal = await customerWith(server)
  await answer(journal, await journal.import('binance.csv', BINANCE), { time_zone: 'Asia/Tokyo' })
  const before = await journal.rows()
  const again = await journal.import('binance again.csv', BINANCE)
  expect(await journal.rows()).toEqual(before)
  expect(await journal.source(again)).toMatchObject({
    already_here: 2,
    read_as: [{ kind: 'time_zone', value: 'Asia/Tokyo', from: 'remembered' }],
  })
  await journal.import('binance later.csv', LATER)
  expect(times(await journal.rows()).at(-1)).toBe('2024-09-02T01:00:00.000Z')
  // For another customer no answer is known.
  const stranger = await customerWith(server)
  expect((await stranger.source(await stranger.import('binance.csv', BINANCE))).status_code).toBe(
    'needs_mapping',
  )
})

test('E3 what was answered wrongly is answered anew: the file is taken out and comes in under the other answer', async () => {
  const journal = await customerWith(server)
  const id = await answer(journal, await journal.import('binance.csv', BINANCE), { time_zone: 'Asia/Tokyo' })
  expect(await answer(journal, id, { time_zone: 'Asia/Tokyo' })).toBe(id)
  const changed = await answer(journal, id, { time_zone: 'UTC' })
  expect(changed).not.toBe(id)
  expect(times(await journal.rows())).toEqual(['2024-01-02T10:00:00.000Z', '2024-07-02T10:00:00.000Z'])
  expect((await journal.customer.get(`/imports/v2/sources/${id}`)).status).toBe(404)
  expect(await histories(journal)).toMatchObject([{ total_transactions: 2, expandable: false }])
  expect(await checkInvariants(server.db)).toEqual([])
})

test('E3 N7 what was corrected, matched and decided about the lines of a file stays with them under another time zone', async () => {
  const journal = await customerWith(server)
  const template =
    'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid'
  await journal.import('sent.csv', `${template}\n2024-01-09T00:00:00Z,sent,,,6,ADA,,,Coinbase,yes,s1\n`)
  const file = `${BINANCE}1,2024-08-02 10:00:00,Spot,Deposit,ADA,9,\n`
  let id = await answer(journal, await journal.import('binance.csv', file), { time_zone: 'Asia/Tokyo' })
  const rows = await journal.rows()
  const arrived = (amount: string) => rows.find((row) => row.to?.amount === amount)?.id ?? ''
  const sent = rows.find((row) => row.type === 'outgoing')?.id ?? ''
  const edit = await journal.patch(arrived('7'), { sub_type: 'mined', value: '70' })
  await journal.post('/matches', { departure: sent, arrivals: [arrived('5')] })
  const open = async (state = 'open') =>
    (
      await journal.get<{ rows: { id: string; code: string; transaction: TransactionRow | null }[] }>(
        `/review?state=${state}`,
      )
    ).rows.map((item) => ({ id: item.id, is: `${item.code} ${item.transaction?.to?.amount ?? ''}` }))
  const [own] = (await open()).filter(({ is }) => is === 'unmatched_receive 9')
  await journal.post(`/review/${own?.id ?? ''}/decide`, { answer: { option: 'own_wallet' } })
  const told = async () =>
    (await journal.rows()).map(
      ({ at, type, sub_type, to }) => `${at.slice(5, 13)} ${type} ${sub_type ?? ''} ${to?.amount ?? ''}`,
    )
  const asked = await open()
  // The coins lost on the way have no known price.
  expect(asked.map(({ is }) => is)).toEqual(['missing_price 5'])
  expect(await told()).toEqual([
    '01-09T00 transfer  5',
    '07-02T01 incoming mined 7',
    '08-02T01 incoming received 9',
  ])

  for (const [zone, hour] of [
    ['UTC', '10'],
    ['Asia/Tokyo', '01'],
    ['Europe/Berlin', '08'],
  ] as const) {
    id = await answer(journal, id, { time_zone: zone })
    expect(await told(), zone).toEqual([
      '01-09T00 transfer  5',
      `07-02T${hour} incoming mined 7`,
      `08-02T${hour} incoming received 9`,
    ])
    expect([await open(), (await open('accepted')).map(({ is }) => is)]).toEqual([
      asked,
      ['unmatched_receive 9'],
    ])
    expect(await checkInvariants(server.db)).toEqual([])
  }
  await journal.post(`/changes/${edit}/undo`)
  expect(await told()).toContain('07-02T08 incoming received 7')
  expect(await checkInvariants(server.db)).toEqual([])
})

test('E3 R-FEE-4 fees that were added by hand stay with their line under another time zone', async () => {
  const journal = await customerWith(server)
  let id = await answer(journal, await journal.import('binance.csv', BINANCE), { time_zone: 'Asia/Tokyo' })
  const paidFor = async () => (await journal.rows()).find(({ to }) => to?.amount === '7')?.id ?? ''
  const added = await journal.patch(await paidFor(), {
    added_fees: [
      { asset: 'BNB', amount: '0.5', value: '300' },
      { asset: 'SOL', amount: '1', value: '9' },
    ],
  })
  const told = async () => {
    const { data } = await journal.get<{ data: TransactionDetail }>(`/transactions/${await paidFor()}`)
    const fees = (await journal.rows()).filter(({ sub_type }) => sub_type === 'fee')
    return [
      data.further_fees.map(({ fee, value }) => `${fee.amount} ${fee.symbol} ${value}`).toSorted(),
      fees.map(({ at }) => at.slice(5, 13)),
    ]
  }
  const both = ['0.5 BNB 300', '1 SOL 9']
  expect(await told()).toEqual([both, ['07-02T01', '07-02T01']])
  for (const [zone, hour] of [
    ['UTC', '10'],
    ['Asia/Tokyo', '01'],
    ['Europe/Berlin', '08'],
  ] as const) {
    id = await answer(journal, id, { time_zone: zone })
    expect(await told(), zone).toEqual([both, [`07-02T${hour}`, `07-02T${hour}`]])
    expect(await checkInvariants(server.db)).toEqual([])
  }
  // Another of the same kind is another fee, and what was added is taken back by itself.
  await journal.patch(await paidFor(), { added_fees: [{ asset: 'BNB', amount: '0.5', value: '300' }] })
  await journal.post(`/changes/${added}/undo`)
  expect(await told()).toEqual([['0.5 BNB 300'], ['07-02T08']])
  await answer(journal, id, { time_zone: 'UTC' })
  expect(await told()).toEqual([['0.5 BNB 300'], ['07-02T10']])
  expect(await checkInvariants(server.db)).toEqual([])
})

test('E3 N12 lots named for a sale stay named under another time zone, of the file of the sale and of the lots', async () => {
  const journal = await customerWith(server)
  const binance = (...rows: string[]) =>
    ['User ID,Time,Account,Operation,Coin,Change,Remark', ...rows, ''].join('\n')
  const bought = (at: string, usd: string) => [
    `1,${at},Spot,Transaction Buy,ADA,1,`,
    `1,${at},Spot,Transaction Spend,USD,-${usd},`,
  ]
  const lots = binance(...bought('2022-01-10 12:00:00', '10'), ...bought('2023-01-10 12:00:00', '30'))
  const sale = binance(
    '1,2025-06-10 12:00:00,Spot,Transaction Sold,ADA,-1,',
    '1,2025-06-10 12:00:00,Spot,Transaction Revenue,USD,50,',
  )
  let ofLots = await answer(journal, await journal.import('lots.csv', lots), { time_zone: 'Asia/Tokyo' })
  let ofSale = await answer(journal, await journal.import('sale.csv', sale), { time_zone: 'Asia/Tokyo' })
  const [, dear, sold] = await journal.rows()
  await journal.post(`/transactions/${sold?.id}/lots`, {
    lots: [{ lot_transaction_id: dear?.id, quantity: '1' }],
  })
  const named = async () => {
    const id = (await journal.rows()).find((row) => row.type === 'sell')?.id
    const { data } = await journal.get<{ data: SaleLots }>(`/transactions/${id}/lots`)
    return [data.lots.map(({ chosen }) => chosen), data.identifications.map((one) => one.replaced_at)]
  }
  const gain = async () => {
    server.clock.advance(60_000)
    await journal.post('/imports/v1/tax_calculations/start_tax_calculation')
    await server.drainJobs()
    return (await journal.rows()).find((row) => row.type === 'sell')?.gain
  }
  // The coin of 30, not the first one of 10.
  expect([await named(), await gain()]).toEqual([[['0', '1'], [null]], '20'])
  for (const zone of ['UTC', 'Asia/Tokyo']) {
    ofSale = await answer(journal, ofSale, { time_zone: zone })
    expect([await named(), await gain()]).toEqual([[['0', '1'], [null]], '20'])
    ofLots = await answer(journal, ofLots, { time_zone: zone })
    expect([await named(), await gain()]).toEqual([[['0', '1'], [null]], '20'])
  }

  // The lots that a filed year keeps move too, without anybody naming them.
  const { data: year } = await journal.get<{ data: OneYear }>('/one_year?year=2025')
  await journal.post('/tax_years/file', {
    year: 2025,
    calculation_id: year.calculation.id,
    filed_on: '2026-04-15',
  })
  await journal.post('/tax_years/keep_lots', { year: 2025 })
  await server.drainJobs()
  await withSubject(server.db, self(journal.userId), (tx) =>
    tx.run(sql`delete from lot_choices where user_id = ${journal.userId}`),
  )
  ofSale = await answer(journal, ofSale, { time_zone: 'UTC' })
  expect(await gain()).toBe('20')
  await answer(journal, ofLots, { time_zone: 'UTC' })
  expect(await gain()).toBe('20')
  expect(await checkInvariants(server.db)).toEqual([])
})

test('dates that can be read in two ways are asked about, with what the customer’s country suggests', async () => {
  const journal = await customerWith(server)
  const id = await journal.import('kraken.csv', KRAKEN)
  const asked = await question(journal, id)
  expect(asked.questions).toMatchObject([
    { kind: 'date_order', answer: 'month-first', answer_from: 'settings' },
  ])
  expect(asked.rows[0]?.reading).toMatch(/^Mar 04, 2024 10:00:00/)
  expect((await question(journal, id, 'date_order=day-first')).rows[0]?.reading).toMatch(/^Apr 03, 2024/)
  await answer(journal, id, { date_order: 'day-first' })
  expect(times(await journal.rows())).toEqual(['2024-04-03T10:00:00.000Z', '2024-05-03T10:00:00.000Z'])
})

test('an explorer export asks for address and chain, one after the other; each chain is an account of its own', async () => {
  const journal = await customerWith(server)
  const id = await journal.import('tokens.csv', tokens('0xf1'))
  const asked = await question(journal, id)
  expect(asked.questions).toMatchObject([{ kind: 'own_address', answer: null, answer_from: null }])
  expect(asked.rows).toMatchObject([{ line: 2, outcome: 'open' }])
  const second = await question(journal, id, `own_address=${ME}`)
  expect(second.questions.map(({ kind, answer: said }) => [kind, said])).toEqual([
    ['own_address', ME],
    ['chain', null],
  ])
  // Half an answer is kept, and the rest asked for.
  expect(await answer(journal, id, { own_address: ME })).toBe(id)
  expect((await journal.source(id)).reason).toContain('which chain this address is on')
  await answer(journal, id, { chain: 'base' })
  expect((await histories(journal)).map((row) => [row.account_slug, row.custom_name])).toEqual([
    ['base', `base: ${ME}`],
  ])

  // The same address on another chain is another account: the same hash cannot be, so nothing is shared.
  const other = await journal.import('arbiscan.csv', coins('0xe1'))
  expect(await journal.source(other)).toMatchObject({ status_code: null, read_as: [] })
  const keys = await withSubject(server.db, self(journal.userId), (tx) =>
    tx.all<{ key: string }>(sql`select key from accounts where transactions > 0 order by key`),
  )
  expect(keys.map((row) => row.key)).toEqual([`arbitrum:${ME}`, `base:${ME}`])
})

test('the chain of a sibling export is known by a hash that the journal has; that of the next one by the answer', async () => {
  const journal = await customerWith(server)
  const id = await journal.import('export.csv', coins('0xe1', '0xe2'))
  expect((await journal.source(id)).status_code).toBe('needs_mapping')
  await answer(journal, id, { chain: 'linea' })
  const sibling = await journal.import('export-token.csv', tokens('0xe2'))
  expect(await journal.source(sibling)).toMatchObject({
    status_code: null,
    read_as: [
      { kind: 'own_address', value: ME, from: 'journal' },
      { kind: 'chain', value: 'linea', from: 'journal' },
    ],
  })
  const next = await journal.import('export (1).csv', coins('0xe3'))
  expect((await journal.source(next)).read_as).toEqual([
    { kind: 'chain', value: 'linea', from: 'remembered' },
  ])
  expect((await histories(journal)).map((row) => row.account_slug)).toEqual(['linea'])
})

test('answers that are none are refused by name, and nothing changes', async () => {
  const journal = await customerWith(server)
  const binance = await journal.import('binance.csv', BINANCE)
  const explorer = await journal.import('tokens.csv', tokens('0xf1'))
  for (const [id, said, field] of [
    [binance, { time_zone: 'Mars/One' }, 'time_zone'],
    [explorer, { own_address: 'my wallet' }, 'own_address'],
    [explorer, { own_address: ME, chain: 'atlantis' }, 'chain'],
  ] as const) {
    const refused = await journal.customer.post(`/imports/v2/sources/${id}/answer`, said)
    expect(refused).toMatchObject({
      status: 422,
      body: { code: 'invalid_input', fields: { [field]: expect.any(String) } },
    })
  }
  expect((await journal.source(explorer)).status_code).toBe('needs_mapping')
  const stranger = await customerWith(server)
  expect(
    (await stranger.customer.post(`/imports/v2/sources/${binance}/answer`, { time_zone: 'UTC' })).status,
  ).toBe(404)
  expect((await stranger.customer.get(`/imports/v2/sources/${binance}/question`)).status).toBe(404)
})

test('E6 a check tells what a file holds and what it would bring, and keeps nothing', async () => {
  const journal = await customerWith(server)
  const check = async (name: string, content: string, said: Record<string, string> = {}) => {
    const answered = await journal.customer.upload('/csv_uploads/check', {
      file: new File([content], name),
      ...said,
    })
    expect(answered.status).toBe(200)
    return answered.body as FilePreview
  }
  const open = await check('binance.csv', BINANCE)
  expect(open).toMatchObject({
    format_name: 'Binance transaction history',
    questions: [{ kind: 'time_zone', answer: 'UTC', answer_from: 'usual' }],
  })
  const mixed = KRAKEN.replaceAll('3/4/2024', '2024-03-04').replaceAll('3/5/2024', '2024-03-05')
  const told = await check(
    'kraken.csv',
    `${mixed}L3,R3,2024-03-06 10:00:00,deposit,,currency,ZUSD,spot / main,abc,0,20\n,R4,2024-03-06 10:00:00,deposit,,currency,ZUSD,spot / main,1,0,\n`,
  )
  expect(told.summary).toEqual({
    transactions: 2,
    already_here: 0,
    used: 2,
    errors: 1,
    notes: 0,
    skipped: [{ reason: 'A request; its outcome has its own row.', rows: 1 }],
    // The last balance that the ledger states, beside what its rows come to.
    balances: [{ symbol: 'USD', amount: '20', stated: '20' }],
    effect: { refused: null, years: [], unpriced: 0 },
  })
  expect((await check('when.csv', 'When,What\n1,2\n')).message).toMatch(/^when\.csv, line 1: No known layout/)
  expect((await check('no.csv', '')).message).toBe('no.csv: The file is empty.')
  expect(
    await withSubject(server.db, self(journal.userId), (tx) =>
      tx.one(sql`select count(*) as n from uploads`),
    ),
  ).toEqual({ n: '0' })

  // Sent with the answer, it asks no more; and the check knows it then.
  const answered = await journal.customer.upload('/csv_uploads', {
    file: new File([BINANCE], 'binance.csv'),
    time_zone: 'Asia/Tokyo',
  })
  await server.drainJobs()
  const { source_id: id } = answered.body as { source_id: string }
  expect(await journal.source(id)).toMatchObject({
    status_code: null,
    time_zone: 'Asia/Tokyo',
  } satisfies Partial<ImportSource>)
  expect(await check('binance.csv', BINANCE)).toMatchObject({
    questions: [{ answer: 'Asia/Tokyo', answer_from: 'remembered' }],
    summary: { transactions: 2, already_here: 2, balances: [{ symbol: 'ADA', amount: '12', stated: null }] },
  })
})

test('E6 what a file held can be looked at from the history, with what was made of each row', async () => {
  const journal = await customerWith(server)
  const id = await journal.import(
    'good.csv',
    KRAKEN.replaceAll('3/4/2024', '2024-03-04').replaceAll('3/5/2024', 'never'),
  )
  const { upload_id: uploadId } = await journal.source(id)
  const preview = await journal.get<FilePreview>(`/csv_uploads/${uploadId}/preview`)
  expect(preview).toMatchObject({
    file_name: 'good.csv',
    time_zone: 'UTC',
    summary: { transactions: 1, already_here: 1, errors: 1, balances: [{ symbol: 'USD', amount: '10' }] },
  })
  expect(preview.rows.map(({ outcome }) => outcome)).toEqual(['used', 'error'])
})

test('the template is handed out as the reader knows it', async () => {
  const journal = await customerWith(server)
  const csv = await journal.customer.get('/csv_uploads/lotbook-template.csv')
  expect(csv.headers['content-disposition']).toContain('lotbook-template.csv')
  const answer_ = await journal.send(
    'filled.csv',
    `${csv.text.trimEnd()}\r\n2024-01-02 03:04:05,buy,1,BTC,420,USD,,,,,,,,,,,,\r\n`,
  )
  expect(answer_).toMatchObject({ status: 'success' })
  const xlsx = await journal.customer.get('/csv_uploads/lotbook-template.xlsx')
  expect([xlsx.status, xlsx.text.startsWith('PK')]).toEqual([200, true])
  expect((await server.client().get('/csv_uploads/lotbook-template.csv')).status).toBe(401)
})
