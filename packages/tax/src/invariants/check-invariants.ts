import { MONEY_SCALE } from '@lotbook/money'
import type { CalculationSettings } from '../engine/calculation-input.ts'
import type { CalculationResult, DisposalRow, RemovalRow } from '../engine/calculation-result.ts'
import { NONE, type EventTable } from '../engine/event-table.ts'
import { AssetFamilies } from './asset-families.ts'
import { INVARIANTS, newChecks, type Check, type InvariantFinding } from './invariant.ts'
import { LotTally, type RowBasis } from './lot-tally.ts'
import { Movement } from './movement.ts'
import { PoolTally } from './pool-tally.ts'
import { RowChecks } from './row-checks.ts'
import { shareOf, wholeUnits } from './whole-units.ts'
import { YearCheck } from './year-check.ts'

/**
 * Hold a result to the invariants of the engine (N16; docs/tax/invariants.md). It goes once through the history and once through
 * the rows, side by side, and shares no code with what chose the lots: only the history in columns and the list of what
 * each type of transaction is.
 */
export function checkInvariants(
  table: EventTable,
  settings: CalculationSettings,
  result: CalculationResult,
): InvariantFinding[] {
  return new ResultCheck(table, settings, result).run()
}

/** Nothing is asked of these but a fee in kind and the units that unknown lots are made of. */
const NEUTRAL = new Set(['transfer', 'convert', 'staking-lockup', 'staking-return'])

class ResultCheck {
  readonly #t: EventTable
  readonly #result: CalculationResult
  readonly #checks = newChecks()
  readonly #movement: Movement
  readonly #lots: LotTally
  readonly #pools: PoolTally
  readonly #rows: RowChecks
  readonly #years = new YearCheck()
  readonly #warned = new Map<string, Set<string>>()
  readonly #events: Map<string, number>
  readonly #assets: Map<string, number>
  readonly #accounts: Map<string, number>
  /** Where in each list the rows of the next event begin. */
  #disposal = 0
  #removal = 0
  #income = 0

  constructor(table: EventTable, settings: CalculationSettings, result: CalculationResult) {
    this.#t = table
    this.#result = result
    const families = new AssetFamilies(table, settings)
    this.#movement = new Movement(table, settings)
    this.#lots = new LotTally(table, families, this.#checks, (event) =>
      this.#isWarned('MISSING_BASIS', event),
    )
    const isUniversal = settings.pool_before_2025 === 'universal'
    this.#pools = new PoolTally(table, families, this.#checks, isUniversal)
    this.#rows = new RowChecks(table, this.#checks)
    this.#events = new Map(table.ids.map((id, event) => [id, event]))
    this.#assets = new Map(table.assets.map((name, asset) => [name, asset]))
    this.#accounts = new Map(table.accounts.map((name, account) => [name, account]))
    for (const { code, tx } of result.warnings) {
      if (tx === null) continue
      const warned = this.#warned.get(code)
      if (warned === undefined) this.#warned.set(code, new Set([tx]))
      else warned.add(tx)
    }
  }

  run(): InvariantFinding[] {
    const { disposals, removals, income } = this.#result
    const m = this.#movement
    for (let event = 0; event < this.#t.count; event++) {
      m.read(event)
      this.#lots.begin(m)
      this.#pools.move(m, this.#isWarned('MISSING_BASIS', event))
      this.#rowsOfEvent(m)
      this.#incomeOfEvent(m)
      this.#flagsOfEvent(m)
    }
    // A row that no event took for its own is of another event, another instant, or none.
    for (const [list, next] of [
      [disposals, this.#disposal],
      [removals, this.#removal],
      [income, this.#income],
    ] as const) {
      const row = list[next]
      if (row !== undefined)
        this.#checks['dates-in-order'].fail(`${row.tx}: a row out of the order of events`)
    }
    this.#lotsLeft()
    this.#lots.settle()
    this.#pools.settle(this.#lots)
    this.#years.settle(this.#result.years, this.#checks['totals-are-sums'])
    return INVARIANTS.map((name) => this.#checks[name].finding())
  }

  /** The rows of an event, together, are what it gave up: units, proceeds and costs. */
  #rowsOfEvent(m: Movement) {
    const { disposals, removals } = this.#result
    const id = this.#t.ids[m.event]!
    const isOneKind = m.kind === 'fee' && m.asset === m.feeAsset
    let quantity = 0n
    let gross = 0n
    let costs = 0n
    let feeQuantity = 0n
    let feeGross = 0n
    let others = 0
    const first = this.#disposal + this.#removal
    for (; disposals[this.#disposal]?.tx === id; this.#disposal += 1) {
      const row = disposals[this.#disposal]!
      const asset = this.#assets.get(row.asset)
      const isOwn =
        (m.rows === 'disposals' || m.rows === 'contract') && row.kind === m.kind && asset === m.asset
      const isFee = !isOwn && row.kind === 'fee' && asset === m.feeAsset
      if (asset === undefined || !(isOwn || isFee)) {
        others += 1
        continue
      }
      const units = wholeUnits(row.quantity, this.#t.scales[asset]!)
      const worth = wholeUnits(row.gross_proceeds, MONEY_SCALE)
      const fees = wholeUnits(row.fees, MONEY_SCALE)
      const basis = wholeUnits(row.basis, MONEY_SCALE)
      if (isOwn) {
        quantity += units
        gross += worth
        costs += fees
      } else {
        feeQuantity += units
        feeGross += worth
        if (fees !== 0n) others += 1
      }
      this.#take(row, m, asset, units, { basis, dual: row.dual_basis })
      this.#rows.gain(row, worth, fees, basis)
      this.#years.disposal(row, worth - fees, basis)
      this.#rows.term(row, m.event)
    }
    for (; removals[this.#removal]?.tx === id; this.#removal += 1) {
      const row = removals[this.#removal]!
      const asset = this.#assets.get(row.asset)
      if (asset === undefined || m.rows !== 'removals' || row.kind !== m.kind || asset !== m.asset) {
        others += 1
        continue
      }
      const units = wholeUnits(row.quantity, this.#t.scales[asset]!)
      quantity += units
      gross += wholeUnits(row.value ?? '0', MONEY_SCALE)
      this.#take(row, m, asset, units, { basis: wholeUnits(row.basis, MONEY_SCALE) })
      if (row.kind !== 'donation') continue
      this.#rows.deduction(row)
      this.#years.deduction(row)
    }
    const hasRows = this.#disposal + this.#removal > first
    if (m.rows === 'none' && m.feeAsset === NONE && !hasRows && !NEUTRAL.has(m.operation)) return

    if (m.ended !== null) {
      // How much of the lock-up is still there the rows say: never more than it was, and begun anew in the same event.
      const { most, value, whole } = m.ended
      m.quantity = quantity <= most ? quantity : most
      m.gross = quantity === 0n ? 0n : shareOf(value, quantity, whole)
      this.#lots.renew(m.event, m.asset, m.quantity, m.gross)
    }
    const isWhole = isOneKind
      ? quantity === m.quantity + m.feeQuantity
      : quantity === m.quantity && feeQuantity === m.feeQuantity
    const isShared = isOneKind
      ? gross === m.gross + m.feeWorth && costs === m.costs
      : gross === m.gross && costs === m.costs && feeGross === m.feeWorth
    const isNeutral = NEUTRAL.has(m.operation) && m.rows !== 'disposals'
    const whole = this.#checks[isNeutral ? 'transfers-neutral' : 'disposals-whole']
    whole.checked += 1
    if (!isWhole || others > 0) whole.fail(`${m.kind} ${id}: its rows are not the units that left`)
    const shared = this.#checks['proceeds-shared-out']
    shared.checked += 1
    if (!isShared) shared.fail(`${m.kind} ${id}: its rows are not what it brought and cost`)
  }

  /** A row takes units of its lot, or of none that is known. */
  #take(row: DisposalRow | RemovalRow, m: Movement, asset: number, units: bigint, said: RowBasis) {
    const lot = row.lot === null ? undefined : this.#events.get(row.lot)
    this.#rows.dates(row, m.event, lot)
    if (units < 0n)
      this.#checks['lots-used-once'].fail(`${row.kind} ${row.tx}: a quantity of ${row.quantity}`)
    if (lot !== undefined) this.#lots.use(lot, asset, units, said)
    if (row.lot !== null) return
    const check = this.#checks['unknown-flagged']
    check.checked += 1
    if (said.basis !== 0n) check.fail(`${row.kind} ${row.tx}: units of no lot have a basis of ${row.basis}`)
    // What a contract pays is of no lot by its nature (us.md 9.1), and no units need no origin.
    if ((m.rows === 'contract' && row.kind === m.kind) || units === 0n) return
    this.#pools.missing(m.event, asset, units)
    this.#flagged(check, 'MISSING_BASIS', m.event)
  }

  /** Income is there once for each receipt that is income, at its value, and nowhere else (R-INC-1, R-INC-3). */
  #incomeOfEvent(m: Movement) {
    const t = this.#t
    const id = t.ids[m.event]!
    const check = this.#checks['income-at-receipt']
    let rows = 0
    for (; this.#result.income[this.#income]?.tx === id; this.#income += 1) {
      const row = this.#result.income[this.#income]!
      rows += 1
      const asset = t.toAsset[m.event]!
      const value = wholeUnits(row.value, MONEY_SCALE)
      this.#years.income(row, value)
      const isReceipt =
        row.category === m.income &&
        row.asset === t.assets[asset] &&
        row.account === t.accounts[t.account[m.event]!] &&
        wholeUnits(row.quantity, t.scales[asset]!) === m.received &&
        value === m.receivedValue
      if (!isReceipt) check.fail(`${row.category} ${id}: ${row.quantity} ${row.asset} at ${row.value}`)
      this.#rows.incomeDates(row, m.event)
    }
    const expected = m.income === null ? 0 : 1
    if (rows === 0 && expected === 0) return
    check.checked += 1
    if (rows !== expected) check.fail(`${m.kind} ${id}: ${rows} rows of income`)
  }

  /** What nobody knows the other side or the cost of is said (R-MISS-2, R-GIFT-3). */
  #flagsOfEvent(m: Movement) {
    const check = this.#checks['unknown-flagged']
    const { event } = m
    if (m.operation === 'remove' && m.kind === 'sent_unresolved' && m.asset !== NONE)
      this.#flagged(check, 'UNRESOLVED_SENT', event)
    else if (m.operation === 'receive-unresolved' && this.#isCoin(this.#t.toAsset[event]!))
      this.#flagged(check, 'UNRESOLVED_RECEIVED', event)
    else if (m.operation === 'receive-gift' && this.#isCoin(this.#t.toAsset[event]!)) {
      if (this.#t.donors.get(event)?.basis === undefined) this.#flagged(check, 'GIFT_BASIS_UNKNOWN', event)
    } else if (m.operation === 'staking-return' && m.lotAsset !== NONE && m.income === null)
      this.#flagged(check, 'STAKING_RETURN_EXCEEDS_LOCKUP', event)
    else return
    check.checked += 1
  }

  #flagged(check: Check, code: string, event: number) {
    if (!this.#isWarned(code, event)) check.fail(`${this.#t.ids[event]}: ${code} is not said`)
  }

  #isWarned(code: string, event: number): boolean {
    return this.#warned.get(code)?.has(this.#t.ids[event]!) ?? false
  }

  #isCoin(asset: number): boolean {
    return asset !== NONE && this.#t.isCash[asset] === 0
  }

  /** What is left: more than nothing of each lot, once in each account. */
  #lotsLeft() {
    const check = this.#checks['lots-used-once']
    let before = NONE
    const seen = new Set<string>()
    for (const row of this.#result.lots) {
      const event = this.#events.get(row.lot)
      const asset = this.#assets.get(row.asset)
      const account = row.account === null ? NONE : this.#accounts.get(row.account)
      if (event === undefined || asset === undefined || account === undefined) {
        check.fail(`lot ${row.lot} of ${row.asset} in ${row.account ?? 'no account'}: nothing acquired it`)
        continue
      }
      if (event !== before) seen.clear()
      before = event
      const place = `${row.account ?? ''}\n${row.asset}`
      const quantity = wholeUnits(row.quantity, this.#t.scales[asset]!)
      const basis = wholeUnits(row.basis, MONEY_SCALE)
      if (quantity <= 0n || basis < 0n || seen.has(place))
        check.fail(`lot ${row.lot} of ${row.asset}: ${row.quantity} left with a basis of ${row.basis}`)
      seen.add(place)
      this.#rows.lotDates(row, event)
      const loss = row.loss_basis === undefined ? undefined : wholeUnits(row.loss_basis, MONEY_SCALE)
      this.#lots.use(event, asset, quantity, loss === undefined ? { basis } : { basis, loss })
      this.#pools.hold(account, asset, quantity)
    }
  }
}
