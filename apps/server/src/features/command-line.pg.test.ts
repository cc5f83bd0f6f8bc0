import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type {
  Comparison,
  DecisionEffect,
  DifferenceRow,
  MethodComparison,
  ReviewAnswer,
  ReviewItem,
  ReviewKind,
  SafeHarborState,
  TreatmentBoard,
} from '@lotbook/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMONSTRATION_FILES } from '../demo/make-demonstration.ts'
import { demonstrationPrices } from '../demo/demonstration-prices.ts'
import { self, withSubject } from '../platform/database.ts'
import { sql } from '../platform/sql.ts'
import { commandIn } from '../testing/command-line.ts'
import { customerWith } from '../testing/customer-journal.ts'
import { testServer } from '../testing/test-server.ts'
import { seedTokens } from './prices/seed-tokens.ts'

/*
 * The command line on the downloads of a calculation says what the screens say. The demonstration's history: three years,
 * two exchanges, a statement, a wallet and records of one's own.
 */
const server = await testServer()
const COMMAND_LINE = join(import.meta.dirname, '../../../cli/src/main.ts')
const folder = mkdtempSync(join(tmpdir(), 'lotbook-command-line-'))
afterAll(() => rmSync(folder, { recursive: true }))

let journal: Awaited<ReturnType<typeof customerWith>>

/** Run a command in the folder of downloads. */
const lotbook = (...args: string[]) => commandIn(folder, args)
const printed = async <T>(...args: string[]) => JSON.parse(await lotbook(...args, '--json')) as T

/** Calculate, and download what is kept of it. */
async function downloaded(name: string): Promise<string> {
  server.clock.advance(1_000)
  await journal.post('/imports/v1/tax_calculations/start_tax_calculation', { recalculate: true })
  await server.drainJobs()
  const { data } = await journal.get<{ data: { id: string }[] }>('/tax_calculations')
  const id = data[0]?.id ?? ''
  mkdirSync(join(folder, name))
  for (const file of ['manifest', 'input', 'result']) {
    const { status, text } = await journal.customer.get(`/tax_calculations/${id}/${file}.json`)
    expect(status).toBe(200)
    writeFileSync(join(folder, name, `${file}.json`), text)
  }
  return id
}

let filed = ''

beforeAll(async () => {
  await seedTokens(server.db)
  journal = await customerWith(server)
  await journal.customer.upload('/price_files', { file: demonstrationPrices() })
  for (const { name, source, ...answers } of DEMONSTRATION_FILES) {
    const file = new File([readFileSync(new URL(`../demo/files/${name}`, import.meta.url))], name)
    const { status } = await journal.customer.upload('/csv_uploads', {
      file,
      exchange_value: source,
      ...answers,
    })
    expect(status).toBe(200)
    await server.drainJobs()
  }
  await journal.setTax({ pool_before_2025: 'universal', time_zone: 'America/New_York' })
  filed = await downloaded('filed')
})

test('E13 E19 N2 the files and the price file themselves give the very result of the screen, without an account', async () => {
  const at = (name: string) => join(import.meta.dirname, '../demo/files', name)
  const files = DEMONSTRATION_FILES.map(({ name }) => at(name))
  const prices = ['--prices', at('demonstration-prices.csv')]
  const terms = ['--chain', 'ethereum', '--pool', 'universal', '--timezone', 'America/New_York']
  const asked = ['calculate', '--files', ...files, ...prices, ...terms, '--year', '2025', '--out', 'of-files']
  // As a person does, in a process that has nothing of the server.
  await promisify(execFile)(process.execPath, [COMMAND_LINE, ...asked], { cwd: folder, maxBuffer: 2 ** 26 })
  expect(await printed('compare', 'of-files', 'filed')).toMatchObject({ years: {}, causes: [], rows: [] })
  const hashOf = (name: string) =>
    (JSON.parse(readFileSync(join(folder, name, 'manifest.json'), 'utf8')) as { result_hash: string })
      .result_hash
  expect(hashOf('of-files')).toBe(hashOf('filed'))
})

const ESTIMATE = ['--filing-status', 'mfj', '--other-income', '90000']
const QUERY = 'filing_status=mfj&other_income=90000'

test.each([2023, 2024, 2025])('N13 the methods of %i are those of the screen', async (year) => {
  await journal.post('/method_comparisons', { year })
  await server.drainJobs()
  const { data } = await journal.get<{ data: MethodComparison }>(`/method_comparisons?year=${year}&${QUERY}`)
  expect(data.state).toBe('done')
  expect(data.disposals).toBeGreaterThan(0)
  const own = await printed<MethodComparison>('methods', 'filed/input.json', '--year', `${year}`, ...ESTIMATE)
  // The lots that are left are valued at prices that the input does not carry.
  const withoutPrices = ({ outcomes }: MethodComparison) =>
    outcomes.map(({ left: { count, basis, long }, ...outcome }) => ({
      ...outcome,
      left: { count, basis, long },
    }))
  expect(withoutPrices(own)).toEqual(withoutPrices(data))
  expect([own.disposals, own.named]).toEqual([data.disposals, data.named])
})

test('N17 what every other choice would change is what the screen says', async () => {
  await journal.post('/treatments/effects')
  await server.drainJobs()
  const { effects, choices } = (await journal.get<{ data: TreatmentBoard }>(`/treatments?${QUERY}`)).data
  expect(effects?.state).toBe('done')
  expect(effects?.outcomes.flatMap(({ years }) => years).length).toBeGreaterThan(5)
  const own = await printed<{
    outcomes: object[]
    pairs: object[]
    treatments: { treatment: string; choice: string; transactions: number }[]
  }>('treatments', 'filed/input.json', ...ESTIMATE)
  expect(own.outcomes).toEqual(effects?.outcomes)
  expect(own.pairs).toEqual(effects?.pairs)
  const of = (field: 'choice' | 'transactions') =>
    Object.fromEntries(own.treatments.map((one) => [one.treatment, one[field]]))
  expect(of('transactions')).toEqual(effects?.rows)
  expect(of('choice')).toEqual(choices)
})

test('N14 every allocation is the one of the screen', async () => {
  await journal.post('/safe_harbor/comparisons', {})
  await server.drainJobs()
  const { comparison } = (await journal.get<{ data: SafeHarborState }>(`/safe_harbor?${QUERY}`)).data
  expect(comparison?.state).toBe('done')
  expect(comparison?.outcomes.length).toBeGreaterThan(2)
  interface Own {
    readonly outcomes: {
      kind: string
      years: object[]
      gain: string
      tax: string | null
      difference: object
      left: { lots: number; basis: string }[]
      rule: { order: string } | null
      same_as: { order: string }[]
    }[]
    readonly assets: {
      asset: string
      units: string
      basis: string
      held_units: string
      first_move: string | null
    }[]
    readonly is_complete: boolean
  }
  const own = await printed<Own>('safe-harbor', 'filed/input.json', ...ESTIMATE)
  // Accounts have ids there and keys here; their order within a rule is told by the orders of lots that come to the same.
  const plain = ({ outcomes, assets, is_complete }: Own) => ({
    is_complete,
    outcomes: outcomes.map(({ kind, years, gain, tax, difference, left, rule, same_as }) => ({
      kind,
      years,
      gain,
      tax,
      difference,
      left: left.map(({ lots, basis }) => ({ lots, basis })),
      orders: [rule?.order, ...same_as.map(({ order }) => order)],
    })),
    assets: assets.map(({ asset, units, basis, held_units, first_move }) => ({
      asset,
      units,
      basis,
      held_units,
      first_move,
    })),
  })
  expect(plain(own)).toEqual(plain(comparison as unknown as Own))
})

test('N11 what an answer to an open question would change is what the review queue says', async () => {
  const tried: [ReviewKind, ReviewAnswer[]][] = [
    ['missing_basis', [{ option: 'opening_lot', acquired_on: '2020-01-05', cost: '123.45' }]],
    [
      'unmatched_send',
      [{ option: 'gift_sent' }, { option: 'lost' }, { option: 'purchase', value: '987.65' }],
    ],
    [
      'unmatched_receive',
      [
        { option: 'income', sub_type: 'airdrop', value: '55.5' },
        { option: 'bought', cost: '44.4' },
        { option: 'gift_received', donor_basis: '33.3', donor_acquired: '2019-05-05' },
      ],
    ],
  ]
  let compared = 0
  for (const [kind, answers] of tried) {
    const { rows } = await journal.get<{ rows: ReviewItem[] }>(`/review?kind=${kind}`)
    const items = rows.slice(0, 3)
    expect(items.length, kind).toBeGreaterThan(0)
    const theirs: { name: string; effects: DecisionEffect[] }[] = []
    for (const { id, transaction, detail } of items) {
      const { name } = await withSubject(server.db, self(journal.userId), (tx) =>
        tx.one<{ name: string }>(sql`
          select encode(fingerprint, 'hex') as name from transactions
          where user_id = ${journal.userId} and id = ${transaction?.id ?? ''}`),
      )
      // The screen asks how many; the engine knows how many are missing.
      const quantity = detail?.split(' ')[0] ?? ''
      const asked = answers.map((answer) => (kind === 'missing_basis' ? { ...answer, quantity } : answer))
      const { data } = (await journal.post(`/review/${id}/effects`, { answers: asked })) as {
        data: DecisionEffect[]
      }
      theirs.push({ name, effects: data })
    }
    for (const [i, { option, ...fields }] of answers.entries()) {
      const said = [option, ...Object.entries(fields).map(([field, value]) => `${field}=${value}`)].join(',')
      const own = await printed<{ answers: { effect: DecisionEffect }[] }>(
        'decisions',
        'filed/input.json',
        ...theirs.flatMap(({ name }) => ['--answer', `${name}=${said}`]),
      )
      // The screen also counts transactions without a price.
      const effects = theirs.map(({ effects: of }) => ({ refused: of[i]?.refused, years: of[i]?.years }))
      expect(
        own.answers.map(({ effect }) => effect),
        `${kind} ${said}`,
      ).toEqual(effects)
      compared += effects.filter(({ years }) => (years?.length ?? 0) > 0).length
    }
  }
  expect(compared).toBeGreaterThan(3)
  // The rate limit refuses more calls until a moment has passed.
  server.clock.advance(60_000)
})

test('N4 N6 what changed since a year was filed, and its amendment, are those of the server', async () => {
  await journal.post('/tax_years/file', {
    year: 2024,
    calculation_id: filed,
    filed_on: '2025-04-15',
    confirmation: 'A-1',
  })
  await journal.setTax({ method: 'hifo' })
  // The method alone would leave the year that was filed as it is.
  const sales = (await journal.rows()).filter(
    ({ at, type }) => at.startsWith('2024') && ['sell', 'trade'].includes(type),
  )
  for (const { id } of sales.slice(0, 3)) await journal.patch(id, { value: '1' })
  const after = await downloaded('today')
  const { data } = (await journal.post('/comparisons', { before: filed, after })) as { data: Comparison }
  await server.drainJobs()
  const done = (await journal.get<{ data: Comparison }>(`/comparisons/${data.id}`)).data
  const { rows } = await journal.get<{ rows: DifferenceRow[] }>(`/comparisons/${data.id}/rows?limit=500`)
  expect(done.state).toBe('done')
  expect(rows.length).toBeGreaterThan(5)
  const own = await printed<{ years: object; rows: DifferenceRow[] }>('compare', 'filed', 'today')
  expect(Object.entries(own.years).map(([year, moved]) => ({ year: Number(year), ...moved }))).toEqual(
    done.years,
  )
  const plain = ({ kind, label, date, before, after: now, gain, income, deduction }: DifferenceRow) => ({
    kind,
    label,
    date,
    before,
    after: now,
    gain,
    income,
    deduction,
  })
  expect(own.rows.map(plain)).toEqual(rows.map(plain))

  const { data: made } = (await journal.post('/exports', { kind: 'amendment-csv', tax_year: 2024 })) as {
    data: { id: string }
  }
  await server.drainJobs()
  const theirs = (await journal.customer.get(`/exports/${made.id}/download`)).text
  const asked = ['filed', 'today', '--year', '2024', '--filed-on', '2025-04-15', '--out', 'pack']
  await lotbook('amend', ...asked)
  const [csv = '', pdf = '', ...more] = readdirSync(join(folder, 'pack')).toSorted()
  expect([csv, pdf, more]).toEqual([
    expect.stringMatching(/^amendment-2024-.*csv$/),
    expect.stringMatching(/^amendment-2024-.*pdf$/),
    ['corrected-forms', expect.stringMatching(/^form-1040-x-lines-2024-.*csv$/)],
  ])
  expect(figuresOf(readFileSync(join(folder, 'pack', csv), 'utf8'))).toEqual(figuresOf(theirs))
})

/** The lines of an amendment without what is called by ids there and by content here, and without words on files. */
function figuresOf(csv: string): string[][] {
  const [header = '', ...lines] = csv.split('\r\n').filter((line) => line !== '')
  const names = header.split(',')
  const kept = names.flatMap((name, i) =>
    ['Asset', 'Account', 'Transaction', 'Cause', 'Explanation'].includes(name) ? [] : [i],
  )
  expect(lines.length).toBeGreaterThan(1)
  const cellsOf = (line: string) =>
    [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell]) => cell ?? '')
  return lines.map((line) => kept.map((i) => cellsOf(line)[i] ?? ''))
}
