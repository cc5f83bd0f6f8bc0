// `npm run dev`: the server restarts when its sources change, the web application reloads in place.
import { spawn } from 'node:child_process'
import { ensureInstalled } from './install.mjs'
import { bin, environment, root, runtime } from './toolchain.mjs'

await ensureInstalled()
// The browser speaks from Vite's address, which hands calls on.
const LOTBOOK_ORIGIN = 'http://localhost:5173,http://localhost:3000,http://127.0.0.1:3000'
const options = { cwd: root, stdio: 'inherit', env: environment({ LOTBOOK_ORIGIN, OUTBOX: 'open' }) }
const children = [
  spawn(
    runtime(),
    ['--watch-path=apps/server/src', '--watch-path=packages', 'apps/server/src/main.ts'],
    options,
  ),
  spawn(bin('vite'), ['apps/web'], { ...options, shell: process.platform === 'win32' }),
]
const stop = () => children.forEach((child) => child.kill('SIGTERM'))
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)
for (const child of children) child.on('exit', stop)
