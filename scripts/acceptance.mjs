// `node scripts/acceptance.mjs`: writes docs/acceptance.md, which tells the tests of each row of the acceptance list.
import { become, ensureInstalled } from './toolchain.mjs'

ensureInstalled()
become(['tests/acceptance-table.ts'])
