import type { ClientConfig } from 'pg'
import type { Database } from '../platform/database.ts'
import { directOf, type Reach } from '../platform/database-role.ts'

/** How a process that a test starts reaches the test's database as lotbook_app: the way that the test itself goes. */
interface AsApp {
  readonly connection: ClientConfig
  readonly isPooled: boolean
  readonly direct: ClientConfig
}

/** As an argument of the process. */
export function reachForChild(db: Database): string {
  const direct = directOf(db)!('lotbook_app')
  const told: AsApp = { connection: db.connect('lotbook_app'), isPooled: db.isPooled, direct }
  return JSON.stringify(told)
}

/** From the argument of the process. */
export function reachOfChild(argument: string | undefined): Reach {
  const { connection, isPooled, direct } = JSON.parse(argument ?? '') as AsApp
  return { connect: () => connection, isPooled, direct: () => direct }
}
