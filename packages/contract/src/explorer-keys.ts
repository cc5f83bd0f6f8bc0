import { z } from 'zod'
import { textOfForm } from './common.ts'
import { customerRoute } from './route.ts'
import { EXPLORER_NAMES } from './source-names.ts'

/** A key as explorers hand them out; white space that came along when it was copied is taken off. */
const ownKey = textOfForm(
  /^\s*[\w-]{10,200}\s*$/,
  'one key of 10 to 200 letters and digits is expected',
).trim()

/** An explorer that a customer may give a key of their own for, and what is told of the one that they gave. */
export const explorerKey = z.object({
  explorer: z.enum(EXPLORER_NAMES),
  name: z.string(),
  /** Page where a person makes a free key. */
  key_page: z.string(),
  /** Null where none is kept. The key itself is never told. */
  kept: z
    .object({
      last4: z.string(),
      checked_at: z.string(),
      /** Moment since which the explorer does not accept it: it is not sent any more. */
      refused_at: z.string().nullable(),
    })
    .nullable(),
})
export type ExplorerKey = z.infer<typeof explorerKey>

const keys = z.object({ data: z.array(explorerKey) })

export const saveExplorerKeyInput = z.object({
  explorer: z.enum(EXPLORER_NAMES),
  key: ownKey,
  /** Slug of the chain that it is meant for, on which it is tried. */
  chain: z.string().max(64).optional(),
})
export type SaveExplorerKeyInput = z.infer<typeof saveExplorerKeyInput>

/** Keys of the customer's own for explorers: each is used for all of their addresses, and for nobody else's. */
export const explorerKeys = {
  /** Explorers that take one, and what is told of those that are kept. */
  list: customerRoute.route({ method: 'GET', path: '/imports/v1/explorer_keys' }).output(keys),
  /** Try a key and keep it, in place of the one before; a wrong one is refused at its field. */
  save: customerRoute
    .route({ method: 'POST', path: '/imports/v1/explorer_keys' })
    .input(saveExplorerKeyInput)
    .output(keys),
  /** Forget one. */
  remove: customerRoute
    .route({ method: 'DELETE', path: '/imports/v1/explorer_keys/{explorer}' })
    .input(z.object({ explorer: z.enum(EXPLORER_NAMES) }))
    .output(keys),
}
