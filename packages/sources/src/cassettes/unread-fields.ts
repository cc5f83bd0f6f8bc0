import { exactJsonOf } from '../exchanges/json-answer.ts'
import type { CassetteAnswer, CassetteHead } from '../connecting/cassette.ts'
import { starred } from '../connecting/starred.ts'
import { fieldPaths, type FieldReads } from '../connecting/field-reads.ts'

/** A part of a path that names one thing: an account, an address, a hash. */
const isId = (part: string): boolean => /(?:.*\d){4}/.test(part) || (part.length >= 20 && /\d/.test(part))

/** The name of the list that an answer is a page of: its provider, its path without ids, and the method of a call by JSON. */
export function answerList({
  provider,
  path,
  body,
}: Pick<CassetteAnswer, 'provider' | 'path' | 'body'>): string {
  const [target = ''] = path.split('?')
  const segments = target.split('/').map((part) => (isId(part) ? '*' : part))
  const [, call] = /"method":"([^"]+)"/.exec(body) ?? []
  return `${provider} ${segments.join('/')}${call === undefined ? '' : ` ${call}`}`
}

/**
 * Fields of the answers that nobody looked at and that are not ignored on purpose, each as `LIST: PATH`; and entries of the list of
 * ignored fields that no answer has. A field counts as read when it was read in one entry of its list.
 */
export function unreadFields(
  { ignored }: Pick<CassetteHead, 'ignored'>,
  answers: readonly CassetteAnswer[],
  reads: FieldReads,
): readonly string[] {
  const lists = Map.groupBy(answers, answerList)
  const answered = new Set(answers.map(({ text }) => text))
  const elsewhere = [...reads.all].filter(([text]) => !answered.has(text)).flatMap(([, paths]) => [...paths])
  const met = new Set<string>()
  const unread: string[] = []
  for (const [list, pages] of lists) {
    const read = new Set(pages.flatMap(({ text }) => [...(reads.all.get(text) ?? [])]))
    const fields = new Set(pages.flatMap(({ text }) => fieldPaths(exactJsonOf(text))))
    let above: string | undefined
    for (const field of [...fields].toSorted()) {
      const isBelow = above !== undefined && startsWithin(field, above)
      const reasons = ignored.flatMap(({ in: of, fields: paths }) =>
        list.startsWith(of)
          ? paths.filter((path) => covers(path, field)).map((path) => `${of}: ${path}`)
          : [],
      )
      for (const reason of reasons) met.add(reason)
      if (isBelow || reasons.length > 0 || read.has(field)) continue
      if (elsewhere.some((path) => isSame(path, field))) continue
      unread.push(`${list}: ${field}`)
      above = field
    }
  }
  const stale = ignored
    .flatMap(({ in: of, fields }) => fields.map((path) => `${of}: ${path}`))
    .filter((name) => !met.has(name))
  return [...unread, ...stale.map((name) => `ignored, and in no answer: ${name}`)]
}

/** Whether a path is that of a field or of something above it. */
export function covers(pattern: string, field: string): boolean {
  const name = String.raw`[^.\[\]]+`
  return new RegExp(String.raw`^${starred(pattern, name)}(?:[.\[]|$)`).test(field)
}

const startsWithin = (field: string, above: string): boolean =>
  field.startsWith(above) && /^[.[]/.test(field.slice(above.length))

/**
 * Whether a field that was read in a page that a connector made out of answers is this one: the page holds the answer below a name of
 * its own, or an entry of it as `info`.
 */
function isSame(path: string, field: string): boolean {
  const [, ofEntry] = /^\[\]\.info\.(.+)$/.exec(path) ?? []
  if (ofEntry !== undefined) return field === ofEntry || field.endsWith(`.${ofEntry}`)
  return path.endsWith(`.${field}`)
}
