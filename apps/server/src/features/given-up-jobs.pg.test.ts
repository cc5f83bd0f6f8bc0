import type { ImportHistory } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { withOps } from '../platform/database.ts'
import { sql } from '../platform/sql.ts'
import { customerWith } from '../testing/customer-journal.ts'
import { testServer, type TestServer } from '../testing/test-server.ts'

const server = await testServer()
/** Nothing listens there. */
const withoutMailServer = await testServer({
  env: { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'Lotbook <no-reply@lotbook.example>' },
})

const KRAKEN = `"txid","refid","time","type","subtype","aclass","asset","amount","fee","balance"
"L1","B1","2024-03-01 10:00:00","trade","","currency","ZUSD","-100.0000","0.0000","0.0000"
"L2","B1","2024-03-01 10:00:00","trade","","currency","XXBT","0.0020000000","0.0000000000","0.0020000000"
`

/** Runs what is queued, and what is queued for later as if its time had come, until nothing is left. */
async function runAll(tested: TestServer): Promise<void> {
  for (;;) {
    if ((await tested.drainJobs()) === 0) return
    await tested.db.app.query(
      `update jobs.job set start_after = now() - interval '1 s' where state < 'active'`,
    )
  }
}

test('R9.13 the reading of a file that fails is repeated ten times; then the import has failed, with its reason', async () => {
  const journal = await customerWith(server)
  const source = await journal.upload('kraken.csv', KRAKEN)
  // Nothing can open them any more.
  await withOps(server.db, (tx) =>
    tx.run(sql`update uploads set sealed = decode('00', 'hex') where user_id = ${journal.userId}`),
  )
  await runAll(server)
  const reason =
    'kraken.csv: The import failed several times because of an error on our side. Try it again later.'
  expect(await journal.source(source)).toMatchObject({
    import_status: 'complete',
    status_code: 'failed',
    reason,
  })
  const { data } = await journal.get<{ data: ImportHistory[] }>('/imports/v2/import_histories')
  expect(data).toMatchObject([{ import_status: 'complete', status_code: 'failed', progress: null }])
  const { attempts } = await withOps(server.db, (tx) =>
    tx.one<{ attempts: number }>(sql`select attempts from imports where user_id = ${journal.userId}`),
  )
  // The first, ten repeats, and the one that gave it up.
  expect(attempts).toBe(12)
})

test('a calculation that fails each time ends as failed with its reason, and the next one may begin', async () => {
  const journal = await customerWith(server)
  await journal.import('kraken.csv', KRAKEN)
  const start = () => journal.post('/users/crypto_assets/calculate')
  const newest = () =>
    withOps(server.db, (tx) =>
      tx.one<{ state: string; reason_code: string | null }>(sql`
        select state, reason_code from calculations where user_id = ${journal.userId} order by id desc limit 1`),
    )
  const setTreatments = (text: string) =>
    withOps(server.db, (tx) =>
      tx.run(sql`update customers set treatments = ${text}::jsonb where user_id = ${journal.userId}`),
    )
  const { treatments } = await withOps(server.db, (tx) =>
    tx.one<{ treatments: unknown }>(sql`select treatments from customers where user_id = ${journal.userId}`),
  )
  await start()
  // No calculation can read them.
  await setTreatments('"broken"')
  await runAll(server)
  expect(await newest()).toEqual({
    state: 'failed',
    reason_code:
      'The calculation failed several times because of an error on our side. Your earlier results are unchanged. Try it again later.',
  })
  await setTreatments(JSON.stringify(treatments))
  server.clock.advance(60_000)
  await start()
  await runAll(server)
  expect(await newest()).toEqual({ state: 'done', reason_code: null })
})

test('a mail that cannot be sent is marked as failed after its repeats, and its link is not kept', async () => {
  await withoutMailServer.client().expect(200, 'POST', '/identity/sign_up', {
    email: 'unreached@example.com',
    password: 'plum-engine-violet-93',
  })
  await runAll(withoutMailServer)
  const { rows } = await withoutMailServer.db.ops.query('select state, sealed, attempts from mails')
  expect(rows).toEqual([{ state: 'failed', sealed: null, attempts: 6 }])
})
