// `node scripts/acceptance.mjs`: writes docs/acceptance.md, which tells the tests of each row of the acceptance list.
import { ensureInstalled } from './install.mjs'
import { become } from './toolchain.mjs'

await ensureInstalled()
become(['tests/acceptance-table.ts'])
