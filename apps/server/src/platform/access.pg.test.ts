import { route } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { identity } from '../features/identity/index.ts'
import { TEST_PASSWORD, testServer } from '../testing/test-server.ts'
import { self, withSubject } from './database.ts'
import { newId } from './ids.ts'
import { routes } from './request-context.ts'
import { sql } from './sql.ts'

const customer = route.meta({ access: ['customer'] })
const calls = {
  zone: customer.route({ method: 'GET', path: '/test/zone' }),
  move: customer.route({ method: 'POST', path: '/test/zone' }),
}
const os = routes(calls)
const testRoutes = {
  zone: os.zone.handler(({ context }) =>
    withSubject(context.db, context.who, (tx) => tx.all(sql`select user_id, time_zone from customers`)),
  ),
  move: os.move.handler(({ context }) =>
    withSubject(context.db, context.who, (tx) => tx.run(sql`update customers set time_zone = 'Europe/Rome'`)),
  ),
}
const server = await testServer({ features: () => [identity, { routes: { test: testRoutes } }] })

/** A professional who looks at a customer: what the route that starts viewing will leave behind. */
async function viewing() {
  const client = await server.customer()
  const email = `pro-${newId()}@example.com`
  const professional = server.client()
  await professional.expect(200, 'POST', '/identity/sign_up', { email, password: TEST_PASSWORD })
  await professional.expect(200, 'POST', '/identity/log_in', { email, password: TEST_PASSWORD })
  await professional.expect(200, 'POST', '/onboarding/settings/update_role', { role: 'cpa' })
  const me = (await professional.expect(200, 'GET', '/users/get_user_role')) as { id: string }
  await server.db.identity.query(
    `insert into identity.totp (user_id, sealed, confirmed_at) values ($1, 'x', now())`,
    [me.id],
  )
  await server.db.identity.query(
    'update identity.sessions set subject_id = $1, mfa_at = now() where user_id = $2',
    [client.userId, me.id],
  )
  const grant = (change: string) =>
    withSubject(server.db, self(client.userId), (tx) => tx.client.query(change, [client.userId, me.id]))
  return { client, professional, grant }
}

const GIVEN = `insert into grants (user_id, id, professional_id, scope, granted_at)
  values ($1, gen_random_uuid(), $2, 'view', now())`
const WORK = `update grants set scope = 'work' where user_id = $1 and professional_id = $2`
const EXPIRED = `update grants set expires_at = now() - interval '1 s' where user_id = $1 and professional_id = $2`

test('SC1 SB5 a professional sees a customer while a grant says so, and not one call longer', async () => {
  const { client, professional, grant } = await viewing()
  const zone = () => professional.get('/test/zone')
  expect(await zone()).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  await grant(GIVEN)
  expect((await zone()).body).toEqual([{ user_id: client.userId, time_zone: 'UTC' }])
  expect(await professional.expect(200, 'GET', '/users/get_user_role')).toMatchObject({
    roles: ['cpa'],
    viewing: { id: client.userId },
  })
  expect(await professional.post('/test/zone')).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  await grant(WORK)
  expect(await professional.expect(200, 'POST', '/test/zone')).toBe(1)
  await grant(EXPIRED)
  expect((await zone()).status).toBe(403)
})

test('SC2 what only the person may do is refused while viewing, and logging out is not', async () => {
  const { professional, grant } = await viewing()
  await grant(GIVEN)
  await grant(WORK)
  for (const [path, body] of [
    ['/identity/change_password', { password: 'plum-engine-violet-94' }],
    ['/identity/totp/enrol', undefined],
    ['/identity/passkeys/enrol', undefined],
    ['/identity/sessions/end_others', undefined],
    ['/onboarding/settings/save_location', { country_code: 'US', time_zone: 'UTC' }],
  ] as const) {
    expect(await professional.post(path, body)).toMatchObject({
      status: 403,
      body: { code: 'not_while_impersonating' },
    })
  }
  await professional.expect(200, 'POST', '/identity/log_out')
})
