import type { IncomeRow, OneYear, TreatmentBoard } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { checkInvariants } from '../../platform/invariants.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()

test('R-OPEN-10 a fee that was given back in dollars is income of its value in cash where rebates are, from the file to the row', async () => {
  const journal = await customerWith(server)
  await journal.import(
    'ledgers.csv',
    `txid,refid,time,type,subtype,aclass,asset,wallet,amount,fee,balance
L1,R1,2025-01-01 00:00:00,deposit,,currency,ZUSD,spot / main,1000,0,1000
L2,T1,2025-01-02 00:00:00,trade,tradespot,currency,ZUSD,spot / main,-500,-0.5,500.5
L3,T1,2025-01-02 00:00:00,trade,tradespot,currency,XXBT,spot / main,0.03,0,0.03
`,
  )
  const calculate = async () => {
    server.clock.advance(1_000)
    await journal.post('/imports/v1/tax_calculations/start_tax_calculation', {
      tax_year: 2025,
      recalculate: true,
    })
    await server.drainJobs()
    const { rows } = await journal.get<{ rows: IncomeRow[] }>('/one_year/incomes?year=2025')
    const { data } = await journal.get<{ data: OneYear }>('/one_year?year=2025')
    return { rows, counts: data.counts }
  }
  expect(await calculate()).toMatchObject({ rows: [], counts: { incomes: 0 } })

  await journal.post('/treatments/effects')
  await server.drainJobs()
  const { data: board } = await journal.get<{ data: TreatmentBoard }>('/treatments?year=2025')
  expect(board.effects?.rows).toMatchObject({ rebate: 1 })
  await journal.post('/treatments', { change: { kind: 'choice', treatment: 'rebate', to: 'income' } })
  const { rows, counts } = await calculate()
  expect(counts).toMatchObject({ disposals: 0, incomes: 1, removals: 0 })
  expect(rows).toMatchObject([{ category: 'misc_reward', asset: 'USD', quantity: '0.5', value: '0.5' }])
  expect(await checkInvariants(server.db)).toEqual([])
})
