// `npm run lotbook -- <command>`: the command line.
import { become, ensureInstalled } from './toolchain.mjs'

ensureInstalled()
become(['apps/cli/src/main.ts', ...process.argv.slice(2)])
