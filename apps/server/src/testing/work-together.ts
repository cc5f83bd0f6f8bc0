import { self, withSubject } from '../platform/database.ts'
import { newId } from '../platform/ids.ts'
import { sql } from '../platform/sql.ts'
import { customerWith } from './customer-journal.ts'
import type { TestServer } from './test-server.ts'

const verify = (server: TestServer, userId: string) =>
  server.db.identity.query('update identity.users set email_verified_at = now() where id = $1', [userId])

/** Somebody with a confirmed address who has the role of a professional, or of an admin, and gave a second factor. */
export async function professionalOn(server: TestServer, role: 'cpa' | 'admin' = 'cpa') {
  const email = `${role}-${newId()}@example.com`
  const browser = await server.customer(email)
  const identity = (text: string) => server.db.identity.query(text, [browser.userId])
  await server.db.identity.query('update identity.roles set role = $2 where user_id = $1', [
    browser.userId,
    role,
  ])
  await identity(`insert into identity.totp (user_id, sealed, confirmed_at) values ($1, 'x', now())`)
  await identity('update identity.sessions set mfa_at = now() where user_id = $1')
  await verify(server, browser.userId)
  return Object.assign(browser, { email })
}

/** A customer with a confirmed address. */
export async function clientOn(server: TestServer) {
  const journal = await customerWith(server)
  await verify(server, journal.userId)
  const { email } = await journal.get<{ email: string }>('/users/get_user_role')
  return { ...journal, email }
}

/** Give access; `end` takes it back. */
export async function giveAccess(
  server: TestServer,
  client: { readonly userId: string },
  professional: { readonly userId: string },
  scope: 'view' | 'work',
) {
  const id = newId()
  await withSubject(server.db, self(client.userId), (tx) =>
    tx.run(sql`
      insert into grants (user_id, id, professional_id, scope, granted_at)
      values (${client.userId}, ${id}, ${professional.userId}, ${scope}, ${server.clock.now()})`),
  )
  // The professional's list has the client from the day the access was given.
  await withSubject(server.db, self(professional.userId), (tx) =>
    tx.run(sql`
      insert into clients (user_id, client_id, email, name, since)
      values (${professional.userId}, ${client.userId}, 'client@example.com', 'Client', ${server.clock.now()})
      on conflict do nothing`),
  )
  return {
    end: () =>
      withSubject(server.db, self(client.userId), (tx) =>
        tx.run(sql`
          update grants set revoked_at = ${server.clock.now()} where user_id = ${client.userId} and id = ${id}`),
      ),
  }
}
