import { warmUp } from './features/identity/passwords.ts'
import { savePriceProviders } from './features/prices/price-lookup.ts'
import { startPriceRefresh } from './features/prices/refresh-prices.ts'
import { seedTokens } from './features/prices/seed-tokens.ts'
import { startProbing } from './features/provider-states/probe-providers.ts'
import { compose } from './features.ts'
import { readConfig } from './platform/config.ts'
import { createLog } from './platform/log.ts'
import { watchFaults } from './platform/process-faults.ts'
import { openStorage, startServer } from './platform/server.ts'

/** After this long a stop is no longer waited for; what was acknowledged is safe in the database either way. */
const STOP_LIMIT_MS = 15_000

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  const storage = await openStorage(config, log)
  await seedTokens(storage.ofJobs)
  await savePriceProviders(storage.ofJobs, config)
  await startPriceRefresh(storage.ofJobs, config)
  // Local stand-ins know no probes.
  if (config.providersUrl === undefined) await startProbing(storage.ofJobs, new Date())
  const server = await startServer({ config, storage, log, compose, onForeign: () => stop(1) })
  let isStopping = false
  const stop = (exitCode: number) => {
    if (isStopping) return
    isStopping = true
    setTimeout(() => process.exit(1), STOP_LIMIT_MS + config.drainMs).unref()
    server.stop().then(
      () => process.exit(exitCode),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(0))
  watchFaults(log, () => stop(1))

  await warmUp()
  // Last of all: whoever reads it may ask it to stop at once, and must not find it without an ear for that.
  if (server.address !== undefined) console.log(`Lotbook is at ${server.address}`)
  else console.log('Lotbook is working on its jobs')
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
