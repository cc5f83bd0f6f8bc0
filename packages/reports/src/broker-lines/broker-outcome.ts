import type { BrokerLine, BrokerLineOutcome } from '@lotbook/journal'
import type { Reported } from '@lotbook/rules'
import { form8949Box } from '@lotbook/rules/us'
import { isZero, shareOutAll } from '@lotbook/money'
import { exact, formText, formUnits } from '../money-text.ts'
import type { DisposalLine, FormColumns } from '../year-report.ts'
import { lossesNotAllowed, type LossNotAllowed, type NotDeductible } from './loss-not-allowed.ts'
import type { BrokerMatch } from './match-broker-lines.ts'

/** A match with what becomes of it; amounts in cents. */
export interface BrokerResult extends BrokerMatch {
  /** The part of its losses that is taken back, in all. */
  readonly lossNotAllowed: LossNotAllowed
  readonly outcome: BrokerLineOutcome
  readonly formProceeds: bigint
  readonly ourProceeds: bigint
  /** The basis on the form; null where it has none. */
  readonly formBasis: bigint | null
  readonly ourBasis: bigint
  /** Rows of Form 8949, each with its box and what stands in its columns (d) to (g). */
  readonly filed: readonly DisposalLine[]
}

/** The result of a line that is not in force: it is shown, and counts nowhere. */
export function replacedResult(line: BrokerLine): BrokerResult {
  const [formProceeds, ourProceeds, ourBasis] = [totalOf([line.proceeds]), 0n, 0n]
  const formBasis = line.basis === null ? null : totalOf([line.basis])
  return {
    lines: [line],
    rows: [],
    outcome: 'replaced',
    formProceeds,
    ourProceeds,
    formBasis,
    ourBasis,
    filed: [],
    lossNotAllowed: NOTHING_TAKEN_BACK,
  }
}

const NOTHING_TAKEN_BACK: LossNotAllowed = { washSale: 0n, other: 0n }

/**
 * The outcome of a match, and its rows as Form 8949 takes them (Instructions for Form 8949, columns (d) to (h); tax/us section 5): (d) as on the
 * form; (e) as on the form where the IRS has it too, and ours otherwise; (f) says why (h) is not (d) less (e), (g) by how much. The gain stays ours,
 * but for a loss that is not allowed (`lossesNotAllowed`).
 *
 * Gross proceeds of $1,010 on the form, of which we took a fee of $10: (d) 1,010, code E, (g) -10. A basis of $600 that the IRS has, where it was
 * $400: (e) 600, code B, (g) 200. The same basis on the recipient's copy alone: (e) 400, code B, (g) 0.
 */
export function brokerResult(match: BrokerMatch, year: number, notDeductible: NotDeductible): BrokerResult {
  const { lines, rows } = match
  const own = rows.map((row): OwnColumns => ({
    proceeds: formUnits(row.proceeds, 'cents'),
    basis: formUnits(row.basis, 'cents'),
  }))
  const takenBack = lossesNotAllowed(
    match,
    own.map(({ proceeds, basis }) => proceeds - basis),
    notDeductible,
  )
  const isStated = lines.length > 0 && lines.every(({ basis }) => basis !== null)
  const result = {
    ...match,
    formProceeds: totalOf(lines.map(({ proceeds }) => proceeds)),
    ourProceeds: totalOf(rows.map(({ proceeds }) => proceeds)),
    formBasis: isStated ? totalOf(lines.map(({ basis }) => basis ?? '0')) : null,
    ourBasis: totalOf(rows.map(({ basis }) => basis)),
    lossNotAllowed: {
      washSale: takenBack.reduce((sum, { washSale }) => sum + washSale, 0n),
      other: takenBack.reduce((sum, { other }) => sum + other, 0n),
    },
  }
  if (lines.length === 0)
    return {
      ...result,
      outcome: 'only_with_us',
      filed: rows.map((row, n) => ofOwn(row, own[n]!, takenBack[n]!)),
    }
  if (rows.length === 0) return { ...result, outcome: 'only_on_form', filed: [] }
  return { ...result, outcome: outcomeOf(result), filed: filedRows(result, { year, own, takenBack }) }
}

/** Columns (d) and (e) by the records, in cents. */
interface OwnColumns {
  readonly proceeds: bigint
  readonly basis: bigint
}

/** A row that no form has: as it is, unless its loss is taken back. */
function ofOwn(row: DisposalLine, { proceeds, basis }: OwnColumns, { other }: LossNotAllowed): DisposalLine {
  return other === 0n
    ? row
    : { ...row, form: columnsIn({ proceeds, basis, codes: ['L'], adjustment: other }) }
}

/** Columns as text, the codes in the order of the alphabet as the instructions ask. */
function columnsIn(
  of: OwnColumns & { readonly codes: readonly string[]; readonly adjustment: bigint },
): FormColumns {
  return {
    proceeds: formText(of.proceeds, 'cents'),
    basis: formText(of.basis, 'cents'),
    code: of.codes.toSorted().join(''),
    adjustment: formText(of.adjustment, 'cents'),
  }
}

type Totals = BrokerMatch & Pick<BrokerResult, 'formProceeds' | 'ourProceeds' | 'formBasis' | 'ourBasis'>

function outcomeOf(totals: Totals): BrokerLineOutcome {
  const { lines, rows, formProceeds, ourProceeds, formBasis, ourBasis } = totals
  if (lines.some(({ total }) => total !== null)) return 'aggregate'
  const differs = (a: bigint, b: bigint) => isApart(a, b, Math.max(rows.length, lines.length))
  if (differs(formProceeds, ourProceeds)) return 'proceeds_differ'
  if (formBasis !== null && !differs(formBasis, ourBasis))
    return isOtherTerm(lines, rows) ? 'term_differs' : 'agrees'
  if (lines.some(({ transferredIn }) => transferredIn !== null && !isZero(exact(transferredIn))))
    return 'transferred_in'
  if (formBasis !== null) return 'basis_differs'
  if (isReported(lines)) return 'basis_missing'
  return isOtherTerm(lines, rows) ? 'term_differs' : 'agrees'
}

/** Whether two sums are not the same but for their rounding: each row and each line is rounded to the cent by itself. */
function isApart(a: bigint, b: bigint, rounded: number): boolean {
  return a - b > BigInt(rounded) || b - a > BigInt(rounded)
}

/** Whether the form says one term for all of them and a row has the other. */
function isOtherTerm(lines: readonly BrokerLine[], rows: readonly DisposalLine[]): boolean {
  const stated = new Set(lines.flatMap(({ term }) => (term === 'short' || term === 'long' ? [term] : [])))
  return stated.size === 1 && rows.some(({ term }) => !stated.has(term))
}

const isReported = (lines: readonly BrokerLine[]) => lines.every((line) => line.isBasisReported)

interface Filing {
  readonly year: number
  readonly own: readonly OwnColumns[]
  readonly takenBack: readonly LossNotAllowed[]
}

/** The rows with their box and columns. What the form states of several rows at once is shared by our own amounts. */
function filedRows(
  { lines, rows, formProceeds, ourProceeds, formBasis, ourBasis }: Totals,
  { year, own, takenBack }: Filing,
): DisposalLine[] {
  const reported: Reported = isReported(lines) && formBasis !== null ? 'basis' : 'proceeds'
  const ourOwn = { proceeds: own.map((one) => one.proceeds), basis: own.map((one) => one.basis) }
  const onForm = {
    proceeds: sharesOf(formProceeds, ourOwn.proceeds),
    basis: reported === 'basis' && formBasis !== null ? sharesOf(formBasis, ourOwn.basis) : ourOwn.basis,
  }
  const proceedsCode = codeOfProceeds({ lines, rows, formProceeds, ourProceeds })
  const isShownWrong =
    reported === 'proceeds' &&
    formBasis !== null &&
    isApart(formBasis, ourBasis, Math.max(rows.length, lines.length))
  const isKeptListed = lines.some(hasMoreThanTotals) || undefined
  return rows.map((row, n) => {
    const [ours, proceeds, basis] = [own[n]!, onForm.proceeds[n]!, onForm.basis[n]!]
    const { washSale, other } = takenBack[n]!
    const form = columnsIn({
      proceeds,
      basis,
      codes: [
        ...(basis === ours.basis && !isShownWrong ? [] : ['B']),
        ...(proceeds === ours.proceeds ? [] : proceedsCode),
        ...(isOtherTerm(lines, [row]) ? ['T'] : []),
        ...(washSale > 0n ? ['W'] : []),
        ...(other > 0n ? ['L'] : []),
      ],
      adjustment: ours.proceeds - ours.basis - (proceeds - basis) + washSale + other,
    })
    const kept = isKeptListed ? { isKeptListed } : {}
    return { ...row, box: form8949Box(year, row.term, reported), form: { ...form, ...kept } }
  })
}

/** Whether a line shows what lines 1a and 8a of Schedule D have no place for (Instructions for Form 8949, Exception 1). */
function hasMoreThanTotals({ term, others }: BrokerLine): boolean {
  const { marketDiscount, washSaleLoss, isQof, isLossNotAllowed } = others
  const amounts = [marketDiscount, washSaleLoss].flatMap((amount) => (amount === null ? [] : [amount]))
  return term === 'ordinary' || isQof || isLossNotAllowed || amounts.some((amount) => !isZero(exact(amount)))
}

/**
 * Why column (d) is not our proceeds: E where gross proceeds are more by the costs of selling, which column (g) takes off; O for any other difference, and
 * both for what goes beyond the costs. Where the costs are not kept, more gross proceeds are taken for them.
 */
function codeOfProceeds({
  lines,
  rows,
  formProceeds,
  ourProceeds,
}: Pick<Totals, 'lines' | 'rows' | 'formProceeds' | 'ourProceeds'>): readonly ('E' | 'O')[] {
  const isGross = lines.some(({ proceedsAre }) => proceedsAre === 'gross')
  const more = formProceeds - ourProceeds
  if (!isGross || more <= 0n) return ['O']
  const known = rows.flatMap(({ fees }) => (fees === null || fees === undefined ? [] : [fees]))
  const costs = totalOf(known)
  if (known.length < rows.length || !isApart(more, costs, Math.max(rows.length, lines.length))) return ['E']
  return costs > 0n && more > costs ? ['E', 'O'] : ['O']
}

/** Cents over rows in proportion to their own; over all alike where those are nothing. */
function sharesOf(amount: bigint, own: readonly bigint[]): bigint[] {
  const isNothing = own.every((one) => one <= 0n)
  return shareOutAll(amount, isNothing ? own.map(() => 1n) : own)
}

function totalOf(amounts: readonly string[]): bigint {
  return amounts.reduce((total, amount) => total + formUnits(amount, 'cents'), 0n)
}
