import type { ExportRow, Printing } from '@lotbook/contract'
import { afterAll, expect, test } from 'vitest'
import { withOps } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { sql } from '../../platform/sql.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { testServer } from '../../testing/test-server.ts'
import { clientOn, giveAccess, professionalOn } from '../../testing/work-together.ts'

const server = await testServer({ env: { LOTBOOK_FORMS: '/nonexistent/forms' } })
afterAll(() => server.drainJobs())

const HISTORY = `Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid
2024-01-01T00:00:00Z,buy,2,ETH,1000,USD,,,Kraken,yes,b1
2025-02-01T00:00:00Z,sell,900,USD,1,ETH,,,Kraken,yes,s1
`
const PRINTING: Printing = { name: 'Jane Roe', tax_id: '123-45-6789', summary_above: null }

/** A client with a calculated year, and a way to look at their books as a professional. */
async function office() {
  const client = await clientOn(server)
  await client.import('history.csv', HISTORY)
  server.clock.advance(1_000)
  await client.post('/imports/v1/tax_calculations/start_tax_calculation', { recalculate: true })
  await server.drainJobs()
  const look = async (professional: TestClient & { readonly userId: string }) => {
    await server.db.identity.query('update identity.sessions set subject_id = $2 where user_id = $1', [
      professional.userId,
      client.userId,
    ])
    return professional
  }
  return { client, look }
}

async function ask(browser: TestClient, kind: string, printing?: Printing) {
  server.clock.advance(1_000)
  const { data } = (await browser.expect(200, 'POST', '/exports', { kind, tax_year: 2025, printing })) as {
    data: ExportRow
  }
  return data.id
}

async function make(browser: TestClient, kind: string, printing?: Printing) {
  const id = await ask(browser, kind, printing)
  await server.drainJobs()
  return id
}

async function rowOf(browser: TestClient, id: string): Promise<ExportRow | undefined> {
  const { data } = (await browser.expect(200, 'GET', '/exports')) as { data: ExportRow[] }
  return data.find((row) => row.id === id)
}

const statusOf = async (browser: TestClient, id: string) =>
  (await browser.get(`/exports/${id}/download`)).status

const trailOf = (userId: string) =>
  withOps(server.db, (tx) =>
    tx.all<{ event: string; actor_id: string; details: object | null }>(
      sql`select event, actor_id, details from audit_events where user_id = ${userId} order by id`,
    ),
  )

test('a professional who works for a client prints forms with a number, alone fetches them beside the client, and the trail says so', async () => {
  const { client, look } = await office()
  const professional = await professionalOn(server)
  const access = await giveAccess(server, client, professional, 'work')
  await look(professional)
  const id = await ask(professional, 'form-8949-official', PRINTING)
  const stored = await withOps(server.db, (tx) =>
    tx.all<{ text: string }>(sql`
      select t::text || coalesce(encode(sealed, 'escape'), '') as text from exports t
      union all select t::text from requests t union all select t::text from audit_events t`),
  )
  expect(stored.map(({ text }) => text).join('\n')).not.toMatch(/123-?45-?6789|Jane Roe/)
  await server.drainJobs()

  expect(await rowOf(professional, id)).toMatchObject({
    state: 'done',
    made_by: 'professional',
    can_download: true,
  })
  expect(await rowOf(client.customer, id)).toMatchObject({ made_by: 'professional', can_download: true })
  expect(await statusOf(professional, id)).toBe(200)
  expect(await statusOf(client.customer, id)).toBe(200)
  expect(await trailOf(client.userId)).toContainEqual({
    event: 'forms_printed',
    actor_id: professional.userId,
    details: { kind: 'form-8949-official', tax_year: 2025 },
  })

  const another = await professionalOn(server)
  await giveAccess(server, client, another, 'work')
  await look(another)
  expect(await rowOf(another, id)).toMatchObject({ can_download: false })
  expect(await statusOf(another, id)).toBe(403)
  await access.end()
  expect(await statusOf(professional, id)).toBe(403)
  expect(await statusOf(client.customer, id)).toBe(200)
})

test('a professional has the files that they make, and not those of the client', async () => {
  const { client, look } = await office()
  const professional = await professionalOn(server)
  await giveAccess(server, client, professional, 'work')
  const theirs = await make(client.customer, 'form-8949-csv')
  await look(professional)
  expect(await rowOf(professional, theirs)).toMatchObject({ made_by: 'customer', can_download: false })
  expect(await statusOf(professional, theirs)).toBe(403)
  const own = await make(professional, 'form-8949-csv')
  expect(own).not.toBe(theirs)
  expect(await statusOf(professional, own)).toBe(200)
  // The same once more is the one that is there, for each of them.
  expect(await ask(professional, 'form-8949-csv')).toBe(own)
  expect(await ask(client.customer, 'form-8949-csv')).toBe(theirs)
  expect((await trailOf(client.userId)).map(({ event }) => event)).not.toContain('forms_printed')
})

test('access to look prints nothing, and an admin prints no number', async () => {
  const { client, look } = await office()
  const viewer = await professionalOn(server)
  await giveAccess(server, client, viewer, 'view')
  await look(viewer)
  const asked = { kind: 'form-8949-official', tax_year: 2025, printing: PRINTING }
  await viewer.expect(403, 'POST', '/exports', asked)
  const admin = await professionalOn(server, 'admin')
  await withOps(server.db, (tx) =>
    tx.run(sql`insert into admin_views (user_id, id, admin_id, reason, started_at, ends_at)
      values (${client.userId}, ${newId()}, ${admin.userId}, 'asked for help', now(), now() + interval '1 hour')`),
  )
  await look(admin)
  await admin.expect(403, 'POST', '/exports', asked)
})
