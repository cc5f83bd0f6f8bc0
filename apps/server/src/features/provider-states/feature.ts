import type { Feature } from '../../platform/feature.ts'
import type { Services } from '../../platform/request-context.ts'
import { probeProvidersJob } from './probe-providers.ts'

/** How providers stand, asked once a day. */
export const providerStatesFeature = (services: Services): Feature => ({
  routes: {},
  jobs: [probeProvidersJob(services)],
})
