import { expect, test } from 'vitest'
import { asAdmin, testDatabase } from '../testing/test-database.ts'
import { Leases } from './leases.ts'
import { directOf } from './database-role.ts'

const db = await testDatabase()

/** Locks on jobs that somebody holds, and whose connections they are. */
async function holders(): Promise<number[]> {
  const { rows } = await db.app.query<{ pid: number }>(
    `select l.pid from pg_locks l where l.locktype = 'advisory'
       and l.database = (select oid from pg_database where datname = current_database())`,
  )
  return rows.map(({ pid }) => pid)
}

test('a lock goes with the job that ends, and all of them with their process', async () => {
  const leases = new Leases(directOf(db)!)
  await leases.hold(['one', 'two'])
  expect(await holders()).toHaveLength(2)
  await leases.hold(['two'])
  expect(await holders()).toHaveLength(1)
  await leases.close()
  await expect.poll(holders).toEqual([])
})

// A bug: the fault of a connection that had ended already was nobody's, and ended the server.
test('locks whose connection was ended are taken anew, and whatever ends it stops nothing', async () => {
  const leases = new Leases(directOf(db)!)
  for (let round = 0; round < 2; round += 1) {
    await leases.hold(['one'])
    const [pid] = await holders()
    await asAdmin('select pg_terminate_backend($1)', [pid])
    await expect.poll(holders).toEqual([])
  }
  await expect.poll(() => leases.hold(['one']).then(holders, () => [])).toHaveLength(1)
  await leases.close()
  await expect.poll(holders).toEqual([])
})
