import { z } from 'zod'
import { id, instantText } from './common.ts'
import { ROLES, route } from './route.ts'

/** A person as who looks after the installation sees them: how their account stands, and nothing of their books. */
export const foundPerson = z.object({
  id,
  name: z.string(),
  email: z.string(),
  roles: z.array(z.enum(ROLES)),
  signed_up_at: instantText,
  is_verified: z.boolean(),
  has_second_factor: z.boolean(),
  /** Of a session that is not over; null where there is none. */
  last_seen_at: instantText.nullable(),
  /** How far their history is; null for who keeps none. */
  state: z
    .object({
      transactions: z.number().int(),
      imports: z.object({
        total: z.number().int(),
        running: z.number().int(),
        failed: z.number().int(),
      }),
      review: z.number().int(),
      calculation: z.enum(['none', 'queued', 'running', 'done', 'failed', 'cancelled']),
      calculated_at: instantText.nullable(),
    })
    .nullable(),
})
export type FoundPerson = z.infer<typeof foundPerson>

const adminRoute = route.meta({ access: ['admin'] })

/** What who looks after the installation asks. */
export const admin = {
  /** People whose name or address holds the text; at most 20, with a sign that there are more. */
  findPeople: adminRoute
    .route({ method: 'GET', path: '/admin/people' })
    .input(z.object({ q: z.string().trim().min(3).max(254) }))
    .output(z.object({ data: z.array(foundPerson), more: z.boolean() })),
}
