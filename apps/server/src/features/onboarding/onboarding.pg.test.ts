import { expect, test } from 'vitest'
import { self, withSubject } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()

test('R7.37 the link for a desk is mailed to the person, leads to a screen of Lotbook only, and not without end', async () => {
  const { customer } = await customerWith(server)
  const send = (redirectTo: unknown) =>
    customer.request('POST', '/onboarding/settings/send_desktop_link', { redirectTo })
  expect((await send('/onboarding/step-1')).status).toBe(200)
  const { email } = (await customer.expect(200, 'GET', '/users/get_user_role')) as { email: string }
  const mails = await server.mails(email)
  expect(mails.map(({ template }) => template)).toEqual(['desktop_link'])
  expect(mails[0]?.values['link']).toMatch(/^https?:\/\/[^/]+\/onboarding\/step-1$/)
  for (const elsewhere of ['//evil.example', 'https://evil.example', '/\\evil.example', 'imports', '/a b']) {
    expect((await send(elsewhere)).status, elsewhere).toBe(422)
  }
  const answers: number[] = []
  for (let sent = 0; sent < 8; sent++) answers.push((await send('/imports')).status)
  expect(answers).toContain(429)
  expect(await server.mails(email)).toHaveLength(1 + answers.filter((status) => status === 200).length)
})

const partnerOf = ({ userId }: { userId: string }) =>
  withSubject(server.db, self(userId), async (tx) => {
    const row = await tx.one<{ partner_code: string | null }>(
      sql`select partner_code from customers where user_id = ${userId}`,
    )
    return row.partner_code
  })

test('R7.31 R9.33 the first code of a partner is kept, that of a blocked provider is not', async () => {
  const sent = await customerWith(server)
  const send = (aggregator: string) =>
    sent.post('/users/process_aggregator', { aggregator_params: { aggregator } })
  expect(await send('Coinbase')).toEqual({ status: 'success' })
  expect(await partnerOf(sent)).toBeNull()
  expect(await sent.get('/users/partner_source')).toEqual({ data: null })
  await send('partner-7')
  await send('another')
  expect(await partnerOf(sent)).toBe('partner-7')
  expect(await partnerOf(await customerWith(server))).toBeNull()
})

test('R9.32 the code of a provider on the list is kept under its name, however it is written', async () => {
  for (const [aggregator, name, slug] of [
    ['coinbase-pro', 'Coinbase Pro', 'coinbase-pro'],
    ['BinanceUS', 'Binance US', 'binance-us'],
    ['LOCALHOST', 'localhost', undefined],
    ['voyager', 'Voyager', 'voyager'],
    ['AscendEX', 'Ascendex', 'ascendex'],
  ]) {
    const sent = await customerWith(server)
    await sent.post('/users/process_aggregator', { aggregator_params: { aggregator } })
    expect(await partnerOf(sent)).toBe(name)
    // It is a list of sources: whoever comes from one is asked for that account first.
    const { data } = await sent.get<{ data: { slug: string } | null }>('/users/partner_source')
    expect(data?.slug, name).toBe(slug)
  }
})
