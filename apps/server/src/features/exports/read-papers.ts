import type { PacketPaper } from '@lotbook/contract'
import { Recent } from '../../platform/recent.ts'
import type { RequestContext } from '../../platform/request-context.ts'
import { calculationOfYear } from '../../calculating/keep/done-calculation.ts'
import { nameOnForms } from '../identity/index.ts'
import { papersOfYear } from '../workpapers/papers-of-year.ts'
import { draftOf } from './draft-of.ts'
import { madeOf } from './made-of.ts'
import { papersInThread } from './packet-in-thread.ts'
import { withLines } from '../../calculating/keep/prepare-lines.ts'

/** The filing screen is opened again and again: the papers of what did not change are made once. */
const recent = new Recent<PacketPaper[]>(16 * 1024 * 1024)

/** The papers of a year's packet as they would be now, in small. */
export async function readPapers(context: RequestContext, year: number): Promise<PacketPaper[]> {
  const { db, who } = context
  const { subjectId: userId } = who
  const taxpayer = await nameOnForms(db, userId)
  const { task, key } = await withLines(db, who, async (tx) => {
    const { id: calculationId } = await calculationOfYear(tx, userId, year)
    const papers = await papersOfYear(tx, db, userId, year)
    const draft = await draftOf(tx, userId, 'filing-packet', year)
    const made = await madeOf(tx, userId, {
      kind: 'filing-packet',
      year,
      calculationId,
      comparisonId: null,
      scope: '',
      taxpayer,
      draft,
      papers,
    })
    return {
      task: { userId, calculationId, year, taxpayer, papers },
      key: `${userId} ${made.toString('hex')}`,
    }
  })
  const known = recent.get(key)
  if (known !== undefined) return known
  await context.limit('calculations')
  const found = await papersInThread(db, task)
  recent.set(key, found, JSON.stringify(found).length)
  return found
}
