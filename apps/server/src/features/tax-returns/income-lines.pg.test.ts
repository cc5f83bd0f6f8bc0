import type { ExportRow, IncomeAnswer, IncomeByLine, IncomeRow, OneYear } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { customerWith } from '../../testing/customer-journal.ts'
import { templateFile } from '../../testing/template-file.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()

const HISTORY = templateFile(
  '2024-02-01T12:00:00Z,mined,1,ETH,,,,,Kraken,,',
  '2025-02-01T12:00:00Z,mined,2,ETH,,,,,Kraken,,',
  '2025-03-01T12:00:00Z,mined,1,ETH,,,,,Coinbase,,',
  '2025-04-01T12:00:00Z,interest_received,1600,USD,,,,,Coinbase,,',
  '2025-05-01T12:00:00Z,interest_received,1,ETH,,,,,Coinbase,,',
  '2025-06-01T12:00:00Z,payment,3,ETH,,,,,Kraken,,',
  '2025-07-01T12:00:00Z,airdrop,5,NOPRICE,,,,,Kraken,,',
)
const PRICES = `date,asset,price\n${['2024-02-01', '2025-02-01', '2025-03-01', '2025-05-01', '2025-06-01'].map((day) => `${day},ETH,1000`).join('\n')}\n`

async function calculated() {
  const journal = await customerWith(server)
  await journal.import('history.csv', HISTORY)
  const priced = await journal.customer.upload('/price_files', {
    file: new File([PRICES], 'prices.csv', { type: 'text/csv' }),
  })
  expect(priced.status).toBe(200)
  await server.drainJobs()
  server.clock.advance(1_000)
  await journal.post('/imports/v1/tax_calculations/start_tax_calculation', { recalculate: true })
  await server.drainJobs()
  const read = async (year: number) =>
    (await journal.get<{ data: IncomeByLine }>(`/tax_returns/income_lines?year=${year}`)).data
  const sourceOf = async (year: number, label: string, account: string) => {
    const found = (await read(year)).sources.find(
      (one) => one.label === label && one.account_name === account,
    )
    if (found === undefined) throw new Error(`${label} of ${account} is not there`)
    return found
  }
  const set = (year: number, lines: readonly IncomeAnswer[]) =>
    journal.customer.request('POST', '/tax_returns/income_lines', { year, lines })
  return {
    ...journal,
    read,
    sourceOf,
    set,
    answer: async (year: number, label: string, account: string, line: IncomeAnswer['line']) => {
      const { account_id, category, is_cash } = await sourceOf(year, label, account)
      return set(year, [{ account_id, category, is_cash, line }])
    },
    lines: async (year: number) =>
      Object.fromEntries((await read(year)).lines.map(({ line, amount }) => [line, amount])),
    file: async (year: number) => {
      const { calculation } = (await journal.get<{ data: OneYear }>(`/one_year?year=${year}`)).data
      await journal.post('/tax_years/file', {
        year,
        calculation_id: calculation.id,
        filed_on: `${year + 1}-01-02`,
        confirmation: '',
      })
    },
  }
}

test('E20 income goes to its usual line, and to the one that is answered for its kind and source', async () => {
  const journal = await calculated()
  expect(await journal.lines(2025)).toEqual({
    'Schedule C, line 1': '3000.00',
    'Schedule 1, line 3': '3000.00',
    'Schedule 1, line 8v': '4000.00',
    'Schedule 1, line 9': '4000.00',
    'Schedule 1, line 10': '7000.00',
    'Form 1040, line 2b': '1600.00',
    'Form 1040, line 8': '7000.00',
  })
  const usual = await journal.read(2025)
  expect(usual.sources.map((one) => [one.label, one.account_name, one.value, one.line, one.chosen])).toEqual([
    ['Payment', 'Kraken', '3000', 'business', 'usual'],
    ['Mined', 'Kraken', '2000', 'other', 'usual'],
    ['Interest received, in cash', 'Coinbase', '1600', 'interest', 'usual'],
    ['Interest received', 'Coinbase', '1000', 'other', 'usual'],
    ['Mined', 'Coinbase', '1000', 'other', 'usual'],
    ['Airdrop', 'Kraken', null, 'other', 'usual'],
  ])
  expect(usual.sources[0]?.lines).toEqual([
    { line: 'business', name: 'Schedule C, line 1' },
    { line: 'wages', name: 'Form 1040, line 1a' },
    { line: 'other', name: 'Schedule 1, line 8v' },
  ])
  expect(usual.notes[0]).toContain('6 of 6 kinds of income are on a line that you have not confirmed')
  expect(usual.notes).toContain('1 receipt has no price and counts as $0 here.')

  const explained = async () => {
    const { rows } = await journal.get<{ rows: IncomeRow[] }>('/one_year/incomes?year=2025')
    const mined = rows.find((row) => row.category === 'mined' && row.account_name === 'Kraken')
    const { text } = await journal.customer.request('GET', `/explain?handle=${mined?.handle}`)
    return `${mined?.line}: ${text}`
  }
  expect(await explained()).toContain(
    'On the return of 2025 it goes to Schedule 1, line 8v, which is not confirmed yet.',
  )
  expect((await journal.answer(2025, 'Mined', 'Kraken', 'business')).status).toBe(200)
  const chosen = await explained()
  expect(chosen).toMatch(/^Schedule C, line 1: /)
  expect(chosen).toContain('On the return of 2025 it goes to Schedule C, line 1.')
  expect((await journal.answer(2025, 'Payment', 'Kraken', 'wages')).status).toBe(200)
  expect(await journal.lines(2025)).toMatchObject({
    'Schedule C, line 1': '2000.00',
    'Schedule 1, line 8v': '2000.00',
    'Form 1040, line 1a': '3000.00',
    'Form 1040, line 8': '4000.00',
  })
  // Taken back, it goes to the usual line again.
  await journal.answer(2025, 'Payment', 'Kraken', null)
  expect((await journal.sourceOf(2025, 'Payment', 'Kraken')).chosen).toBe('usual')
})

test('E20 an answer is offered for the next year, which a filed year keeps as it was filed', async () => {
  const journal = await calculated()
  const { calculation: before } = (await journal.get<{ data: OneYear }>('/one_year?year=2025')).data
  await journal.answer(2024, 'Mined', 'Kraken', 'business')
  expect(await journal.sourceOf(2025, 'Mined', 'Kraken')).toMatchObject({
    line: 'business',
    chosen: 'carried',
    carried_from: 2024,
  })
  expect((await journal.sourceOf(2025, 'Mined', 'Coinbase')).chosen).toBe('usual')
  // The line is no part of the calculation.
  const { calculation: after } = (await journal.get<{ data: OneYear }>('/one_year?year=2025')).data
  expect(after).toEqual(before)

  await journal.file(2025)
  await journal.answer(2024, 'Mined', 'Kraken', 'other')
  expect(await journal.sourceOf(2025, 'Mined', 'Kraken')).toMatchObject({
    line: 'business',
    chosen: 'carried',
    carried_from: 2024,
  })
  const refused = await journal.answer(2025, 'Mined', 'Kraken', 'other')
  expect(refused).toMatchObject({ status: 409 })
  expect(refused.text).toContain('2025 is marked as filed; its lines stay as filed.')
  expect((await journal.read(2025)).is_filed).toBe(true)

  await journal.post('/tax_years/reopen', { year: 2025 })
  expect(await journal.sourceOf(2025, 'Mined', 'Kraken')).toMatchObject({ line: 'other', chosen: 'carried' })
})

test('E20 the list of income says the line of each receipt, and is made anew when an answer changes', async () => {
  const journal = await calculated()
  const paper = async () => {
    server.clock.advance(1_000)
    const { data } = (await journal.post('/exports', { kind: 'income-csv', tax_year: 2025 })) as {
      data: ExportRow
    }
    await server.drainJobs()
    return (await journal.customer.request('GET', `/exports/${data.id}/download`)).text
  }
  expect(await paper()).toMatch(/Mined,ETH,2,2000\.00,.*,"Schedule 1, line 8v",Usual line; not confirmed\r/)
  await journal.answer(2025, 'Mined', 'Kraken', 'business')
  expect(await paper()).toMatch(/Mined,ETH,2,2000\.00,.*,"Schedule C, line 1",Confirmed\r/)
})

test('E20 expenses of a business are stated once a year, and lead to its net profit', async () => {
  const journal = await calculated()
  const state = (facts: object) =>
    journal.customer.request('POST', '/tax_returns/business', {
      year: 2025,
      business_expenses: null,
      other_wages: null,
      ...facts,
    })
  expect((await state({ business_expenses: '400.50', other_wages: '90000' })).status).toBe(200)
  expect((await journal.read(2025)).facts).toEqual({ business_expenses: '400.50', other_wages: '90000' })
  expect(await journal.lines(2025)).toMatchObject({
    'Schedule C, line 1': '3000.00',
    'Schedule C, line 28': '400.50',
    'Schedule C, line 31': '2599.50',
    'Schedule 1, line 3': '2599.50',
    'Form 1040, line 8': '6599.50',
  })
  for (const [field, value] of [
    ['business_expenses', '-1'],
    ['other_wages', '1,000'],
  ] as const) {
    const refused = await state({ [field]: value })
    expect(refused.status).toBe(422)
    expect(refused.text).toContain(field)
  }
  await journal.file(2025)
  const refused = await state({})
  expect(refused.status).toBe(409)
  expect(refused.text).toContain('2025 is marked as filed; its return stays as filed.')
})

test('what cannot be is refused by its place, and nothing is kept of the request', async () => {
  const journal = await calculated()
  const { account_id, category } = await journal.sourceOf(2025, 'Mined', 'Kraken')
  const mined = { account_id, category, is_cash: false, line: 'business' } as const
  const refused = async (status: number, words: string, year: number, ...lines: object[]) => {
    const answer = await journal.set(year, lines as IncomeAnswer[])
    expect(answer.status, words).toBe(status)
    expect(answer.text).toContain(words)
  }
  await refused(422, 'lines.1', 2025, mined, { ...mined, line: 'schedule c' })
  await refused(422, 'lines', 2025)
  await refused(422, 'lines', 2025, ...Array.from({ length: 1001 }, () => mined))
  await refused(422, 'dividends: the account has no such income', 2025, { ...mined, category: 'dividends' })
  await refused(422, 'Mined, in cash: the account has no such income in 2025.', 2025, {
    ...mined,
    is_cash: true,
  })
  await refused(422, 'Mined from Kraken is there twice.', 2025, mined, mined)
  await refused(
    422,
    'Mined from Kraken does not go to Form 1040, line 1a. It goes to Schedule 1, line 8v, or Schedule C, line 1.',
    2025,
    { ...mined, line: 'wages' },
  )
  await refused(409, 'There is no income in 2023.', 2023, mined)
  await refused(404, 'One of these accounts is not yours.', 2025, {
    ...mined,
    account_id: '018f0000-0000-7000-8000-000000000000',
  })
  expect((await journal.sourceOf(2025, 'Mined', 'Kraken')).chosen).toBe('usual')
})

test('a thousand kinds of income are answered in one request', async () => {
  const journal = await customerWith(server)
  const kinds = ['interest_received,1,USD', 'misc_reward,1,USD', 'mined,1,ETH', 'airdrop,1,ETH']
  const rows = Array.from({ length: 250 }, (_, n) =>
    kinds.map((kind) => `2025-02-01T12:00:00Z,${kind},,,,,Bank ${n + 1},,`),
  ).flat()
  await journal.import('history.csv', templateFile(...rows))
  await journal.post('/imports/v1/tax_calculations/start_tax_calculation')
  await server.drainJobs()
  const { sources } = (await journal.get<{ data: IncomeByLine }>('/tax_returns/income_lines?year=2025')).data
  expect(sources).toHaveLength(1000)
  await journal.post('/tax_returns/income_lines', {
    year: 2025,
    lines: sources.map(({ account_id, category, is_cash }) => ({
      account_id,
      category,
      is_cash,
      line: 'other',
    })),
  })
  const { lines } = (await journal.get<{ data: IncomeByLine }>('/tax_returns/income_lines?year=2025')).data
  expect(lines[1]).toMatchObject({ line: 'Schedule 1, line 8z', amount: '500.00' })
})
