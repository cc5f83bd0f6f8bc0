import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { from as copyFrom } from 'pg-copy-streams'
import { openDatabase } from '../platform/database.ts'
import { FenceLost, takeFence, writeUnderFence } from '../platform/fence.ts'
import { sql } from '../platform/sql.ts'
import { reachOfChild } from './reach-of-child.ts'

/**
 * A worker that holds its customer's row and never ends, to be stopped: between two statements, or inside COPY. The arguments say
 * where the database is, whose export it writes, and `idle` or `copy`.
 */
const [where = '', userId = '', id = '', how = ''] = process.argv.slice(2)
const db = openDatabase(reachOfChild(where))
const fence = await takeFence(db, 'exports', userId, id)
if (fence === undefined) throw new Error('there is nothing to do')
// Without it the process would end, since nothing else is waited for.
const alive = setInterval(() => {}, 1_000)

await writeUnderFence(db, fence, async (tx) => {
  await tx.all(sql`select 1 from customers where user_id = ${userId} for update`)
  tx.client.on('end', () => console.log('connection ended'))
  if (how === 'idle') {
    console.log('begun')
    await new Promise<void>((resolve) => tx.client.once('end', resolve))
    await tx.all(sql`select 1`)
  }
  await tx.client.query('create temp table staged (a text) on commit drop')
  const endless = new Readable({ read() {} })
  endless.push('begun\n')
  tx.client.once('end', () => endless.destroy(new Error('Connection terminated')))
  const copied = pipeline(endless, tx.client.query(copyFrom('copy staged from stdin')))
  console.log('begun')
  await copied
}).catch((error: unknown) => {
  console.log(error instanceof FenceLost ? 'fence lost' : String(error))
})
clearInterval(alive)
await db.close()
