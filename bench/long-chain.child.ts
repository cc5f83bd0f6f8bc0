// Entry of the process that speaks for an explorer with a long history: what it takes must not count as the server's.
import { serveProviders } from '../apps/server/src/testing/providers/serve.ts'
import { LONG_ADDRESS, longHistory } from './long-chain.ts'

const { url } = await serveProviders({ 'blockscout-eth': longHistory(LONG_ADDRESS, Number(process.argv[2])) })
process.send?.(url)
process.on('disconnect', () => process.exit(0))
