/** A difference between two results, for a test to print; undefined when every expected field is met. */
export function differenceOf(actual: object, expected: Record<string, unknown>): string | undefined {
  for (const [list, rows] of Object.entries(expected)) {
    const found = (actual as Record<string, unknown>)[list]
    if (!Array.isArray(rows)) {
      if (canonical(found) !== canonical(rows))
        return `${list}: ${canonical(found)} is not ${canonical(rows)}`
      continue
    }
    const shape = rows.map((row: object) => canonical(row)).sort()
    const got = (found as object[]).map((row) => canonical(withoutExtras(row, list))).sort()
    for (let i = 0; i < Math.max(shape.length, got.length); i++)
      if (shape[i] !== got[i]) return `${list}: got ${got[i] ?? 'nothing'}\nexpected ${shape[i] ?? 'nothing'}`
  }
  return undefined
}

/** Fields that the schema names; results may carry more. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  disposals: 'tx kind asset account lot quantity acquired disposed proceeds basis gain term box'.split(' '),
  income: 'tx category asset account quantity date value'.split(' '),
  removals: 'tx kind asset account lot quantity acquired date basis value term deduction'.split(' '),
  lots: 'lot asset account quantity basis acquired loss_basis loss_acquired'.split(' '),
  warnings: ['code', 'tx'],
}

function withoutExtras(row: object, list: string): object {
  return Object.fromEntries(Object.entries(row).filter(([key]) => NAMED[list]?.includes(key)))
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
