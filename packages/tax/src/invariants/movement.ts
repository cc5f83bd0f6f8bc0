import type { CalculationSettings } from '../engine/calculation-input.ts'
import {
  AMOUNTS_PER_EVENT,
  FEE,
  FEE_VALUE,
  FEE_VALUE_KNOWN,
  FROM,
  FROM_VALUE,
  FROM_VALUE_KNOWN,
  NONE,
  TO,
  TO_VALUE,
  TO_VALUE_KNOWN,
  type EventTable,
} from '../engine/event-table.ts'
import { ACCOUNT_POOLS_FROM } from '../engine/tax-day.ts'
import { treatmentsInForce } from '../us/treatments-in-force.ts'
import { TREATMENTS, type Operation } from '../us/treatments.ts'
import { choiceOf } from '../us/choices-in-force.ts'
import type { StateReader, StateWriter } from './state-bytes.ts'
import { Units } from './units.ts'
import { magnitude, shareOf } from './whole-units.ts'

/** The row of a contract, which takes from no lot. */
export interface ContractMovement {
  readonly kind: string
  readonly asset: number
  readonly quantity: bigint
  readonly gross: bigint
  readonly costs: bigint
  readonly basis: bigint
}

/**
 * Units and values that one event brings in and takes away, by the rules of docs/tax alone: no lot, no pool, no order.
 * Quantities count 10^-scale of their asset, values 10^-12 dollar; an asset is NONE where there is none.
 */
export class Movement {
  event = 0
  operation: Operation = 'exchange'

  /** The rows that the event itself makes of what it gives up. */
  rows: 'none' | 'disposals' | 'removals' = 'none'
  kind = ''
  asset = NONE
  quantity = 0n
  /** For a removal, its fair market value. */
  gross = 0n
  costs = 0n
  /** The row of what a contract paid or cost, with a basis that no lot brings (R-CON-1, R-CON-2). */
  contract: ContractMovement | null = null

  /** A fee in a coin, which is a disposal of its own (R-FEE-4). */
  feeAsset = NONE
  feeQuantity = 0n
  feeWorth = 0n
  /** Units of a fee that leave without a row: their basis goes on (R-TRF-2, `carry`). */
  carried = 0n
  /** Fees added to the basis of the lots moved (R-TRF-2, `capitalize`). */
  addedBasis = 0n

  /** The lot that begins. */
  lotAsset = NONE
  lotQuantity = 0n
  lotBasis = 0n
  /** Value of a gift worth less than the donor paid: its basis for a loss (R-GIFT-2). */
  lossBasis: bigint | null = null
  /** A fee given back in a coin is a lot too. */
  backAsset = NONE
  backQuantity = 0n
  backBasis = 0n

  /** Units that move or convert, lots and all; those without a known lot become one of this event (R-MISS-1). */
  movedAsset = NONE
  movedQuantity = 0n
  convertedAsset = NONE
  convertedQuantity = 0n
  isMoveOfLots = false

  /** Category of an income, its quantity, and its value. */
  income: string | null = null
  received = 0n
  receivedValue = 0n

  /**
   * A lock-up that was a disposal ends: units that are still there, of those it gave, for their part of a
   * value (R-OPEN-8).
   */
  ended: { readonly most: bigint; readonly value: bigint; readonly whole: bigint } | null = null

  readonly #t: EventTable
  readonly #transferFee: CalculationSettings['transfer_fee']
  readonly #isUniversal: boolean
  readonly #treatment: Uint8Array
  readonly #splitsFees: boolean
  readonly #disposesLockups: boolean
  readonly #isReturnIncome: boolean
  readonly #locked: Units
  /** One where the last return came back short of what was locked up. */
  readonly #short: Units
  /** Units borrowed, and their value when they came. */
  readonly #owed: Units
  readonly #owedValue: Units

  /** @param from what is locked up and owed where the table begins. */
  constructor(table: EventTable, settings: CalculationSettings, from: StateReader | undefined) {
    this.#t = table
    this.#transferFee = settings.transfer_fee ?? 'dispose'
    this.#isUniversal = settings.pool_before_2025 === 'universal'
    this.#treatment = treatmentsInForce(table, settings)
    this.#splitsFees = choiceOf(settings, 'exchange_fee') === 'split'
    this.#disposesLockups = choiceOf(settings, 'staking_lockup') === 'dispose'
    this.#isReturnIncome = choiceOf(settings, 'staking_return') === 'income'
    const units = () =>
      from === undefined ? new Units(table.assets.length) : Units.read(table.assets.length, from)
    this.#locked = units()
    this.#short = units()
    this.#owed = units()
    this.#owedValue = units()
  }

  /** Writes the units locked up and owed before the next event. */
  write(to: StateWriter): void {
    for (const units of [this.#locked, this.#short, this.#owed, this.#owedValue]) units.write(to)
  }

  /** Whether lots are in no account at an event (R-POOL-2). */
  isUniversalAt(event: number): boolean {
    return this.#isUniversal && this.#t.day[event]! < ACCOUNT_POOLS_FROM
  }

  /** Read the next event; they are read one after the other, for a lock-up is returned later. */
  read(event: number): void {
    const t = this.#t
    const { operation, kind, subType } = TREATMENTS[this.#treatment[event]!]!
    this.event = event
    this.operation = operation
    this.#clear(kind)
    this.#readFee()
    const from = t.fromAsset[event]!
    const to = t.toAsset[event]!
    switch (operation) {
      case 'exchange':
        return this.#exchange(subType === 'nft_mint' && this.#amount(FROM) === 0n)
      case 'income':
        this.income = kind
        this.received = this.#amount(TO)
        this.receivedValue = this.#amount(TO_VALUE)
        return this.#begin(to, this.received, this.receivedValue)
      case 'acquire':
        return this.#begin(to, this.#amount(TO), this.#amount(TO_VALUE))
      case 'margin-gain':
        this.#gainOfContract(to)
        return this.#begin(to, this.#amount(TO), this.#amount(TO_VALUE))
      case 'borrow':
        this.#borrow(to)
        return this.#begin(to, this.#amount(TO), this.#amount(TO_VALUE))
      case 'repay':
        return this.#give('disposals', from, this.#amount(FROM), this.#repaid(from))
      case 'receive-free':
      case 'receive-unresolved':
        return this.#begin(to, this.#amount(TO), 0n)
      case 'receive-gift':
        return this.#gift(to, t.donors.get(event)?.basis)
      case 'staking-return':
        return this.#return(to)
      case 'staking-lockup':
        return this.#lockUp(from)
      case 'dispose':
        return this.#give('disposals', from, this.#amount(FROM), this.#amount(FROM_VALUE))
      case 'margin-loss':
        this.#give('disposals', from, this.#amount(FROM), this.#amount(FROM_VALUE), 0n)
        return this.#loseContract(from)
      case 'remove':
        if (kind === 'lost' || kind === 'stolen') this.#loseLocked(from)
        return this.#give('removals', from, this.#amount(FROM), this.#amount(FROM_VALUE))
      case 'convert':
        return this.#convert(from, to)
      case 'transfer':
        return this.#transfer(from)
    }
  }

  #clear(kind: string) {
    this.rows = 'none'
    this.kind = kind
    this.asset = this.feeAsset = this.lotAsset = this.backAsset = this.movedAsset = this.convertedAsset = NONE
    this.quantity = this.gross = this.costs = this.feeQuantity = this.feeWorth = this.carried = 0n
    this.addedBasis = this.lotQuantity = this.lotBasis = this.backQuantity = this.backBasis = 0n
    this.movedQuantity = this.convertedQuantity = this.received = this.receivedValue = 0n
    this.isMoveOfLots = false
    this.lossBasis = null
    this.income = null
    this.ended = null
    this.contract = null
  }

  /** For something else: what is given is disposed of for it, what is received begins at its value (R-TRD-1, R-FEE-1). */
  #exchange(isFree: boolean) {
    const { fromAsset, toAsset, feeAsset, known } = this.#t
    const e = this.event
    const to = toAsset[e]!
    if (this.#isCoin(fromAsset[e]!) && !isFree) {
      const worth = this.#amount((known[e]! & TO_VALUE_KNOWN) !== 0 ? TO_VALUE : FROM_VALUE)
      const costs = this.#costs()
      const isShared = this.#splitsFees && this.#isCoin(to) && this.#amount(TO) !== 0n && costs > 0n
      const received = isShared ? costs / 2n : 0n
      this.#give('disposals', fromAsset[e]!, this.#amount(FROM), worth, costs - received)
      return this.#begin(to, this.#amount(TO), worth + received)
    }
    if (!this.#isCoin(to)) return
    const paid = isFree ? 0n : this.#amount((known[e]! & FROM_VALUE_KNOWN) !== 0 ? FROM_VALUE : TO_VALUE)
    const units = this.#isCoin(feeAsset[e]!) && feeAsset[e] === to ? this.#amount(FEE) : 0n
    if (units === 0n) {
      const cost = paid + this.#costs()
      return this.#begin(to, this.#amount(TO), cost < 0n ? 0n : cost)
    }
    // Withheld in the coin bought: the rest cost what was paid (R-FEE-6). What the fee takes beyond the
    // purchase is spent.
    const rest = this.#amount(TO) - units
    const worth = rest < 0n ? shareOf(this.#feeValue(), -rest, units) : 0n
    this.feeAsset = rest < 0n ? to : NONE
    this.feeQuantity = rest < 0n ? -rest : 0n
    this.feeWorth = worth
    this.backAsset = NONE
    this.backQuantity = this.backBasis = 0n
    this.#begin(to, rest, paid + this.#furtherCosts())
  }

  #gift(to: number, basis: bigint | undefined) {
    this.#begin(to, this.#amount(TO), basis ?? 0n)
    const isValued = (this.#t.known[this.event]! & TO_VALUE_KNOWN) !== 0
    if (basis === undefined || !isValued || this.lotAsset === NONE) return
    const value = this.#amount(TO_VALUE)
    if (value < basis) this.lossBasis = value
  }

  /** A rebrand: units of one coin are units of another (R-SWP-1). For nothing they are lost; from nothing, of unknown origin. */
  #convert(from: number, to: number) {
    if (from === NONE || to === NONE) return
    const before = this.#amount(FROM)
    const after = this.#amount(TO)
    if (after === 0n) {
      this.kind = 'lost'
      this.#give('removals', from, before, 0n)
    } else if (before === 0n) {
      this.lotAsset = to
      this.lotQuantity = after
    } else {
      this.movedAsset = from
      this.movedQuantity = before
      this.convertedAsset = to
      this.convertedQuantity = after
      this.isMoveOfLots = from !== to || before !== after
    }
  }

  #transfer(from: number) {
    if (!this.#isCoin(from)) return
    const e = this.event
    this.movedAsset = from
    this.movedQuantity = this.#amount(FROM)
    if (this.isUniversalAt(e) || this.movedQuantity === 0n) return
    this.isMoveOfLots = this.#t.account[e] !== this.#t.toAccount[e]
    const further = this.#furtherCosts()
    if ((this.feeQuantity === 0n && further === 0n) || this.#transferFee === 'dispose') return
    if (this.#transferFee === 'carry' && this.feeAsset !== from) return
    this.isMoveOfLots = true
    if (this.#transferFee === 'capitalize') this.addedBasis = this.feeWorth + further
    else {
      this.carried = this.feeQuantity
      this.feeAsset = NONE
      this.feeQuantity = this.feeWorth = 0n
    }
  }

  #lockUp(asset: number) {
    this.#returned(asset, -this.#amount(FROM))
    const value = this.#amount(FROM_VALUE)
    const isPriced = (this.#t.known[this.event]! & FROM_VALUE_KNOWN) !== 0 && value !== 0n
    if (!this.#disposesLockups || !isPriced || !this.#isCoin(asset)) return
    this.#give('disposals', asset, this.#amount(FROM), value)
    this.#begin(asset, this.#amount(FROM), value)
  }

  #return(asset: number) {
    const whole = this.#amount(TO)
    const more = this.#returned(asset, whole)
    if (this.#isCoin(asset)) {
      const account = this.#t.account[this.event]!
      const isShort = whole > 0n && this.#locked.get(account, asset) > 0n
      this.#short.set(account, asset, isShort ? 1n : 0n)
    }
    const value = this.#amount(TO_VALUE)
    const isPriced = (this.#t.known[this.event]! & TO_VALUE_KNOWN) !== 0 && value !== 0n
    if (this.#disposesLockups && isPriced && this.#isCoin(asset)) {
      this.rows = 'disposals'
      this.asset = asset
      this.ended = { most: whole - more, value, whole }
    }
    const isIncome = this.#isReturnIncome && isPriced && more > 0n
    const worth = isIncome ? shareOf(value, more, whole) : 0n
    if (isIncome) {
      this.income = 'staking_reward'
      this.received = more
      this.receivedValue = worth
    }
    this.#begin(asset, more, worth)
  }

  /** Units lost after a return came back short are locked up no more (R-STK-2). */
  #loseLocked(asset: number) {
    const account = this.#t.account[this.event]!
    if (!this.#isCoin(asset) || this.#short.get(account, asset) === 0n) return
    this.#lower(account, asset, this.#amount(FROM))
  }

  #lower(account: number, asset: number, quantity: bigint) {
    const left = this.#locked.get(account, asset) - quantity
    this.#locked.set(account, asset, left < 0n ? 0n : left)
    if (left <= 0n) this.#short.set(account, asset, 0n)
  }

  #borrow(asset: number) {
    if (!this.#isCoin(asset)) return
    const account = this.#t.account[this.event]!
    this.#owed.add(account, asset, this.#amount(TO))
    this.#owedValue.add(account, asset, this.#amount(TO_VALUE))
  }

  /**
   * Repaying what is owed counts for what that was worth when it came, on average; what goes beyond it counts
   * for its part of the value (R-OPEN-11).
   */
  #repaid(asset: number): bigint {
    const worth = this.#amount(FROM_VALUE)
    const units = this.#amount(FROM)
    if (!this.#isCoin(asset)) return worth
    const account = this.#t.account[this.event]!
    const owed = this.#owed.get(account, asset)
    if (owed === 0n || units === 0n) return worth
    const part = units < owed ? units : owed
    const principal = shareOf(this.#owedValue.get(account, asset), part, owed)
    this.#owed.add(account, asset, -part)
    this.#owedValue.add(account, asset, -principal)
    return principal + (part === units ? 0n : shareOf(worth, units - part, units))
  }

  /**
   * Units returned beyond those locked up, whose origin is unknown (R-STK-1); the lock-up itself is a return below
   * zero.
   */
  #returned(asset: number, quantity: bigint): bigint {
    if (!this.#isCoin(asset)) return 0n
    const account = this.#t.account[this.event]!
    const left = this.#locked.get(account, asset) - quantity
    this.#locked.set(account, asset, left < 0n ? 0n : left)
    return left < 0n ? -left : 0n
  }

  #give(
    rows: 'disposals' | 'removals',
    asset: number,
    quantity: bigint,
    gross: bigint,
    costs = rows === 'removals' ? 0n : this.#costs(),
  ) {
    if (!this.#isCoin(asset) && this.operation !== 'convert') return
    this.rows = rows
    this.asset = asset
    this.quantity = quantity
    // Nothing that left for nothing has no row.
    if (quantity === 0n && gross === costs) return
    this.gross = gross
    this.costs = costs
  }

  /** The pay of a contract less its costs as far as it covers them; the costs beyond it are basis (R-CON-1). */
  #gainOfContract(asset: number) {
    const paid = this.#amount(TO_VALUE)
    const fee = this.#costs()
    const beyond = fee > paid ? fee - paid : 0n
    this.contract = {
      kind: this.kind,
      asset,
      quantity: this.#amount(TO),
      gross: paid,
      costs: fee - beyond,
      basis: beyond,
    }
  }

  /** What a contract cost, with its costs, is the basis of a row that brings nothing but costs given back (R-CON-2). */
  #loseContract(asset: number) {
    const fee = this.#costs()
    const back = fee < 0n ? -fee : 0n
    const basis = this.#amount(FROM_VALUE) + fee + back
    const quantity = this.#amount(FROM)
    const isCoin = this.#isCoin(asset)
    if ((isCoin || quantity === 0n) && basis === 0n && back === 0n) return
    const kind = isCoin ? 'contract_loss' : this.kind
    this.contract = { kind, asset, quantity, gross: 0n, costs: -back, basis }
  }

  #begin(asset: number, quantity: bigint, basis: bigint) {
    if (!this.#isCoin(asset) || quantity <= 0n) return
    this.lotAsset = asset
    this.lotQuantity = quantity
    this.lotBasis = basis
  }

  #readFee() {
    const asset = this.#t.feeAsset[this.event]!
    if (!this.#isCoin(asset)) return
    const units = this.#amount(FEE)
    if (units > 0n) {
      this.feeAsset = asset
      this.feeQuantity = units
      this.feeWorth = this.#feeValue()
    } else if (units < 0n) {
      this.backAsset = asset
      this.backQuantity = -units
      this.backBasis = -this.#feeValue()
    }
  }

  /** Costs of the event: its fee, and fees that are events of their own. */
  #costs(): bigint {
    return this.#feeValue() + this.#furtherCosts()
  }

  /** Value of the further fees, each an event that spends it (R-FEE-4). */
  #furtherCosts(): bigint {
    return this.#t.furtherCosts.get(this.event) ?? 0n
  }

  /**
   * Value of the fee: as stated, or its part of the side in the same coin, which is worth the value stated for either
   * side of the exchange or rename. Below zero for a fee given back.
   */
  #feeValue(): bigint {
    const { feeAsset, fromAsset, toAsset, known } = this.#t
    const e = this.event
    const asset = feeAsset[e]!
    if (asset === NONE) return 0n
    const units = this.#amount(FEE)
    if (units === 0n) return 0n
    let worth = 0n
    if ((known[e]! & FEE_VALUE_KNOWN) !== 0) worth = this.#amount(FEE_VALUE)
    else if (asset === toAsset[e] && (known[e]! & TO_VALUE_KNOWN) !== 0)
      worth = this.#partOf(units, TO, TO_VALUE)
    else if (asset === fromAsset[e] && (known[e]! & FROM_VALUE_KNOWN) !== 0)
      worth = this.#partOf(units, FROM, FROM_VALUE)
    else if (this.operation === 'exchange' || this.operation === 'convert') {
      if (asset === toAsset[e]) worth = this.#partOf(units, TO, FROM_VALUE)
      else if (asset === fromAsset[e]) worth = this.#partOf(units, FROM, TO_VALUE)
    }
    return units < 0n ? -magnitude(worth) : magnitude(worth)
  }

  #partOf(units: bigint, side: number, value: number): bigint {
    const whole = this.#amount(side)
    return whole === 0n ? 0n : shareOf(this.#amount(value), magnitude(units), whole)
  }

  #amount(side: number): bigint {
    const slot = this.event * AMOUNTS_PER_EVENT + side
    return this.#t.amounts.isZero(slot) ? 0n : this.#t.amounts.get(slot)
  }

  #isCoin(asset: number): boolean {
    return asset !== NONE && this.#t.isCash[asset] === 0
  }
}
