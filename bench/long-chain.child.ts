// Entry of the process that speaks for an explorer with a long history, and for one that never answers: what it takes must not count as the server's.
import { serveProviders } from '../apps/server/src/testing/providers/serve.ts'
import { longHistory } from './long-chain.ts'

const { url } = await serveProviders({
  routescan: longHistory(Number(process.argv[2])),
  esplora: () => new Promise(() => {}),
})
process.send?.(url)
process.on('disconnect', () => process.exit(0))
