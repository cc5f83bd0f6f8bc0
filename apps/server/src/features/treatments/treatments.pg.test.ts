import {
  OPEN_TREATMENTS,
  TOKEN_KINDS as TOKENS_OF_CONTRACT,
  type OneYear,
  type TreatmentBoard,
} from '@lotbook/contract'
import { TOKEN_KINDS, unitedStates } from '@lotbook/rules/us'
import { openChoices } from '@lotbook/tax'
import { expect, test } from 'vitest'
import { self, withSubject } from '../../platform/database.ts'
import { checkInvariants } from '../../platform/invariants.ts'
import { sql } from '../../platform/sql.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()

/* Two ETH for 4,000, exchanged for as many WETH worth 7,000, sold for 6,000; and an airdrop worth 50 that sells for 80. */
const TRADES = `Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid,Value Amount,Value Currency,Comment,Account,Asset IN Id,Asset Out Id,Group Id
2023-01-10T12:00:00Z,buy,2,ETH,4000,USD,,,,yes,,,,,vault,,,
2024-02-01T12:00:00Z,airdrop,100,UNI,,,,,,yes,,50,USD,,vault,,,
2024-05-01T12:00:00Z,sell,80,USD,100,UNI,,,,yes,,,,,vault,,,
2024-06-10T12:00:00Z,trade,2,WETH,2,ETH,,,,yes,,7000,USD,,vault,,,
2025-03-01T12:00:00Z,sell,6000,USD,2,WETH,,,,yes,,,,,vault,,,
`
const WRAPPED = { kind: 'token', asset: 'WETH', of: 'ETH', to: 'wrapped' } as const

async function trader() {
  const journal = await customerWith(server)
  await journal.import('vault.csv', TRADES)
  const board = async (more = '') => (await journal.get<{ data: TreatmentBoard }>(`/treatments${more}`)).data
  return {
    ...journal,
    board,
    change: async (change: object) =>
      ((await journal.post('/treatments', { change })) as { data: { id: string } }).data.id,
    refused: async (change: object) => {
      const { body } = await journal.customer.request('POST', '/treatments', { change })
      return body as { code: string; fields?: object }
    },
    async effects(more = '') {
      server.clock.advance(1) // the newest is told by its time
      await journal.post('/treatments/effects')
      await server.drainJobs()
      return (await board(more)).effects ?? fail('no effects')
    },
    async calculate(year: number) {
      await journal.post('/imports/v1/tax_calculations/start_tax_calculation', { recalculate: true })
      await server.drainJobs()
      return (await journal.get<{ data: OneYear }>(`/one_year?year=${year}`)).data
    },
  }
}

function fail(what: string): never {
  throw new Error(what)
}

test('what the screen offers is what the engine follows', () => {
  expect(Object.entries(OPEN_TREATMENTS)).toEqual(Object.entries(openChoices(unitedStates)))
  expect(TOKENS_OF_CONTRACT).toEqual(TOKEN_KINDS)
})

test('N17 each treatment that bears on a row is worked out under every other choice, and no other', async () => {
  const journal = await trader()
  expect(await journal.board()).toMatchObject({
    choices: { wrapped: 'swap', airdrop: 'income', transfer_fee: 'dispose' },
    tokens: [],
    changes: [],
    effects: null,
  })
  const effects = await journal.effects()
  expect(effects).toMatchObject({ state: 'done', is_current: true, percent: 100 })
  expect(effects.rows).toMatchObject({ airdrop: 1, wrapped: 0, rebate: 0, exchange_fee: 0 })
  expect(effects.pairs).toEqual([{ from: 'ETH', to: 'WETH', trades: 1 }])
  // 50 less income, 50 more gain: at the same rate, for both are short-term.
  expect(effects.outcomes).toEqual([
    {
      treatment: 'airdrop',
      choice: 'zero_basis',
      years: [
        {
          year: 2024,
          gain: '3080',
          income: '0',
          tax: '8',
          deduction: '0',
          difference: { gain: '50', income: '-50', deduction: '0', tax: '0' },
        },
      ],
    },
  ])
  // Asked again where nothing has changed, the same answers.
  expect(await journal.post('/treatments/effects')).toEqual({ data: { id: effects.id } })
})

/* Bought at 100 a coin in `A`; on the way to `B` a tenth goes as a fee that is worth what it cost; half a coin is donated. */
const DONOR = `Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid,Value Amount,Value Currency,Comment,Account,Asset IN Id,Asset Out Id,Group Id
2025-01-01T12:00:00Z,buy,1,ETH,100,USD,,,,yes,,,,,A,,,
2025-02-01T12:00:00Z,sent,,,0.5,ETH,0.1,ETH,,yes,0xf1,50,USD,,A,,,
2025-02-01T12:05:00Z,received,0.5,ETH,,,,,,yes,0xf1,50,USD,,B,,,
2025-03-01T12:00:00Z,donation,,,0.5,ETH,,,,yes,,90,USD,,B,,,
`

test('N17 a choice that changes nothing but the deduction for a donation is told', async () => {
  const journal = await customerWith(server)
  await journal.import('donor.csv', DONOR)
  server.clock.advance(1)
  const workOut = async () => {
    const { data } = (await journal.post('/treatments/effects')) as { data: { id: string } }
    await server.drainJobs()
    return data.id
  }
  const effects = async () => (await journal.get<{ data: TreatmentBoard }>('/treatments')).data.effects
  const id = await workOut()
  const carried = (await effects())?.outcomes.find(({ choice }) => choice === 'carry')
  // Held short, the deduction is the basis: 50, or 60 with that of the fee.
  expect(carried?.years.map(({ year, difference }) => [year, difference])).toEqual([
    [2025, { gain: '0', income: '0', deduction: '10', tax: '0' }],
  ])
  // Effects worked out before deductions were stored do not state them, and are not current.
  await withSubject(server.db, self(journal.userId), (tx) =>
    tx.run(sql`update treatment_effects set outcomes = outcomes #- '{now,2025,deduction}'`),
  )
  expect(await effects()).toMatchObject({ id, is_current: false })
  server.clock.advance(1)
  expect(await workOut()).not.toBe(id)
  expect(await effects()).toMatchObject({ is_current: true })
})

test('E14 N17 a token is what its owner declares: basis carried or disposed, with tax per year', async () => {
  const journal = await trader()
  await journal.effects()
  await journal.change(WRAPPED)
  const stale = await journal.board()
  expect(stale.tokens).toEqual([{ kind: 'wrapped', asset: 'WETH', of: 'ETH' }])
  expect(stale.effects?.is_current).toBe(false)
  // While they are worked out again, those of before are told.
  server.clock.advance(1)
  await journal.post('/treatments/effects')
  expect((await journal.board()).effects).toMatchObject({
    state: 'queued',
    is_current: false,
    rows: { wrapped: 0 },
    outcomes: [{ treatment: 'airdrop' }],
  })
  const effects = await journal.effects('?other_income=100000')
  expect(effects.rows.wrapped).toBe(1)
  expect(effects.pairs).toEqual([])
  const wrapped = effects.outcomes.find((outcome) => outcome.treatment === 'wrapped')
  // 3,000 long-term at 15 %; then 300 on a gain of 2,000 become 220 less by a loss of 1,000.
  expect(wrapped?.choice).toBe('trade')
  expect(wrapped?.years.map(({ year, difference }) => [year, difference])).toEqual([
    [2024, { gain: '3000', income: '0', deduction: '0', tax: '450' }],
    [2025, { gain: '-3000', income: '0', deduction: '0', tax: '-520' }],
  ])
  expect((await journal.calculate(2025)).net_gain.value).toBe('2000')
  await journal.change({ kind: 'choice', treatment: 'wrapped', to: 'trade' })
  const year = await journal.calculate(2025)
  expect(year.net_gain.value).toBe('-1000')
  expect(year.calculation.settings).toMatchObject({
    treatments: { wrapped: 'trade', airdrop: 'income' },
    tokens: [{ kind: 'wrapped', asset: 'WETH', of: 'ETH' }],
  })
  const { manifest } = await withSubject(server.db, self(journal.userId), (tx) =>
    tx.one<{ manifest: { settings: object } }>(sql`
      select manifest from calculations where user_id = ${journal.userId} and state = 'done' order by finished_at desc limit 1`),
  )
  expect(manifest.settings).toMatchObject({ treatments: { wrapped: 'trade', airdrop: 'income' } })
  expect(await checkInvariants(server.db)).toEqual([])
})

test('N17 a token is declared by any name that it has, and is the one that the history has', async () => {
  const journal = await trader()
  await journal.change({ ...WRAPPED, asset: 'weth', of: 'eth' })
  expect((await journal.board()).tokens).toEqual([{ kind: 'wrapped', asset: 'WETH', of: 'ETH' }])
  expect(await journal.refused(WRAPPED)).toMatchObject({ code: 'conflict' })
  expect(await journal.refused({ ...WRAPPED, asset: 'eth' })).toMatchObject({
    fields: { of: 'An asset does not stand for itself.' },
  })
})

test('N17 a change is recorded with who and when, makes results stale, and can be taken back while it counts', async () => {
  const journal = await trader()
  await journal.calculate(2024)
  const details = () =>
    journal.get<{ data: { need_tax_calculation: boolean } }>('/imports/v1/tax_calculations/details')
  expect((await details()).data.need_tax_calculation).toBe(false)
  const first = await journal.change({ kind: 'choice', treatment: 'airdrop', to: 'zero_basis' })
  expect((await details()).data.need_tax_calculation).toBe(true)
  const [made] = (await journal.board()).changes
  expect(made).toEqual({
    id: first,
    treatment: 'airdrop',
    token: null,
    before: 'income',
    after: 'zero_basis',
    recorded_at: server.clock.now().toISOString(),
    recorded_by: 'you',
    undoes: null,
    can_undo: true,
  })
  server.clock.advance(1_000)
  await journal.change({ kind: 'undo', id: first })
  const back = await journal.board()
  expect(back.choices.airdrop).toBe('income')
  expect(
    back.changes.map(({ before, after, undoes, can_undo }) => [before, after, undoes, can_undo]),
  ).toEqual([
    ['zero_basis', 'income', first, false],
    ['income', 'zero_basis', null, false],
  ])
  expect(await journal.refused({ kind: 'undo', id: first })).toMatchObject({ code: 'conflict' })

  server.clock.advance(1_000)
  const token = await journal.change(WRAPPED)
  server.clock.advance(1_000)
  // The pair is one, whichever is named first: declared anew it changes its kind.
  await journal.change({ ...WRAPPED, asset: 'ETH', of: 'WETH', to: 'bridged' })
  expect((await journal.board()).tokens).toEqual([{ kind: 'bridged', asset: 'ETH', of: 'WETH' }])
  expect(await journal.refused({ kind: 'undo', id: token })).toMatchObject({ code: 'conflict' })
  await journal.change({ ...WRAPPED, to: null })
  expect((await journal.board()).tokens).toEqual([])
  const events = await withSubject(server.db, self(journal.userId), (tx) =>
    tx.all<{ details: object }>(sql`
      select details from audit_events where user_id = ${journal.userId} and event = 'treatment_changed' order by id`),
  )
  expect(events.map(({ details }) => details)).toEqual([
    { what: 'airdrop', before: 'income', after: 'zero_basis' },
    { what: 'airdrop', before: 'zero_basis', after: 'income' },
    { what: 'WETH for ETH', before: null, after: 'wrapped' },
    { what: 'ETH for WETH', before: 'wrapped', after: 'bridged' },
    { what: 'WETH for ETH', before: 'bridged', after: null },
  ])
})

test('N5 N17 a filed year keeps its figures whatever is chosen', async () => {
  const journal = await trader()
  const before = await journal.calculate(2024)
  expect(before.net_gain.value).toBe('3030')
  await journal.post('/tax_years/file', {
    calculation_id: before.calculation.id,
    year: 2024,
    filed_on: '2025-04-10',
    confirmation: '',
  })
  await journal.change({ kind: 'choice', treatment: 'airdrop', to: 'zero_basis' })
  const filed = await journal.calculate(2024)
  expect([filed.net_gain.value, filed.income.value]).toEqual(['3030', '50'])
  expect((await journal.board()).filed_years).toEqual([2024])
})

test('a change that is none, of nothing, or of somebody else is refused', async () => {
  const journal = await trader()
  expect(await journal.refused({ kind: 'choice', treatment: 'airdrop', to: 'income' })).toMatchObject({
    code: 'conflict',
  })
  expect(await journal.refused({ kind: 'choice', treatment: 'airdrop', to: 'trade' })).toMatchObject({
    code: 'invalid_input',
    fields: { to: 'Known are income, zero_basis.' },
  })
  expect(await journal.refused({ ...WRAPPED, of: 'WETH' })).toMatchObject({ code: 'invalid_input' })
  expect(await journal.refused({ ...WRAPPED, of: null })).toMatchObject({ code: 'invalid_input' })
  expect(await journal.refused({ ...WRAPPED, to: 'rebase' })).toMatchObject({ code: 'invalid_input' })
  expect(await journal.refused({ ...WRAPPED, asset: 'coin:' })).toMatchObject({
    code: 'invalid_input',
    fields: { asset: expect.stringContaining('names no asset') as string },
  })
  expect(await journal.refused({ ...WRAPPED, of: 'foo:bar' })).toMatchObject({
    fields: { of: expect.stringContaining('names no asset') as string },
  })
  const other = await trader()
  const theirs = await other.change(WRAPPED)
  expect(await journal.refused({ kind: 'undo', id: theirs })).toMatchObject({ code: 'not_found' })
  const empty = await customerWith(server)
  const { body } = await empty.customer.request('POST', '/treatments/effects', {})
  expect(body).toMatchObject({ code: 'nothing_taxable' })
})

test('network fees of transfers are one setting, on both screens, and recorded from either', async () => {
  const journal = await trader()
  const settings = await journal.get<Record<string, unknown>>('/setting/tax')
  await journal.change({ kind: 'choice', treatment: 'airdrop', to: 'zero_basis' })
  server.clock.advance(1_000)
  await journal.post('/setting/tax', { ...settings, transfer_fee: 'carry' })
  const board = await journal.board()
  expect(board.choices).toMatchObject({ transfer_fee: 'carry', airdrop: 'zero_basis' })
  expect(board.changes[0]).toMatchObject({ treatment: 'transfer_fee', before: 'dispose', after: 'carry' })
  await journal.change({ kind: 'choice', treatment: 'transfer_fee', to: 'dispose' })
  expect(await journal.get('/setting/tax')).toMatchObject({ transfer_fee: 'dispose' })
})

test('E19 N17 what is locked up asks for a price while that is treated as a disposal', async () => {
  const journal = await customerWith(server)
  await journal.import(
    'staked.csv',
    `Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid
2025-01-01T00:00:00Z,buy,10,SOL,1000,USD,,,Kraken,yes,b1
2025-02-01T00:00:00Z,staking_lockup,,,10,SOL,,,Kraken,yes,l1
2025-06-01T00:00:00Z,staking_return,10,SOL,,,,,Kraken,yes,r1
`,
  )
  const choose = (to: string) =>
    journal.post('/treatments', { change: { kind: 'choice', treatment: 'staking_lockup', to } })
  const missing = async () =>
    (
      await journal.get<{ rows: { effect_high: string | null; transaction: { sub_type: string } }[] }>(
        '/review?kind=missing_price',
      )
    ).rows
      .map(({ effect_high, transaction }) => `${transaction.sub_type} ${effect_high ?? '?'}`)
      .toSorted()
  const badge = async () => (await journal.get<{ details: { review: number } }>('/start')).details.review
  expect([await missing(), await badge()]).toEqual([[], 0])
  await choose('dispose')
  expect([await missing(), await badge()]).toEqual([['staking_lockup ?', 'staking_return ?'], 2])
  await journal.post('/imports/v1/tax_calculations/start_tax_calculation', { recalculate: true })
  await server.drainJobs()
  const { data } = await journal.get<{ data: OneYear }>('/one_year?year=2025')
  expect(data.qualifiers.map(({ message }) => message)).toEqual([
    '2 lock-ups or returns have no price and count as no disposal.',
  ])
  await choose('keep')
  expect([await missing(), await badge()]).toEqual([[], 0])
  expect(await checkInvariants(server.db)).toEqual([])
})

test('R-OPEN-3 a swap between assets that are declared counts as chosen, and lacks a price where it is a trade', async () => {
  const journal = await customerWith(server)
  await journal.import(
    'wrap.csv',
    `Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid,Value Amount,Value Currency
2024-01-09T12:00:00Z,buy,2,ETH,4400,USD,,,Coinbase,yes,b1,,
2024-02-09T12:00:00Z,sell,10,USD,1,XRP,,,Coinbase,yes,s1,,
2025-03-09T12:00:00Z,swap,0.94,CBETH,1,ETH,,,Coinbase,yes,w1,3200,USD
2025-03-10T12:00:00Z,swap,0.94,CBETH,1,ETH,,,Coinbase,yes,w2,,
`,
  )
  const missing = async () =>
    (await journal.get<{ rows: unknown[] }>('/review?kind=missing_price')).rows.length
  const gains = async () => {
    await journal.post('/imports/v1/tax_calculations/start_tax_calculation', { recalculate: true })
    await server.drainJobs()
    const { rows } = await journal.get<{ rows: { gain: string; proceeds: string }[] }>(
      '/one_year/disposals?year=2025',
    )
    return rows.map(({ proceeds, gain }) => `${proceeds} ${gain}`).toSorted()
  }
  expect([await missing(), await gains()]).toEqual([0, []])
  await journal.post('/treatments', {
    change: { kind: 'token', asset: 'CBETH', of: 'ETH', to: 'liquid_staking' },
  })
  expect([await missing(), await gains()]).toEqual([1, ['0 -2200', '3200 1000']])
  await journal.post('/treatments', {
    change: { kind: 'choice', treatment: 'liquid_staking', to: 'swap' },
  })
  expect([await missing(), await gains()]).toEqual([0, []])
  expect(await checkInvariants(server.db)).toEqual([])
})
