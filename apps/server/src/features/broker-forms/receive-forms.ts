import { createHash } from 'node:crypto'
import type { BrokerFormFile } from '@lotbook/contract'
import {
  accountOfBroker,
  assetFinder,
  type BrokerFormProblem,
  type SourceFile,
  type StatedBrokerLine,
} from '@lotbook/sources'
import type { Tx } from '../../platform/database.ts'
import { inPieces } from '../../platform/in-pieces.ts'
import { newId } from '../../platform/ids.ts'
import { refuse } from '../../platform/refusal.ts'
import { sql } from '../../platform/sql.ts'
import { isOwnWallet } from '../../calculating/keep/broker-accounts.ts'
import { addLines, contentOf, openChange, type NewLine } from './keep-lines.ts'

/** Problems that are kept of a file; all of them are counted. */
const KEPT_PROBLEMS = 500
/** Problems in the answer to an upload; the rest is asked for. */
const PROBLEMS_IN_ANSWER = 100

export interface ReceivedForms {
  readonly file: SourceFile
  readonly lines: readonly StatedBrokerLine[]
  readonly problems: readonly BrokerFormProblem[]
  /** The person's answers: the account of brokers that no account is called like, and whose forms they are. */
  readonly accountId: string | undefined
  readonly recipient: 'taxpayer' | 'spouse' | undefined
  readonly taxpayer: string
  readonly now: Date
}

type PlacedLine = NewLine & { readonly year: number; readonly content: string }

/** Takes a file of Forms 1099-DA in. Lines that are there already, from whatever file, add nothing; what could not be read is told. */
export async function receiveForms(tx: Tx, userId: string, received: ReceivedForms): Promise<BrokerFormFile> {
  const { file, problems } = received
  const placed = await placedLines(tx, userId, received)
  const fresh = await withoutRepeated(tx, userId, placed)
  const years = fresh.length === 0 ? [] : await keep(tx, userId, received, fresh)
  return {
    file_name: file.name,
    added: fresh.length,
    repeated: placed.length - fresh.length,
    alike: fresh.length - new Set(fresh.map(({ year, content }) => `${year} ${content}`)).size,
    years: years.map(({ change, lines }) => ({ year: change.year, lines, change_id: change.id })),
    unknown_assets: await unknownAssets(tx, userId, fresh),
    problem_count: problems.length,
    problems: problems.slice(0, PROBLEMS_IN_ANSWER).map((problem) => ({ ...problem })),
  }
}

async function keep(
  tx: Tx,
  userId: string,
  { file, problems, now }: ReceivedForms,
  lines: readonly PlacedLine[],
) {
  const fileId = newId(now.getTime())
  await tx.run(sql`
    insert into broker_line_files (user_id, id, sha256, file_name, size_bytes, received_at, problem_count, problems)
    values (${userId}, ${fileId}, ${createHash('sha256').update(file.bytes).digest()}, ${file.name}, ${file.bytes.length}, ${now},
      ${problems.length}, ${JSON.stringify(problems.slice(0, KEPT_PROBLEMS))}::jsonb)`)
  const years = []
  for (const [year, own] of [...Map.groupBy(lines, (line) => line.year)].toSorted(([a], [b]) => a - b)) {
    const change = await openChange(tx, userId, { year, kind: 'imported', now })
    await addLines(
      tx,
      userId,
      change,
      own.map((line) => ({ ...line, fileId })),
    )
    years.push({ change, lines: own.length })
  }
  return years
}

/** Lines under their accounts. Refused with the field to fill in where a broker or a recipient is somebody that nobody knows. */
async function placedLines(
  tx: Tx,
  userId: string,
  { lines, accountId, recipient, taxpayer }: ReceivedForms,
): Promise<PlacedLine[]> {
  const all = await tx.all<{ id: string; name: string; source_slug: string }>(sql`
    select id, name, source_slug from accounts where user_id = ${userId} and deleted_at is null order by name, id`)
  // A wallet of one's own has no broker.
  const accounts = all.filter(({ source_slug }) => !isOwnWallet(source_slug))
  const chosen = accounts.find(({ id }) => id === accountId)
  if (accountId !== undefined && chosen === undefined) return refuse('not_found')
  const accountOf = new Map(
    [...new Set(lines.map(({ broker }) => broker))].map((broker) => [
      broker,
      accountOfBroker(broker, accounts) ?? chosen,
    ]),
  )
  const fields: Record<string, string> = {}
  const strange = [...accountOf].find(([, account]) => account === undefined)?.[0]
  if (strange !== undefined)
    fields['account_id'] =
      strange === ''
        ? 'The file names no broker. Choose the account that its forms are for.'
        : `No account of yours is called ${strange}. Choose the account that its forms are for.`
  const other = lines.find(({ recipientName }) => !isSamePerson(recipientName, taxpayer))
  if (other !== undefined && recipient === undefined)
    fields['recipient'] =
      `The file is for ${other.recipientName}, and the name on your forms is ${taxpayer}. Choose whose forms they are.`
  if (Object.keys(fields).length > 0) return refuse('invalid_input', undefined, { fields })
  const place = ({ broker, recipientName: _recipientName, ...line }: StatedBrokerLine): PlacedLine => {
    const placed = {
      ...line,
      account: accountOf.get(broker)?.id ?? '',
      recipient: recipient ?? line.recipient,
      asset: null,
      tiedTo: null,
      note: null,
      loss: 'as_on_form' as const,
      fileId: null,
    }
    return { ...placed, content: contentOf(placed).toString('hex') }
  }
  return inPieces(eachOf(lines, place))
}

function* eachOf<One, Made>(all: Iterable<One>, make: (one: One) => Made): Generator<Made, void> {
  for (const one of all) yield make(one)
}

/** Whether a name is the taxpayer's as far as anybody can tell: first and last name, whatever stands between them. */
function isSamePerson(name: string, taxpayer: string): boolean {
  const words = (text: string) =>
    text
      .toLowerCase()
      .replaceAll(/[^\p{L}\s]/gu, '')
      .trim()
      .split(/\s+/)
  const [one, other] = [words(name), words(taxpayer)]
  if (name === '' || taxpayer === '') return true
  return one[0] === other[0] && one.at(-1) === other.at(-1)
}

/** Without the lines that are in force already: of a line that is there n times the first n are. */
async function withoutRepeated(tx: Tx, userId: string, lines: readonly PlacedLine[]): Promise<PlacedLine[]> {
  const known = await tx.all<{ tax_year: number; content: string; n: string }>(sql`
    select tax_year, encode(content, 'hex') as content, count(*) as n from broker_lines
    where user_id = ${userId} and removed_in is null and tax_year = any (${[...new Set(lines.map(({ year }) => year))]}) group by 1, 2`)
  const left = new Map(known.map(({ tax_year, content, n }) => [`${tax_year} ${content}`, Number(n)]))
  return lines.filter((line) => {
    const key = `${line.year} ${line.content}`
    const there = left.get(key) ?? 0
    left.set(key, there - 1)
    return there <= 0
  })
}

/** Names that no asset of the history has, the first of them. */
async function unknownAssets(tx: Tx, userId: string, lines: readonly PlacedLine[]): Promise<string[]> {
  const assets = await tx.all<{ id: string; symbol: string }>(sql`
    select c.asset_id as id, coalesce(s.symbol, c.asset_id) as symbol from transaction_counts c left join assets s on s.id = c.asset_id
    where c.user_id = ${userId} and c.asset_id is not null and c.transactions > 0`)
  const find = assetFinder(assets)
  const names = new Set(
    lines.filter(({ total }) => total === null).map(({ name, symbol }) => `${name}\n${symbol}`),
  )
  return [...names]
    .flatMap((both) => {
      const [name = '', symbol = ''] = both.split('\n')
      return find(name, symbol) === undefined ? [name] : []
    })
    .slice(0, PROBLEMS_IN_ANSWER)
}
