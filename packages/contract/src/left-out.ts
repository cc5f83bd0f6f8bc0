import { z } from 'zod'

/** Rows that stay as they are, by the reason. */
export const leftOut = z.object({
  /** A person edited what would change, or matched it as a transfer. */
  edited: z.number().int(),
  /** An earlier rule holds. */
  earlier_rule: z.number().int(),
  /** The type does not go with what came in or went out. */
  unfit: z.number().int(),
  filed: z.number().int(),
  locked: z.number().int(),
})
export type LeftOut = z.infer<typeof leftOut>
