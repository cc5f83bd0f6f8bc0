import type { NotificationSettings, SettingChange, TaxSettings } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { customerWith } from '../../testing/customer-journal.ts'
import { SoftPasskey } from '../../testing/soft-passkey.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()

async function person() {
  const journal = await customerWith(server)
  const history = async () =>
    (await journal.get<{ rows: SettingChange[]; total: number }>('/setting/changes')).rows
  return {
    ...journal,
    history,
    /** A save, and the ids of its changes; each at a moment of its own. */
    save: async (path: string, body: object): Promise<string[]> => {
      server.clock.advance(1_000)
      return ((await journal.post(path, body)) as { change_ids: string[] }).change_ids
    },
    undo: async (ids: string[]) => {
      server.clock.advance(1_000)
      await journal.post('/setting/changes/undo', { ids })
    },
    refusal: async (ids: string[]) => {
      const { status, body } = await journal.customer.request('POST', '/setting/changes/undo', { ids })
      return [status, (body as { code: string }).code]
    },
    tax: () => journal.get<TaxSettings>('/setting/tax'),
    lock: async () =>
      (await journal.get<{ data: { locked_before: string | null } }>('/tax_years')).data.locked_before,
    notifications: () => journal.get<NotificationSettings>('/setting/notifications'),
    name: async () => (await journal.get<{ username: string }>('/users/get_user_role')).username,
    country: async () =>
      (await journal.get<{ data: { country_code: string } }>('/setting')).data.country_code,
  }
}

test('each saved setting is in the history, and is put back with what it was', async () => {
  const { post, save, undo, history, tax, lock, name, country } = await person()
  await post('/onboarding/settings/save_location', { country_code: 'US', time_zone: 'UTC' })
  expect(await history()).toEqual([])
  const before = { name: await name(), country: await country() }
  const named = await save('/identity/change_name', { first_name: 'Ann', last_name: 'Lee' })
  const moved = await save('/setting/location', { country_code: 'PR', time_zone: 'America/Puerto_Rico' })
  const taxed = await save('/setting/tax', {
    ...(await tax()),
    method: 'hifo',
    pool_before_2025: 'universal',
    transfer_fee: 'carry',
  })
  const locked = await save('/tax_years/lock', { before: '2024-01-01' })
  const told = (await history()).flatMap(({ kind, parts }) =>
    parts.map(({ setting, before: was, after: is }) => [kind, setting, was, is]),
  )
  // Of changes of one moment either may come first.
  expect(told.toSorted(([, a], [, b]) => (String(a) < String(b) ? -1 : 1))).toEqual([
    ['setting', 'country', before.country, 'PR'],
    ['setting', 'locked_before', null, '2024-01-01'],
    ['setting', 'method', 'fifo', 'hifo'],
    ['setting', 'name', null, 'Ann Lee'],
    ['setting', 'pool_before_2025', 'account', 'universal'],
    ['setting', 'time_zone', 'UTC', 'America/Puerto_Rico'],
    ['treatment', 'transfer_fee', 'dispose', 'carry'],
  ])
  await undo(locked)
  await undo(taxed)
  await undo(moved)
  await undo(named)
  expect(await tax()).toMatchObject({
    method: 'fifo',
    pool_before_2025: 'account',
    transfer_fee: 'dispose',
    time_zone: 'UTC',
  })
  expect([await lock(), await country(), await name()]).toEqual([null, before.country, before.name])
  expect((await history()).some(({ can_undo }) => can_undo)).toBe(false)
  expect((await history()).filter(({ is_undo }) => is_undo)).toHaveLength(6)
})

test('a kind of mail that is turned off is in the history and is put back; the other kind stays as it is', async () => {
  const { customer, save, undo, history, notifications, refusal, tax } = await person()
  const { email } = (await customer.expect(200, 'GET', '/traces/customer_info')) as { email: string }
  expect(await notifications()).toEqual({
    import_mails: true,
    calculation_mails: true,
    sends_mail: false,
    address: email,
    is_address_confirmed: false,
  })
  const [imports = ''] = await save('/setting/notifications', { import_mails: false })
  const [calculations = ''] = await save('/setting/notifications', { calculation_mails: false })
  expect(await save('/setting/notifications', { import_mails: false, calculation_mails: false })).toEqual([])
  expect(await notifications()).toMatchObject({ import_mails: false, calculation_mails: false })
  expect((await history()).map(({ parts, can_undo }) => [parts, can_undo])).toEqual([
    [[{ setting: 'calculation_mails', before: 'on', after: 'off' }], true],
    [[{ setting: 'import_mails', before: 'on', after: 'off' }], true],
  ])
  await undo([imports])
  expect(await notifications()).toMatchObject({ import_mails: true, calculation_mails: false })
  expect(await refusal([imports])).toEqual([409, 'already_undone'])
  await undo([calculations])
  expect(await notifications()).toMatchObject({ import_mails: true, calculation_mails: true })
  expect(await tax()).toMatchObject({ method: 'fifo' })
})

test('changes of one setting are taken back from the newest on, each once, and none of somebody else', async () => {
  const { save, undo, history, refusal, tax } = await person()
  const [first = ''] = await save('/setting/tax', { ...(await tax()), method: 'hifo' })
  const [second = ''] = await save('/setting/tax', { ...(await tax()), method: 'fifo' })
  const [third = ''] = await save('/setting/tax', { ...(await tax()), method: 'hifo' })
  expect(await save('/setting/tax', await tax())).toEqual([])
  const undoable = async () => (await history()).filter(({ can_undo }) => can_undo).map(({ id }) => id)
  expect(await undoable()).toEqual([third])
  expect(await refusal([second])).toEqual([409, 'conflict'])
  await undo([third])
  expect(await undoable()).toEqual([second])
  expect(await refusal([third])).toEqual([409, 'already_undone'])
  await undo([second])
  await undo([first])
  expect(await tax()).toMatchObject({ method: 'fifo' })
  const other = await person()
  const [theirs = ''] = await other.save('/setting/tax', { ...(await other.tax()), method: 'lifo' })
  expect(await refusal([theirs])).toEqual([404, 'not_found'])
  expect(await other.tax()).toMatchObject({ method: 'lifo' })
})

test('a password that was changed is in the history, and cannot be taken back', async () => {
  const { customer, history, refusal } = await person()
  await customer.expect(200, 'POST', '/identity/change_password', { password: 'wool lamp crater nine' })
  const [row] = await history()
  expect(row).toMatchObject({
    kind: 'security',
    parts: [{ setting: 'password_changed', before: null, after: null }],
    recorded_by: 'you',
    can_undo: false,
  })
  expect((await refusal([row?.id ?? '']))[0]).toBe(422)
})

test('a passkey that is added and renamed is in the history, and cannot be taken back', async () => {
  const { customer, history } = await person()
  expect((await new SoftPasskey().add(customer)).status).toBe(200)
  const { passkeys } = (await customer.expect(200, 'GET', '/identity/totp')) as { passkeys: { id: string }[] }
  const renamed = await customer.request('PATCH', `/identity/passkeys/${passkeys[0]?.id ?? ''}`, {
    name: 'Desk',
  })
  expect(renamed.status).toBe(200)
  const acts = (await history()).map(({ kind, parts, can_undo }) => [kind, parts[0]?.setting, can_undo])
  expect(acts.toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual([
    ['security', 'passkey_added', false],
    ['security', 'passkey_renamed', false],
  ])
})

test('a long history comes in pages', async () => {
  const { save, get } = await person()
  for (let n = 0; n < 52; n++)
    await save('/identity/change_name', { first_name: `Ann ${n.toString()}`, last_name: '' })
  interface Page {
    rows: SettingChange[]
    next: string | null
    total: number
  }
  const first = await get<Page>('/setting/changes')
  expect([first.rows.length, first.total]).toEqual([50, 52])
  const second = await get<Page>(`/setting/changes?cursor=${encodeURIComponent(first.next ?? '')}`)
  expect(second.rows.map(({ parts }) => parts[0]?.after)).toEqual(['Ann 1', 'Ann 0'])
  expect(second.next).toBeNull()
})
