import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Browser } from '../apps/server/src/demo/browser.ts'
import { compose } from '../apps/server/src/features.ts'
import { readConfig } from '../apps/server/src/platform/config.ts'
import { silentLog } from '../apps/server/src/platform/log.ts'
import { openStorage, startServer } from '../apps/server/src/platform/server.ts'
import type { Database } from '../apps/server/src/platform/database.ts'
import type { Keys } from '../apps/server/src/platform/keys.ts'

export interface BenchServer {
  readonly db: Database
  readonly keys: Keys
  /** A customer who is signed in. */
  readonly browser: Browser
  readonly userId: string
  /** What whoever wants to be that customer from elsewhere needs. */
  readonly address: string
  readonly login: Login
  /** The same server for another customer. */
  readonly another: () => Promise<BenchServer>
}

export interface Login {
  readonly email: string
  readonly password: string
}

/** Run a benchmark against the real server on an empty data folder of its own. */
export async function withServer(
  body: (server: BenchServer) => Promise<void>,
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'lotbook-bench-'))
  const config = readConfig({ LOTBOOK_DATA: data, PORT: '0', PRICE_PROVIDERS: 'none', ...env })
  const storage = await openStorage(config, silentLog)
  const server = await startServer({ config, storage, log: silentLog, compose })
  try {
    const address = server.address ?? ''
    let customers = 0
    const another = async (): Promise<BenchServer> => {
      customers += 1
      const browser = new Browser(address)
      const login = { email: `bench${customers}@example.com`, password: 'plum-engine-violet-93' }
      await browser.post('/identity/sign_up', login)
      await browser.post('/identity/log_in', login)
      await browser.post('/onboarding/settings/update_role', { role: 'customer' })
      const { id } = await browser.get<{ id: string }>('/users/get_user_role')
      return { db: storage.ofJobs, keys: storage.keys, browser, userId: id, address, login, another }
    }
    await body(await another())
  } finally {
    await server.stop()
    rmSync(realpathSync(join(data, 'postgres')), { recursive: true, force: true })
    rmSync(data, { recursive: true, force: true })
  }
}
