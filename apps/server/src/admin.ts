import { createWriteStream, readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { makeAdmin } from './features/identity/make-admin.ts'
import { exportPriceTable, importPriceTable } from './features/prices/price-table.ts'
import { probeProviders, providersNotSet } from './features/provider-states/probe-providers.ts'
import { probeMetrics, probeTable } from './features/provider-states/report-probes.ts'
import { setToggle } from './features/settings/set-toggle.ts'
import { readConfig } from './platform/config.ts'
import { checkInvariants } from './platform/invariants.ts'
import { createLog } from './platform/log.ts'
import { Outbound } from './platform/outbound.ts'
import { rotateDek, rotateKek } from './platform/rotate-keys.ts'
import { openStorage } from './platform/server.ts'

const USAGE = `Usage: admin <command>

  create-admin EMAIL    an admin account, and a link to set its password
  migrate               bring the database up to this version, before its nodes start
  verify                check what must hold in the stored data
  rotate-kek            a new master key, and everything brought under it; a rotation that was stopped goes on
  rotate-dek EMAIL      a new data key for a customer, and all that is sealed with the old one sealed anew
  rotate-dek --all      the same for every customer
  toggle NAME on|off    switch a feature for everybody
  export-prices FILE    write the daily prices that providers gave into a CSV file
  probe-providers       ask each provider one cheap question: how it stands, and what changed in its answer; --metrics for a collector
  import-prices FILE    take such a file in, for all customers; what lacks a price is valued by it
`

/** How many arguments each command takes. */
const ARGUMENTS: Readonly<Record<string, number>> = {
  'create-admin': 1,
  migrate: 0,
  verify: 0,
  'rotate-kek': 0,
  'rotate-dek': 1,
  toggle: 2,
  'export-prices': 1,
  'import-prices': 1,
  'probe-providers': 0,
}
/** The option that a command takes beside its arguments. */
const OPTIONS: Readonly<Record<string, string>> = { 'probe-providers': '--metrics' }

/** What the operator does from a terminal, beside a running server or without one. */
async function main([command, ...given]: readonly string[]): Promise<number> {
  const option = OPTIONS[command ?? '']
  const isOptionSet = option !== undefined && given.includes(option)
  const args = given.filter((arg) => arg !== option)
  const takes = command === undefined ? undefined : ARGUMENTS[command]
  const isNoState = command === 'toggle' && !['on', 'off'].includes(args[1] ?? '')
  if (takes === undefined || args.length !== takes || isNoState) {
    console.error(USAGE)
    return 2
  }
  const config = readConfig(process.env)
  const storage = await openStorage(config, createLog(config.logLevel), false)
  try {
    if (command === 'migrate') {
      console.log('The database is as this version needs it.')
      return 0
    }
    if (command === 'verify') {
      const broken = await checkInvariants(storage.ofJobs)
      for (const { invariant, broken: rows } of broken)
        console.error(`broken: ${invariant}: ${rows.join(', ')}`)
      if (broken.length === 0) console.log('Everything that must hold holds.')
      return broken.length === 0 ? 0 : 1
    }
    if (command === 'rotate-kek') {
      const { masterKeyFile } = config
      console.log(await rotateKek(storage.ofJobs, storage.keys, masterKeyFile, tell))
      return 0
    }
    if (command === 'probe-providers') {
      const now = new Date()
      const outbound = new Outbound({ config })
      const reports = await probeProviders(storage.ofJobs, outbound, now)
      console.log(isOptionSet ? probeMetrics(reports, now) : probeTable(reports, providersNotSet(outbound)))
      outbound.close()
      return reports.every(({ state }) => state === 'answers') ? 0 : 1
    }
    if (command === 'toggle') {
      const [name = '', state = ''] = args
      await setToggle(storage.ofJobs, name, state === 'on')
      console.log(`${name} is ${state}.`)
      return 0
    }
    if (command === 'export-prices') {
      await pipeline(Readable.from(exportPriceTable(storage.ofJobs)), createWriteStream(args[0] ?? ''))
      return 0
    }
    if (command === 'import-prices') {
      const done = await importPriceTable(storage.ofJobs, readFileSync(args[0] ?? '', 'utf8'))
      for (const { line, message } of done.problems) console.error(`line ${line}: ${message}`)
      console.log(
        `${done.added} prices added, ${done.changed} changed, ${done.problems.length} lines not used. ` +
          `Transactions of ${done.customers} customers that lack a price are looked at.`,
      )
      return done.problems.length === 0 ? 0 : 1
    }
    if (command === 'rotate-dek') {
      console.log(await rotateDek(storage.ofJobs, storage.keys, args[0] ?? '', tell))
      return 0
    }
    const origin = config.origins[0] ?? `http://127.0.0.1:${config.port}`
    console.log(
      `Open this link within 60 minutes to set the password:\n${await makeAdmin(storage.ofJobs, args[0] ?? '', origin)}`,
    )
    return 0
  } finally {
    await storage.close()
  }
}

/** How far a long command is. */
function tell(done: number): void {
  console.log(`${done} done`)
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  },
)
