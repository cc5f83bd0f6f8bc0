import { join } from 'node:path'
import { CalculationInputError, jurisdictionOf, type WarningCode } from '@lotbook/rules'
import {
  answeredInput,
  ANSWERS,
  answersTo,
  atStake,
  byMost,
  calculate,
  calculateTable,
  compareYears,
  mayChange,
  openQuestions,
  withClaimClosed,
  type Answer,
  type AnswerField,
  type AnswerOption,
  type CalculationInput,
  type CalculationResult,
  type OpenQuestion,
  type YearDifference,
} from '@lotbook/tax'
import { argumentsOf } from './arguments.ts'
import { table } from './calculate-table.ts'
import {
  HISTORY_OPTIONS,
  HISTORY_USAGE,
  whichHistory,
  withHistory,
  type GivenHistory,
} from './given-history.ts'
import type { ExitCode, Io } from './io.ts'
import { warningWords } from './warning-words.ts'

const DECISIONS_USAGE = `lotbook decisions ${HISTORY_USAGE} [--transaction TX | --most N] [--answer TX=OPTION[,FIELD=VALUE]...]... [--close-claim ACCOUNT=DAY]... [--out DIR] [--json]`

/**
 * `lotbook decisions`: what the history leaves open, and what each answer would change, worked out by the engine (N11). What may
 * change most stands first; what nobody can know the effect of before it is answered stands last and apart.
 * Answers that have something to say are given with `--answer`, and a bankruptcy that is over with `--close-claim`; with `--out` they are written into an input. Each effect is a
 * calculation of its own: of a long history that leaves much open those of the questions with most at stake are worked out, and how many are not is said.
 *
 * @returns 0, or 1 when something could not be read or an answer cannot be given (said on standard error), 2 on misuse.
 */
export async function runDecisions(args: readonly string[], io: Io): Promise<ExitCode> {
  const asked = parse(args)
  if (asked === undefined) {
    io.err(`Usage: ${DECISIONS_USAGE}\n`)
    return 2
  }
  return withHistory(asked.which, io, async (given): Promise<ExitCode> => {
    const { input, originOf, offersOf, withoutPrice } = given
    const result = calculate(input)
    const all = openQuestions(input, result, withoutPrice)
    if (asked.answers.length === 0 && asked.closings.length === 0) {
      const open = all.filter(({ tx }) => asked.transaction === undefined || tx === asked.transaction)
      const most = asked.most ?? Math.max(LEAST, Math.floor(WORK / input.transactions.length))
      const told = Math.min(open.length, most)
      const stakeOf = atStake(result, jurisdictionOf(input.settings))
      const questions = open
        .map((question) => ({ question, stake: stakeOf(question) }))
        .toSorted((a, b) => byMost(a.stake, b.stake))
        .map(({ question, stake }, n) => {
          if (n < told && n > 0 && n % PROGRESS_EVERY === 0) io.err(`${n} of ${told} questions worked out\n`)
          return withAnswers(input, result, question, {
            origin: originOf(question.tx),
            mayBeOneWith: isOfTransfer(question)
              ? offersOf(question.tx).map((tx) => ({ tx, origin: originOf(tx) }))
              : [],
            stake,
            isWorkedOut: n < told,
          })
        })
        .toSorted((a, b) => byMost(a.may_change, b.may_change))
      if (told < open.length)
        io.err(
          `What ${open.length - told} of ${open.length} questions would change is not worked out: name one with --transaction TX, or say how many with --most N\n`,
        )
      const printed = { schema: 'lotbook-decisions/1', questions } as const
      io.out(asked.isJson ? `${JSON.stringify(printed, null, 1)}\n` : describe(questions))
      return 0
    }
    return decide(given, result, all, asked, io)
  })
}

/** Effects are worked out as long as their calculations take so many transactions in all, and of so many questions at least. */
const WORK = 5_000_000
const LEAST = 10
const PROGRESS_EVERY = 10

/** What an answer would change; amounts are exact decimals in USD. */
interface Effect {
  /** Why it cannot be given; null where it can. */
  readonly refused: string | null
  readonly years: readonly YearDifference[]
}

/** A question as `--json` prints it. */
interface PrintedQuestion extends OpenQuestion {
  /** File and line, or the transaction's id. */
  readonly origin: string
  /** The other side of a transfer that this may be half of. */
  readonly may_be_one_with: readonly Place[]
  /** Whether effects were worked out: of many questions only those with most at stake are. */
  readonly is_worked_out: boolean
  /** The most that is known to move in gain, income and deduction, in USD; null where nothing is known before it is answered. */
  readonly may_change: string | null
  readonly answers: readonly {
    readonly option: AnswerOption
    /** What it has to say, and what it may. */
    readonly needs: readonly AnswerField[]
    readonly may: readonly AnswerField[]
    /** Null where it has to say something first, or is not worked out. */
    readonly effect: Effect | null
  }[]
}

/** A transaction with its file and line. */
interface Place {
  readonly tx: string
  readonly origin: string
}

interface Told {
  readonly origin: string
  readonly mayBeOneWith: readonly Place[]
  readonly stake: string | null
  readonly isWorkedOut: boolean
}

const isOfTransfer = ({ code }: OpenQuestion) => code === 'UNRESOLVED_SENT' || code === 'UNRESOLVED_RECEIVED'

function withAnswers(
  input: CalculationInput,
  result: CalculationResult,
  question: OpenQuestion,
  { origin, mayBeOneWith, stake, isWorkedOut }: Told,
): PrintedQuestion {
  const answers = answersTo(question.code).map((option) => {
    const { needs, may } = ANSWERS[option]
    const effect = needs.length > 0 || !isWorkedOut ? null : effectOf(input, result, question, { option })
    return { option, needs, may, effect }
  })
  const known = answers.map(({ effect }) => (effect?.refused === null ? effect.years : null))
  return {
    ...question,
    origin,
    may_be_one_with: mayBeOneWith,
    is_worked_out: isWorkedOut,
    may_change: mayChange(known, stake),
    answers,
  }
}

export function effectOf(
  input: CalculationInput,
  result: CalculationResult,
  question: OpenQuestion,
  answer: Answer,
): Effect {
  const answered = answeredInput(input, question, answer)
  if (typeof answered === 'string') return { refused: answered, years: [] }
  if (answered === input) return { refused: null, years: [] }
  try {
    return { refused: null, years: compareYears(result.years, calculateTable(answered).years) }
  } catch (error) {
    if (!(error instanceof CalculationInputError)) throw error
    return { refused: error.message, years: [] }
  }
}

interface GivenAnswer {
  readonly tx: string
  readonly answer: Answer
}

/** Work out each answer by itself and all of them together; write the input that follows them. */
async function decide(
  given: GivenHistory,
  result: CalculationResult,
  questions: readonly OpenQuestion[],
  { answers, closings, out, isJson }: Asked,
  io: Io,
): Promise<ExitCode> {
  const { input } = given
  let decided = input
  let isWhole = true
  const refuse = (what: string, why: string) => {
    io.err(`${what}: ${why}\n`)
    isWhole = false
  }
  const worked = inOrderOfTime(input, answers).map((one) => {
    const { tx } = one
    const answer = withAccountKey(given, one.answer)
    const question = questionOf(questions, tx, answer)
    const effect: Effect =
      typeof question === 'string'
        ? { refused: question, years: [] }
        : effectOf(input, result, question, answer)
    const next = typeof question === 'string' ? question : answeredInput(decided, question, answer)
    const refused = effect.refused ?? (typeof next === 'string' ? next : null)
    if (refused === null && typeof next !== 'string') decided = next
    else refuse(tx, refused ?? '')
    return { one, effect: { transaction: tx, ...answer, effect } }
  })
  const effects = answers.flatMap((one) => worked.flatMap((done) => (done.one === one ? [done.effect] : [])))
  const closed = closings.map(({ account, on }) => {
    const next = closedClaim(given, decided, account, on)
    if (typeof next === 'string') refuse(account, next)
    else decided = next
    return { account, on, refused: typeof next === 'string' ? next : null }
  })
  const together = compareYears(result.years, calculate(decided).years)
  if (isJson)
    io.out(
      `${JSON.stringify({ schema: 'lotbook-decided/1', answers: effects, closed, together }, null, 1)}\n`,
    )
  else
    io.out(
      table([
        ['transaction', 'answer', ...EFFECT],
        ...effects.flatMap(({ transaction, option, effect }) =>
          rowsOf(effect).map((cells) => [transaction, option, ...cells]),
        ),
        ...closed.map(({ account, on, refused }) => [
          account,
          `closed on ${on}`,
          refused ?? 'no loss computed',
        ]),
        ...rowsOf({ refused: null, years: together }).map((cells) => ['all', 'together', ...cells]),
      ]),
    )
  if (out !== undefined && isWhole) {
    await io.writeFile(join(out, 'input.json'), `${JSON.stringify(decided, undefined, 1)}\n`)
    if (!isJson) io.out('input.json\n')
  }
  return isWhole ? 0 : 1
}

/** Answers in the order in which their transactions happened: what an earlier one settles is gone for a later one. */
function inOrderOfTime({ transactions }: CalculationInput, answers: readonly GivenAnswer[]): GivenAnswer[] {
  const times = new Map(transactions.map(({ id, at }) => [id, Date.parse(at)]))
  return answers.toSorted((a, b) => (times.get(a.tx) ?? 0) - (times.get(b.tx) ?? 0))
}

/** The answer with the key of the account that it calls by its name. */
function withAccountKey(given: GivenHistory, answer: Answer): Answer {
  const { claim_account: account } = answer
  return account === undefined ? answer : { ...answer, claim_account: accountKey(given, account) }
}

/** The key of an account given by its key or by the one name that people read for it; what names none stays as it is. */
function accountKey({ accountNames }: GivenHistory, account: string): string {
  if (account in accountNames) return account
  const keys = Object.keys(accountNames).filter((key) => accountNames[key] === account)
  return keys.length === 1 ? (keys[0] ?? account) : account
}

/** The input with what is left of an account's claim lost, valued by the price files that were given. */
function closedClaim(
  given: GivenHistory,
  input: CalculationInput,
  account: string,
  on: string,
): CalculationInput | string {
  return withClaimClosed(input, accountKey(given, account), on, given.unitPriceAt)
}

/** What an answer is to, or in words why nothing is. */
function questionOf(
  questions: readonly OpenQuestion[],
  tx: string,
  { option, asset }: Answer,
): OpenQuestion | string {
  const answered = questions.filter((one) => one.tx === tx && answersTo(one.code).includes(option))
  const [question] = asset === undefined ? answered : answered.filter((one) => one.asset === asset)
  if (question === undefined)
    return `nothing is open of it that ${option} answers${asset === undefined || answered.length === 0 ? '' : ` in ${asset}`}`
  const assets = new Set(answered.map((one) => one.asset))
  if (asset === undefined && assets.size > 1) return `of which asset? asset=${[...assets].join(' or asset=')}`
  return question
}

const EFFECT = ['year', 'gain', 'of it short-term', 'income', 'deduction']

/** A line for each year that would change, or one that says why there is none. */
function rowsOf(effect: Effect | null, needs: readonly AnswerField[] = []): string[][] {
  if (effect === null) return [[needs.length > 0 ? `needs ${needs.join(', ')}` : 'not worked out']]
  if (effect.refused !== null) return [[`not so: ${effect.refused.replaceAll('\n', '; ')}`]]
  if (effect.years.length === 0) return [['changes nothing']]
  return effect.years.map(({ year, gain, short, income, deduction }) => [
    `${year}`,
    gain,
    short,
    income,
    deduction,
  ])
}

const OTHER_WORDS: Partial<Record<OpenQuestion['code'], string>> = {
  NEGATIVE_BALANCE: 'the account gives more than it had',
  MISSING_PRICE: 'nothing states what this was worth',
}

function describe(questions: readonly PrintedQuestion[]): string {
  if (questions.length === 0) return 'Nothing is open.\n'
  const known = questions.filter((question) => question.may_change !== null).map(describeOne)
  const unknown = questions.filter((question) => question.may_change === null).map(describeOne)
  const apart = `It is not known what ${unknown.length === 1 ? 'this' : `each of these ${unknown.length}`} would change:\n`
  return [...known, ...(unknown.length === 0 ? [] : [apart, ...unknown])].join('\n')
}

function describeOne(question: PrintedQuestion): string {
  const {
    code,
    tx,
    origin,
    asset,
    account,
    quantity,
    answers,
    may_be_one_with: others,
    may_change: most,
  } = question
  const words = OTHER_WORDS[code] ?? warningWords[code as WarningCode]
  const change = most === null ? '' : most === '0' ? '; it changes nothing' : `; it may change ${most} USD`
  const head = `${origin}: ${quantity} ${asset} in ${account}: ${words} (${code})${change}\n`
  const name = origin === tx ? '' : `  ${tx}\n`
  const offered = others
    .map((other) => `  It may be one transfer with ${other.origin} (own_wallet)\n`)
    .join('')
  const rows = answers.flatMap(({ option, needs, effect }) =>
    rowsOf(effect, needs).map((cells) => [option, ...cells]),
  )
  return `${head}${name}${offered}${rows.length === 0 ? '' : table([['answer', ...EFFECT], ...rows])}`
}

interface Asked {
  readonly transaction: string | undefined
  /** Of how many questions effects are worked out. */
  readonly most: number | undefined
  readonly answers: readonly GivenAnswer[]
  /** Accounts whose bankruptcy is over, each with the day of the final distribution. */
  readonly closings: readonly { readonly account: string; readonly on: string }[]
  readonly out: string | undefined
  readonly isJson: boolean
}

function parse(args: readonly string[]) {
  const given = argumentsOf(args, {
    ...HISTORY_OPTIONS,
    transaction: { type: 'string' },
    most: { type: 'string' },
    answer: { type: 'string', multiple: true },
    'close-claim': { type: 'string', multiple: true },
    out: { type: 'string' },
    json: { type: 'boolean' },
  })
  if (given === undefined) return undefined
  const {
    transaction,
    most: mostText,
    answer = [],
    'close-claim': closing = [],
    out,
    json: isJson = false,
    ...history
  } = given.values
  if (mostText !== undefined && !/^\d{1,9}$/.test(mostText)) return undefined
  const most = mostText === undefined ? undefined : Number(mostText)
  const which = whichHistory(history, given.positionals)
  const read = answer.map(answerOf)
  const answers = read.filter((one) => one !== undefined)
  const closings = closing.flatMap((text) => {
    const match = /^(.+)=(\d{4}-\d{2}-\d{2})$/.exec(text)
    return match === null ? [] : [{ account: match[1] ?? '', on: match[2] ?? '' }]
  })
  if (which === undefined || answers.length < read.length || closings.length < closing.length)
    return undefined
  const isList = answers.length === 0 && closings.length === 0
  if (isList ? out !== undefined : (transaction ?? most) !== undefined) return undefined
  if (transaction !== undefined && most !== undefined) return undefined
  return { which, transaction, most, answers, closings, out, isJson }
}

/** `s1=opening_lot,acquired_on=2020-01-05,cost=4000`; undefined where it is not of that form. */
function answerOf(text: string): GivenAnswer | undefined {
  const match = /^(.+?)=([a-z_]+)((?:,[a-z_]+=[^,]*)*)$/.exec(text)
  const option = (Object.keys(ANSWERS) as AnswerOption[]).find((known) => known === match?.[2])
  if (match === null || option === undefined) return undefined
  const [, tx = '', , rest = ''] = match
  const { needs, may }: { needs: readonly string[]; may: readonly string[] } = ANSWERS[option]
  const fields = rest
    .split(',')
    .slice(1)
    .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)] as const)
  if (fields.some(([name]) => !needs.includes(name) && !may.includes(name))) return undefined
  return { tx, answer: { option, ...Object.fromEntries(fields) } }
}
