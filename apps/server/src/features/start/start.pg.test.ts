import { expect, test } from 'vitest'
import { setToggle } from '../settings/set-toggle.ts'
import { asOwner } from '../../testing/test-database.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()

test('who has no session is told so and nothing else, before signing in and after signing out', async () => {
  expect(await server.client().expect(200, 'GET', '/start')).toEqual({ get_user_role: null })
  const customer = await server.customer()
  expect(await customer.expect(200, 'GET', '/start')).toMatchObject({
    get_user_role: { roles: ['customer'] },
  })
  await customer.expect(200, 'POST', '/identity/log_out', {})
  expect(await customer.expect(200, 'GET', '/start')).toEqual({ get_user_role: null })
})

test('R6.21 R8.41 screens begin with the toggles that are on, and with none where they cannot be read', async () => {
  const customer = await server.customer()
  const begun = async () =>
    (await customer.expect(200, 'GET', '/start')) as { feature_toggles: Record<string, boolean> }
  await setToggle(server.db, 'older_navigation', true)
  await expect(setToggle(server.db, 'older_nav', true)).rejects.toThrow(
    'There is no feature older_nav; there are: hardware_wallet, labs, multiwallet_import, older_navigation, wallet_finder.',
  )
  expect((await begun()).feature_toggles).toMatchObject({ older_navigation: true })
  await asOwner(server.db, 'revoke select on toggles from lotbook_app')
  expect((await begun()).feature_toggles).toEqual({})
})

test('screens begin with what can be read, and say that the settings could not be', async () => {
  const customer = await server.customer()
  await customer.expect(200, 'POST', '/onboarding/settings/save_location', {
    country_code: 'DE',
    currency: 'USD',
    time_zone: 'UTC',
  })
  expect(await customer.expect(200, 'GET', '/start')).toMatchObject({
    failed: [],
    setting: { country_code: 'DE' },
  })
  await asOwner(server.db, 'revoke select on identity.users from lotbook_identity')
  await asOwner(
    server.db,
    'grant select (id, email, email_verified_at, first_name, last_name, deleted_at) on identity.users to lotbook_identity',
  )
  expect(await customer.expect(200, 'GET', '/start')).toMatchObject({
    failed: ['setting'],
    setting: { country_code: 'US' },
    onboarding_flag: { onboarded: true },
  })
})
