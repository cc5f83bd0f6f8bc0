import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compose } from '../features.ts'
import { warmUp } from '../features/identity/passwords.ts'
import { seedTokens } from '../features/prices/seed-tokens.ts'
import { readConfig } from '../platform/config.ts'
import { withIdentity } from '../platform/database.ts'
import { createLog } from '../platform/log.ts'
import { openStorage, startServer } from '../platform/server.ts'
import { sql } from '../platform/sql.ts'
import { allHandlers } from '../testing/providers/all-handlers.ts'
import {
  accountText,
  demonstrationAccounts,
  demonstrationClient,
} from '../testing/providers/demonstration.ts'
import { serveProviders } from '../testing/providers/serve.ts'
import { makeDemonstration, type Logins } from './make-demonstration.ts'

/** `npm run demo`: the server on a data folder of its own, with a demonstration customer and a tax professional. */
async function main(): Promise<void> {
  const base = readConfig(process.env)
  // Connections can be tried without an account anywhere; what these providers say is made up.
  const providers = await serveProviders(allHandlers(new Date()))
  const config = readConfig({
    ...process.env,
    LOTBOOK_DATA: join(base.dataDirectory, 'demo'),
    LOTBOOK_ROLE: 'all',
    OUTBOX: 'open',
    PROVIDERS_URL: process.env['PROVIDERS_URL'] ?? providers.url,
    COINBASE_CLIENT_ID: demonstrationClient.id,
    COINBASE_CLIENT_SECRET: demonstrationClient.secret,
    // Its prices are made up: real ones beside them would say something of neither.
    PRICE_PROVIDERS: process.env['PRICE_PROVIDERS'] ?? 'none',
  })
  const log = createLog(config.logLevel)
  const storage = await openStorage(config, log)
  await seedTokens(storage.ofJobs)
  const server = await startServer({ config, storage, log, compose })
  await warmUp()
  const { address } = server
  if (address === undefined) throw new Error('The demonstration needs a server that serves.')

  let isStopping = false
  const stop = () => {
    if (isStopping) return
    isStopping = true
    void providers.close()
    server.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop)

  // Kept beside the data, so that the second start can print them again.
  const file = join(config.dataDirectory, 'logins.json')
  if (!existsSync(file)) {
    console.log('Making the demonstration ...')
    const making = makeDemonstration(
      address,
      (line) => console.log(`  ${line}`),
      process.env['PROVIDERS_URL'] === undefined,
      async (email) => {
        await withIdentity(storage.ofJobs, (tx) =>
          tx.run(sql`update identity.users set email_verified_at = now() where email = ${email}`),
        )
      },
    )
    const logins = await making.catch(async (error: unknown) => {
      await server.stop()
      throw error
    })
    writeFileSync(file, JSON.stringify(logins, undefined, 2), { mode: 0o600 })
  }
  const { customer, professional } = JSON.parse(readFileSync(file, 'utf8')) as Logins
  console.log(`
Lotbook's demonstration is at ${address}

  Customer       ${customer.email}   ${customer.password}
  Professional   ${professional.email}  ${professional.password}
                 TOTP key ${professional.totpKey}

Mails end in the outbox: ${address}/outbox
Its prices are made up, and say so wherever one is shown.

Accounts to connect, at providers of this machine:
${demonstrationAccounts.map(accountText).join('\n')}
`)
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
