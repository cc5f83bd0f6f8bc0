import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Scenario {
  readonly id: string
  readonly input: object
  readonly expected: Record<string, unknown>
}

const folder = join(import.meta.dirname, '../../../../packages/tax/fixtures')

/** Every worked scenario of the engine, as its input stands in the file. */
export const scenarios = ['scenarios.json', 'files-only.json', 'edges.json', 'by-rule.json'].flatMap(
  (name) =>
    (JSON.parse(readFileSync(join(folder, name), 'utf8')) as { readonly scenarios: readonly Scenario[] })
      .scenarios,
)
