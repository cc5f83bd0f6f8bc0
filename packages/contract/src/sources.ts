import { z } from 'zod'
import { id, success } from './common.ts'
import { customerRoute, publicRoute, readRoute } from './route.ts'
import { API_FIELDS, EXPLORER_NAMES } from './source-names.ts'

/** One exchange, wallet, blockchain or service (R3.1 to R3.7). */
export const source = z.object({
  id: z.string(),
  value: z.string(),
  slug: z.string(),
  name: z.string(),
  image_url: z.string().nullable(),
  api: z.boolean(),
  /** Its files can be read as it hands them out: there is a reader. */
  csv: z.boolean(),
  oauth: z.boolean(),
  address: z.boolean(),
  pass_phrase: z.boolean(),
  default_coin: z.string().nullable(),
  tags: z.array(z.string()),
  rank: z.number().int(),
  kind: z.enum(['exchange', 'wallet', 'blockchain', 'service']),
  is_closed: z.boolean(),
  api_support: z.object({ supported: z.array(z.string()), unsupported: z.array(z.string()) }),
  api_history_limit: z.string().nullable(),
  warnings: z.array(z.string()),
  /** Names of its files that can be read. */
  files_read: z.array(z.string()),
  fix_notice: z.string().nullable(),
  /** Fields of its API form with their labels, in the order they are asked for; null without an API. */
  api_form: z.partialRecord(z.enum(API_FIELDS), z.string()).nullable(),
  /** Chains that an address of it can be fetched from; the one that is likely comes first. */
  chains: z.array(
    z.object({
      slug: z.string(),
      name: z.string(),
      default_coin: z.string().nullable(),
      /** Moment since which nobody who can be asked about it answers; null while somebody does, or nothing is known. */
      silent_since: z.string().nullable(),
      /** Explorers that can be asked about it with a key of the customer's own, in the order they are. */
      explorers: z.array(z.enum(EXPLORER_NAMES)),
      /** Those of them that open it with a paid plan only. */
      paid_explorers: z.array(z.enum(EXPLORER_NAMES)),
      /** Nobody can be asked about it without one. */
      needs_own_key: z.boolean(),
    }),
  ),
  /** The same of the exchange itself, for its key and its sign-in. */
  silent_since: z.string().nullable(),
  help: z.object({
    oauth: z.array(z.string()),
    api: z.array(z.string()),
    csv: z.array(z.string()),
    address: z.array(z.string()),
  }),
})
export type Source = z.infer<typeof source>

/** What a card of the search shows. */
export const sourceCard = source
  .pick({
    slug: true,
    name: true,
    image_url: true,
    kind: true,
    api: true,
    csv: true,
    oauth: true,
    address: true,
    is_closed: true,
  })
  .extend({ has_warning: z.boolean() })
export type SourceCard = z.infer<typeof sourceCard>

/** A chain that a pasted address may be on. */
export const addressChain = sourceCard.extend({
  /** Page of the address at the explorer of the chain, where one is known and shows addresses of this kind. */
  explorer_url: z.string().nullable(),
})
export type AddressChain = z.infer<typeof addressChain>

/** Meaning of a pasted text: a public address and its chains, a secret that nobody should hand out, or neither. */
export const addressFound = z.object({
  outcome: z.enum(['address', 'secret', 'unknown']),
  /** Reason why it is no address, or a note on one. */
  message: z.string().nullable(),
  /** It stands for all addresses of an account. */
  is_extended_key: z.boolean(),
  chains: z.array(addressChain),
})
export type AddressFound = z.infer<typeof addressFound>

const search = z.object({
  q: z.string().max(100).default(''),
  order: z.enum(['rank', 'name']).default('rank'),
})
const cards = z.object({ data: z.array(sourceCard) })
const bySlug = z.object({ id: z.string().max(100) })
const one = z.object({ data: source })

export const sources = {
  /** R7.56: without a term all of them in the order asked for; with one at most nine and the generic wallet. */
  search: readRoute
    .route({ method: 'GET', path: '/imports/v1/exchanges/search' })
    .input(search)
    .output(cards),
  /** R7.77: the same under /compliance. */
  complianceSearch: customerRoute
    .route({ method: 'GET', path: '/compliance/v1/exchanges/search' })
    .input(search)
    .output(cards),
  /** R7.57: by slug. */
  bySlug: readRoute.route({ method: 'GET', path: '/imports/v1/exchanges/{id}' }).input(bySlug).output(one),
  /** R7.78: the same under /compliance. */
  complianceBySlug: customerRoute
    .route({ method: 'GET', path: '/compliance/v1/exchanges/{id}' })
    .input(bySlug)
    .output(one),
  /** R7.79: what a source of the customer's is of; `uuid` is the id of the source. */
  bySource: customerRoute
    .route({ method: 'GET', path: '/compliance/v1/exchanges/by_source' })
    .input(z.object({ uuid: id }))
    .output(one),
  /** R2.102: what was searched for, once a person stopped typing. Kept without who it was (O-40). */
  searched: customerRoute
    .route({ method: 'POST', path: '/searches' })
    .input(z.object({ q: z.string().trim().min(1).max(100) }))
    .output(success),
  /** Chains that a pasted text is an address of. In the body, so that a secret pasted by mistake stands in no log. */
  findAddress: customerRoute
    .route({ method: 'POST', path: '/addresses/find' })
    .input(z.object({ text: z.string().trim().min(1).max(400) }))
    .output(z.object({ data: addressFound })),
  /** Best known sources of this installation, for who is not signed in, and how many there are of each kind. */
  offered: publicRoute.route({ method: 'GET', path: '/exchanges/offered' }).output(
    z.object({
      data: z.array(
        z.object({
          kind: sourceCard.shape.kind,
          total: z.number().int(),
          best_known: z.array(
            sourceCard
              .pick({ slug: true, name: true, image_url: true, csv: true })
              // By key, by sign-in or by address: read again by itself.
              .extend({ live: z.boolean() }),
          ),
        }),
      ),
    }),
  ),
  /** R7.72 */
  list: readRoute.route({ method: 'GET', path: '/exchanges/' }).output(cards),
}
