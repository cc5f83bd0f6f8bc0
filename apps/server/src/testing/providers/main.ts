import { allHandlers } from './all-handlers.ts'
import { serveProviders } from './serve.ts'

const PORT = 4100

/** `npm run providers`: every provider that can be spoken for, on this machine. */
const providers = await serveProviders(allHandlers(new Date()), Number(process.env['PROVIDERS_PORT'] ?? PORT))
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => void providers.close().then(() => process.exit(0)))
console.log(`Providers of this machine are at ${providers.url}. What they say is made up.

  PROVIDERS_URL=${providers.url} npm start`)
