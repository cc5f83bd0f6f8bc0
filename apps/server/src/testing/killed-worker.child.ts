import { openDatabase } from '../platform/database.ts'
import { defineJob, startJobs } from '../platform/jobs.ts'
import { listen } from '../platform/listen.ts'
import { silentLog as log } from '../platform/log.ts'
import { reachOfChild } from './reach-of-child.ts'

/** A worker that begins a job and never ends it, to be killed. The first argument says where the database is. */
const endless = defineJob('endless', () => {
  console.log('begun')
  return new Promise(() => {})
})
const db = openDatabase(reachOfChild(process.argv[2]))
await startJobs({ db, jobs: [endless], log, listener: await listen(db, log) })
