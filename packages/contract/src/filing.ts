import { z } from 'zod'
import { id } from './common.ts'
import { customerRoute } from './route.ts'

/** Filing with a partner of the installation, where it has one. */
export const filing = {
  /** Null where the operator named no partner. */
  partner: customerRoute
    .route({ method: 'GET', path: '/tax_filing/partner' })
    .output(z.object({ data: z.object({ name: z.string() }).nullable() })),
  /** Give the partner a packet that was made, and go on at the address that it answers with. */
  handOver: customerRoute
    .route({ method: 'POST', path: '/tax_filing/hand_over' })
    .input(z.object({ export_id: id }))
    .output(z.object({ data: z.object({ url: z.string() }) })),
}
