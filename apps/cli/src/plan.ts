import { endOfDay, isFiat, yearOf } from '@lotbook/journal'
import {
  formatDecimal,
  isNegative,
  MONEY_SCALE,
  negate,
  minus,
  parseDecimal,
  plus,
  round,
  times,
  zero,
} from '@lotbook/money'
import {
  addedTax,
  estimatedPayments,
  NO_PAYMENT_FACTS,
  type EstimatedPayments,
  type EstimateOf,
} from '@lotbook/rules/us'
import { calculate, type CalculationInput, type CalculationResult, type DisposalRow } from '@lotbook/tax'
import { argumentsOf, isDay } from './arguments.ts'
import { table } from './calculate-table.ts'
import { ESTIMATE_OPTIONS, ESTIMATE_USAGE, estimateOf, linesStated, withLines } from './estimate-options.ts'
import {
  HISTORY_OPTIONS,
  HISTORY_USAGE,
  whichHistory,
  withHistory,
  type GivenHistory,
} from './given-history.ts'
import { lossByTerm, lotsWithLoss, type LossLot } from './harvest-lots.ts'
import type { ExitCode, Io } from './io.ts'
import { PRICE_OPTIONS, PRICE_USAGE, pricesOf } from './price-options.ts'
import { readReturnFacts, RETURN_OPTIONS, RETURN_USAGE, type StatedReturns } from './return-facts.ts'

const PLAN_USAGE = `lotbook plan ${HISTORY_USAGE} [--on DAY] ${ESTIMATE_USAGE} ${PRICE_USAGE} ${RETURN_USAGE} [--sell ASSET=QUANTITY --account NAME] [--json]`

/**
 * `lotbook plan`: the tax of the year so far, what to pay of it by which day, lots that are worth less than they cost and what their sale
 * would save, and with `--sell` a sale that nobody has made (E23, N19). A day without `--on` is today.
 *
 * @returns 0, or 1 when something could not be read or sold (said on standard error), or 2 on misuse.
 */
export async function runPlan(args: readonly string[], io: Io): Promise<ExitCode> {
  const asked = parse(args, io.now())
  if (asked === undefined) {
    io.err(`Usage: ${PLAN_USAGE}\n`)
    return 2
  }
  const stated = await readReturnFacts(asked.facts, io)
  if (stated === undefined) return 1
  return withHistory(asked.which, io, (history) => {
    const planned = planOf(history, asked, stated, (text) => io.err(`${text}\n`))
    if (planned === undefined) return 1
    io.out(asked.isJson ? `${JSON.stringify(planned, null, 1)}\n` : describe(planned))
    return 0
  })
}

/** A sale that nobody has made; amounts are exact decimal text in USD. */
interface PlannedSale {
  readonly asset: string
  readonly account: string
  readonly quantity: string
  readonly price: string
  readonly proceeds: string
  readonly basis: string
  readonly short: string
  readonly long: string
  /** The tax that it adds, below zero where it saves some. */
  readonly tax: string | null
  readonly lots: readonly Pick<DisposalRow, 'acquired' | 'quantity' | 'basis' | 'gain' | 'term'>[]
}

/** The plan of a year as `--json` prints it; amounts are exact decimals in USD. */
interface PlanOfYear {
  readonly schema: 'lotbook-plan/1'
  readonly tax_year: number
  readonly on: string
  /** The federal tax of the year and the part of it that digital assets add; null without a filing status or a table. */
  readonly tax: { readonly whole: string; readonly added: string } | null
  readonly payments: EstimatedPayments | null
  readonly losses: {
    readonly lots: readonly (LossLot & { readonly saves: string | null })[]
    readonly short: string
    readonly long: string
    readonly saves: string | null
    readonly unpriced: readonly string[]
  }
  readonly sale: PlannedSale | null
}

type Say = (text: string) => void

function planOf(
  history: GivenHistory,
  asked: Asked,
  stated: StatedReturns,
  say: Say,
): PlanOfYear | undefined {
  const { input, unitPriceAt } = history
  const { on } = asked
  const year = yearOf(on)
  const result = calculate(input)
  const valuedAt = endOfDay(on, input.settings.timezone ?? 'UTC')
  const priceOf = (asset: string) => asked.priceOf(asset) ?? unitPriceAt(asset, valuedAt)
  const lines = linesStated(stated, history, asked.facts, { err: (text) => say(text.trimEnd()) })
  const { nameOf } = lines
  const person = withLines(asked.estimate, result.income, lines)
  if (person === undefined) return undefined
  const tax = person && taxOf(result, year, person, stated)
  const change = (short: string, long: string) =>
    person && changeOf(result, year, person, stated, { short, long })
  const saves = (short: string, long: string) => savedBy(change(negative(short), negative(long)))
  const { lots, unpriced } = lotsWithLoss(
    result.lots.filter(({ asset }) => !isFiat(asset)),
    priceOf,
    on,
  )
  const losses = lossByTerm(lots)
  const sale = asked.sale === undefined ? null : soldAlso(history, asked.sale, { on, priceOf, say, change })
  if (sale === undefined) return undefined
  return {
    schema: 'lotbook-plan/1',
    tax_year: year,
    on,
    tax: tax && { whole: tax.with, added: tax.added },
    payments:
      tax && person
        ? estimatedPayments(
            year,
            tax.with,
            stated.payments.get(year) ?? NO_PAYMENT_FACTS,
            person.filing_status,
          )
        : null,
    losses: {
      lots: lots.map((lot) => ({
        ...lot,
        account: lot.account === null ? null : nameOf(lot.account),
        saves: lot.term === 'short' ? saves(lot.loss, '0') : saves('0', lot.loss),
      })),
      ...losses,
      saves: saves(losses.short, losses.long),
      unpriced,
    },
    sale,
  }
}

const NO_GAINS = { short: '0', long: '0' }

function taxOf(
  { years }: CalculationResult,
  year: number,
  person: EstimateOf,
  { facts }: StatedReturns,
  more = NO_GAINS,
) {
  const known = Object.entries(years).map(([name, one]) => ({ year: Number(name), ...one }))
  const nothing = { short: { gain: '0' }, long: { gain: '0' }, income: '0' }
  const shown = known.find((one) => one.year === year) ?? { year, ...nothing }
  const together = {
    ...shown,
    short: { gain: added(shown.short.gain, more.short) },
    long: { gain: added(shown.long.gain, more.long) },
  }
  return addedTax([...known.filter((one) => one.year < year), together], person, facts)
}

/** The tax that gains add to that of the year, in cents; null without a table. */
function changeOf(
  result: CalculationResult,
  year: number,
  person: EstimateOf,
  stated: StatedReturns,
  more: typeof NO_GAINS,
): string | null {
  const [without, together] = [taxOf(result, year, person, stated), taxOf(result, year, person, stated, more)]
  if (without === null || together === null) return null
  return formatDecimal(round(minus(exact(together.with), exact(without.with)), 2, 'half-even'))
}

/** The sale by the engine, behind everything else; undefined where it cannot be, which is said. */
export function soldAlso(
  { input, accountNames }: GivenHistory,
  { asset, quantity, account: named }: NonNullable<Asked['sale']>,
  {
    on,
    priceOf,
    say,
    change,
  }: {
    readonly on: string
    readonly priceOf: (asset: string) => string | undefined
    readonly say: Say
    readonly change: (short: string, long: string) => string | null
  },
): PlannedSale | undefined {
  const accounts = [...new Set(input.transactions.map(({ account }) => account))]
  const account = accounts.find((one) => one === named || accountNames[one] === named)
  if (account === undefined) {
    say(
      `--account ${named}: there is no such account; there are ${accounts.map((one) => accountNames[one] ?? one).join(', ')}`,
    )
    return undefined
  }
  const price = priceOf(asset)
  if (price === undefined) {
    say(`--sell ${asset}: no price is known; give one with --price ${asset}=USD`)
    return undefined
  }
  const at = new Date(endOfDay(on, input.settings.timezone ?? 'UTC')).toISOString()
  if (input.transactions.some((one) => one.at > at)) {
    say(
      `--on ${on}: the history has transactions after this day; a sale can only be planned after all of them`,
    )
    return undefined
  }
  const proceeds = formatDecimal(round(times(exact(quantity), exact(price)), MONEY_SCALE, 'half-even'))
  const rows = calculate(withSale(input, { account, asset, quantity, proceeds, at })).disposals.filter(
    ({ tx }) => tx === PLANNED,
  )
  if (rows.some(({ lot }) => lot === null)) {
    say(`--sell ${asset}=${quantity}: ${named} holds less than that`)
    return undefined
  }
  const total = (of: 'basis' | 'gain', term?: string) =>
    formatDecimal(
      rows
        .filter((row) => term === undefined || row.term === term)
        .reduce((sum, row) => plus(sum, exact(row[of])), zero),
    )
  const [short, long] = [total('gain', 'short'), total('gain', 'long')]
  return {
    asset,
    account: accountNames[account] ?? account,
    quantity,
    price,
    proceeds,
    basis: total('basis'),
    short,
    long,
    tax: change(short, long),
    lots: rows.map((row) => ({
      acquired: row.acquired,
      quantity: row.quantity,
      basis: row.basis,
      gain: row.gain,
      term: row.term,
    })),
  }
}

const PLANNED = 'planned sale'

function withSale(
  input: CalculationInput,
  {
    account,
    asset,
    quantity,
    proceeds,
    at,
  }: Readonly<Record<'account' | 'asset' | 'quantity' | 'proceeds' | 'at', string>>,
): CalculationInput {
  const sale = {
    id: PLANNED,
    at,
    type: 'sell',
    account,
    from_currency: asset,
    from_amount: quantity,
    to_currency: 'USD',
    to_amount: proceeds,
  }
  return { ...input, transactions: [...input.transactions, sale] }
}

const exact = (text: string) => parseDecimal(text) ?? zero
const added = (a: string, b: string) => formatDecimal(plus(exact(a), exact(b)))
const negative = (text: string) => formatDecimal(negate(exact(text)))

/** The tax that a change saves, in USD; zero if the change adds tax, null if the change is not known. */
function savedBy(change: string | null): string | null {
  if (change === null) return null
  const by = exact(change)
  return formatDecimal(isNegative(by) ? negate(by) : zero)
}

const RULES: Readonly<Record<EstimatedPayments['rule'], string>> = {
  '90_percent': '90 percent of the tax of this year as estimated now',
  '100_percent': 'all of the tax of the year before',
  '110_percent': '110 percent of the tax of the year before',
  below_1000: 'nothing is asked for: less than 1,000 would be owed after withholding',
  no_tax_before: 'nothing is asked for: the year before had no tax',
}

function describe({ tax_year, on, tax, payments, losses, sale }: PlanOfYear): string {
  return [
    `Plan of ${tax_year}, on ${on}\n`,
    tax === null
      ? 'No tax is estimated: give --filing-status, and a year with tables\n'
      : `Federal tax as estimated now: ${tax.whole}, of which ${tax.added} by digital assets\n`,
    ...(payments === null ? [] : ['\n', ...describePayments(payments)]),
    '\n',
    ...describeLosses(losses),
    ...(sale === null ? [] : ['\n', ...describeSale(sale)]),
    '\nAn estimate, not tax advice. The wash sale rule (section 1091) covers stock and securities; for 2025 and 2026 not digital assets.\n',
  ].join('')
}

function describePayments({ rule, required, installments }: EstimatedPayments): string[] {
  return [
    `Payments of estimated tax: ${required} in all, ${RULES[rule]}\n`,
    table([
      ['due', 'due by then', 'paid by then', 'short'],
      ...installments.map((one) => [one.due, one.required, one.paid, one.short]),
    ]),
  ]
}

function describeLosses({ lots, short, long, saves, unpriced }: PlanOfYear['losses']): string[] {
  const without = unpriced.length === 0 ? [] : [`Without a price, and left out: ${unpriced.join(', ')}\n`]
  if (lots.length === 0) return ['No lot with a price is worth less than it cost\n', ...without]
  return [
    `Lots with a loss: ${short} short-term, ${long} long-term; selling all of them saves ${saves ?? 'an unknown tax'}\n`,
    table([
      [
        'asset',
        'account',
        'acquired',
        'quantity',
        'cost',
        'worth',
        'loss',
        'term',
        'days to long-term',
        'saves',
      ],
      ...lots.map((lot) => [
        lot.asset,
        lot.account ?? 'all',
        lot.acquired,
        lot.quantity,
        lot.basis,
        lot.value,
        lot.loss,
        lot.term,
        `${lot.days}`,
        lot.saves ?? '-',
      ]),
    ]),
    ...without,
  ]
}

function describeSale(sale: PlannedSale): string[] {
  return [
    `A sale of ${sale.quantity} ${sale.asset} from ${sale.account} at ${sale.price}: proceeds ${sale.proceeds}, basis ${sale.basis}, short-term gain ${sale.short}, long-term gain ${sale.long}, tax ${sale.tax ?? 'not estimated'}\n`,
    table([
      ['acquired', 'quantity', 'basis', 'gain', 'term'],
      ...sale.lots.map((lot) => [lot.acquired ?? 'unknown', lot.quantity, lot.basis, lot.gain, lot.term]),
    ]),
  ]
}

interface Asked {
  readonly which: NonNullable<ReturnType<typeof whichHistory>>
  readonly on: string
  readonly estimate: EstimateOf | null
  readonly priceOf: (asset: string) => string | undefined
  /** The file of return facts. */
  readonly facts: string | undefined
  readonly sale: { readonly asset: string; readonly quantity: string; readonly account: string } | undefined
  readonly isJson: boolean
}

function parse(args: readonly string[], now: Date): Asked | undefined {
  const given = argumentsOf(args, {
    ...HISTORY_OPTIONS,
    ...ESTIMATE_OPTIONS,
    ...PRICE_OPTIONS,
    ...RETURN_OPTIONS,
    on: { type: 'string' },
    sell: { type: 'string' },
    account: { type: 'string' },
    json: { type: 'boolean' },
  })
  if (given === undefined) return undefined
  const { values, positionals } = given
  const { on = now.toISOString().slice(0, 10), sell, account, json, return: facts, ...others } = values
  const which = whichHistory(others, positionals)
  const estimate = estimateOf(others)
  const priceOf = pricesOf(others.price)
  const sold = sell === undefined ? null : /^(.+)=(\d+(?:\.\d+)?)$/.exec(sell)
  if (which === undefined || estimate === undefined || priceOf === undefined || !isDay(on)) return undefined
  if ((sell === undefined) !== (account === undefined) || (sell !== undefined && sold === null))
    return undefined
  const sale =
    sold === null || account === undefined
      ? undefined
      : { asset: sold[1] ?? '', quantity: sold[2] ?? '', account }
  return { which, on, estimate, priceOf, facts, sale, isJson: json === true }
}
