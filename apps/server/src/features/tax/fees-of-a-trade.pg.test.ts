import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DisposalRow, Explanation, TransactionDetail } from '@lotbook/contract'
import type { CalculationResult } from '@lotbook/tax'
import { afterAll, expect, test } from 'vitest'
import { self, withSubject } from '../../platform/database.ts'
import { queueImport } from '../imports/receive-upload.ts'
import { checkInvariants } from '../../platform/invariants.ts'
import { readMigrations } from '../../platform/migrate.ts'
import { sql } from '../../platform/sql.ts'
import { commandIn } from '../../testing/command-line.ts'
import { asOwner } from '../../testing/test-database.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()
const folder = mkdtempSync(join(tmpdir(), 'lotbook-fees-'))
afterAll(() => rmSync(folder, { recursive: true }))

type Row = Pick<DisposalRow, 'kind' | 'quantity' | 'asset' | 'proceeds' | 'basis'>
const brief = (rows: readonly Row[]) =>
  rows.map((row) => [row.kind, row.quantity, row.asset, row.proceeds, row.basis].join(' ')).toSorted()

/** Disposals of a file on the command line, and lots that are left. */
async function ofCommandLine(name: string, content: string) {
  const [path, out] = [join(folder, name), join(folder, `of-${name}`)]
  writeFileSync(path, content)
  await commandIn(folder, ['calculate', '--files', path, '--year', '2025', '--out', out, '--result'])
  const { result } = JSON.parse(readFileSync(join(out, 'result.json'), 'utf8')) as {
    result: CalculationResult
  }
  return { disposals: brief(result.disposals), lots: lotsOf(result.lots) }
}

const lotsOf = (lots: readonly { asset: string; quantity: string; basis: string }[]) =>
  lots.map(({ asset, quantity, basis }) => [quantity, asset, basis].join(' ')).toSorted()

type Journal = Awaited<ReturnType<typeof customerWith>>

/** The same of a journal in the database. */
async function ofDatabase(journal: Journal) {
  const rows = await disposalsOf(journal)
  const lots = await withSubject(server.db, self(journal.userId), (tx) =>
    tx.all<{ asset: string; quantity: string; basis: string }>(sql`
      select l.asset_id as asset, trim_scale(l.quantity)::text as quantity, trim_scale(l.basis)::text as basis from lots l
      where l.user_id = ${journal.userId}`),
  )
  return { disposals: brief(rows), lots: lotsOf(lots) }
}

async function disposalsOf(journal: Journal): Promise<readonly DisposalRow[]> {
  server.clock.advance(1_000)
  await journal.post('/imports/v1/tax_calculations/start_tax_calculation', {
    tax_year: 2025,
    recalculate: true,
  })
  await server.drainJobs()
  return (await journal.get<{ rows: DisposalRow[] }>('/one_year/disposals?year=2025')).rows
}

const LEDGERS = 'txid,refid,time,type,subtype,aclass,asset,wallet,amount,fee,balance\n'
const ledger = (
  id: string,
  ref: string,
  day: string,
  asset: string,
  amount: string,
  fee = '0',
  balance = '',
) =>
  `${id},${ref},${day} 00:00:00,trade,tradespot,currency,${asset},spot / main,${amount},${fee},${balance}\n`
const KRAKEN =
  LEDGERS +
  ledger('L1', 'T1', '2025-01-01', 'ZUSD', '-2000') +
  ledger('L2', 'T1', '2025-01-01', 'XETH', '2') +
  // Sold for 3,000: 0.01 ETH of it, which is worth 30, and 6 dollars.
  ledger('L3', 'T2', '2025-02-01', 'XETH', '-1', '0.01') +
  ledger('L4', 'T2', '2025-02-01', 'ZUSD', '3000', '6')
// A fee in both coins, of a purchase and of a sale, and an older lot that neither may take from out of turn.
const BOTH_COINS = [
  ledger('L1', 'T1', '2023-01-01', 'ZUSD', '-10000'),
  ledger('L2', 'T1', '2023-01-01', 'XXBT', '1'),
  ledger('L3', 'T2', '2025-01-01', 'ZUSD', '-50000', '130'),
  ledger('L4', 'T2', '2025-01-01', 'XXBT', '1', '0.002'),
  ledger('L5', 'T3', '2025-02-01', 'XXBT', '-1', '0.001'),
  ledger('L6', 'T3', '2025-02-01', 'ZUSD', '60000', '150'),
]
// The balances go up by what was given back.
const GIVEN_BACK =
  LEDGERS +
  ledger('L1', 'T1', '2025-01-01', 'ZUSD', '-2000', '-4', '-1996') +
  ledger('L2', 'T1', '2025-01-01', 'XETH', '2', '-0.001', '2.001') +
  ledger('L3', 'T2', '2025-02-01', 'XETH', '-1', '-0.01', '1.011') +
  ledger('L4', 'T2', '2025-02-01', 'ZUSD', '3000', '6', '998')

const change = (day: string, operation: string, coin: string, amount: string) =>
  `1,${day} 00:00:00,Spot,${operation},${coin},${amount},\n`
const BINANCE =
  'User_ID,UTC_Time,Account,Operation,Coin,Change,Remark\n' +
  change('2025-01-01', 'Transaction Spend', 'USD', '-2000') +
  change('2025-01-01', 'Transaction Buy', 'ETH', '2') +
  change('2025-01-01', 'Transaction Fee', 'BNB', '-0.01') +
  // Withheld from what was bought: 1.999 ETH have the 2,000 as their basis (R-FEE-6).
  change('2025-01-01', 'Transaction Fee', 'ETH', '-0.001') +
  change('2025-02-01', 'Transaction Sold', 'ETH', '-1') +
  change('2025-02-01', 'Transaction Revenue', 'USD', '3000') +
  change('2025-02-01', 'Transaction Fee', 'BNB', '-0.01') +
  change('2025-02-01', 'Transaction Fee', 'USD', '-6') +
  change('2025-02-01', 'Transaction Fee', 'ETH', '-0.002')

const TEMPLATE =
  'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid,Value Amount,Value Currency,Comment,Account,Asset IN Id,Asset Out Id,Group Id\n'
const GROUPED =
  `${TEMPLATE}2025-01-01T00:00:00Z,buy,2,ETH,2000,USD,5,USD,Gemini,yes,,,,,,,,g1\n` +
  `2025-01-01T00:00:00Z,fee,,,0.5,SOL,,,Gemini,yes,,40,USD,,,,,g1\n` +
  // A rebrand by a ratio does not go in columns.
  `2025-01-02T00:00:00Z,buy,1,OLD,10,USD,,,Gemini,yes,,,,,,,,\n` +
  `2025-01-03T00:00:00Z,swap,3,NEW,1,OLD,,,Gemini,yes,,,,,,,,\n` +
  `2025-02-01T00:00:00Z,sell,3000,USD,1,ETH,6,USD,Gemini,yes,,,,,,,,g2\n` +
  `2025-02-01T00:00:00Z,fee,,,2,EUR,,,Gemini,yes,,,,,,,,g2\n`

test.each([
  [
    'kraken.csv',
    KRAKEN,
    { disposals: ['fee 0.01 ETH 30 10', 'sell 1 ETH 2964 1000'], lots: ['0.99 ETH 990'] },
  ],
  // R-FEE-6: 0.998 BTC have 50,130 as their basis, and no fee is spent out of the older lot. Sold for 60,000, of which 210 were fees.
  ...[BOTH_COINS, BOTH_COINS.toReversed()].map(
    (rows, n) =>
      [
        `both-coins-${n}.csv`,
        LEDGERS + rows.join(''),
        {
          disposals: ['fee 0.001 BTC 60 50.230460921844', 'sell 1 BTC 59790 10000'],
          lots: ['0.997 BTC 50079.769539078156'],
        },
      ] as const,
  ),
  [
    'binance.csv',
    BINANCE,
    {
      disposals: [
        'fee 0.002 ETH 6 2.00100050025',
        'fee 0.01 BNB 0 0',
        'fee 0.01 BNB 0 0',
        'sell 1 ETH 2988 1000.500250125063',
      ],
      lots: ['0.997 ETH 997.498749374687'],
    },
  ],
  [
    'grouped.csv',
    GROUPED,
    {
      disposals: ['fee 0.5 SOL 0 0', 'sell 1 ETH 2994 1002.5'],
      lots: ['1 ETH 1002.5', '3 NEW 10'],
    },
  ],
  // R-OPEN-10: what was given back came in, and is no fee below zero.
  [
    'given-back.csv',
    GIVEN_BACK,
    {
      disposals: ['sell 1 ETH 2994 1000'],
      lots: ['0.001 ETH 1', '0.01 ETH 30', '1 ETH 1000'],
    },
  ],
] as const)(
  'R-FEE-1 R-FEE-2 all fees of a file count for what they were paid for, in the database as on the command line: %s',
  async (name, content, expected) => {
    expect(await ofCommandLine(name, content)).toEqual(expected)
    const journal = await customerWith(server)
    await journal.import(name, content)
    expect(await ofDatabase(journal)).toEqual(expected)
    expect(await checkInvariants(server.db)).toEqual([])
  },
)

test('a further fee is of its trade through another import, edits, undos and the loss of either', async () => {
  const journal = await customerWith(server)
  const source = await journal.import('ledgers.csv', KRAKEN)
  const proceeds = async () => (await disposalsOf(journal)).find((row) => row.kind === 'sell')?.proceeds
  expect(await proceeds()).toBe('2964')
  const fee = (await journal.rows()).find((row) => row.sub_type === 'fee')?.id ?? ''
  const edit = await journal.patch(fee, { from_amount: '8' })
  expect(await proceeds()).toBe('2962')
  // A longer export tells the same, and the edit stays.
  const again = await journal.import('again.csv', KRAKEN + ledger('L5', 'T3', '2025-03-01', 'XETH', '1', '0'))
  await journal.remove(source)
  await server.drainJobs()
  expect(await proceeds()).toBe('2962')
  await journal.post(`/changes/${edit}/undo`)
  expect(await proceeds()).toBe('2964')
  // A transaction that is no fee any more costs the trade nothing.
  const other = await journal.patch(fee, { sub_type: 'sent' })
  expect(await proceeds()).toBe('2970')
  await journal.post(`/changes/${other}/undo`)
  const ignored = await journal.patch(fee, { is_ignored: true })
  expect(await proceeds()).toBe('2970')
  await journal.post(`/changes/${ignored}/undo`)
  expect(await proceeds()).toBe('2964')
  await journal.remove(again)
  await server.drainJobs()
  await journal.import('once-more.csv', KRAKEN)
  expect(await proceeds()).toBe('2964')
  expect(await checkInvariants(server.db)).toEqual([])
})

test('R-FEE-2 R-FEE-4 fees added by hand count like those that a file tells, and an undo takes them all back', async () => {
  const journal = await customerWith(server)
  await journal.import('ledgers.csv', KRAKEN.replace('3000,6', '3000,0'))
  const before = await ofDatabase(journal)
  const sale = (await journal.rows()).find((row) => row.type === 'sell')?.id ?? ''
  const change = await journal.patch(sale, { added_fees: [{ asset: 'usd', amount: '6' }] })
  const told = { disposals: ['fee 0.01 ETH 30 10', 'sell 1 ETH 2964 1000'], lots: ['0.99 ETH 990'] }
  expect(await ofDatabase(journal)).toEqual(told)
  const detail = async (id: string) =>
    (await journal.get<{ data: TransactionDetail }>(`/transactions/${id}`)).data
  const [usd] = (await detail(sale)).further_fees
  expect(await detail(sale)).toMatchObject({ fee: { amount: '0.01', asset: 'ETH' }, fee_value: '30' })
  expect((await detail(sale)).changes.map(({ summary }) => summary)).toEqual(['Added a fee'])
  expect(usd).toMatchObject({ fee: { asset: 'USD', amount: '6' }, value: '6' })
  expect((await detail(usd?.id ?? '')).paid_for).toEqual({ id: sale, label: 'Sell' })

  // Two equal ones are two; a value that is said stands, else the sale tells what its coin is worth.
  const more = await journal.patch(sale, {
    comment: 'three more',
    added_fees: [
      { asset: 'SOL', amount: '0.5', value: '40' },
      { asset: 'SOL', amount: '0.5', value: '40' },
      { asset: 'ETH', amount: '0.001' },
    ],
  })
  const fees = (await detail(sale)).further_fees.map(({ fee, value }) =>
    [fee.amount, fee.symbol, value].join(' '),
  )
  expect(fees.toSorted()).toEqual(['0.001 ETH 3', '0.5 SOL 40', '0.5 SOL 40', '6 USD 6'])
  expect((await ofDatabase(journal)).disposals).toContain('sell 1 ETH 2881 1000')
  const sol = (await detail(sale)).further_fees.find(({ fee }) => fee.symbol === 'SOL')
  expect((await detail(sol?.id ?? '')).value?.source).toMatch(/^You set this value/)
  const eth = (await detail(sale)).further_fees.find(({ fee }) => fee.symbol === 'ETH')
  expect((await detail(eth?.id ?? '')).value?.source).toMatch(/^Its share of the other side/)
  // Each is corrected by itself.
  await journal.patch(eth?.id ?? '', { is_ignored: true })
  expect((await ofDatabase(journal)).disposals).toContain('sell 1 ETH 2884 1000')

  await journal.post(`/changes/${more}/undo`)
  expect((await detail(sale)).comment).toBeNull()
  expect(await ofDatabase(journal)).toEqual(told)
  // Reading the file again leaves a fee that a person added; one that is added again is another.
  await journal.import(
    'again.csv',
    KRAKEN.replace('3000,6', '3000,0') + ledger('L5', 'T3', '2025-03-01', 'XETH', '1'),
  )
  expect((await ofDatabase(journal)).disposals).toEqual(told.disposals)
  await journal.post(`/changes/${change}/undo`)
  expect((await ofDatabase(journal)).disposals).toEqual(before.disposals)
  expect((await detail(sale)).further_fees).toEqual([])

  for (const [fee, words] of [
    [{ asset: 'BNB', amount: '-5' }, 'Fee amount: -5 is negative; a number such as 12.5 is expected.'],
    [{ asset: 'BNB', amount: '0' }, 'Fee amount: it is zero; a number above zero is expected.'],
  ] as const) {
    const answer = await journal.edit(sale, { added_fees: [fee] })
    expect([answer.status, (answer.body as { fields: object }).fields]).toEqual([422, { added_fees: words }])
  }
  expect(
    (await journal.edit(usd?.id ?? '', { added_fees: [{ asset: 'BNB', amount: '1' }] })).status,
  ).not.toBe(200)
  expect(await checkInvariants(server.db)).toEqual([])
})

test('a sweep is the same in its first reading, read again, and where a piece of it was there before', async () => {
  const header = LEDGERS.replace('balance', 'balance,amountusd')
  const sweep = (id: string, asset: string, amount: string, fee: string, value: string) =>
    `${id},T9,2025-04-01 00:00:00,spend,,currency,${asset},spot / main,${amount},${fee},,${value}\n`
  const rows = [
    sweep('L91', 'ADA', '-1', '0.1', '-1'),
    sweep('L92', 'XXDG', '-9', '0.5', '-2'),
    sweep('L94', 'XXLM', '-7', '0', '-3'),
    sweep('L93', 'ZUSD', '1.00', '0.30', '1'),
  ]
  const whole = header + rows.join('')
  const told = async (journal: Journal) => {
    const all = await withSubject(server.db, self(journal.userId), (tx) =>
      tx.all(sql`
        select t.type, t.sub_type, t.from_asset, t.from_amount::text, t.to_asset, t.to_amount::text, t.fee_asset, t.fee_amount::text,
          t.flags, encode(t.fingerprint, 'hex') as name, encode(t.fee_of, 'hex') as fee_of
        from transactions t where t.user_id = ${journal.userId} and t.deleted_at is null order by t.fingerprint`),
    )
    return { all, ...(await ofDatabase(journal)) }
  }
  const journal = await customerWith(server)
  const source = await journal.import('sweep.csv', whole)
  const first = await told(journal)
  expect(first.all.length).toBe(5)
  await withSubject(server.db, self(journal.userId), (tx) => queueImport(tx, journal.userId, source))
  await server.drainJobs()
  expect(await told(journal)).toEqual(first)
  for (const pieces of [
    [header + rows[1], whole],
    [header + rows.slice(0, 2).join(''), header + rows.slice(2).join(''), whole],
    [whole, header + rows.slice(2).join('')],
    [header + rows.slice(3).join(''), whole],
  ]) {
    const other = await customerWith(server)
    for (const [n, piece] of pieces.entries()) await other.import(`${n}.csv`, piece)
    expect(await told(other)).toEqual(first)
  }
})

test('what came in before is told by the name of its part, and a sweep is not', async () => {
  const journal = await customerWith(server)
  const sweep = (id: string, asset: string, amount: string, fee: string, value: string) =>
    `${id},T9,2025-04-01 00:00:00,spend,,currency,${asset},spot / main,${amount},${fee},,${value}\n`
  await journal.import('ledgers.csv', KRAKEN)
  await journal.import(
    'sweep.csv',
    LEDGERS.replace('balance', 'balance,amountusd') +
      sweep('L91', 'ADA', '-1', '0', '-1') +
      sweep('L92', 'XXDG', '-9', '0.5', '-2') +
      sweep('L93', 'ZUSD', '1.00', '0.30', '1'),
  )
  const fees = () =>
    withSubject(server.db, self(journal.userId), (tx) =>
      tx.all(sql`
        select trim_scale(f.from_amount) || ' ' || f.from_asset as part, trim_scale(p.from_amount) || ' ' || p.from_asset as of
        from transactions f join transactions p on p.user_id = f.user_id and p.fingerprint = f.fee_of
        where f.user_id = ${journal.userId} order by f.at`),
    )
  const ofTrade = { part: '6 USD', of: '1 ETH' }
  // DOGE has two thirds of the 0.30 that the sweep cost, beside its own part that is withheld.
  expect(await fees()).toEqual([ofTrade, { part: '0.2 USD', of: '9 DOGE' }])
  const migration = readMigrations().find(({ name }) => name === '0054_further_fees.sql')
  await asOwner(server.db, `alter table transactions drop column fee_of; ${migration?.text}`)
  expect(await fees()).toEqual([ofTrade])
})

test('an explanation names the further fees of a trade, and of such a fee what it was paid for', async () => {
  const journal = await customerWith(server)
  await journal.import('ledgers.csv', KRAKEN)
  const sold = (await disposalsOf(journal)).find((row) => row.kind === 'sell')
  const explained = async (handle: string) =>
    (await journal.get<{ data: Explanation }>(`/explain?handle=${handle}`)).data
  const sale = await explained(sold?.handle ?? '')
  expect(sale.formula.map(({ label, value }) => `${label} ${value}`)).toEqual([
    'Proceeds before costs 3000',
    'Costs of the disposal 36',
    'Cost basis of the lot 1000',
  ])
  expect(sale.sentence).toContain('Costs are all of its fees')
  const further = sale.rows.find((row) => row.title === 'Further fee')
  expect(further).toMatchObject({ quantity: '6', asset: 'USD', value: '6' })
  const fee = await explained(further?.handle ?? '')
  expect(fee.rows.find((row) => row.title === 'Paid for: Sell')?.handle).toBe(
    `transaction:${sold?.transaction_id}`,
  )
  expect((await explained(`transaction:${sold?.transaction_id}`)).rows.map((row) => row.title)).toContain(
    'Further fee',
  )

  await journal.patch(sold?.transaction_id ?? '', { added_fees: [{ asset: 'ETH', amount: '0.002' }] })
  const share = (await disposalsOf(journal)).find((row) => row.quantity === '0.002')
  expect((await explained(share?.handle ?? '')).price).toMatchObject({
    value: '6',
    sentence: 'Its share of the other side of the exchange that it was a fee of.',
  })
})
