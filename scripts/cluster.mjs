// `npm run cluster`: Lotbook as many nodes, on this machine: PostgreSQL, PgBouncer, two that serve, two that work, and a proxy.
import { ensureInstalled } from './install.mjs'
import { become, bin, run } from './toolchain.mjs'

await ensureInstalled()
const built = await run(bin('vite'), ['build', 'apps/web', '--logLevel', 'warn'])
if (!built) {
  console.error('Building the web application failed; see the lines above.')
  process.exit(1)
}
become(['apps/server/src/cluster/main.ts', ...process.argv.slice(2)])
