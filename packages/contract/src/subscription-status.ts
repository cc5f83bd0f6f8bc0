import { z } from 'zod'

/** R3.55, R7.21 */
export const subscriptionStatus = z.object({
  status: z.literal('success'),
  active_tax_year: z.number().int(),
  subscription_stat: z.enum(['none', 'active', 'upgrade_required']),
  tax_calculation_id: z.uuid().nullable(),
  taxable_count: z.number().int(),
})
