import type { Source } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()

test('R7.5 R3.7 a source by its slug: the fields of a source, and what its API supports and does not', async () => {
  const customer = await server.customer()
  const of = async (slug: string) =>
    ((await customer.expect(200, 'GET', `/imports/v1/exchanges/${slug}`)) as { data: Source }).data
  expect(await of('kraken')).toMatchObject({
    id: 'kraken',
    slug: 'kraken',
    value: 'kraken',
    name: 'Kraken',
    api: true,
    csv: true,
    oauth: false,
    address: false,
    pass_phrase: false,
  })
  const support = async (slug: string) => (await of(slug)).api_support
  expect(await support('ascendex')).toEqual({
    supported: ['Deposits', 'Withdrawals', 'Fees'],
    unsupported: ['Trades'],
  })
  expect(await support('bittrex')).toMatchObject({ unsupported: ['Trades'] })
  expect(await support('liquid')).toMatchObject({ unsupported: ['Fees'] })
  expect((await support('kucoin')).unsupported).toEqual([])
  await customer.expect(404, 'GET', '/imports/v1/exchanges/nowhere')
})
