import { z } from 'zod'
import { id, instantText } from './common.ts'
import { publicRoute, readRoute } from './route.ts'
import { taxSettings } from './settings.ts'

/** What proves a calculation: hashes of what went in and came out, and the key that signs them. */
export const manifestView = z.object({
  id,
  finished_at: instantText,
  settings: taxSettings,
  engine_version: z.string(),
  rules_version: z.string(),
  transactions: z.number().int(),
  input_hash: z.string(),
  result_hash: z.string(),
  /** What the result was held to before it was kept; empty for one from before results were (N16). */
  invariants: z.array(
    z.object({ name: z.string(), checked: z.number().int(), outcome: z.enum(['holds', 'broken']) }),
  ),
  /** Of the checks that counted; null where there were none. */
  invariants_version: z.string().nullable(),
  manifest_hash: z.string(),
  /** SHA-256 of the public key that signs, as hex. */
  key_fingerprint: z.string(),
  /** False for a calculation that was made before inputs were kept: it has no files to verify. */
  has_files: z.boolean(),
})
export type ManifestView = z.infer<typeof manifestView>

export const manifests = {
  /** Its files are downloaded at /tax_calculations/{id}/manifest.json, input.json and result.json. */
  get: readRoute
    .route({ method: 'GET', path: '/tax_calculations/{id}/manifest' })
    .input(z.object({ id }))
    .output(z.object({ data: manifestView })),
  /** The key that this installation signs manifests with: SPKI in DER as base64, and its SHA-256 as hex. */
  signingKey: publicRoute
    .meta({ scope: 'any' })
    .route({ method: 'GET', path: '/signing_key' })
    .output(
      z.object({
        algorithm: z.literal('Ed25519'),
        public_key: z.string(),
        fingerprint: z.string(),
      }),
    ),
}
