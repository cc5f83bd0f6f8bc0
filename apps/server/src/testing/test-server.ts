import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll } from 'vitest'
import { compose } from '../features.ts'
import { savePriceProviders } from '../features/prices/price-lookup.ts'
import { readInThisProcess } from '../journal/reading/readers.ts'
import { hashPassword } from '../features/identity/passwords.ts'
import { hashToken, newToken } from '../features/identity/tokens.ts'
import { askForSockets } from '../platform/ask-for-sockets.ts'
import { ManualClock } from '../platform/clock.ts'
import { type Config, readConfig } from '../platform/config.ts'
import { cookieName } from '../platform/cookie-name.ts'
import {
  type Database,
  openDatabase,
  type RequestLimits,
  withIdentity,
  withOps,
} from '../platform/database.ts'
import { combine, type Feature } from '../platform/feature.ts'
import { createHttp } from '../platform/http.ts'
import { newId } from '../platform/ids.ts'
import { startJobs } from '../platform/jobs.ts'
import { openForServer, testKeys } from '../platform/keys.ts'
import { Limits } from '../platform/limits.ts'
import { listen } from '../platform/listen.ts'
import { silentLog } from '../platform/log.ts'
import { sendMailJob } from '../platform/mail.ts'
import { Outbound } from '../platform/outbound.ts'
import type { Services } from '../platform/request-context.ts'
import { sql } from '../platform/sql.ts'
import { Sockets } from '../platform/sockets.ts'
import { TestClient } from './test-client.ts'
import { testDatabase } from './test-database.ts'

export interface TestServerOptions {
  /** Other features than the server's own. */
  readonly features?: (services: Services) => readonly Feature[]
  /** `PROVIDERS_URL`: the address of `serveProviders`; without it no provider answers. `PRICE_PROVIDERS`: none without it. */
  readonly env?: Readonly<Record<string, string>>
  /** Other limits of what a request waits for than the server's own. */
  readonly limits?: Partial<RequestLimits>
  /** Another database than one made from the migrated template. */
  readonly db?: Database
  /** Jobs run as they are queued, as in a server's only worker: nobody drains them. */
  readonly isWorking?: boolean
}

/** The real server on a database of its own: everything but the network port, and a clock that stands still. */
export interface TestServer {
  readonly app: FastifyInstance
  readonly db: Database
  readonly services: Services
  readonly clock: ManualClock
  readonly sockets: Sockets
  /** Run every queued job, in turn, until none is left; gives back how many ran. */
  drainJobs(): Promise<number>
  /** A browser that knows nothing yet. */
  client(): TestClient
  /**
   * A customer who has signed up, logged in and chosen their role. Of the first two, which take their time on purpose, only what
   * they leave: the account, its password and a session.
   */
  customer(email?: string): Promise<TestClient & { readonly userId: string }>
  /** What was mailed to an address, newest first: the template and its values. */
  mails(recipient: string): Promise<{ template: string; values: Record<string, string> }[]>
}

/** Where nobody answers, so that no test asks a provider by accident. */
const NO_PROVIDERS = 'http://127.0.0.1:1'

export const TEST_PASSWORD = 'plum-engine-violet-93'
const MONTH_MS = 30 * 86_400_000
let hashed: Promise<string> | undefined
let addresses = 0

export async function testServer(options: TestServerOptions = {}): Promise<TestServer> {
  readInThisProcess()
  const db = options.db ?? (await testDatabase())
  const dataDirectory = mkdtempSync(join(tmpdir(), 'lotbook-data-'))
  const config: Config = readConfig({
    LOTBOOK_DATA: dataDirectory,
    PROVIDERS_URL: NO_PROVIDERS,
    PRICE_PROVIDERS: 'none',
    ...options.env,
  })
  const clock = new ManualClock(new Date())
  const keys = testKeys()
  // As on the server itself: requests have limits and turns, jobs have connections of their own.
  const requests = openDatabase({
    connect: db.connect,
    isPooled: db.isPooled,
    direct: db.direct,
    serves: 'requests',
    poolSize: 8,
    limits: options.limits,
  })
  // Providers are waited for without waiting.
  let slept = 0
  const pace = { now: () => new Date(clock.now().getTime() + slept) }
  const outbound = new Outbound({ config, clock: pace, sleep: async (ms) => (slept += ms) })
  const services: Services = {
    config,
    db: requests,
    keys,
    limits: new Limits(clock),
    clock,
    log: silentLog,
    outbound,
  }

  if (config.priceProviders.length > 0) await savePriceProviders(db, config)
  const composed = compose(services)
  const { router, raw, files, jobs } = combine(options.features?.(services) ?? composed.features)
  const listener = await listen(db, silentLog)
  const sockets = new Sockets(listener, silentLog)
  const asking = listener.hears ? undefined : askForSockets(sockets, requests, silentLog)
  const app = await createHttp({ services, sessions: composed.sessions, router, raw, files, sockets })
  const engine = await startJobs({
    db,
    jobs: [...jobs, sendMailJob(config, keys, silentLog)] as never,
    log: silentLog,
    ...(options.isWorking === true && { listener }),
  })
  // Before the database goes: hooks of a file run in the reverse of their order.
  afterAll(async () => {
    asking?.stop()
    sockets.close()
    await app.close()
    await engine.stop()
    outbound.close()
    await listener.close()
    await requests.close()
    rmSync(dataDirectory, { recursive: true, force: true })
  })

  const client = () => {
    addresses += 1
    return new TestClient(app, `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`)
  }
  return {
    app,
    db,
    services,
    clock,
    sockets,
    client,
    drainJobs: () => engine.drain(),
    async customer(email = `customer-${addresses + 1}@example.com`) {
      const browser = client()
      const { userId, token } = await signedIn(db, clock.now(), email)
      browser.cookies.set(cookieName(config.isSecure), token)
      await browser.expect(200, 'POST', '/onboarding/settings/update_role', { role: 'customer' })
      return Object.assign(browser, { userId })
    },
    async mails(recipient) {
      const rows = await withOps(db, (tx) =>
        tx.all<{ id: string; template: string; sealed: Buffer }>(sql`
          select id, template, sealed from mails where recipient = ${recipient} and sealed is not null
          order by id desc`),
      )
      return rows.map(({ id, template, sealed }) => ({
        template,
        values: JSON.parse(openForServer(keys, 'mail', id, sealed).toString()) as Record<string, string>,
      }))
    },
  }
}

async function signedIn(db: Database, now: Date, email: string): Promise<{ userId: string; token: string }> {
  const hash = await (hashed ??= hashPassword(TEST_PASSWORD))
  const [userId, token] = [newId(), newToken()]
  await withIdentity(db, async (tx) => {
    await tx.run(sql`
      insert into identity.users (id, email, first_name, last_name, created_at) values (${userId}, ${email}, '', '', ${now})`)
    await tx.run(
      sql`insert into identity.passwords (user_id, hash, changed_at) values (${userId}, ${hash}, ${now})`,
    )
    await tx.run(sql`
      insert into identity.sessions (id, user_id, token_hash, created_at, authenticated_at, last_seen_at, expires_at, ip)
      values (${newId()}, ${userId}, ${hashToken(token)}, ${now}, ${now}, ${now}, ${new Date(now.getTime() + MONTH_MS)}, '10.0.0.1')`)
  })
  return { userId, token }
}
