import { Readable } from 'node:stream'
import { contract, taxSettings } from '@lotbook/contract'
import { canonicalJson, type Manifest } from '@lotbook/tax'
import { auditRequest } from '../../platform/audit.ts'
import { withSubject, type Tx } from '../../platform/database.ts'
import type { Feature } from '../../platform/feature.ts'
import { downloadHeaders } from '../../platform/headers.ts'
import { context as contextOf } from '../../platform/http.ts'
import { refuse } from '../../platform/refusal.ts'
import { routes, type Services } from '../../platform/request-context.ts'
import { signer } from '../../platform/signing.ts'
import { sql } from '../../platform/sql.ts'
import { HAS_TEXTS, textOfCalculation, type TextName } from '../../calculating/keep/packed-calculation.ts'
import { signManifest } from './signed-manifest.ts'

/** A transaction on the rows that who asks may see. */
type Within = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

const os = routes(contract.manifests)

const get = os.get.handler(async ({ input, context }) => {
  const { finished_at, settings, manifest, has_files } = await withSubject(context.db, context.who, (tx) =>
    tx
      .maybe<{ finished_at: Date; settings: unknown; manifest: Manifest; has_files: boolean }>(
        sql`
        select finished_at, settings, manifest, ${HAS_TEXTS} as has_files
        from calculations c where user_id = ${context.who.subjectId} and id = ${input.id} and state = 'done'`,
      )
      .then((row) => row ?? refuse('not_found')),
  )
  const { engine_version, rules_version, transactions, input_hash, result_hash, manifest_hash } = manifest
  const invariants = [...(manifest.invariants ?? [])]
  return {
    data: {
      id: input.id,
      finished_at: finished_at.toISOString(),
      settings: taxSettings.parse(settings),
      engine_version,
      rules_version,
      transactions,
      input_hash,
      result_hash,
      invariants,
      invariants_version: manifest.invariants_version ?? null,
      manifest_hash,
      key_fingerprint: (await signer(context.db, context.keys)).fingerprint,
      has_files,
    },
  }
})

const signingKey = os.signingKey.handler(async ({ context }) => {
  const { publicKey, fingerprint } = await signer(context.db, context.keys)
  return { algorithm: 'Ed25519' as const, public_key: publicKey.toString('base64'), fingerprint }
})

/** The proof of a calculation: its signed manifest, and what the engine took and gave, byte for byte. */
export function manifestsFeature({ db, keys }: Pick<Services, 'db' | 'keys'>): Feature {
  return {
    routes: { manifests: { get, signingKey } },
    raw: (api) => {
      const download = (
        name: 'manifest' | 'input' | 'result',
        read: (within: Within, userId: string, id: string) => Promise<Buffer | Readable>,
      ) =>
        api.get<{ Params: { id: string } }>(
          `/tax_calculations/:id/${name}.json`,
          { config: { access: ['customer'], scope: 'read' } },
          async (request, reply) => {
            const { id } = request.params
            const context = contextOf(request)
            if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) refuse('not_found')
            await context.limit('exports')
            const within: Within = (work) => withSubject(context.db, context.who, work)
            const file = await read(within, context.who.subjectId, id)
            await within((tx) =>
              auditRequest(tx, context, {
                event: 'calculation_downloaded',
                object: `calculation:${id}`,
                details: { file: `${name}.json` },
              }),
            )
            return reply.headers(downloadHeaders(`${name}.json`, 'application/json')).send(file)
          },
        )
      download('manifest', async (within, userId, id) => {
        const row = await within((tx) =>
          tx.maybe<{ manifest: Manifest }>(sql`
          select manifest from calculations where user_id = ${userId} and id = ${id} and state = 'done'`),
        )
        if (row === undefined) return refuse('not_found')
        return Buffer.from(canonicalJson(signManifest(row.manifest, await signer(db, keys))))
      })
      // Blocks stay, and are read one by one while they are sent: each in a transaction of its own.
      const kept = (name: TextName) => async (within: Within, userId: string, id: string) =>
        Readable.from((await textOfCalculation(within, userId, id, name)) ?? refuse('not_found'), {
          objectMode: false,
        })
      download('input', kept('input'))
      download('result', kept('result'))
    },
  }
}
