// `npm run client [-- FOLDER]`: writes the typed client of the API as one file, and the OpenAPI document beside it.
import { ensureInstalled } from './install.mjs'
import { become } from './toolchain.mjs'

await ensureInstalled()
become(['apps/server/src/write-client.ts', ...process.argv.slice(2)])
