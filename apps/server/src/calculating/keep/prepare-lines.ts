import { isMainThread } from 'node:worker_threads'
import { withSubject, type Database, type Tx } from '../../platform/database.ts'
import { inThread } from '../../platform/in-thread.ts'
import { Recent } from '../../platform/recent.ts'
import { sql } from '../../platform/sql.ts'
import { brokerLinesOf, changesOf, keyOf, type AskedLines } from './broker-lines.ts'
import { bytesOf, unpackedLines, type DecidedLines, type PackedLines } from './decided-lines.ts'
import { filedAt } from './filed-at.ts'
import { rowsWhere } from './result-row.ts'

/** Lines and disposals of a year that are matched in a few moments where they are asked for; more are matched in a thread. */
export const FEW_LINES = 2_000

/** A year whose lines are to be matched in a thread. */
export interface LinesTask extends AskedLines {
  readonly userId: string
}

const THREAD = { url: new URL('./broker-lines.worker.ts', import.meta.url), heapMb: 4096 }

/** Years with very many lines, of whoever asked for them last. */
const prepared = new Recent<DecidedLines>(64 * 1024 * 1024)
const underWay = new Map<string, Promise<void>>()

/**
 * Has the lines of all years of a customer matched before a transaction asks for their effect, where they are many: in a thread, and without holding a
 * connection. Whoever asks without it matches them where it is.
 */
async function prepareLines(db: Database, who: Parameters<typeof withSubject>[1]): Promise<void> {
  if (!isMainThread) return
  const asked = await withSubject(db, who, (tx) => manyLines(tx, who.subjectId))
  await Promise.all(asked.map(({ key, task, size }) => once(key, () => prepare(db, key, task, size))))
}

/** `withSubject`, with the lines of Forms 1099-DA prepared: for whatever shows a box or a column of Form 8949. */
export async function withLines<Result>(
  db: Database,
  who: Parameters<typeof withSubject>[1],
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  await prepareLines(db, who)
  return withSubject(db, who, work)
}

async function prepare(db: Database, key: string, task: LinesTask, size: number): Promise<void> {
  if (prepared.get(key) !== undefined) return
  const packed = await inThread<LinesTask, PackedLines>(db, THREAD, task, {
    load: { customer: task.userId, size },
  })
  prepared.set(key, unpackedLines(packed), bytesOf(packed))
}

/** Requests at once for the same wait for one thread. */
function once(key: string, work: () => Promise<void>): Promise<void> {
  const known = underWay.get(key)
  if (known !== undefined) return known
  const made = work().finally(() => underWay.delete(key))
  underWay.set(key, made)
  return made
}

/** Lines of a year that a thread matches, and how many they are. */
export interface ManyLines {
  readonly key: string
  readonly task: LinesTask
  readonly size: number
}

/** Years with so many lines or disposals that nobody matches them in the process that serves: as shown, and as they are now. */
async function manyLines(tx: Tx, userId: string): Promise<ManyLines[]> {
  const years = await tx.all<{ year: number; lines: string; calculation_id: string | null }>(sql`
    select l.tax_year as year, l.lines, coalesce(y.calculation_id, (
      select id from calculations where user_id = ${userId} and state = 'done' order by finished_at desc limit 1)) as calculation_id
    from (select tax_year, count(*) as lines from broker_lines where user_id = ${userId} and removed_in is null group by tax_year) l
    left join tax_years y on y.user_id = ${userId} and y.tax_year = l.tax_year and y.state = 'filed'`)
  const found: ManyLines[] = []
  for (const { year, lines, calculation_id: calculationId } of years) {
    if (calculationId === null) continue
    const size = await sizeOf(tx, userId, { year, calculationId, lines: Number(lines) })
    if (size <= FEW_LINES) continue
    const changes = await changesOf(tx, userId, year)
    const filed = await filedAt(tx, userId, year, calculationId)
    for (const at of filed === null ? [null] : [filed, null]) {
      const asked = { year, calculationId, at }
      found.push({ key: keyOf(userId, asked, changes), task: { ...asked, userId }, size })
    }
  }
  return found
}

interface YearOfLines {
  readonly year: number
  readonly calculationId: string
  readonly lines: number
}

async function sizeOf(tx: Tx, userId: string, { year, calculationId, lines }: YearOfLines): Promise<number> {
  if (lines > FEW_LINES) return lines
  const { rows } = await tx.one<{ rows: string }>(sql`
    select count(*) as rows from ${rowsWhere({ list: 'disposals', userId, calculationId, where: [sql`d.tax_year = ${year}`] })} d`)
  return lines + Number(rows)
}

/** The lines of a year as they are now, where they are so many that they are worked on in a thread. */
export async function manyLinesOf(tx: Tx, userId: string, year: number): Promise<ManyLines | undefined> {
  return (await manyLines(tx, userId)).find(({ task }) => task.year === year && task.at === null)
}

/** The effect of the lines of a year: as a thread worked it out, else worked out here. */
export async function decidedLinesOf(
  tx: Tx,
  userId: string,
  asked: AskedLines,
): Promise<DecidedLines | undefined> {
  return (await preparedLines(tx, userId, asked)) ?? brokerLinesOf(tx, userId, asked)
}

/** The same where a thread worked it out. */
export async function preparedLines(
  tx: Tx,
  userId: string,
  asked: AskedLines,
): Promise<DecidedLines | undefined> {
  return prepared.get(keyOf(userId, asked, await changesOf(tx, userId, asked.year)))
}
