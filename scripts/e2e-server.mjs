// The server that the browser tests talk to: the real one, on a data folder that is gone afterwards.
import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { environment, root, runtime } from './toolchain.mjs'

const providersPort = Number(process.env['PORT'] ?? 4300) + 3000
const providers = spawn(runtime(), ['apps/server/src/testing/providers/main.ts'], {
  cwd: root,
  stdio: ['ignore', 'ignore', 'inherit'],
  env: environment({ PROVIDERS_PORT: String(providersPort) }),
})
const data = mkdtempSync(join(tmpdir(), `lotbook-e2e-${providersPort - 3000}-`))
// PostgreSQL is another user where root runs the tests, and lies beside the rest where it can get there.
chmodSync(data, 0o755)
const server = spawn(runtime(), ['apps/server/src/main.ts'], {
  cwd: root,
  stdio: 'inherit',
  // Behind a proxy, so that each test can come from an address of its own (`signUp` of the helpers).
  env: environment({
    LOTBOOK_DATA: data,
    LOTBOOK_TRUSTED_PROXIES: '1',
    LOTBOOK_DRAIN_S: '0',
    PRICE_PROVIDERS: 'none',
    COINBASE_CLIENT_ID: 'lotbook-client',
    COINBASE_CLIENT_SECRET: 'lotbook-client-secret',
    PROVIDERS_URL: `http://127.0.0.1:${providersPort}`,
  }),
})
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => server.kill('SIGTERM'))
server.on('exit', (code) => {
  providers.kill()
  rmSync(data, { recursive: true, force: true })
  process.exit(code ?? 0)
})
