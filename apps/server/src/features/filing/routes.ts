import { contract } from '@lotbook/contract'
import { createHash } from 'node:crypto'
import { auditRequest } from '../../platform/audit.ts'
import { withSubject } from '../../platform/database.ts'
import type { Feature } from '../../platform/feature.ts'
import { refuse } from '../../platform/refusal.ts'
import { routes, type Services } from '../../platform/request-context.ts'
import { open } from '../../platform/seal.ts'
import { sql } from '../../platform/sql.ts'
import { nameOnForms } from '../identity/index.ts'
import { filingPartner, PartnerFailed } from './filing-partner.ts'

const os = routes(contract.filing)

/** A larger packet is downloaded, and given to the partner by the person. */
const MOST_BYTES = 20_000_000

/** Filing with a partner, where the operator named one. */
export function filingFeature(services: Services): Feature {
  const partner = filingPartner(services)
  return {
    routes: {
      filing: {
        partner: os.partner.handler(() => ({ data: partner === undefined ? null : { name: partner.name } })),
        handOver: os.handOver.handler(async ({ input, context }) => {
          if (partner === undefined) return refuse('not_found', 'This site has no filing partner.')
          await context.limit('exports')
          const { subjectId: userId } = context.who
          const packet = await withSubject(context.db, context.who, async (tx) => {
            const row = await tx.maybe<{
              tax_year: number
              file_name: string
              size_bytes: string
              sealed: Buffer
            }>(sql`
              select tax_year, file_name, size_bytes, sealed from exports
              where user_id = ${userId} and id = ${input.export_id} and kind = 'filing-packet' and state = 'done'
                and expires_at > ${context.now}`)
            if (row === undefined) return refuse('not_found')
            if (Number(row.size_bytes) > MOST_BYTES)
              refuse(
                'too_large',
                `This packet is too large to hand over. Download it and give it to ${partner.name}.`,
              )
            const place = { table: 'exports', userId, rowId: input.export_id, column: 'sealed' } as const
            const bytes = await open(tx, services.keys, place, row.sealed)
            await auditRequest(tx, context, {
              event: 'packet_handed_over',
              object: `export:${input.export_id}`,
            })
            return { taxYear: row.tax_year, fileName: row.file_name, bytes }
          })
          try {
            const url = await partner.handOver({
              ...packet,
              id: input.export_id,
              taxpayer: await nameOnForms(context.db, userId),
              sha256: createHash('sha256').update(packet.bytes).digest('hex'),
            })
            return { data: { url } }
          } catch (error) {
            if (!(error instanceof PartnerFailed)) throw error
            services.log.warn({ reason: error.message }, 'the filing partner did not take a packet')
            return refuse(
              'unavailable',
              `${partner.name} did not take the packet. Try again later, or download it.`,
            )
          }
        }),
      },
    },
  }
}
