import { makeAdmin } from './features/identity/make-admin.ts'
import { readConfig } from './platform/config.ts'
import { checkInvariants } from './platform/invariants.ts'
import { createLog } from './platform/log.ts'
import { openStorage } from './platform/server.ts'

const USAGE = `Usage: admin <command>

  create-admin EMAIL    an admin account, and a link to set its password
  verify                check what must hold in the stored data
`

/** What the operator does from a terminal, beside a running server or without one. */
async function main([command, ...args]: readonly string[]): Promise<number> {
  const isKnown =
    (command === 'create-admin' && args.length === 1) || (command === 'verify' && args.length === 0)
  if (!isKnown) {
    console.error(USAGE)
    return 2
  }
  const config = readConfig(process.env)
  const storage = await openStorage(config, createLog(config.logLevel), false)
  try {
    if (command === 'verify') {
      const broken = await checkInvariants(storage.db)
      for (const { invariant, broken: rows } of broken)
        console.error(`broken: ${invariant}: ${rows.join(', ')}`)
      if (broken.length === 0) console.log('Everything that must hold holds.')
      return broken.length === 0 ? 0 : 1
    }
    const origin = config.origins[0] ?? `http://127.0.0.1:${config.port}`
    console.log(
      `Open this link within 60 minutes to set the password:\n${await makeAdmin(storage.db, args[0] ?? '', origin)}`,
    )
    return 0
  } finally {
    await storage.close()
  }
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  },
)
