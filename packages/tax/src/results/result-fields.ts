import { yearOf } from '@lotbook/journal'
import { REPORTED, type Term } from '@lotbook/rules'
import { FROM_VALUE_KNOWN, NONE } from '../events/event-table.ts'
import {
  AMOUNTS_PER_ROW,
  ROW_BASIS,
  ROW_FEES,
  ROW_QUANTITY,
  ROW_VALUE,
  UNKNOWN,
  UNKNOWN_DAY,
} from '../executing/row-table.ts'
import { rowKindsOf } from '../executing/row-kinds.ts'
import { METHODS } from '../schema/calculation-input.ts'
import type { DisposalRow, IncomeRow, LotRow, RemovalRow } from '../schema/calculation-result.ts'
import { dayText, ofEachDay } from '../schema/tax-day.ts'
import {
  deductionSlot,
  FURTHER_AMOUNTS,
  GAIN,
  GROSS,
  INCOME_AMOUNTS,
  INCOME_QUANTITY,
  INCOME_VALUE,
  LOT_AMOUNTS,
  LOT_BASIS,
  LOT_LOSS_BASIS,
  LOT_QUANTITY,
  type DisposalColumns,
  type IncomeColumns,
  type LotColumns,
  type RowColumns,
} from './result-table.ts'
import { fieldKinds, type AmountPlace, type FieldsOf, type Read } from './row-field.ts'

/*
 * Every field of a row of a result: its name, what kind of value it is and where it lies in the columns. The objects, the hashed text,
 * the stored cells and the check's reader all follow from here (docs/calculation-files.md).
 */

const TERMS: readonly Term[] = ['short', 'long']
/** By basis mark less one; a row with one basis has none. */
const DUAL_BASIS = ['gain', 'loss', 'neither'] as const

/** The tax year of a day. */
export const yearOfDay: (day: number) => number = ofEachDay((day) => yearOf(dayText(day)))

const eventOf: Read<RowColumns, number> = ({ rows }, row) => rows.event.values[row]!
const lotOf: Read<RowColumns, number> = ({ rows }, row) => rows.lot.values[row]!
const dayOf: Read<RowColumns, number> = (c, row, t) => t.day[eventOf(c, row, t)]!
const inRows = (which: number): AmountPlace<RowColumns> => ({
  amounts: ({ rows }) => rows.amounts,
  first: ({ rows }) => rows.slot(0, which),
  every: AMOUNTS_PER_ROW,
})
const isDeducted = ({ rows }: RowColumns, row: number) => rows.kinds.isDeducted[rows.kind(row)] === 1

const taken = fieldKinds<RowColumns>()

const takenAsset = taken.asset(({ rows }, row) => rows.asset.values[row]!)

/** The fields that disposals and removals begin with. */
const TAKEN = {
  tx: taken.event(eventOf),
  kind: taken.word(
    ({ jurisdiction }) => rowKindsOf(jurisdiction).words,
    ({ rows }, row) => rows.kind(row),
  ),
  asset: takenAsset,
  account: taken.account((c, row, t) => t.account[eventOf(c, row, t)]!),
  lot: { ...taken.event(lotOf, 'null'), hashedBehind: 'quantity' },
  quantity: taken.units(takenAsset, inRows(ROW_QUANTITY)),
  acquired: taken.day(
    ({ rows }, row) => (rows.lot.values[row] === UNKNOWN ? UNKNOWN_DAY : rows.acquired.values[row]!),
    'null',
  ),
}

const disposal = fieldKinds<DisposalColumns>()
const inFurther = (which: number): AmountPlace<DisposalColumns> => ({
  amounts: ({ further }) => further,
  first: () => which,
  every: FURTHER_AMOUNTS,
})

export const DISPOSAL_FIELDS = {
  ...TAKEN,
  disposed: disposal.day(dayOf),
  proceeds: disposal.money(inRows(ROW_VALUE)),
  basis: disposal.money(inRows(ROW_BASIS)),
  gain: disposal.money(inFurther(GAIN)),
  term: disposal.word(
    () => TERMS,
    ({ isLong }, row) => isLong[row]!,
  ),
  box: disposal.text((c, row, t) => {
    // Units that nobody knows of are on nobody's form (R-MISS-1).
    const reported = c.rows.isUnknown(row) ? 'none' : REPORTED[t.reported[eventOf(c, row, t)]!]!
    return t.jurisdiction.boxOf(yearOfDay(dayOf(c, row, t)), TERMS[c.isLong[row]!]!, reported)
  }),
  at: disposal.instant('tx', TAKEN.tx),
  lot_at: disposal.instant('lot', TAKEN.lot),
  gross_proceeds: disposal.money(inFurther(GROSS)),
  fees: disposal.money(inRows(ROW_FEES)),
  method: disposal.word<string, 'null'>(
    () => METHODS,
    ({ rows }, row) => (rows.lot.values[row] === UNKNOWN ? NONE : rows.method(row)),
    'null',
  ),
  dual_basis: disposal.word(
    () => DUAL_BASIS,
    ({ rows }, row) => rows.mark(row) - 1,
    'left out',
  ),
  rules: disposal.rules(({ rules }, row) => rules[row]!),
} satisfies FieldsOf<DisposalColumns, DisposalRow>

const removal = fieldKinds<RowColumns>()

export const REMOVAL_FIELDS = {
  ...TAKEN,
  date: removal.day(dayOf),
  basis: removal.money(inRows(ROW_BASIS)),
  value: removal.maybeMoney(
    inRows(ROW_VALUE),
    (c, row, t) =>
      (t.known[eventOf(c, row, t)]! & FROM_VALUE_KNOWN) === 0 ? NONE : c.rows.slot(row, ROW_VALUE),
    'null',
  ),
  term: removal.word(
    () => TERMS,
    (c, row) => (isDeducted(c, row) ? c.isLong[row]! : NONE),
    'left out',
  ),
  deduction: removal.maybeMoney(
    inRows(ROW_VALUE),
    (c, row, t) =>
      isDeducted(c, row) ? deductionSlot(t.jurisdiction, c.rows, row, c.isLong[row] === 1) : NONE,
    'left out',
  ),
  at: removal.instant('tx', TAKEN.tx),
  lot_at: removal.instant('lot', TAKEN.lot),
  rules: removal.rules(({ rules }, row) => rules[row]!),
} satisfies FieldsOf<RowColumns, RemovalRow>

const income = fieldKinds<IncomeColumns>()
const receiptOf: Read<IncomeColumns, number> = ({ event }, row) => event[row]!
const inIncomes = (which: number): AmountPlace<IncomeColumns> => ({
  amounts: ({ amounts }) => amounts,
  first: () => which,
  every: INCOME_AMOUNTS,
})

const receivedAsset = income.asset((c, row, t) => t.toAsset[receiptOf(c, row, t)]!)
const receipt = income.event(receiptOf)

export const INCOME_FIELDS = {
  tx: receipt,
  category: income.text(({ category }, row) => category[row]!),
  asset: receivedAsset,
  account: income.account((c, row, t) => t.account[receiptOf(c, row, t)]!),
  quantity: income.units(receivedAsset, inIncomes(INCOME_QUANTITY)),
  date: income.day((c, row, t) => t.day[receiptOf(c, row, t)]!),
  value: income.money(inIncomes(INCOME_VALUE)),
  at: income.instant('tx', receipt),
  rules: income.rules(({ rules }, row) => rules[row]!),
} satisfies FieldsOf<IncomeColumns, IncomeRow>

const open = fieldKinds<LotColumns>()
const inLots = (which: number): AmountPlace<LotColumns> => ({
  amounts: ({ amounts }) => amounts,
  first: () => which,
  every: LOT_AMOUNTS,
})

const openAsset = open.asset(({ asset }, row) => asset[row]!)
const acquisition = open.event(({ event }, row) => event[row]!)

export const LOT_FIELDS = {
  lot: acquisition,
  asset: openAsset,
  account: open.account(({ account }, row) => account[row]!, 'null'),
  quantity: open.units(openAsset, inLots(LOT_QUANTITY)),
  basis: open.money(inLots(LOT_BASIS)),
  acquired: open.day(({ acquired }, row) => acquired[row]!),
  loss_basis: open.maybeMoney(
    inLots(LOT_LOSS_BASIS),
    ({ lossAcquired }, row) =>
      lossAcquired[row] === UNKNOWN_DAY ? NONE : row * LOT_AMOUNTS + LOT_LOSS_BASIS,
    'left out',
  ),
  loss_acquired: open.day(({ lossAcquired }, row) => lossAcquired[row]!, 'left out'),
  at: open.instant('lot', acquisition),
} satisfies FieldsOf<LotColumns, LotRow>

/** The fields of each list of a result. */
export const RESULT_FIELDS = {
  disposals: DISPOSAL_FIELDS,
  income: INCOME_FIELDS,
  removals: REMOVAL_FIELDS,
  lots: LOT_FIELDS,
} as const
