// `npm run providers`: local servers that speak the protocols of providers, for a person who tries a connection or a price without
// the network. Start Lotbook beside it with the PROVIDERS_URL that it prints.
import { ensureInstalled } from './install.mjs'
import { become } from './toolchain.mjs'

await ensureInstalled()
become(['apps/server/src/testing/providers/main.ts', ...process.argv.slice(2)])
