import { BookRefusal, type Book, type Page } from '@lotbook/assistant'
import { endOfDay, isFiat } from '@lotbook/journal'
import { formatDecimal, parseDecimal, plus, zero } from '@lotbook/money'
import { jurisdictionOf } from '@lotbook/rules'
import {
  ANSWERS,
  answersTo,
  atStake,
  byMost,
  calculate,
  ENGINE_VERSION,
  openQuestions,
  RULES_VERSION,
  type AnswerOption,
  type CalculationResult,
  type LotRow,
} from '@lotbook/tax'
import { isDay } from './arguments.ts'
import { effectOf } from './decisions.ts'
import { explainFigure, summaryOf } from './explain-figure.ts'
import type { GivenHistory } from './given-history.ts'
import { soldAlso } from './plan.ts'

/** The books that files make, for an assistant: calculated once, by the engine of every other command. */
export function fileBook(history: GivenHistory, today: string): Book {
  const { input } = history
  const result = calculate(input)
  const accountName = (key: string | null) => (key === null ? null : (history.accountNames[key] ?? key))
  const calculation = {
    engine_version: ENGINE_VERSION,
    rules_version: RULES_VERSION,
    settings: input.settings,
  }
  const open = openItems(history, result)
  return {
    years: async () => ({
      currency: 'USD',
      years: Object.keys(result.years).map((year) => summaryOf(result, Number(year))),
      calculation,
    }),
    year: async (year) => ({ currency: 'USD', ...summaryOf(result, year), calculation }),
    rows: async ({ year, kind, ...page }) =>
      partOf(
        rowsOf(result, kind)
          .filter(({ row }) => dayOf(row).startsWith(`${year}-`))
          .map(({ row, handle }) => ({
            handle,
            ...row,
            account: accountName(row.account),
            origin: history.originOf(row.tx),
          })),
        page,
      ),
    explain: async (handle, cursor) => explainFigure(history, result, handle, cursor),
    holdings: async (page) => ({ currency: 'USD', ...partOf(holdingsOf(result.lots, accountName), page) }),
    openItems: async (page) => partOf(open, page),
    async answerEffect(id, option) {
      const question = open.find((one) => one.id === id)
      if (question === undefined) throw new BookRefusal('not_found', 'There is no such open item.')
      const possible = answersTo(question.code)
      if (!possible.some((one) => one === option))
        throw new BookRefusal('invalid_input', `option: one of ${possible.join(', ')} is expected.`)
      const answer = option as AnswerOption
      if (ANSWERS[answer].needs.length > 0)
        throw new BookRefusal(
          'needs_more',
          `This answer has to say ${ANSWERS[answer].needs.join(', ')} first.`,
        )
      return effectOf(input, result, question, { option: answer })
    },
    async planSale({ asset, account, quantity, day = today, price }) {
      if (!isDay(day)) throw new BookRefusal('invalid_input', 'day: a day such as 2025-01-31 is expected.')
      const at = endOfDay(day, input.settings.timezone ?? 'UTC')
      const said: string[] = []
      const sale = soldAlso(
        history,
        { asset, account, quantity },
        {
          on: day,
          priceOf: () => price ?? history.unitPriceAt(asset, at),
          say: (text) => said.push(text.replaceAll('--', '')),
          change: () => null,
        },
      )
      if (sale === undefined) throw new BookRefusal('invalid_input', said.join(' '))
      return { day, currency: 'USD', ...sale }
    },
  }
}

type Row = CalculationResult['disposals' | 'income' | 'removals'][number]

const dayOf = (row: Row) => ('disposed' in row ? row.disposed : row.date)

/** Rows of one kind, each with its handle: its kind and its position in the result. */
function rowsOf(
  { disposals, income, removals }: CalculationResult,
  kind: 'disposals' | 'incomes' | 'removals',
): { readonly row: Row; readonly handle: string }[] {
  const [rows, name] =
    kind === 'disposals'
      ? [disposals, 'disposal']
      : kind === 'incomes'
        ? [income, 'income']
        : [removals, 'removal']
  return (rows as readonly Row[]).map((row, n) => ({ row, handle: `${name}:${n}` }))
}

/** A part of a list; its cursor is the position that it goes on at. */
function partOf<Row>(rows: readonly Row[], { cursor = '0', limit }: Page) {
  if (!/^\d{1,9}$/.test(cursor))
    throw new BookRefusal('invalid_input', 'cursor: next of the page before is expected.')
  const from = Number(cursor)
  const end = from + limit
  return { rows: rows.slice(from, end), next: end < rows.length ? String(end) : null, total: rows.length }
}

function holdingsOf(lots: readonly LotRow[], accountName: (key: string | null) => string | null) {
  const held = Map.groupBy(
    lots.filter(({ asset }) => !isFiat(asset)),
    ({ asset }) => asset,
  )
  return [...held].map(([asset, own]) => ({
    asset,
    quantity: sumOf(own, 'quantity'),
    basis: sumOf(own, 'basis'),
    lots: own.length,
    accounts: [...Map.groupBy(own, ({ account }) => account)].map(([account, there]) => ({
      id: account,
      name: accountName(account),
      quantity: sumOf(there, 'quantity'),
    })),
  }))
}

function sumOf(lots: readonly LotRow[], of: 'quantity' | 'basis'): string {
  return formatDecimal(lots.reduce((sum, lot) => plus(sum, parseDecimal(lot[of]) ?? zero), zero))
}

/** Open items, with most at stake first. Each has an id of its own, since one transaction may be asked about twice. */
function openItems({ input, originOf, withoutPrice, accountNames }: GivenHistory, result: CalculationResult) {
  const stakeOf = atStake(result, jurisdictionOf(input.settings))
  return openQuestions(input, result, withoutPrice)
    .map((question, n) => ({
      id: `open:${n}`,
      ...question,
      account_name: accountNames[question.account] ?? question.account,
      origin: originOf(question.tx),
      may_change: stakeOf(question),
      answers: answersTo(question.code).map((option) => ({ option, needs: ANSWERS[option].needs })),
    }))
    .toSorted((a, b) => byMost(a.may_change, b.may_change))
}
