import { expect, test } from 'vitest'
import { runCalculate } from './calculate.ts'
import { scenarios } from './testing/scenarios.ts'

/** What the schema of the scenarios does not name is there to explain a row. */
const EXPLAINS = new Set(['at', 'lot_at', 'gross_proceeds', 'fees', 'rules', 'dual_basis', 'method'])

/** Rows as a set, without what explains them. */
function shown(result: Record<string, unknown>, expected: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.keys(expected).map((list) => {
      const rows = result[list]
      if (!Array.isArray(rows)) return [list, rows]
      const plain = rows.map((row: object) =>
        Object.fromEntries(Object.entries(row).filter(([key]) => !EXPLAINS.has(key))),
      )
      return [list, plain]
    }),
  )
}

const sorted = (rows: unknown): unknown =>
  Array.isArray(rows)
    ? rows
        .map((row: object) =>
          JSON.stringify(Object.fromEntries(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)))),
        )
        .sort()
    : rows

test.each(scenarios.map((one) => [one.id, one] as const))(
  'lotbook calculate works out %s',
  async (_, { input, expected }) => {
    let out = ''
    const code = await runCalculate(['i.json', '--json'], {
      out: (text) => (out += text),
      err: () => {},
      readFile: async () => new TextEncoder().encode(JSON.stringify(input)),
    })
    expect(code).toBe(0)
    const result = shown(JSON.parse(out) as Record<string, unknown>, expected)
    for (const [list, rows] of Object.entries(expected))
      expect(sorted(result[list]), list).toEqual(sorted(rows))
  },
)
