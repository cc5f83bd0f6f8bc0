import type { ExportRow, TransactionDetail } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { self, withOps, withSubject } from '../platform/database.ts'
import { newId } from '../platform/ids.ts'
import { sql } from '../platform/sql.ts'
import { customerWith } from '../testing/customer-journal.ts'
import { testServer } from '../testing/test-server.ts'

const server = await testServer()

const FILE = `Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid
2024-01-01T00:00:00Z,buy,3,ETH,6000,USD,10,USD,Coinbase,yes,b1
`

test('SB5 SC4 files of a client are refused to a professional in the one shape, and the client sees what was asked for', async () => {
  const journal = await customerWith(server)
  const { upload_id: upload } = await journal.send('mine.csv', FILE)
  await server.drainJobs()
  await journal.post('/exports', { kind: 'transactions-csv' })
  await server.drainJobs()
  const { data: exports } = await journal.get<{ data: ExportRow[] }>('/exports')
  const [row] = await journal.rows()

  const professional = await server.customer('pro@example.com')
  await withSubject(server.db, self(journal.userId), (tx) =>
    tx.run(sql`insert into grants (user_id, id, professional_id, scope, granted_at)
      values (${journal.userId}, ${newId()}, ${professional.userId}, 'view', now())`),
  )
  const identity = (text: string) => server.db.identity.query(text, [professional.userId])
  await identity(`insert into identity.totp (user_id, sealed, confirmed_at) values ($1, 'x', now())`)
  await identity(`update identity.roles set role = 'cpa' where user_id = $1`)
  await server.db.identity.query(
    'update identity.sessions set subject_id = $2, mfa_at = now() where user_id = $1',
    [professional.userId, journal.userId],
  )

  const forbidden = { status: 403, body: { status: 'error', code: 'forbidden', message: expect.any(String) } }
  const send = () => professional.upload('/csv_uploads', { file: new File([FILE], 'theirs.csv') })
  const preview = `/csv_uploads/${upload}/preview`
  const download = `/exports/${exports[0]?.id}/download`
  expect(await professional.get(preview)).toMatchObject(forbidden)
  expect(await professional.get(download)).toMatchObject(forbidden)
  expect(await send()).toMatchObject(forbidden)
  // The transaction itself is there to be viewed, without the row of the file.
  const detail = (await professional.expect(200, 'GET', `/transactions/${row?.id}`)) as {
    data: TransactionDetail
  }
  expect(detail.data.records.map(({ cells }) => cells)).toEqual([[]])

  const trail = await withOps(server.db, (tx) =>
    tx.all<{ event: string; route: string }>(sql`
      select event, route from audit_events where user_id = ${journal.userId} and actor_id = ${professional.userId}
      order by id`),
  )
  expect(trail).toEqual([
    { event: 'file_requested', route: `GET /api${preview}` },
    { event: 'access_denied', route: `GET /api${preview}` },
    { event: 'file_requested', route: `GET /api${download}` },
    { event: 'viewed', route: `GET /api/transactions/${row?.id}` },
  ])

  await withSubject(server.db, self(journal.userId), (tx) => tx.run(sql`update grants set scope = 'work'`))
  expect(await professional.get(preview)).toMatchObject(forbidden)
  expect(await send()).toMatchObject(forbidden)
})
