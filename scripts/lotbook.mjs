#!/usr/bin/env node
// `npm run lotbook -- <command>`, or `lotbook <command>` after `npm link`: the command line.
import { join } from 'node:path'
import { ensureInstalled } from './install.mjs'
import { become, root } from './toolchain.mjs'

await ensureInstalled()
// Paths of files are told from where the person is: `npm run` leaves that for the project's folder and says it in INIT_CWD, which
// somebody else's script that calls `lotbook` has set to something else.
const isRunByNpm = process.env.npm_lifecycle_event === 'lotbook' && process.cwd() === root
// `--expose-gc`: between its stages the command line lets go of a long history at once (apps/cli/src/main.ts). A file is read into
// millions of small objects, of which a larger nursery moves fewer.
become(
  [
    '--expose-gc',
    '--max-semi-space-size=32',
    '--min-semi-space-size=32',
    join(root, 'apps/cli/src/main.ts'),
    ...process.argv.slice(2),
  ],
  {},
  isRunByNpm ? (process.env.INIT_CWD ?? process.cwd()) : process.cwd(),
)
