import { z } from 'zod'
import { success } from './common.ts'
import { signedInRoute } from './route.ts'

/** R9.34: share of the sessions whose faults are reported, in percent. */
export const MONITORED_PERCENT = 100

/** Faults that a browser met; without another provider they are lines of the server's own log. */
export const monitoring = {
  report: signedInRoute
    .route({ method: 'POST', path: '/monitoring/faults' })
    .input(
      z.object({
        /** An error nobody caught, or a call whose failure is not shown. */
        kind: z.enum(['error', 'call']),
        message: z.string().max(500),
        /** The screen, without its search. */
        path: z.string().max(200),
      }),
    )
    .output(success),
}
