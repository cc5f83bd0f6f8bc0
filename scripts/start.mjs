// `npm start`: install, build the web application, bring up the database, serve. `--demo` adds the demonstration.
import { ensureInstalled } from './install.mjs'
import { become, bin, run } from './toolchain.mjs'

await ensureInstalled()
const built = await run(bin('vite'), ['build', 'apps/web', '--logLevel', 'warn'])
if (!built) {
  console.error('Building the web application failed; see the lines above.')
  process.exit(1)
}
const isDemo = process.argv.includes('--demo')
become([isDemo ? 'apps/server/src/demo/main.ts' : 'apps/server/src/main.ts'])
