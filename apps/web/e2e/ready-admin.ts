import { execFileSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { call, newPerson, type Person } from './helpers.ts'
import { totp } from './mail-and-codes.ts'

const ROOT = join(import.meta.dirname, '../../..')
const PORT = process.env['E2E_PORT'] ?? '4300'

/** Somebody whom the operator made an administrator from a terminal, signed in with the authenticator that they cannot do without. */
export async function readyAdmin(page: Page): Promise<Person> {
  const person = newPerson()
  const told = execFileSync('node', ['apps/server/src/admin.ts', 'create-admin', person.email], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, LOTBOOK_DATA: dataFolder(), LOTBOOK_LOG: 'error' },
  })
  const token = /token=([\w-]+)/.exec(told)?.[1] ?? ''
  await call(page, 'POST', '/identity/reset_password', { token, password: person.password })
  await call(page, 'POST', '/identity/log_in', person)
  const { secret } = (await call(page, 'POST', '/identity/totp/enrol')) as { secret: string }
  await call(page, 'POST', '/identity/totp/confirm', { code: totp(secret, 0) })
  return person
}

/** The data folder of the server under test. One that was killed may have left its own behind. */
function dataFolder(): string {
  const folders = readdirSync(tmpdir())
    .filter((name) => name.startsWith(`lotbook-e2e-${PORT}-`))
    .map((name) => join(tmpdir(), name))
  const [newest = ''] = folders.toSorted((a, b) => statSync(b).birthtimeMs - statSync(a).birthtimeMs)
  return newest
}
