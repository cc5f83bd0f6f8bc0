import { isFiat, yearOf } from '@lotbook/journal'
import { formatDecimal, parseDecimal, plus, zero } from '@lotbook/money'
import {
  donationForms,
  incomeLineName,
  incomeLineOf,
  incomeOnLines,
  selfEmploymentTax,
} from '@lotbook/rules/us'
import type { CalculationInput, CalculationResult, IncomeRow, InputTransaction } from '@lotbook/tax'

/*
 * The worked figures of docs/tax, so that no page can go stale: a fenced block of the language `figures` names the rules that it
 * shows, a history, and after `=` every row that comes of it, with the arithmetic as a person would write it down.
 *
 *     2024-05-01 buy give 4000 USD get 2 ETH            transactions are a, b, c, … in their order
 *     2025-02-01 trade give 2 ETH get 0.07 BTC worth 6600 fee 0.1 BNB worth 70
 *     = trade 2 ETH of a: 6530 - 4000 = 2530 short I    a disposal, of which lot
 *     = gift 1 BTC of a: basis 100                      a removal; "value 250", "deducts 200" where they are shown
 *     = income staking_reward 75                        = warns MISSING_BASIS of b
 *     = form 8283 of 2025: section a, deducts 5000      if any form is named, all are
 *     = left 0.07 BTC of b: basis 6600                  if any lot that is left is named, all are
 *     = line Schedule 1, line 8v: 75                    where income goes as usual; if any line is named, all are
 *     = self-employment tax of 2025: 1412.955           of a single person without other wages
 */
export interface Worked {
  readonly page: string
  readonly rules: readonly string[]
  readonly input: CalculationInput
  /** Outcomes that the page states, a line each, sorted. */
  readonly says: readonly string[]
}

export function workedFigures(page: string, text: string): Worked[] {
  return [...text.matchAll(/^```figures(.*)\n([\s\S]*?)^```$/gm)].map(([, rules = '', body = '']) => {
    const lines = body.split('\n').filter((line) => line.trim() !== '')
    const settings = lines.filter((line) => line.startsWith('with ')).map((line) => line.slice(5))
    const events = lines.filter((line) => /^\d/.test(line))
    return {
      page,
      rules: rules.trim().split(/\s+/),
      input: {
        settings: settingsOf(settings),
        transactions: events.map((line, n) => transactionOf(line, nameOf(n))),
      },
      says: lines
        .filter((line) => line.startsWith('= '))
        .map((line) => line.slice(2).trim())
        .sort(),
    }
  })
}

/** Outcomes of a calculation, in the words of a page. Details of a row are given if the page gives them. */
export function comesTo(result: CalculationResult, says: readonly string[]): string[] {
  const shows = (pattern: RegExp) => says.some((line) => pattern.test(line))
  const lot = (name: string | null) => (name === null ? 'nothing known' : name)
  const lines = [
    ...result.disposals.map(
      (d) =>
        `${d.kind} ${d.quantity} ${d.asset} of ${lot(d.lot)}: ${d.proceeds} - ${d.basis} = ${d.gain} ${d.term} ${d.box}`,
    ),
    ...result.removals.map(
      (r) =>
        `${r.kind} ${r.quantity} ${r.asset} of ${lot(r.lot)}: basis ${r.basis}` +
        (r.deduction === undefined ? '' : ` ${r.term ?? ''} value ${r.value ?? ''} deducts ${r.deduction}`),
    ),
    ...result.income.map((i) => `income ${i.category} ${i.value}`),
    ...result.warnings.map((w) => `warns ${w.code}${w.tx === null ? '' : ` of ${w.tx}`}`),
  ]
  if (shows(/^form /)) lines.push(...formsOf(result))
  if (shows(/^left /))
    for (const l of result.lots) {
      const at = shows(/^left .* at /) ? ` at ${l.account ?? 'no account'}` : ''
      const since = shows(/^left .* since /) ? ` since ${l.acquired}` : ''
      const loss = l.loss_basis === undefined ? '' : ` for a loss ${l.loss_basis}`
      lines.push(`left ${l.quantity} ${l.asset} of ${l.lot}${at}: basis ${l.basis}${loss}${since}`)
    }
  if (shows(/^line /)) lines.push(...usualLines(result.income))
  if (shows(/^self-employment /)) lines.push(...selfEmployment(result.income))
  return lines.sort()
}

const usual = ({ category, asset, date }: IncomeRow) =>
  incomeLineOf({ category, isCash: isFiat(asset) }, yearOf(date), []).line

/** What each line of the return takes, where nobody chose another. */
function usualLines(incomes: readonly IncomeRow[]): string[] {
  const sums = new Map<string, string>()
  for (const income of incomes) {
    const name = incomeLineName(usual(income), yearOf(income.date), isFiat(income.asset))
    sums.set(name, formatDecimal(plus(exact(sums.get(name) ?? '0'), exact(income.value))))
  }
  return [...sums].map(([name, amount]) => `line ${name}: ${amount}`)
}

function selfEmployment(incomes: readonly IncomeRow[]): string[] {
  return [...Map.groupBy(incomes, ({ date }) => yearOf(date))].map(([year, ofYear]) => {
    const { business } = incomeOnLines(ofYear.map((one) => ({ line: usual(one), value: one.value })))
    return `self-employment tax of ${year}: ${selfEmploymentTax(year, 'single', business)?.tax ?? 'unknown'}`
  })
}

const exact = (amount: string) => parseDecimal(amount) ?? zero

/** Form 8283 of each year with a donation. */
function formsOf({ removals }: CalculationResult): string[] {
  const years = new Set(
    removals.filter(({ kind }) => kind === 'donation').map(({ date }) => date.slice(0, 4)),
  )
  return [...years].map((year) => {
    const given = removals.filter(({ kind, date }) => kind === 'donation' && date.startsWith(year))
    const { section, deduction } = donationForms(
      given.map(({ value, deduction: deducted }) => ({ value, deduction: deducted ?? null })),
    )
    return `form 8283 of ${year}: section ${section}, deducts ${deduction}`
  })
}

function nameOf(n: number): string {
  return String.fromCharCode('a'.charCodeAt(0) + n)
}

/** `with` and a setting of the engine as JSON: `with method "hifo"`. */
function settingsOf(lines: readonly string[]): CalculationInput['settings'] {
  return Object.fromEntries(
    lines.map((line) => {
      const space = line.indexOf(' ')
      return [line.slice(0, space), JSON.parse(line.slice(space + 1)) as unknown]
    }),
  )
}

function transactionOf(line: string, id: string): InputTransaction {
  const [on = '', kind = '', ...words] = line.trim().split(/\s+/)
  const made: Record<string, unknown> = {
    id,
    at: on.includes('T') ? `${on}:00Z` : `${on}T12:00:00Z`,
    account: 'kraken',
    ...typeOf(kind),
  }
  let side = ''
  const next = () => words.shift() ?? ''
  while (words.length > 0) {
    const word = next()
    switch (word) {
      case 'give':
      case 'get':
      case 'fee':
        side = word === 'give' ? 'from' : word === 'get' ? 'to' : 'fee'
        made[`${side}_amount`] = next()
        made[`${side}_currency`] = next()
        break
      case 'worth':
        made[`${side}_value`] = next()
        break
      case 'at':
        made['account'] = next()
        break
      case 'to':
        made['to_account'] = next()
        break
      case 'reported':
        made['reported'] = next()
        break
      case 'lot':
        made['lots'] = [{ lot: next(), quantity: next() }]
        break
      case 'donor':
        made['gift'] = { donor_basis: next(), donor_acquired: next() }
        break
      default:
        throw new Error(`${line}: ${word} is not known`)
    }
  }
  return made as unknown as InputTransaction
}

const TYPES = new Set(['buy', 'sell', 'trade', 'ico', 'swap', 'transfer'])
const OUTGOING = new Set(
  'purchase fee margin_loss margin_fee loan_repayment interest_paid gift_sent donation_501c3 stolen lost sent staking_lockup'.split(
    ' ',
  ),
)

function typeOf(kind: string): { type: string; sub_type: string | null } {
  if (TYPES.has(kind)) return { type: kind, sub_type: null }
  if (kind === 'nft_mint') return { type: 'nft', sub_type: kind }
  return { type: OUTGOING.has(kind) ? 'outgoing' : 'incoming', sub_type: kind }
}
