import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Cluster, startCluster } from './cluster.ts'
import { walk } from './walk.ts'

const HELP = `npm run cluster                 PostgreSQL, PgBouncer, two api and two worker nodes and a proxy on this machine
npm run cluster -- --walk [SPEC …]   the browser's main journey (or those specs) through the proxy, while nodes are killed

PORT (3000) is the proxy's. LOTBOOK_DATA is the data folder (data/cluster); a walk has one of its own, which goes when it passed.
Variables of a node go to every node.`

/** Settings that a walk through the screens counts on, as the browser tests do. */
const OF_A_WALK = {
  PRICE_PROVIDERS: 'none',
  PAYMENTS: 'test',
  MAILED_CODE_PAUSE_S: '3',
  SUPPORT_URL: 'https://support.example.org/',
  HELP_URL: 'https://help.example.org/',
  // The tests say themselves which address they come from, before the proxy does.
  LOTBOOK_TRUSTED_PROXIES: '2',
}

async function main(args: readonly string[]): Promise<void> {
  if (args.includes('--help')) return console.log(HELP)
  const port = Number(process.env['PORT'] ?? 3000)
  if (args[0] !== '--walk') {
    const dataDirectory = resolve(process.env['LOTBOOK_DATA'] ?? 'data/cluster')
    const env = { LOTBOOK_TRUSTED_PROXIES: '1', ...process.env }
    const cluster = await startCluster({ dataDirectory, port, env, tell: console.log })
    stopOnSignals(cluster)
    console.log(`Lotbook is at ${cluster.address}`)
    for (const node of cluster.nodes) console.log(`${node.name}: kill -9 ${node.pid}, and it comes back`)
    return
  }
  const dataDirectory = mkdtempSync(join(tmpdir(), 'lotbook-cluster-'))
  const env = { ...process.env, ...OF_A_WALK }
  const cluster = await startCluster({ dataDirectory, port, env, tell: console.log })
  stopOnSignals(cluster)
  const { hasPassed, ...figures } = await walk(cluster, args.slice(1))
  console.log(hasPassed ? 'passed' : 'failed', figures)
  await cluster.stop()
  if (hasPassed) removeData(dataDirectory)
  else console.log(`the data folder is kept: ${dataDirectory}`)
  process.exit(hasPassed ? 0 : 1)
}

/** The database may live elsewhere, where the folder given cannot be reached by its user. */
function removeData(dataDirectory: string): void {
  const database = realpathSync(join(dataDirectory, 'postgres'))
  for (const folder of [database, dataDirectory]) rmSync(folder, { recursive: true, force: true })
}

function stopOnSignals(cluster: Cluster): void {
  let isStopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (isStopping) return
      isStopping = true
      void cluster.stop().then(() => process.exit(0))
    })
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
