import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { contractRoutes } from './apps/web/scripts/contract-routes.ts'

// Two kinds of tests: those beside the code, and `*.pg.test.ts`, which get a real PostgreSQL of their own.
export default defineConfig({
  // The web's typed client is made from it, so that a test can import the router with every screen.
  plugins: [contractRoutes()],
  test: {
    pool: 'forks',
    maxWorkers: 2,
    // A file's modules are loaded once for each of the two processes, not once for each file: nothing in them is changed by a
    // test, and `npx vitest run --isolate` holds them to that.
    isolate: false,
    // Properties that are tried more often take longer (tests/same-cases.ts).
    testTimeout: 120_000 * parseInt(process.env['LOTBOOK_RUNS'] ?? '1', 10),
    hookTimeout: 120_000,
    // What is waited for comes as soon as it can: how long that takes is up to the machine, and says nothing.
    expect: { poll: { timeout: 30_000 } },
    setupFiles: ['tests/same-cases.ts'],
    // Tests start hundreds of threads and processes, each of which loads the engine: the first of them compiles it.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/modules') },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          // One project after the other, so that a process has files of one kind.
          sequence: { groupOrder: 2 },
          include: ['{packages,apps}/*/src/**/*.test.{ts,tsx}', 'tests/**/*.test.ts'],
          exclude: ['**/*.pg.test.ts', '**/node_modules/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'pg',
          sequence: { groupOrder: 1 },
          include: ['apps/server/src/**/*.pg.test.ts'],
          globalSetup: ['apps/server/src/testing/global-setup.ts'],
        },
      },
    ],
  },
})
