import { allHandlers } from './all-handlers.ts'
import { demonstrationAccounts } from './demonstration.ts'
import { serveProviders } from './serve.ts'

const PORT = 4100

/** `npm run providers`: every provider that can be spoken for, on this machine, and the accounts that can be connected there. */
const providers = await serveProviders(allHandlers(new Date()), Number(process.env['PROVIDERS_PORT'] ?? PORT))
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => void providers.close().then(() => process.exit(0)))
console.log(`Providers of this machine are at ${providers.url}. What they say is made up.

  PROVIDERS_URL=${providers.url} npm start`)
for (const { name, fields } of demonstrationAccounts) {
  console.log(`\n${name}`)
  for (const [label, value] of Object.entries(fields)) console.log(`  ${label}: ${value}`)
}
