import { z } from 'zod'

/*
 * Forms of the data that ships. Their types are what the product works with; the data is held to them by a test
 * (`shipped-data.test.ts`) and not at each start, so nothing imports this file but for its types.
 */

const texts = z.array(z.string().min(1)).readonly()

/** An exchange, wallet, chain or service as the catalogue's file has it. */
export const storedSource = z
  .strictObject({
    /** Id, value and slug of a source are its slug. */
    slug: z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/),
    name: z.string().min(1),
    image_url: z.null(),
    api: z.boolean(),
    /** Whether it hands out its history as a file; whether such a file can be read is told by `filesReadOf`. */
    csv: z.boolean(),
    oauth: z.boolean(),
    address: z.boolean(),
    /** Whether its API asks for a passphrase besides key and secret. */
    pass_phrase: z.boolean(),
    default_coin: z.string().min(1).nullable(),
    tags: texts,
    /** 1 is the most popular. */
    rank: z.int().positive(),
    kind: z.enum(['exchange', 'wallet', 'blockchain', 'service']),
    status: z.enum(['active', 'closed']),
    api_support: z.strictObject({ supported: texts, unsupported: texts }).readonly(),
    /** Field of the API form and its label. */
    api_form: z.record(z.string().min(1), z.string().min(1)).readonly().nullable(),
    ccxt_id: z.string().min(1).nullable(),
    warnings: texts,
    /** Shown when a connection is to be fixed. */
    fix_notice: z.string().min(1).nullable(),
    note: z.string().min(1).nullable(),
    help: z.partialRecord(z.enum(['oauth', 'api', 'csv', 'address']), texts).readonly(),
    help_specific: z.boolean(),
    /** Where the facts were found. */
    sources: texts,
  })
  .readonly()

export type StoredSource = z.infer<typeof storedSource>

/** `catalogue.data.json`. */
export const catalogueFile = z.strictObject({
  about: z.string(),
  ccxt_version: z.string(),
  count: z.int(),
  sources: z.array(storedSource).readonly(),
})

export type CatalogueFile = z.infer<typeof catalogueFile>

const tokenFacts = { symbol: z.string(), name: z.string(), decimals: z.int().min(0).max(255) }

/** A list of tokens in the form of tokenlists.org, as packages ship it; further fields are theirs. */
export const tokenList = z.object({
  tokens: z
    .array(z.object({ chainId: z.int().positive(), address: z.string().min(1), ...tokenFacts }).readonly())
    .readonly(),
})

export type TokenList = z.infer<typeof tokenList>

/** Contracts of Ethereum by their address; those that are no ERC-20 may lack the rest. */
export const contractMap = z.record(
  z.string().regex(/^0x[0-9a-fA-F]{40}$/),
  z.union([
    z.object({ erc20: z.literal(true), ...tokenFacts }).readonly(),
    z.object({ erc20: z.literal(false).optional() }).readonly(),
  ]),
)

export type ContractMap = z.infer<typeof contractMap>

/** Drawings of tokens, as their package lists them. */
export const drawingList = z.object({
  tokens: z
    .array(
      z
        .object({
          symbol: z.string(),
          filePath: z.string().regex(/^(?:token|network):/),
          /** Contracts by the package's name of a chain. */
          addresses: z.record(z.string(), z.string()).readonly().optional(),
          variants: z.array(z.string()).readonly(),
        })
        .readonly(),
    )
    .readonly(),
})

export type DrawingList = z.infer<typeof drawingList>

/** Reports known by name, by their header: `known-by-name.data.json`. */
export const namedReports = z.record(z.string().min(1), z.string().min(1))

export type NamedReports = z.infer<typeof namedReports>
