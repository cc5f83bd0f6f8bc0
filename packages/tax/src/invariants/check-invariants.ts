import { formatUnits, MONEY_SCALE } from '@lotbook/money'
import type { CalculationSettings } from '../schema/calculation-input.ts'
import type { CalculationResult } from '../schema/calculation-result.ts'
import { firstEvent, NONE, placeOfEvent, type EventTable } from '../events/event-table.ts'
import { FamiliesSoFar } from './asset-families.ts'
import { INVARIANTS, newChecks, type Check, type InvariantFinding } from './invariant.ts'
import { LotAccounts } from './lot-accounts.ts'
import { LotTally } from './lot-tally.ts'
import { Expected } from './expected.ts'
import { PoolTally } from './pool-tally.ts'
import { RowChecks } from './row-checks.ts'
import type { ResultTable } from '../results/result-table.ts'
import type { DayNumber } from '../schema/tax-day.ts'
import { readColumns } from './read-columns.ts'
import { readObjects } from './read-objects.ts'
import { NOWHERE, type DisposalReader, type ResultReader, type TakingReader } from './row-reader.ts'
import { StateReader, StateWriter } from './state-bytes.ts'
import { shareOf } from './whole-units.ts'
import { YearCheck } from './year-check.ts'

/**
 * Hold a result to the invariants of the engine (N16; docs/tax/invariants.md). It goes once through the history and once through
 * the rows, side by side, and shares no code with what chose the lots: only the history in columns and what the rules say of it.
 */
export function checkInvariants(
  table: EventTable,
  settings: CalculationSettings,
  result: CalculationResult,
  options?: CheckOptions,
): InvariantFinding[] {
  return toEnd(new ResultCheck(table, settings, readObjects(table, result), result, options).steps())
}

/** Checks a result in columns, to the same outcome. */
export function checkInvariantsOfTable(
  result: ResultTable,
  settings: CalculationSettings,
  options?: CheckOptions,
): InvariantFinding[] {
  return toEnd(checkInSteps(result, settings, options))
}

/** How a check stops at borders, and goes on from one. */
export interface CheckOptions {
  /** Events of the table, ascending, or its end. */
  readonly borders?: readonly number[]
  /**
   * Called at each border that nothing is broken before. The state is all that a check has to know of what is before: it holds for
   * every history that is the same up to there, under the same settings and with the same scales of assets.
   */
  readonly onBorder?: (event: number, state: Uint8Array) => void
  /** Such a state, of the border that the table begins at. */
  readonly from?: Uint8Array
}

/**
 * Checks a result in columns step by step, about a millisecond each, for a caller with other work meanwhile. Of a table that
 * goes on from a border the outcome is that of the whole history, counts and all.
 *
 * @throws Error where the state is not of what is before the table.
 */
export function checkInSteps(
  result: ResultTable,
  settings: CalculationSettings,
  options?: CheckOptions,
): Generator<undefined, InvariantFinding[]> {
  return new ResultCheck(result.events, settings, readColumns(result), result, options).steps()
}

function toEnd<Outcome>(steps: Generator<undefined, Outcome>): Outcome {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}

/** Events of one step, a quarter of a millisecond's work: others have their turn between them. */
const STEP = 64

/** The parts of a result that are about the whole of it. */
type Stated = Pick<CalculationResult, 'warnings' | 'years'>

/** Nothing is asked of these but a fee in kind and the units that unknown lots are made of. */
const NEUTRAL = new Set(['transfer', 'convert', 'staking-lockup', 'staking-return'])

/** Raised with every change of what a state says. */
const STATE_FORMAT = 3

class ResultCheck {
  readonly #table: EventTable
  readonly #rowsOf: ResultReader
  readonly #stated: Stated
  readonly #checks = newChecks()
  readonly #options: CheckOptions
  readonly #expected: Expected
  readonly #families: FamiliesSoFar
  readonly #accounts: LotAccounts
  readonly #lots: LotTally
  readonly #pools: PoolTally
  readonly #rows: RowChecks
  readonly #deductedKinds: ReadonlySet<string>
  readonly #years: YearCheck
  /** Events by the code of their warnings. */
  readonly #warned = new Map<string, Set<number>>()
  /** Assets that events before this one name. */
  #assets = 0
  #looked: number

  /** @param rows on the first row of each list. */
  constructor(
    table: EventTable,
    settings: CalculationSettings,
    rows: ResultReader,
    stated: Stated,
    options: CheckOptions = {},
  ) {
    this.#table = table
    this.#rowsOf = rows
    this.#stated = stated
    this.#options = options
    this.#looked = firstEvent(table)
    const from = options.from === undefined ? undefined : new StateReader(options.from)
    this.#begin(from)
    this.#families = new FamiliesSoFar(table, settings, from)
    this.#expected = new Expected(table, settings, from)
    this.#accounts = new LotAccounts(table)
    if (from !== undefined) this.#accounts.read(from, this.#families.now())
    const checks = this.#checks
    const isWarned = (event: number) => this.#isWarned('MISSING_BASIS', event)
    this.#lots = new LotTally(table, checks, isWarned, this.#accounts, from)
    const isUniversal = settings.pool_before_2025 === 'universal'
    this.#pools = new PoolTally(table, checks, isWarned, isUniversal, this.#accounts, from)
    this.#rows = new RowChecks(table, checks, this.#accounts, from)
    this.#deductedKinds = new Set(table.jurisdiction.deductedKinds)
    this.#years = new YearCheck(this.#deductedKinds, from)
    for (const { code, tx } of stated.warnings) {
      const event = tx === null ? undefined : table.eventOf(tx)
      if (event === undefined) continue
      const warned = this.#warned.get(code)
      if (warned === undefined) this.#warned.set(code, new Set([event]))
      else warned.add(event)
    }
  }

  *steps(): Generator<undefined, InvariantFinding[]> {
    const { disposals, removals, income } = this.#rowsOf
    const borders = this.#options.borders ?? []
    const m = this.#expected
    let next = 0
    for (let event = firstEvent(this.#table); event < this.#table.count; event++) {
      if (event === borders[next]) {
        this.#border(event)
        next += 1
      }
      m.read(event)
      this.#families.read(event, m.operation)
      this.#lots.begin(m)
      this.#pools.move(m)
      this.#rowsOfEvent(m)
      this.#incomeOfEvent(m)
      this.#flagsOfEvent(m)
      if (event % STEP === 0) yield
    }
    if (borders[next] === this.#table.count) this.#border(this.#table.count)
    // A row that no event took for its own is of another event, another instant, or none.
    for (const row of [disposals, removals, income])
      if (!row.isEnd) this.#checks['dates-in-order'].fail(`${row.name()}: a row out of the order of events`)
    this.#lotsLeft()
    const families = this.#families.now()
    this.#lots.settle(families)
    this.#pools.settle(this.#lots, families)
    this.#years.settle(this.#stated.years, this.#checks['totals-are-sums'])
    return INVARIANTS.map((name) => this.#checks[name].finding())
  }

  /** Hand out what the check knows so far, unless something is broken: nobody goes on from there. */
  #border(event: number) {
    const { disposals, removals, income } = this.#rowsOf
    const hasRow = [disposals, removals, income].some((row) => !row.isEnd && row.event < event)
    const isBroken = INVARIANTS.some((name) => this.#checks[name].isBroken)
    if (!hasRow && !isBroken) this.#options.onBorder?.(event, this.#state(event))
  }

  #state(event: number): Uint8Array {
    const to = new StateWriter()
    const families = this.#families.now()
    to.numbers([STATE_FORMAT, placeOfEvent(this.#table, event)])
    const assets = this.#assetsBefore(event)
    to.numbers(this.#table.scales.subarray(0, assets))
    to.counts(INVARIANTS.map((name) => this.#checks[name].checked))
    this.#families.write(to, assets)
    this.#expected.write(to)
    const isKept = this.#accounts.write(to, event, families)
    this.#lots.write(to, assets)
    this.#pools.write(to)
    this.#rows.write(to, this.#accounts, isKept)
    this.#years.write(to)
    return to.bytes()
  }

  /** How many assets are named before an event: of others nothing is known yet, and another history may number them otherwise. */
  #assetsBefore(event: number): number {
    const { fromAsset, toAsset, feeAsset } = this.#table
    for (; this.#looked < event; this.#looked++)
      for (const column of [fromAsset, toAsset, feeAsset])
        this.#assets = Math.max(this.#assets, column[this.#looked]! + 1)
    return this.#assets
  }

  /** The counts so far, of a state that is of what is before the table. */
  #begin(from: StateReader | undefined) {
    const { opening, scales } = this.#table
    if (from === undefined) {
      if (opening !== undefined) throw new Error('A table that goes on is checked from a state')
      return
    }
    const [format, before] = from.numbers()
    if (format !== STATE_FORMAT || before !== (opening?.before ?? 0))
      throw new Error(`The state is of ${before} events, the table begins after ${opening?.before ?? 0}`)
    const counted = from.numbers()
    this.#assets = counted.length
    for (const [asset, scale] of counted.entries())
      if (scale !== scales[asset]) throw new Error(`The state counts asset ${asset} at another scale`)
    for (const [n, checked] of from.counts().entries()) this.#checks[INVARIANTS[n]!].checked = checked
  }

  /** The rows of an event, together, are what it gave up: units, proceeds and costs. */
  #rowsOfEvent(m: Expected) {
    const { disposals, removals } = this.#rowsOf
    const isOneKind = m.kind === 'fee' && m.asset === m.feeAsset
    let quantity = 0n
    let gross = 0n
    let costs = 0n
    const contract = { units: 0n, value: 0n, costs: 0n, basis: 0n }
    let feeQuantity = 0n
    let feeGross = 0n
    let others = 0
    let hasRows = false
    for (; disposals.event === m.event; disposals.advance()) {
      const row = disposals
      hasRows = true
      const isContract = isOfContract(row, m)
      const isOwn = !isContract && m.rows === 'disposals' && row.kind === m.kind && row.asset === m.asset
      const isFee = !isContract && !isOwn && row.kind === 'fee' && row.asset === m.feeAsset
      if (row.asset === NOWHERE || !(isContract || isOwn || isFee)) {
        others += 1
        continue
      }
      if (isContract) {
        contract.units += row.quantity
        contract.value += row.gross_proceeds
        contract.costs += row.fees
        contract.basis += row.basis
      } else if (isOwn) {
        quantity += row.quantity
        gross += row.gross_proceeds
        costs += row.fees
      } else {
        feeQuantity += row.quantity
        feeGross += row.gross_proceeds
        if (row.fees !== 0n) others += 1
      }
      this.#take(row, m, row.disposed, costsInBasis(row), row.dual_basis)
      this.#rows.gain(row)
      this.#years.disposal(row)
      this.#rows.term(row)
    }
    for (; removals.event === m.event; removals.advance()) {
      const row = removals
      hasRows = true
      if (row.asset === NOWHERE || m.rows !== 'removals' || row.kind !== m.kind || row.asset !== m.asset) {
        others += 1
        continue
      }
      quantity += row.quantity
      gross += row.value ?? 0n
      this.#take(row, m, row.date)
      this.#years.removal(row)
      if (this.#deductedKinds.has(row.kind)) this.#rows.deduction(row)
    }
    const isIdle = m.rows === 'none' && m.contract === null && m.feeAsset === NONE && !hasRows
    if (isIdle && !NEUTRAL.has(m.operation)) return

    if (m.ended !== null) {
      // The rows say how much of the lock-up is still there: never more than it was, and begun anew in the
      // same event.
      const { most, value, whole } = m.ended
      m.quantity = quantity <= most ? quantity : most
      m.gross = quantity === 0n ? 0n : shareOf(value, quantity, whole)
      this.#lots.renew(m.event, m.asset, m.quantity, m.gross)
    }
    const ofContract = m.contract ?? { units: 0n, value: 0n, costs: 0n, basis: 0n }
    const isWhole =
      contract.units === ofContract.units &&
      (isOneKind
        ? quantity === m.quantity + m.feeQuantity
        : quantity === m.quantity && feeQuantity === m.feeQuantity)
    const isShared = isOneKind
      ? gross === m.gross + m.feeWorth && costs === m.costs
      : gross === m.gross && costs === m.costs && feeGross === m.feeWorth
    const isNeutral = NEUTRAL.has(m.operation) && m.rows !== 'disposals'
    const whole = this.#checks[isNeutral ? 'transfers-neutral' : 'disposals-whole']
    whole.checked += 1
    if (!isWhole || others > 0)
      whole.fail(`${m.kind} ${this.#table.idOf(m.event)}: its rows are not the units that left`)
    const shared = this.#checks['proceeds-shared-out']
    shared.checked += 1
    const isContractShared = (['value', 'costs', 'basis'] as const).every(
      (part) => contract[part] === ofContract[part],
    )
    if (!isShared || !isContractShared)
      shared.fail(`${m.kind} ${this.#table.idOf(m.event)}: its rows are not what it brought and cost`)
  }

  /**
   * A row takes units of its lot, or of none that is known.
   *
   * @param on its day.
   * @param costs the part of its basis that is no lot's (R-FEE-2).
   */
  #take(
    row: TakingReader,
    m: Expected,
    on: DayNumber,
    costs = 0n,
    dual: DisposalReader['dual_basis'] = null,
  ) {
    this.#rows.dates(row, on, dual)
    const { lot, asset, quantity } = row
    if (quantity < 0n)
      this.#checks['lots-used-once'].fail(`${row.kind} ${row.name()}: a quantity below nothing`)
    if (lot !== NONE && lot !== NOWHERE) this.#lots.use(lot, asset, quantity, row.basis - costs, dual, null)
    if (lot !== NONE) return
    const check = this.#checks['unknown-flagged']
    check.checked += 1
    const isContract = isOfContract(row, m)
    if (!isContract && row.basis !== costs)
      check.fail(
        `${row.kind} ${row.name()}: units of no lot have a basis of ${formatUnits(row.basis, MONEY_SCALE)}`,
      )
    // The pay of a contract, or its cost, belongs to no lot (R-CON-1, R-CON-2), and no units need no origin.
    if (isContract || quantity === 0n) return
    this.#pools.missing(m.event, asset, quantity)
    this.#flagged(check, 'MISSING_BASIS', m.event)
  }

  /** Income is there once for each receipt that is income, at its value, and nowhere else (R-INC-1, R-INC-3). */
  #incomeOfEvent(m: Expected) {
    const t = this.#table
    const row = this.#rowsOf.income
    const check = this.#checks['income-at-receipt']
    let rows = 0
    for (; row.event === m.event; row.advance()) {
      rows += 1
      this.#years.income(row)
      const isReceipt =
        row.category === m.income &&
        row.asset === t.toAsset[m.event] &&
        row.account === t.account[m.event] &&
        row.quantity === m.received &&
        row.value === m.receivedValue
      if (!isReceipt)
        check.fail(
          `${row.category} ${row.name()}: not what was received, at ${formatUnits(row.value, MONEY_SCALE)}`,
        )
      this.#rows.incomeDates(row)
    }
    const expected = m.income === null ? 0 : 1
    if (rows === 0 && expected === 0) return
    check.checked += 1
    if (rows !== expected) check.fail(`${m.kind} ${t.idOf(m.event)}: ${rows} rows of income`)
  }

  /** Checks that an event is flagged if its other side or its cost is unknown (R-MISS-2, R-GIFT-3, R-STK-1). */
  #flagsOfEvent(m: Expected) {
    const check = this.#checks['unknown-flagged']
    for (const question of m.questions) {
      check.checked += 1
      this.#flagged(check, question, m.event)
    }
  }

  #flagged(check: Check, code: string, event: number) {
    if (!this.#isWarned(code, event)) check.fail(`${this.#table.idOf(event)}: ${code} is not said`)
  }

  #isWarned(code: string, event: number): boolean {
    return this.#warned.get(code)?.has(event) ?? false
  }

  /**
   * Checks open lots: each above zero, and once in each account; a gift with two bases is apart from a fee given back
   * with it.
   */
  #lotsLeft() {
    const t = this.#table
    const check = this.#checks['lots-used-once']
    let before = NONE
    const seen = new Set<number>()
    for (const row = this.#rowsOf.lots; !row.isEnd; row.advance()) {
      const { event, asset, account, quantity, basis } = row
      if (event === NOWHERE || asset === NOWHERE || account === NOWHERE) {
        check.fail(`lot ${row.name()}: nothing acquired it, or it is of no asset or account`)
        continue
      }
      if (event !== before) seen.clear()
      before = event
      const place = 2 * ((account + 1) * t.assets.length + asset) + (row.loss_basis === null ? 0 : 1)
      if (quantity <= 0n || basis < 0n || seen.has(place))
        check.fail(
          `lot ${row.name()} of ${t.assets[asset]}: ${formatUnits(quantity, t.scales[asset]!)} left with a basis of ${formatUnits(basis, MONEY_SCALE)}`,
        )
      seen.add(place)
      this.#rows.lotDates(row)
      this.#lots.use(event, asset, quantity, basis, null, row.loss_basis)
      this.#pools.hold(account, asset, quantity)
    }
  }
}

/** Whether a row is the one of a contract, which takes from no lot. */
function isOfContract({ kind, asset }: TakingReader, { contract }: Expected): boolean {
  return contract !== null && kind === contract.kind && asset === contract.asset
}

/** Costs beyond what a row brought: its proceeds are nothing, and its basis has them (R-FEE-2). */
function costsInBasis({ gross_proceeds: gross, fees }: DisposalReader): bigint {
  return fees > gross ? fees - gross : 0n
}
