import type { ReviewItem } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { checkInvariants } from '../../platform/invariants.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { templateFile } from '../../testing/template-file.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()

/** A customer, and which of their transactions are asked for a price. */
async function customerOf(content: string) {
  const journal = await customerWith(server)
  await journal.import('history.csv', content)
  const items = async (state = 'open') =>
    (await journal.get<{ rows: ReviewItem[] }>(`/review?kind=missing_price&state=${state}`)).rows
  return {
    ...journal,
    items,
    missing: async () => (await items()).map(({ transaction }) => transaction?.at.slice(0, 10)),
    prices: (text: string, name = 'prices.csv', fields: Record<string, string> = {}) =>
      journal.customer.upload('/price_files', { file: new File([text], name), ...fields }),
  }
}

const REWARD = '2024-01-01T10:00:00Z,staking reward,2,DOT,,,,,Kraken,yes,r1'
const PRICE = 'Asset,Date,Price\nDOT,2024-01-01,7\n'

test('E19 a second file that states a value answers the question for a price, of a ledger and of the template', async () => {
  const header = 'txid,refid,time,type,subtype,aclass,asset,amount,fee,balance'
  const row = 'L1,R1,2024-01-01 00:00:00,staking,,currency,NEWCOIN,1,0,1'
  const ledger = await customerOf(`${header}\n${row}\n`)
  expect(await ledger.missing()).toEqual(['2024-01-01'])
  await ledger.import('with-values.csv', `${header},amountusd\n${row},5\n`)
  expect(await ledger.missing()).toEqual([])

  const template = await customerOf(templateFile(REWARD))
  expect(await template.missing()).toEqual(['2024-01-01'])
  const [head = ''] = templateFile().split('\n')
  await template.import('with-values.csv', `${head},Value Amount,Value Currency\n${REWARD},14,USD\n`)
  expect(await template.missing()).toEqual([])
  expect(await checkInvariants(server.db)).toEqual([])
})

test('E19 a date, an asset or a type that is edited to where a price is answers the question, and back it is asked again', async () => {
  const journal = await customerOf(templateFile(REWARD.replace('2024-01-01', '2024-01-05')))
  await journal.prices(PRICE)
  const [row] = await journal.rows()
  const id = row?.id ?? ''
  expect(await journal.missing()).toEqual(['2024-01-05'])
  const change = await journal.patch(id, { at: '2024-01-01T12:00:00Z' })
  expect(await journal.missing()).toEqual([])
  await journal.post(`/changes/${change}/undo`)
  expect(await journal.missing()).toEqual(['2024-01-05'])
  await journal.patch(id, { at: '2024-01-01T12:00:00Z', to_asset: 'XYZ' })
  expect(await journal.missing()).toEqual(['2024-01-01'])
  await journal.patch(id, { to_asset: 'DOT' })
  expect(await journal.missing()).toEqual([])
})

test('E19 a value in another currency waits for the price of that currency', async () => {
  const [head = ''] = templateFile().split('\n')
  const journal = await customerOf(`${head},Value Amount,Value Currency\n${REWARD},14,EUR\n`)
  expect(await journal.missing()).toEqual(['2024-01-01'])
  await journal.prices('Asset,Date,Price\nEUR,2024-01-01,1.1\n')
  expect(await journal.missing()).toEqual([])
})

test('E19 what was accepted without a price is no question any more once it has one, and can not be asked again', async () => {
  const journal = await customerOf(templateFile(REWARD))
  const [item] = await journal.items()
  const { change_id } = (await journal.post('/review/actions', { action: 'accept', items: [item?.id] })) as {
    change_id: string
  }
  expect([await journal.missing(), await journal.items('accepted')]).toMatchObject([[], [{ id: item?.id }]])
  await journal.prices(PRICE)
  expect(await journal.items('accepted')).toEqual([])
  const again = await journal.customer.post('/review/actions', { action: 'reopen', items: [item?.id] })
  expect(again.status).toBe(422)
  await journal.post(`/changes/${change_id}/undo`)
  expect([await journal.missing(), await journal.items('accepted')]).toEqual([[], []])
  expect(await checkInvariants(server.db)).toEqual([])
})

test('E19 a locked question is answered by a price that came meanwhile once the lock is lifted', async () => {
  const journal = await customerOf(templateFile(REWARD))
  await journal.post('/tax_years/lock', { before: '2025-01-01' })
  await journal.prices(PRICE)
  expect(await journal.missing()).toEqual(['2024-01-01'])
  await journal.post('/tax_years/lock', { before: null })
  await server.drainJobs()
  expect(await journal.missing()).toEqual([])
})
