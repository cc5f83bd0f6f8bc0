import type { ClientConfig } from 'pg'

export type DatabaseRole = 'lotbook_owner' | 'lotbook_app' | 'lotbook_identity' | 'lotbook_ops'

/** How to reach the database as one of its roles. */
export type Connect = (role: DatabaseRole) => ClientConfig
