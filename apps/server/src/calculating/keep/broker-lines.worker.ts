// Entry of the thread that matches very many lines of Forms 1099-DA, so that the server's loop does not.
import { self, withSubject } from '../../platform/database.ts'
import { serveThread } from '../../platform/serve-thread.ts'
import { brokerLinesOf } from './broker-lines.ts'
import { packLines, type PackedLines } from './decided-lines.ts'
import { formChangesOf } from './form-changes.ts'
import type { LinesTask } from './prepare-lines.ts'

serveThread<LinesTask, PackedLines>(async (db, { userId, ...asked }, answer) => {
  const packed = await withSubject(db, self(userId), async (tx) => {
    const lines = await brokerLinesOf(tx, userId, { ...asked, isAlways: true })
    if (lines === undefined) throw new Error('lines that are always asked for are there')
    const { accounts, columns, parts, takenBack, withheld } = lines
    const changes = asked.at === null ? [] : await formChangesOf(tx, userId, asked.year, asked.calculationId)
    const decided = { accounts, columns, parts, takenBack, withheld, formChanges: changes.length }
    return packLines(decided, columns)
  })
  answer(packed, [packed.numbers.buffer, packed.places.buffer, packed.text.buffer])
})
