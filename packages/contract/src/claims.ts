import { z } from 'zod'
import { dayText, decimalText, id, success } from './common.ts'
import { customerRoute, readRoute } from './route.ts'

/** What an account still holds that a bankrupt company owes. */
export const claimLeft = z.object({
  /** Payments on the claim that are not answered in the review yet. */
  open: z.number().int(),
  assets: z.array(z.object({ asset: z.string(), symbol: z.string(), quantity: decimalText })),
})
export type ClaimLeft = z.infer<typeof claimLeft>

/** Claims against bankrupt companies, by the account that the company kept. */
export const claims = {
  /** What would be lost if the bankruptcy of the account's company were closed now. */
  left: readRoute
    .route({ method: 'GET', path: '/wallets/v1/claims/{id}' })
    .input(z.object({ id }))
    .output(z.object({ data: claimLeft })),
  /** Closes a bankruptcy: what was not paid leaves as lost at the end of that day, as one change with one undo. */
  close: customerRoute
    .route({ method: 'POST', path: '/wallets/v1/claims/{id}/close' })
    .input(z.object({ id, closed_on: dayText }))
    .output(success.extend({ change_id: id, count: z.number().int() })),
}
