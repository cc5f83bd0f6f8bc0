import { openDatabase } from '../platform/database.ts'
import { defineJob, startJobs } from '../platform/jobs.ts'
import { listen } from '../platform/listen.ts'
import { silentLog as log } from '../platform/log.ts'

/** A worker that begins a job and never ends it, to be killed. The first argument says where the database is. */
const where = JSON.parse(process.argv[2] ?? '') as { host: string; database: string }
const connect = (role: string) => ({ ...where, port: 5432, user: role })
const endless = defineJob('endless', () => {
  console.log('begun')
  return new Promise(() => {})
})
const db = openDatabase({ connect })
await startJobs({ db, jobs: [endless], log, listener: await listen(db, log) })
