// `npm run lotbook -- <command>`: the command line.
import { join } from 'node:path'
import { become, ensureInstalled, root } from './toolchain.mjs'

ensureInstalled()
// Paths of files are told from where the person is, which npm leaves for the project's folder.
become(
  [join(root, 'apps/cli/src/main.ts'), ...process.argv.slice(2)],
  {},
  process.env['INIT_CWD'] ?? process.cwd(),
)
