import type { AnyRouter } from '@orpc/server'
import type { Database } from './database.ts'
import type { PublicFiles, RawRoutes } from './http.ts'
import type { Job } from './jobs.ts'

/** What a folder of `features/` brings along. */
export interface Feature {
  /** Calls of the contract, under the contract's own names. */
  readonly routes?: Readonly<Record<string, Readonly<Record<string, AnyRouter>>>>
  /** Routes beside the contract, such as downloads. */
  readonly raw?: RawRoutes
  /** Files for anybody. */
  readonly files?: PublicFiles
  /** What has to be done once a day, over all customers. */
  readonly upkeep?: (db: Database, now: Date) => Promise<unknown>
  // Payload types differ by job.
  readonly jobs?: readonly Job<never>[]
}

/** The parts of several features as one; two different handlers must not answer to the same call. */
export function combine(features: readonly Feature[]) {
  const router: Record<string, Record<string, AnyRouter>> = {}
  for (const { routes = {} } of features) {
    for (const [name, part] of Object.entries(routes)) {
      const known = (router[name] ??= {})
      for (const [call, handler] of Object.entries(part)) {
        if (known[call] !== undefined && known[call] !== handler)
          throw new Error(`two features answer to ${name}.${call}`)
        known[call] = handler
      }
    }
  }
  return {
    router,
    raw: features.flatMap(({ raw }) => (raw === undefined ? [] : [raw])),
    files: features.flatMap(({ files }) => (files === undefined ? [] : [files])),
    upkeep: features.flatMap(({ upkeep }) => (upkeep === undefined ? [] : [upkeep])),
    jobs: features.flatMap(({ jobs = [] }) => jobs),
  }
}
