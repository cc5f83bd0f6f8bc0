import { contract } from '@lotbook/contract'
import type { Feature } from '../../platform/feature.ts'
import { routes } from '../../platform/request-context.ts'

const os = routes(contract.monitoring)

/** No other provider is configured: what a browser met becomes a line of the server's own log, without whose it was. */
const report = os.report.handler(({ input, context }) => {
  context.log.warn({ kind: input.kind, screen: input.path, fault: input.message }, 'a browser met a fault')
  return { status: 'success' as const }
})

/** Faults of browsers (R9.34). */
export const monitoringFeature: Feature = { routes: { monitoring: { report } } }
