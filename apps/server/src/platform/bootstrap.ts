import { Client, type ClientConfig, escapeIdentifier } from 'pg'
import { BEGIN } from './begin-as.ts'
import type { DatabaseRole, Reach } from './database-role.ts'

const ROLES: readonly DatabaseRole[] = ['lotbook_owner', 'lotbook_app', 'lotbook_identity', 'lotbook_ops']

/** Where the database is, and how each role gets in. */
export interface DatabaseTarget extends Reach {
  /** The user that may create roles. */
  readonly bootstrap: ClientConfig
}

/**
 * A server named by DATABASE_URL: its user becomes each role when a connection opens, and stays it, since what a
 * session was started with is also what RESET ROLE returns to.
 */
export function externalTarget(url: string): DatabaseTarget {
  return {
    bootstrap: { connectionString: url },
    connect: (role) => ({ connectionString: url, options: `-c role=${role}` }),
  }
}

/**
 * The same behind a pooler in transaction mode, where a connection begins as the user, and becomes a role for a transaction at a time.
 *
 * @param directUrl - leads past the pooler.
 */
export function pooledTarget(url: string, directUrl?: string): DatabaseTarget {
  return {
    bootstrap: { connectionString: url },
    connect: () => ({ connectionString: url }),
    isPooled: true,
    direct: directUrl === undefined ? undefined : externalTarget(directUrl).connect,
  }
}

/**
 * Make the four roles and their rights where they are missing; safe to run at every start and by several servers.
 * `canLogIn` is for the built-in database, whose socket is private; elsewhere the roles are only assumed.
 */
export async function bootstrapRoles(target: ClientConfig, canLogIn: boolean): Promise<void> {
  const client = new Client(target)
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(BEGIN)
    await client.query(`select pg_advisory_xact_lock(hashtextextended('lotbook roles', 0))`)
    const isTrue = async (text: string, values: unknown[] = []) =>
      (await client.query<{ ok: boolean }>(`select ${text} as ok`, values)).rows[0]?.ok === true
    for (const role of ROLES) {
      if (!(await isTrue('exists (select 1 from pg_roles where rolname = $1)', [role]))) {
        await client.query(`create role ${role} ${canLogIn ? 'login' : 'nologin'} nobypassrls`)
      }
      if (!canLogIn && !(await isTrue(`pg_has_role(current_user, $1, 'SET')`, [role]))) {
        await client.query(`grant ${role} to current_user with set true`)
      }
    }
    // To hand functions over to lotbook_ops; without `inherit` its policies do not apply to the owner.
    if (!(await isTrue(`pg_has_role('lotbook_owner', 'lotbook_ops', 'SET')`))) {
      await client.query(`grant lotbook_ops to lotbook_owner with inherit false, set true`)
    }
    if (!(await isTrue(`has_database_privilege('lotbook_owner', current_database(), 'CREATE')`))) {
      const { rows: names } = await client.query<{ name: string }>(
        `select quote_ident(current_database()) as name`,
      )
      await client.query(`grant create, connect, temporary on database ${names[0]!.name} to lotbook_owner`)
    }
    if (!(await isTrue(`has_schema_privilege('lotbook_owner', 'public', 'CREATE WITH GRANT OPTION')`))) {
      await client.query(`grant create, usage on schema public to lotbook_owner with grant option`)
    }
    await client.query('commit')
  } catch (cause) {
    throw new Error(
      `the database cannot be prepared: ${(cause as Error).message}. ` +
        `Its user must own the database and may create roles, or have made ${ROLES.join(', ')} beforehand.`,
      { cause },
    )
  } finally {
    await client.end()
  }
}

/** Make a database where there is none of that name. */
export async function ensureDatabase(admin: ClientConfig, name: string): Promise<void> {
  const client = new Client(admin)
  client.on('error', () => {})
  await client.connect()
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [name])
    if (found.rowCount === 0) await client.query(`create database ${escapeIdentifier(name)}`)
  } finally {
    await client.end()
  }
}
