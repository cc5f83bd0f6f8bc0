import { readFileSync } from 'node:fs'
import type { NamedReports } from '../../catalogue/data-schemas.ts'
import { normaliseHeader } from '../reader/signature.ts'

let reports: readonly (readonly [cells: readonly string[], name: string])[] | undefined

/** The report that hands out this header, of those whose rows nobody has described yet; undefined of any other. `*` is any text. */
export function knownByName(header: readonly string[]): string | undefined {
  reports ??= Object.entries(
    JSON.parse(readFileSync(new URL('known-by-name.data.json', import.meta.url), 'utf8')) as NamedReports,
  ).map(([cells, name]) => [cells.split('|'), name] as const)
  const cells = header.map(normaliseHeader)
  const found = reports.find(
    ([report]) =>
      report.length === cells.length && report.every((cell, i) => cell === '*' || cell === cells[i]),
  )
  return found?.[1]
}
