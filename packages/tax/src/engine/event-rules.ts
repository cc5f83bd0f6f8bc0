import type { Amounts, Slot } from '../amounts/amounts.ts'
import { moveToOtherAccount } from '../us/self-transfer.ts'
import { owe, repay } from '../us/loan-in-kind.ts'
import { convertLots } from '../us/rebrand.ts'
import { lockUp, loseLocked, returnLocked } from '../us/staking.ts'
import { treatmentCode, TREATMENTS, type Operation } from '../us/treatments.ts'
import { choiceOf } from '../us/choices-in-force.ts'
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
} from './event-table.ts'
import type { Ledger } from './ledger.ts'
import { CONTRACT_LOSS_KIND, FEE_KIND, KIND_OF_TREATMENT } from './row-table.ts'

const NFT_MINT = treatmentCode('nft', 'nft_mint')

/** Applies each kind of event to the ledger. Within one event the main disposal or move comes first, then the fee. */
export class EventRules {
  readonly #l: Ledger
  readonly #t: EventTable
  readonly #a: Amounts
  readonly #splitsFees: boolean
  /** The piece just received. */
  readonly #received = [-1]

  constructor(ledger: Ledger) {
    this.#l = ledger
    this.#t = ledger.table
    this.#a = ledger.amounts
    this.#splitsFees = choiceOf(ledger.settings, 'exchange_fee') === 'split'
  }

  apply(e: number, operation: Operation): void {
    this.#readFee(e, operation)
    this.#readCosts(e)
    if (this.#l.isUniversal) this.#trackBalances(e, operation)
    switch (operation) {
      case 'exchange':
        return this.#exchange(e)
      case 'income':
        this.#l.incomes.push(e)
        return this.#receiveAtValue(e)
      case 'acquire':
        return this.#receiveAtValue(e)
      case 'receive-free':
        return this.#receive(e, this.#l.zero)
      case 'borrow':
        if (this.#isAsset(this.#t.toAsset[e]!)) owe(this.#l, e)
        return this.#receiveAtValue(e)
      case 'repay':
        if (this.#isAsset(this.#t.fromAsset[e]!)) repay(this.#l, e)
        return this.#spendFee(e)
      case 'margin-gain':
        return this.#marginGain(e)
      case 'receive-unresolved':
        return this.#receiveUnresolved(e)
      case 'receive-gift':
        return this.#receiveGift(e)
      case 'staking-return':
        if (this.#isAsset(this.#t.toAsset[e]!)) returnLocked(this.#l, e)
        return this.#spendFee(e)
      case 'staking-lockup':
        if (this.#isAsset(this.#t.fromAsset[e]!)) lockUp(this.#l, e)
        return this.#spendFee(e)
      case 'dispose':
        return this.#dispose(e)
      case 'margin-loss':
        return this.#marginLoss(e)
      case 'remove':
        return this.#remove(e)
      case 'convert':
        return this.#convert(e)
      case 'transfer':
        if (this.#isAsset(this.#t.fromAsset[e]!) && moveToOtherAccount(this.#l, e) === 'fee-settled') return
        return this.#spendFee(e)
    }
  }

  /**
   * Something for something else. Given up: a disposal for what was received, all costs taken off (R-TRD-1,
   * R-FEE-2, R-FEE-3), or half of them where both sides share them (R-OPEN-12). Received: a lot at its value, or for cash
   * at what was paid, costs included (R-FEE-1).
   */
  #exchange(e: number) {
    const { fromAsset, toAsset, feeAsset } = this.#t
    const l = this.#l
    const a = this.#a
    const received = toAsset[e]!
    const isFreeMint = l.treatment[e] === NFT_MINT && this.#t.amounts.isZero(e * AMOUNTS_PER_EVENT + FROM)

    if (this.#isAsset(fromAsset[e]!) && !isFreeMint) {
      this.#load(e, FROM, l.quantity)
      this.#loadValue(e, TO_VALUE_KNOWN, TO_VALUE, FROM_VALUE, l.worth)
      const kind = KIND_OF_TREATMENT[l.treatment[e]!]!
      const fees = this.#splitFee(e)
      l.dispose(e, fromAsset[e]!, l.quantity, l.worth, fees, kind, true)
      if (fees !== l.costs) {
        a.add(l.worth, l.worth, l.costs)
        a.subtract(l.worth, l.worth, fees)
      }
      this.#receive(e, l.worth)
      return
    }
    if (!this.#isAsset(received)) return this.#spendFee(e)

    if (isFreeMint) a.clear(l.worth)
    else this.#loadValue(e, FROM_VALUE_KNOWN, FROM_VALUE, TO_VALUE, l.worth)
    this.#load(e, TO, l.quantity)
    if (feeAsset[e] === received && !a.isZero(l.feeUnits)) {
      // Withheld in the coin bought: what is left cost what was paid, and nothing was disposed of (R-FEE-6).
      a.subtract(l.quantity, l.quantity, l.feeUnits)
      a.subtract(l.basis, l.costs, l.feeWorth)
      a.add(l.basis, l.basis, l.worth)
      l.acquire(e, this.#t.account[e]!, received, l.quantity, l.basis)
      if (a.isNegative(l.quantity)) {
        // The fee was more than the purchase: the rest of it comes out of what was there.
        a.subtract(l.quantity, l.zero, l.quantity)
        a.share(l.worth, l.feeWorth, l.quantity, l.feeUnits)
        l.dispose(e, received, l.quantity, l.worth, l.zero, FEE_KIND, false)
      }
      return
    }
    a.add(l.basis, l.worth, l.costs)
    // A rebate of more than the price: nothing costs less than nothing.
    if (a.isNegative(l.basis)) a.clear(l.basis)
    l.acquire(e, this.#t.account[e]!, received, l.quantity, l.basis)
    this.#spendFee(e)
  }

  /**
   * The part of the costs that is taken off what is given up; the rest goes to the basis of what is received. All of them
   * (R-FEE-3), or by choice half (R-OPEN-12), where what is received is an asset and nothing is given back.
   */
  #splitFee(e: number): Slot {
    const l = this.#l
    const a = this.#a
    const isForAsset =
      this.#isAsset(this.#t.toAsset[e]!) && !this.#t.amounts.isZero(e * AMOUNTS_PER_EVENT + TO)
    if (!this.#splitsFees || !isForAsset || a.isNegative(l.costs)) return l.costs
    // The odd unit stays with what is given up.
    const whole = a.get(l.costs)
    a.set(l.basis, whole - whole / 2n)
    return l.basis
  }

  /** Value received is the basis (R-INC-1), of income and of what is none (R-INC-3); nothing known is 0 (R-INC-2). */
  #receiveAtValue(e: number) {
    this.#loadValue(e, TO_VALUE_KNOWN, TO_VALUE, TO_VALUE, this.#l.worth)
    this.#receive(e, this.#l.worth)
  }

  /**
   * Gain that a contract paid: short-term and in full; a coin is a lot at its value. Costs lower the proceeds to
   * nothing and no further; the rest of them is the basis of the row, as the cost of a losing contract is (R-CON-1,
   * R-CON-2).
   */
  #marginGain(e: number) {
    const l = this.#l
    const a = this.#a
    this.#loadValue(e, TO_VALUE_KNOWN, TO_VALUE, TO_VALUE, l.worth)
    this.#load(e, TO, l.quantity)
    const kind = KIND_OF_TREATMENT[l.treatment[e]!]!
    const costs = a.compare(l.costs, l.worth) > 0 ? l.worth : l.costs
    a.subtract(l.basis, l.costs, costs)
    l.disposeContract(e, this.#t.toAsset[e]!, l.quantity, l.worth, costs, l.basis, kind)
    this.#receive(e, l.worth)
  }

  /**
   * Cost of a losing contract. What was paid, costs included, is the basis of a row without proceeds: a loss in full,
   * short-term. Costs given back are its proceeds. A coin that paid it is disposed of at its value besides, in rows of
   * their own; cash has no lot (R-CON-2).
   */
  #marginLoss(e: number) {
    const l = this.#l
    const a = this.#a
    const asset = this.#t.fromAsset[e]!
    const kindOfPaid = KIND_OF_TREATMENT[l.treatment[e]!]!
    this.#load(e, FROM, l.quantity)
    this.#loadValue(e, FROM_VALUE_KNOWN, FROM_VALUE, FROM_VALUE, l.worth)
    if (this.#isAsset(asset)) l.dispose(e, asset, l.quantity, l.worth, l.zero, kindOfPaid, true)
    const isGivenBack = a.isNegative(l.costs)
    a.copy(l.basis, l.worth)
    if (!isGivenBack) a.add(l.basis, l.basis, l.costs)
    const isCoin = this.#isAsset(asset)
    // A coin without a value costs nothing that is known; its own row says that it left.
    if (isGivenBack || !a.isZero(l.basis) || (!isCoin && !a.isZero(l.quantity))) {
      const kind = isCoin ? CONTRACT_LOSS_KIND : kindOfPaid
      l.disposeContract(e, asset, l.quantity, l.zero, isGivenBack ? l.costs : l.zero, l.basis, kind)
    }
    this.#spendFee(e)
  }

  #receiveUnresolved(e: number) {
    if (this.#isAsset(this.#t.toAsset[e]!)) this.#l.warnings.add('UNRESOLVED_RECEIVED', e)
    this.#receive(e, this.#l.zero)
  }

  /**
   * The donor's basis and holding period go on (R-GIFT-1); a gift worth less than the donor paid has a second
   * basis for a loss (R-GIFT-2); nothing known of the donor is basis 0 and the day of the gift (R-GIFT-3).
   */
  #receiveGift(e: number) {
    const l = this.#l
    const a = this.#a
    const donor = this.#t.donors.get(e)
    if (!this.#isAsset(this.#t.toAsset[e]!)) return this.#spendFee(e)
    if (donor?.basis === undefined) {
      l.warnings.add('GIFT_BASIS_UNKNOWN', e)
      return this.#receive(e, l.zero)
    }
    const day = this.#t.day[e]!
    a.set(l.basis, donor.basis)
    this.#loadValue(e, TO_VALUE_KNOWN, TO_VALUE, TO_VALUE, l.worth)
    const isUnderWater = (this.#t.known[e]! & TO_VALUE_KNOWN) !== 0 && a.compare(l.worth, l.basis) < 0
    const gift = isUnderWater ? { basis: l.worth, loss: { acquired: day } } : undefined
    this.#receive(e, l.basis, donor.acquired ?? day, gift)
  }

  /** Spent, or settled in kind: proceeds are the value less costs (R-SPD-1, R-FEE-2). */
  #dispose(e: number) {
    const l = this.#l
    const asset = this.#t.fromAsset[e]!
    if (this.#isAsset(asset)) {
      this.#load(e, FROM, l.quantity)
      this.#loadValue(e, FROM_VALUE_KNOWN, FROM_VALUE, FROM_VALUE, l.worth)
      l.dispose(e, asset, l.quantity, l.worth, l.costs, KIND_OF_TREATMENT[l.treatment[e]!]!, true)
    }
    this.#spendFee(e)
  }

  /** Given, donated, stolen, lost, or sent nobody knows where: leaves with its basis (R-GIFT-4, R-DON-1, R-LOSS-1, R-MISS-2). */
  #remove(e: number) {
    const l = this.#l
    const asset = this.#t.fromAsset[e]!
    if (this.#isAsset(asset)) {
      const { kind } = TREATMENTS[this.#l.treatment[e]!]!
      if (kind === 'sent_unresolved') l.warnings.add('UNRESOLVED_SENT', e)
      this.#load(e, FROM, l.quantity)
      this.#loadValue(e, FROM_VALUE_KNOWN, FROM_VALUE, FROM_VALUE, l.worth)
      l.remove(e, asset, l.quantity, l.worth, KIND_OF_TREATMENT[l.treatment[e]!]!)
      if (kind === 'lost' || kind === 'stolen') loseLocked(l, e)
    }
    this.#spendFee(e)
  }

  /** A lot of what arrived. A fee in the same coin is paid out of that very lot (R-FEE-5). */
  #receive(
    e: number,
    basis: Slot,
    acquired?: number,
    gift?: { readonly basis: Slot; readonly loss: { readonly acquired: number } },
  ) {
    const l = this.#l
    const asset = this.#t.toAsset[e]!
    if (!this.#isAsset(asset)) return this.#spendFee(e)
    this.#load(e, TO, l.quantity)
    const piece = l.acquire(e, this.#t.account[e]!, asset, l.quantity, basis, acquired, gift)
    if (piece === -1 || !this.#isWithheld(e)) return this.#spendFee(e)
    this.#received[0] = piece
    l.disposeFromPieces(e, asset, this.#received, l.feeUnits, l.feeWorth, FEE_KIND)
  }

  /** A fee in the coin that lots became is paid out of those lots (R-SWP-1, R-FEE-5). */
  #convert(e: number) {
    const l = this.#l
    const isWithheld = this.#isWithheld(e)
    const converted = convertLots(l, e, isWithheld)
    if (!isWithheld) return this.#spendFee(e)
    l.disposeFromPieces(e, this.#t.toAsset[e]!, converted, l.feeUnits, l.feeWorth, FEE_KIND)
  }

  /** Whether there is a fee that is paid out of what arrived. */
  #isWithheld(e: number): boolean {
    const { feeUnits } = this.#l
    const isInKind = this.#t.feeAsset[e] === this.#t.toAsset[e] && !this.#a.isZero(feeUnits)
    return isInKind && !this.#a.isNegative(feeUnits)
  }

  /** A fee in a coin is a disposal of that coin for its value (R-FEE-4); one given back is a lot at its value. */
  #spendFee(e: number) {
    const l = this.#l
    const a = this.#a
    if (a.isZero(l.feeUnits)) return
    const asset = this.#t.feeAsset[e]!
    if (a.isNegative(l.feeUnits)) {
      a.subtract(l.quantity, l.zero, l.feeUnits)
      a.subtract(l.basis, l.zero, l.feeWorth)
      l.acquire(e, this.#t.account[e]!, asset, l.quantity, l.basis)
      return
    }
    l.dispose(e, asset, l.feeUnits, l.feeWorth, l.zero, FEE_KIND, false)
  }

  /**
   * The fee's units, if it is in a coin, and its worth: as stated, or as a part of the side in the same coin, which in an
   * exchange, and in a rename, is worth what the other side is (R-TRD-1).
   */
  #readFee(e: number, operation: Operation) {
    const l = this.#l
    const t = this.#t
    const a = this.#a
    const asset = t.feeAsset[e]!
    const at = e * AMOUNTS_PER_EVENT
    l.feeUnits = l.feeWorth = l.zero
    if (asset === NONE || t.amounts.isZero(at + FEE)) return
    if (t.isCash[asset] === 0) {
      l.feeUnits = l.ownFeeUnits
      a.copyFrom(l.feeUnits, t.amounts, at + FEE)
    }
    l.feeWorth = l.ownFeeWorth
    const known = t.known[e]!
    const isOneForOther = operation === 'exchange' || operation === 'convert'
    if ((known & FEE_VALUE_KNOWN) !== 0) a.copyFrom(l.feeWorth, t.amounts, at + FEE_VALUE)
    else if (asset === t.toAsset[e] && (known & TO_VALUE_KNOWN) !== 0) this.#shareOfSide(e, TO, TO_VALUE)
    else if (asset === t.fromAsset[e] && (known & FROM_VALUE_KNOWN) !== 0)
      this.#shareOfSide(e, FROM, FROM_VALUE)
    else if (isOneForOther && asset === t.toAsset[e]) this.#shareOfSide(e, TO, FROM_VALUE)
    else if (isOneForOther && asset === t.fromAsset[e]) this.#shareOfSide(e, FROM, TO_VALUE)
    else a.clear(l.feeWorth)
    // A fee given back is worth as much as it would have cost, the other way round.
    if (t.amounts.isNegative(at + FEE) !== a.isNegative(l.feeWorth))
      a.subtract(l.feeWorth, l.zero, l.feeWorth)
  }

  /** The fee, and further ones that are events of their own: they are spent there, and cost this (R-FEE-4). */
  #readCosts(e: number) {
    const l = this.#l
    l.costs = l.feeWorth
    const further = this.#t.furtherCosts.size === 0 ? undefined : this.#t.furtherCosts.get(e)
    if (further === undefined) return
    l.costs = l.ownCosts
    this.#a.set(l.costs, further)
    this.#a.add(l.costs, l.costs, l.feeWorth)
  }

  #shareOfSide(e: number, side: number, value: number) {
    const l = this.#l
    const a = this.#a
    this.#load(e, side, l.quantity)
    if (a.isZero(l.quantity)) return a.clear(l.feeWorth)
    this.#load(e, value, l.worth)
    this.#load(e, FEE, l.basis)
    if (a.isNegative(l.basis)) a.subtract(l.basis, l.zero, l.basis)
    a.share(l.feeWorth, l.worth, l.basis, l.quantity)
  }

  /** Under the universal pool lots do not say where units are; the balances of accounts do (R-POOL-2). */
  #trackBalances(e: number, operation: Operation) {
    const { balances, keys } = this.#l
    if (balances === undefined) return
    const { account, toAccount, fromAsset, toAsset, feeAsset, amounts } = this.#t
    const at = e * AMOUNTS_PER_EVENT
    const here = account[e]!
    const isInPlace = operation === 'staking-lockup' || operation === 'staking-return'
    const isReceipt =
      operation === 'income' ||
      operation === 'acquire' ||
      operation === 'borrow' ||
      operation.startsWith('receive')
    if (this.#isAsset(feeAsset[e]!)) balances.subtract(keys.of(here, feeAsset[e]!), amounts, at + FEE)
    if (isInPlace) return
    if (this.#isAsset(fromAsset[e]!) && !isReceipt && operation !== 'margin-gain') {
      balances.subtract(keys.of(here, fromAsset[e]!), amounts, at + FROM)
      if (operation === 'transfer') balances.add(keys.of(toAccount[e]!, fromAsset[e]!), amounts, at + FROM)
    }
    const arrives =
      isReceipt || operation === 'exchange' || operation === 'convert' || operation === 'margin-gain'
    if (this.#isAsset(toAsset[e]!) && arrives) balances.add(keys.of(here, toAsset[e]!), amounts, at + TO)
  }

  #isAsset(asset: number): boolean {
    return asset !== NONE && this.#t.isCash[asset] === 0
  }

  #load(e: number, side: number, to: number) {
    this.#a.copyFrom(to, this.#t.amounts, e * AMOUNTS_PER_EVENT + side)
  }

  /** A value if it is known, else the other side's. */
  #loadValue(e: number, bit: number, value: number, otherwise: number, to: number) {
    this.#load(e, (this.#t.known[e]! & bit) !== 0 ? value : otherwise, to)
  }
}
