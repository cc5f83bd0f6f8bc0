// `npm run providers`: exchanges, chains and price sources on this machine, to try connections without accounts.
import { join } from 'node:path'
import { become, ensureInstalled, root } from './toolchain.mjs'

ensureInstalled()
become([join(root, 'apps/server/src/testing/providers/main.ts')])
