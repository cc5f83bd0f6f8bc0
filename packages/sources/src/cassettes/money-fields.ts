import type { CassetteAnswer, CassetteHead } from '../connecting/cassette.ts'
import { fieldPaths } from '../connecting/field-reads.ts'
import { exactJsonOf } from '../exchanges/json-answer.ts'
import { answerList, covers } from './unread-fields.ts'

/** Names that sound like an amount of money or coins, or like the coin of one. */
const MONEY =
  /fee|tax|amount|rebate|interest|commission|bonus|cost|quote|value|reward|charge|deduct|burn|paid|pnl|profit|refund|discount|cashback|balance|funds|donation|lamports|^tip$|^gas(?:Used)?$/i

/** Whether the name at the end of a path sounds like money. */
const soundsLikeMoney = (path: string): boolean => MONEY.test(path.slice(path.lastIndexOf('.') + 1))

/** Whether an ignored path is of a field that sounds like money, or of something that holds one. */
const isMoney = (path: string, fields: readonly string[]): boolean =>
  soundsLikeMoney(path) || fields.some((field) => covers(path, field) && soundsLikeMoney(field))

interface ListFields {
  readonly list: string
  readonly fields: readonly string[]
}

const fieldsByList = (answers: readonly CassetteAnswer[]): readonly ListFields[] =>
  answers.map((answer) => ({ list: answerList(answer), fields: fieldPaths(exactJsonOf(answer.text)) }))

const fieldsIn = (lists: readonly ListFields[], of: string): readonly string[] =>
  lists.flatMap(({ list, fields }) => (list.startsWith(of) ? fields : []))

/** Whether a field of a list of answers sounds like money, or holds one that does. */
export const holdsMoney = (answers: readonly CassetteAnswer[], list: string, path: string): boolean =>
  isMoney(path, fieldsIn(fieldsByList(answers), list))

/**
 * Ignored fields that sound like money and have no reason of their own: they are listed among others, or under the reason of others. So
 * none is left out along with numbers of blocks and names.
 */
export function moneyWithoutReason(
  { ignored }: Pick<CassetteHead, 'ignored'>,
  answers: readonly CassetteAnswer[],
): readonly string[] {
  const lists = fieldsByList(answers)
  const entries = ignored.map(({ in: of, fields, reason }) => {
    const below = fieldsIn(lists, of)
    const money = fields.filter((path) => isMoney(path, below))
    return { of, reason, money, hasOthers: money.length < fields.length }
  })
  const others = new Set(entries.flatMap(({ reason, hasOthers }) => (hasOthers ? [reason] : [])))
  return entries.flatMap(({ of, reason, money }) =>
    others.has(reason)
      ? money.map((path) => `${of}: ${path} sounds like money and has no reason of its own`)
      : [],
  )
}
