import { allHandlers } from './all-handlers.ts'
import { accountText, demonstrationAccounts, demonstrationClient } from './demonstration.ts'
import { accessIn, inFrontOf, replayHandlers, replayPathIn } from './replay-handlers.ts'
import { serveProviders } from './serve.ts'

const PORT = 4100

/**
 * `npm run providers`: every provider that can be spoken for, on this machine, and the accounts that can be connected there; with
 * `--replay FILE` those of a recording in place of them, whose key may be any.
 */
const replayed = replayPathIn(process.argv.slice(2))
const recorded = replayed === undefined ? {} : await replayHandlers(replayed).catch(unreadable)
const handlers = inFrontOf(allHandlers(new Date()), recorded)
const port = Number(process.env['PROVIDERS_PORT'] ?? PORT)
const providers = await serveProviders(handlers, port).catch((error: unknown) => {
  if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
  console.error(
    `Port ${port} is taken by another program, perhaps by \`npm run providers\` itself. Name another one with PROVIDERS_PORT.`,
  )
  process.exit(1)
})
function unreadable(error: unknown): never {
  console.error(error instanceof Error ? error.message : `${replayed} cannot be read.`)
  process.exit(1)
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => void providers.close().then(() => process.exit(0)))
console.log(`Providers of this machine are at ${providers.url}. What they say is made up.

  PROVIDERS_URL=${providers.url} HELIUS_API_KEY=demonstration COINBASE_CLIENT_ID=${demonstrationClient.id} COINBASE_CLIENT_SECRET=${demonstrationClient.secret} npm start`)
if (replayed !== undefined) console.log(`\n${replayed} is replayed: ${await accessIn(replayed)}`)
else for (const account of demonstrationAccounts) console.log(`\n${accountText(account)}`)
