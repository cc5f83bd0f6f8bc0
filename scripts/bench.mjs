// `npm run bench`: every target as a ratio to a floor measured in the same run. `--quick` takes smaller histories.
import { ensureInstalled } from './install.mjs'
import { become } from './toolchain.mjs'

await ensureInstalled()
become(['--expose-gc', '--max-old-space-size=8192', 'bench/main.ts', ...process.argv.slice(2)])
