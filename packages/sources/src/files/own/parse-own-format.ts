import { OWN_KINDS, OWN_MEANINGS, OWN_ROLES, type OwnFormat } from '../reader/own-format.ts'
import { ownProblems } from './own-problems.ts'

/** A format that was handed on as text, or the sentences that say why it is none. */
export function parseOwnFormat(text: string): OwnFormat | { readonly problems: readonly string[] } {
  let said: unknown
  try {
    said = JSON.parse(text)
  } catch {
    return { problems: ['This is no JSON.'] }
  }
  if (!isOwnFormat(said)) return { problems: ['This is no shared format of Lotbook.'] }
  const problems = ownProblems(said)
  return problems.length > 0 ? { problems } : said
}

function isOwnFormat(said: unknown): said is OwnFormat {
  if (!isRecord(said) || said['version'] !== 1) return false
  const { name, header, kind, columns, assets, words } = said
  const isOneOf = (all: readonly string[]) => (each: unknown) => all.includes(each as string)
  return (
    typeof name === 'string' &&
    name.trim() !== '' &&
    Array.isArray(header) &&
    header.every(isText) &&
    isOneOf(OWN_KINDS)(kind) &&
    isRecord(columns) &&
    Object.keys(columns).every(isOneOf(OWN_ROLES)) &&
    Object.values(columns).every((at) => typeof at === 'number') &&
    isRecord(assets) &&
    Object.values(assets).every(isText) &&
    isRecord(words) &&
    Object.values(words).every(isOneOf(OWN_MEANINGS)) &&
    isText(said['time_zone']) &&
    isOneOf(['month-first', 'day-first', null] as string[])(said['date_order']) &&
    isOneOf(['point', 'comma', null, undefined] as string[])(said['decimal_mark']) &&
    typeof said['has_fee_inside'] === 'boolean'
  )
}

const isText = (said: unknown): said is string => typeof said === 'string'

const isRecord = (said: unknown): said is Readonly<Record<string, unknown>> =>
  typeof said === 'object' && said !== null && !Array.isArray(said)
