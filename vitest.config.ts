import { defineConfig } from 'vitest/config'

// Two kinds of tests: those beside the code, and `*.pg.test.ts`, which get a real PostgreSQL of their own.
export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{packages,apps}/*/src/**/*.test.{ts,tsx}', 'tests/**/*.test.ts'],
          exclude: ['**/*.pg.test.ts', '**/node_modules/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'pg',
          include: ['apps/server/src/**/*.pg.test.ts'],
          globalSetup: ['apps/server/src/testing/global-setup.ts'],
        },
      },
    ],
  },
})
