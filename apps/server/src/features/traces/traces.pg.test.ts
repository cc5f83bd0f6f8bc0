import type { ReviewItem } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { customerWith } from '../../testing/customer-journal.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()

// One question of each step but the fifth, which only a calculation can ask.
const HISTORY = `Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid
2024-01-01T00:00:00Z,buy,3,ETH,6000,USD,10,USD,Coinbase,yes,b1
2024-02-01T00:00:00Z,sell,3000,USD,100,SOL,0,USD,Coinbase,yes,s1
2024-03-01T00:00:00Z,sent,,,1,ETH,,,Coinbase,yes,o1
2024-04-01T00:00:00Z,received,2,BTC,,,,,Kraken,yes,i1
2024-04-02T00:00:00Z,received,2,BCH,,,,,Kraken,yes,i4
2024-06-01T00:00:00Z,airdrop,500,XYZ,,,,,Kraken,yes,a1
2024-07-01T00:00:00Z,sent,,,0.5,ETH,,,Coinbase,yes,o2
2024-07-01T02:00:00Z,received,0.5,ETH,,,,,Gemini,yes,i2
2024-07-01T03:00:00Z,received,0.5,ETH,,,,,Kraken,yes,i3
`

interface Steps {
  trace: { id: string; wizard_name: string; completed_trace_name: string | null }
  next: string
  answered: number
  has_history: boolean
  is_calculated: boolean
  steps: { wizard_name: string; asks: number; left: number }[]
}

async function walkOf() {
  const journal = await customerWith(server)
  const steps = async () => (await journal.get<{ data: Steps }>('/traces/steps')).data
  const asks = async () =>
    (await steps()).steps
      .filter((step) => step.asks + step.left > 0)
      .map(({ wizard_name, asks, left }) => `${wizard_name} ${asks}+${left}`)
  const next = async () => (await journal.get<{ wizard_name: string }>('/traces/next_wizard')).wizard_name
  const entry = async () => (await journal.get<{ wizard_name: string }>('/traces/review_entry')).wizard_name
  const go = async (wizard: string) =>
    (
      (await journal.post('/traces/update_trace_to_desired_wizard', { wizard })) as unknown as {
        wizard_name: string
      }
    ).wizard_name
  const status = async () =>
    (
      await journal.get<{ data: { trace_name: string; completed_trace_name: string | null } }>(
        '/traces/trace_status',
      )
    ).data
  const queue = async (query: string) => (await journal.get<{ rows: ReviewItem[] }>(`/review?${query}`)).rows
  const calculate = async () => {
    await journal.post('/imports/v1/tax_calculations/start_tax_calculation', {})
    await server.drainJobs()
  }
  return { ...journal, steps, asks, next, entry, go, status, queue, calculate }
}

test('R7.20 R7.23 R7.24 R7.26 R3.13 the walk: import, each step with something to ask, method, summary', async () => {
  const walk = await walkOf()
  expect(await walk.next()).toBe('UploadCsvWizard')
  expect(await walk.entry()).toBeNull()
  await walk.import('history.csv', HISTORY)

  expect(await walk.asks()).toEqual([
    'SentGiftorPurchase 1+0',
    'MarkForkTransactions 1+0',
    'ConfirmAllTransaction 1+0',
    'MissingSendWizard 2+0',
    'SelfTransferWizard 1+0',
  ])
  const seen: string[] = []
  for (let wizard = await walk.next(); wizard !== 'SelectLifoFifo'; wizard = await walk.next()) {
    expect(await walk.entry()).toBe(wizard)
    expect(await walk.go(wizard)).toBe(wizard)
    seen.push(`${wizard} ${(await walk.status()).completed_trace_name}`)
    const items = await walk.queue(`wizard=${wizard}`)
    for (const { id } of items) await walk.post('/traces/leave_open', { items: [id] })
  }
  expect(seen).toEqual([
    'SentGiftorPurchase UploadCsvWizard',
    'MarkForkTransactions SentGiftorPurchase',
    'ConfirmAllTransaction MarkForkTransactions',
    'MissingSendWizard ConfirmAllTransaction',
    'SelfTransferWizard MissingSendWizard',
  ])
  expect(await walk.entry()).toBeNull()
  expect(await walk.go('SelectLifoFifo')).toBe('SelectLifoFifo')
  expect(await walk.status()).toEqual({
    trace_name: 'SelectLifoFifo',
    completed_trace_name: 'SelfTransferWizard',
  })

  // The calculation is of this trace, and knows what else is missing: the walk asks that too.
  await walk.calculate()
  expect((await walk.status()).trace_name).toBe('TaxSummary')
  const { trace } = await walk.steps()
  expect(await walk.get(`/traces/check_tax_calculation?id=${trace.id}`)).toMatchObject({
    data: { state: 'done', trace_id: trace.id },
  })
  expect(await walk.next()).toBe('MissingReceiveWizard')
  expect((await walk.queue('wizard=MissingReceiveWizard')).map(({ code }) => code).toSorted()).toEqual([
    'missing_basis',
    'negative_balance',
  ])
  await walk.post('/traces/leave_open', { wizard: 'MissingReceiveWizard' })
  expect(await walk.next()).toBe('TaxSummary')
  expect((await walk.steps()).is_calculated).toBe(true)
})

test('R7.23 a step shows its own of the queue; a receipt of a forked coin is asked as a fork', async () => {
  const walk = await walkOf()
  await walk.import('history.csv', HISTORY)
  const assets = async (wizard: string) =>
    (await walk.queue(`wizard=${wizard}`)).map(({ transaction }) => transaction?.to?.symbol ?? '').toSorted()
  expect(await assets('MarkForkTransactions')).toEqual(['BCH'])
  expect(await assets('MissingSendWizard')).toEqual(['BTC', 'ETH'])
})

test('R7.23 "I do not know" keeps the item in review, is not asked again, counts as progress, and can be asked again', async () => {
  const walk = await walkOf()
  await walk.import('history.csv', HISTORY)
  const before = (await walk.queue('')).length
  expect((await walk.steps()).answered).toBe(0)
  await walk.post('/traces/leave_open', { wizard: 'MissingSendWizard' })
  expect((await walk.queue('')).length).toBe(before)
  expect(await walk.queue('wizard=MissingSendWizard')).toEqual([])
  expect(await walk.asks()).toContain('MissingSendWizard 0+2')
  expect((await walk.steps()).answered).toBe(2)
  await walk.post('/traces/ask_again', { wizard: 'MissingSendWizard' })
  expect(await walk.asks()).toContain('MissingSendWizard 2+0')
  expect((await walk.steps()).answered).toBe(0)
})

test('R7.23 an answer is progress; taken back, it is asked again; an answer that opens an earlier step leads there', async () => {
  const walk = await walkOf()
  await walk.import('history.csv', HISTORY)
  const [sent] = await walk.queue('wizard=SentGiftorPurchase')
  const done = (await walk.post(`/review/${sent?.id}/decide`, {
    answer: { option: 'gift_sent' },
  })) as unknown as {
    change_id: string
  }
  expect((await walk.steps()).answered).toBe(1)
  expect(await walk.next()).toBe('MarkForkTransactions')
  await walk.post(`/changes/${done.change_id}/undo`)
  expect((await walk.steps()).answered).toBe(0)
  expect(await walk.next()).toBe('SentGiftorPurchase')

  for (const wizard of [
    'SentGiftorPurchase',
    'MarkForkTransactions',
    'ConfirmAllTransaction',
    'MissingSendWizard',
  ])
    await walk.post('/traces/leave_open', { wizard })
  expect(await walk.next()).toBe('SelfTransferWizard')
  const [match] = await walk.queue('wizard=SelfTransferWizard')
  await walk.post(`/review/${match?.id}/decide`, { answer: { option: 'refuse' } })
  // The rival is suggested instead; the arrival that was refused stands alone, a question of an earlier step.
  expect(await walk.next()).toBe('MissingSendWizard')
})

test('R7.23 what was left open and settled is asked anew when it comes up again', async () => {
  const walk = await walkOf()
  await walk.import('history.csv', HISTORY)
  const [sent] = await walk.queue('wizard=SentGiftorPurchase')
  await walk.post('/traces/leave_open', { items: [sent?.id] })
  expect(await walk.queue('wizard=SentGiftorPurchase')).toEqual([])
  const change = await walk.patch(sent?.transaction?.id ?? '', { sub_type: 'gift_sent' })
  await walk.post(`/changes/${change}/undo`)
  expect((await walk.queue('wizard=SentGiftorPurchase')).map(({ id }) => id)).toEqual([sent?.id])
})

test('R7.25 R7.26 going back finishes nothing; a plan is not asked for, and there is no summary without a result', async () => {
  const walk = await walkOf()
  await walk.import('history.csv', HISTORY)
  await walk.go('MissingSendWizard')
  const { trace } = await walk.steps()
  await walk.post('/traces/update_trace_to_upload_csv_wizard', { trace_id: trace.id })
  expect(await walk.status()).toEqual({
    trace_name: 'UploadCsvWizard',
    completed_trace_name: 'UploadCsvWizard',
  })
  expect(await walk.go('PricingWizard')).toBe('SentGiftorPurchase')
  expect(await walk.go('TaxSummary')).toBe('SentGiftorPurchase')
  const refused = await walk.customer.request('POST', '/traces/update_trace_to_desired_wizard', {
    wizard: 'NoSuchWizard',
  })
  expect(refused.status).toBe(422)
})
