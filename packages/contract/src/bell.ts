import { z } from 'zod'
import { instantText, success } from './common.ts'
import { customerRoute } from './route.ts'
import { amendment } from './tax-years.ts'

const news = { at: instantText, is_unread: z.boolean() }

/** Something that came up while a person was elsewhere. */
export const bellItem = z.discriminatedUnion('kind', [
  z.object({
    ...news,
    kind: z.literal('import'),
    id: z.string(),
    account_name: z.string(),
    outcome: z.enum(['done', 'failed', 'asks']),
    /** Rows or entries of its history that became transactions. */
    rows: z.number().int(),
  }),
  /** Items of the review queue that are open since the bell was last opened. */
  z.object({ ...news, kind: z.literal('review'), items: z.number().int() }),
  /** A search for prices ended; so many are still missing. */
  z.object({ ...news, kind: z.literal('prices'), missing: z.number().int() }),
  z.object({ ...news, kind: z.literal('amendment'), amendment, currency: z.string() }),
])
export type BellItem = z.infer<typeof bellItem>

/** What is new for a person, whichever screen they are on. */
export const bell = {
  /** The newest first. */
  show: customerRoute
    .route({ method: 'GET', path: '/bell' })
    .output(z.object({ unread: z.number().int(), items: z.array(bellItem) })),
  /** Everything up to now was seen. */
  read: customerRoute.route({ method: 'POST', path: '/bell/read' }).output(success),
}
