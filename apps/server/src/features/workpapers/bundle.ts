import { workpaperFiles } from '@lotbook/reports'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { id as anId, taxYear } from '@lotbook/contract'
import { archiveOf } from '../../platform/archive.ts'
import { auditRequest } from '../../platform/audit.ts'
import { downloadHeaders } from '../../platform/headers.ts'
import { context as contextOf } from '../../platform/http.ts'
import { refuse } from '../../platform/refusal.ts'
import { namesOf } from '../identity/index.ts'
import { readIn } from './books.ts'
import { papersOfYear } from './papers-of-year.ts'

const asked = z.object({ client_id: anId.optional(), tax_year: taxYear })

/**
 * Papers of a year as one archive, made when it is asked for. Nothing in it is sealed with the customer's key, so a professional can have it
 * too; the forms are in the packet, which is the customer's.
 */
export function bundleRoute(api: FastifyInstance): void {
  api.get('/workpapers/bundle.zip', { config: { access: ['customer', 'cpa'] } }, async (request, reply) => {
    const context = contextOf(request)
    const query = asked.safeParse(request.query)
    if (!query.success) refuse('invalid_input')
    const { client_id: clientId, tax_year: year } = query.data
    await context.limit('exports')
    const { papers, userId } = await readIn(context, { clientId, paper: 'workpapers' }, async (tx, who) => {
      // A look at the client notes files by itself.
      if (who.subjectId !== context.who.subjectId)
        await auditRequest(tx, { ...context, who }, { event: 'file_requested' })
      const papers = await papersOfYear(tx, context.db, who.subjectId, year)
      return { papers, userId: who.subjectId }
    })
    if (papers === undefined) refuse('conflict', `There are no papers of ${year} yet.`)
    const owner = (await namesOf(context, [userId])).get(userId)
    const taxpayer = owner === undefined || owner.name === owner.email ? '' : owner.name
    const bytes = await archiveOf(workpaperFiles(papers, { taxpayer }), {
      name: 'papers.json',
      head: { tax_year: year, taxpayer, changed_at: papers.at },
    })
    return reply
      .headers(downloadHeaders(`workpapers-${year}.zip`, 'application/zip'))
      .send(Buffer.from(bytes))
  })
}
