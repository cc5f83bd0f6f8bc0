import { type Database, withOps } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'

/**
 * Switch a feature on or off, for everybody. Screens know it when they begin anew.
 *
 * @throws Error for a feature that there is not, with those that there are.
 */
export async function setToggle(db: Database, name: string, isOn: boolean): Promise<void> {
  await withOps(db, async (tx) => {
    const changed = await tx.run(sql`update toggles set is_on = ${isOn} where name = ${name}`)
    if (changed > 0) return
    const known = await tx.all<{ name: string }>(sql`select name from toggles order by name`)
    throw new Error(`There is no feature ${name}; there are: ${known.map((one) => one.name).join(', ')}.`)
  })
}
