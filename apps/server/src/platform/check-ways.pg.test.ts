import { afterAll, expect, inject, test } from 'vitest'
import { startPooler } from '../testing/pooler.ts'
import { asOwner, testDatabase } from '../testing/test-database.ts'
import { startTransactionPooler } from '../testing/transaction-pooler.ts'
import { checkWays } from './check-ways.ts'

const [one, other] = await Promise.all([nameOf(), nameOf()])
/** Passes everything on: as PostgreSQL itself, or a pooler in session mode. */
const session = await startPooler()
const transactions = await startTransactionPooler()
const statements = await startTransactionPooler('by statement')
afterAll(() => Promise.all([session, transactions, statements].map((pooler) => pooler.close())))
const isHere = inject('postgres').url === undefined

async function nameOf(): Promise<string> {
  const [row] = await asOwner<{ name: string }>(await testDatabase(), 'select current_database() as name')
  return row!.name
}

test.runIf(isHere)('a way that leads where the configuration says is taken', async () => {
  await checkWays({ url: session.url(one), pooler: undefined })
  await checkWays({ url: transactions.url(one), pooler: { directUrl: session.url(one) } })
  await checkWays({ url: transactions.url(one), pooler: { directUrl: undefined } })
  // A pooler in session mode does all that one in transaction mode does.
  await checkWays({ url: session.url(one), pooler: { directUrl: session.url(one) } })
})

test.runIf(isHere).each([
  [
    'a pooler in transaction mode of which nothing is said',
    () => ({ url: transactions.url(one), pooler: undefined }),
    /^DATABASE_URL leads through a pooler that shares connections between transactions: set DATABASE_POOLER=transaction/,
  ],
  [
    'a pooler in statement mode',
    () => ({ url: statements.url(one), pooler: { directUrl: session.url(one) } }),
    /^DATABASE_URL leads to a pooler that takes no transactions \(.*\): it must pool by transaction or by session/,
  ],
  [
    'a direct way that leads through the pooler',
    () => ({ url: transactions.url(one), pooler: { directUrl: transactions.url(one) } }),
    /^DATABASE_DIRECT_URL leads through a pooler/,
  ],
  [
    'a direct way into another database',
    () => ({ url: transactions.url(one), pooler: { directUrl: session.url(other) } }),
    /^DATABASE_URL and DATABASE_DIRECT_URL lead to different databases$/,
  ],
  [
    'a way where nobody answers',
    () => ({ url: 'postgresql://app@127.0.0.1:1/x', pooler: undefined }),
    /^no connection to the database by DATABASE_URL: .*ECONNREFUSED/,
  ],
])('%s is found out before anything is asked', async (_, ways, message) => {
  await expect(checkWays(ways())).rejects.toThrow(message)
})
