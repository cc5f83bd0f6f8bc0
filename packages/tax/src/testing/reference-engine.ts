import type {
  CalculationInput,
  CalculationSettings,
  InputTransaction,
  Method,
  MethodOverride,
} from '../schema/calculation-input.ts'
import {
  add,
  cmp,
  div,
  fromText,
  isPositive,
  min,
  mul,
  rational,
  type Rational,
  sub,
  ZERO,
} from './rational.ts'

/**
 * The rules of the reference once more, written down as plainly as possible: lists that are sorted for every
 * disposal, exact fractions, no columns. It shares nothing with the engine and is what the engine is held to on
 * small random ledgers. It knows what those contain and no more: cash is USD, days are UTC, values are stated.
 */
interface RefLot {
  readonly tx: string
  readonly order: number
  readonly acquired: string
  readonly loss: { unit: Rational; acquired: string } | null
  readonly asset: string
  /** Null under the universal pool. */
  readonly account: string | null
  quantity: Rational
  unit: Rational
}

export interface RefDisposal {
  tx: string
  kind: string
  asset: string
  lot: string | null
  acquired: string | null
  disposed: string
  quantity: Rational
  proceeds: Rational
  basis: Rational
  term: string
  box: string
  /** Its costs exceed what it brought. */
  isCostly?: boolean
}

export interface RefRemoval {
  tx: string
  kind: string
  lot: string | null
  quantity: Rational
  basis: Rational
  value: Rational
  deduction: Rational
}

export interface RefResult {
  readonly disposals: RefDisposal[]
  readonly removals: RefRemoval[]
  readonly income: { tx: string; category: string; quantity: Rational; value: Rational }[]
  readonly lots: RefLot[]
  readonly warnings: Set<string>
}

const INCOME = [
  'mined',
  'fork',
  'mastermode',
  'dividend_received',
  'airdrop',
  'payment',
  'interest_received',
  'staking_reward',
  'misc_reward',
]
const REBASES = ['staking_reward', 'interest_received', 'dividend_received', 'misc_reward', 'airdrop']
const CONTRACT_COSTS = ['margin_loss', 'margin_fee']
const REMOVALS: Record<string, string> = {
  gift_sent: 'gift',
  donation_501c3: 'donation',
  stolen: 'stolen',
  lost: 'lost',
  sent: 'sent_unresolved',
}

/** The kind of a trade between two assets that are declared to stand for each other (R-OPEN-1 to R-OPEN-5). */
export function pairKind({ tokens }: CalculationSettings, t: InputTransaction) {
  if (!['trade', 'swap', 'buy', 'sell'].includes(t.type)) return undefined
  const sides = [t.from_currency, t.to_currency]
  const found = (tokens ?? []).find((token) => sides.includes(token.asset) && sides.includes(token.of ?? '?'))
  return found?.kind === 'rebase' ? undefined : found?.kind
}

/** Whether an exchange changes nothing but the name of the units. */
export function isConversion(settings: CalculationSettings, t: InputTransaction): boolean {
  const kind = pairKind(settings, t)
  if (kind === undefined) return t.type === 'swap'
  return (settings.treatments?.[kind] ?? (kind === 'wrapped' ? 'swap' : 'trade')) === 'swap'
}

/** Whether a receipt is neither income nor worth anything until it is disposed of (R-OPEN-6, R-OPEN-7). */
export function isFree({ tokens, treatments }: CalculationSettings, t: InputTransaction): boolean {
  const isRebase =
    REBASES.includes(t.sub_type ?? '?') &&
    (tokens ?? []).some((token) => token.kind === 'rebase' && token.asset === t.to_currency)
  if (isRebase) return treatments?.rebase === 'zero_basis'
  return t.sub_type === 'airdrop' && treatments?.airdrop === 'zero_basis'
}

/** Value of a fee that states none: its share of the side in its coin, or else of the other side's value. */
function worthBySide(t: InputTransaction): Rational {
  const statedValue = (side: 'from' | 'to') =>
    t[`${side}_currency`] === 'USD' ? t[`${side}_amount`] : t[`${side}_value`]
  const [side, other] =
    t.fee_currency === t.to_currency ? (['to', 'from'] as const) : (['from', 'to'] as const)
  const units = fromText(t[`${side}_amount`])
  if (t.fee_currency !== t[`${side}_currency`] || !isPositive(units)) return ZERO
  return div(mul(fromText(statedValue(side) ?? statedValue(other)), fromText(t.fee_amount)), units)
}

export function referenceCalculate({ settings, transactions }: CalculationInput): RefResult {
  let lots: RefLot[] = []
  const accountOf = new Map(transactions.map(({ id, account }) => [id, account]))
  const result: RefResult = { disposals: [], removals: [], income: [], lots: [], warnings: new Set() }
  const balances = new Map<string, Rational>()
  const locked = new Map<string, Rational>()
  const shortReturns = new Map<string, string>()
  const debts = new Map<string, { units: Rational; value: Rational }>()
  const claims = new Map<string, { tx: string; units: Rational }[]>()
  const choices = settings.treatments ?? {}
  let isUniversal = settings.pool_before_2025 === 'universal'

  const sorted = transactions
    .map((t, i) => ({ t, i }))
    .sort((a, b) => Date.parse(a.t.at) - Date.parse(b.t.at) || a.i - b.i)
    .map(({ t }) => asCoin(t))
    .map((t) => (t.type === 'swap' && !isConversion(settings, t) ? { ...t, type: 'trade' } : t))

  sorted.forEach((t, order) => {
    const day = dayIn(settings.timezone ?? 'UTC', t.at)
    if (isUniversal && day >= '2025-01-01') {
      isUniversal = false
      allocate(t.id)
    }
    const pool = isUniversal ? null : t.account
    const unknown = { term: 'short', box: boxOf(day, 'short', null) }
    const feeUnits = t.fee_currency === 'USD' ? ZERO : fromText(t.fee_amount)
    const isGas = settings.wallets?.includes(t.account) === true
    const feeWorth =
      isPositive(feeUnits) && t.fee_value == null
        ? worthBySide(t)
        : fromText(t.fee_currency === 'USD' ? t.fee_amount : t.fee_value)
    const further = (t.further_fees ?? []).map(({ value }) => fromText(value)).reduce(add, ZERO)
    const costs = add(feeWorth, further)
    const fromIsAsset = isAsset(t.from_currency)
    const toIsAsset = isAsset(t.to_currency)
    const fromUnits = fromText(t.from_amount)
    const toUnits = fromText(t.to_amount)
    const valueOf = (side: 'from' | 'to') =>
      fromText(t[`${side}_currency`] === 'USD' ? t[`${side}_amount`] : t[`${side}_value`])

    const acquire = (
      account: string | null,
      asset: string,
      quantity: Rational,
      basis: Rational,
      acquired = day,
      loss: RefLot['loss'] = null,
    ) => {
      if (!isPositive(quantity)) return null
      const lot = { tx: t.id, order, acquired, loss, asset, account, quantity, unit: div(basis, quantity) }
      lots.push(lot)
      return lot
    }
    const balance = (account: string, asset: string, by: Rational) => {
      const key = `${account}|${asset}`
      balances.set(key, add(balances.get(key) ?? ZERO, by))
    }
    const take = (asset: string, quantity: Rational, isMain: boolean) => {
      const taken: { lot: RefLot; quantity: Rational }[] = []
      let want = quantity
      const inPool = () =>
        lots.filter((l) => l.asset === asset && l.account === pool && isPositive(l.quantity))
      const takeFrom = (lot: RefLot, most: Rational) => {
        const part = min(lot.quantity, most)
        lot.quantity = sub(lot.quantity, part)
        taken.push({ lot, quantity: part })
        return part
      }
      const method = methodFor(t, asset, day)
      if (isMain)
        for (const pick of t.lots ?? []) {
          if (!isPositive(want)) break
          let named = min(fromText(pick.quantity), want)
          for (const lot of inOrder(inPool(), 'fifo').filter((l) => l.tx === pick.lot)) {
            if (!isPositive(named)) break
            const part = takeFrom(lot, named)
            named = sub(named, part)
            want = sub(want, part)
          }
          if (isPositive(named)) result.warnings.add(`SPEC_LOT_UNAVAILABLE ${t.id}`)
        }
      for (const lot of inOrder(inPool(), method)) {
        if (!isPositive(want)) break
        want = sub(want, takeFrom(lot, want))
      }
      return { taken, missing: want }
    }
    const dispose = (
      asset: string,
      quantity: Rational,
      net: Rational,
      kind: string,
      isMain: boolean,
      only?: { taken: { lot: RefLot; quantity: Rational }[]; missing: Rational },
    ) => {
      const { taken, missing } = only ?? take(asset, quantity, isMain)
      for (const part of taken) {
        let proceeds = div(mul(net, part.quantity), quantity)
        let basis = mul(part.lot.unit, part.quantity)
        let { acquired } = part.lot
        if (part.lot.loss !== null) {
          const forLoss = mul(part.lot.loss.unit, part.quantity)
          if (cmp(proceeds, forLoss) < 0) {
            basis = forLoss
            acquired = part.lot.loss.acquired
          } else if (cmp(proceeds, basis) <= 0) basis = proceeds
        }
        const isCostly = cmp(proceeds, ZERO) < 0
        if (isCostly) {
          basis = sub(basis, proceeds)
          proceeds = ZERO
        }
        const term = Date.parse(day) >= longFrom(acquired) ? 'long' : 'short'
        const row = {
          tx: t.id,
          kind,
          asset,
          lot: part.lot.tx,
          acquired,
          disposed: day,
          term,
          box: boxOf(day, term, t.reported),
          isCostly,
        }
        result.disposals.push({ ...row, quantity: part.quantity, proceeds, basis })
      }
      if (isPositive(missing)) {
        const proceeds = div(mul(net, missing), quantity)
        const row = { tx: t.id, kind, asset, lot: null, acquired: null, disposed: day, ...unknown }
        const isLoss = cmp(proceeds, ZERO) < 0
        result.disposals.push({
          ...row,
          quantity: missing,
          proceeds: isLoss ? ZERO : proceeds,
          basis: isLoss ? sub(ZERO, proceeds) : ZERO,
          isCostly: isLoss,
        })
        result.warnings.add(`MISSING_BASIS ${t.id}`)
      }
    }
    const spendFee = () => {
      if (!isPositive(feeUnits)) return
      dispose(t.fee_currency ?? '', feeUnits, feeWorth, 'fee', false)
    }
    const spendFeeFrom = (arrived: readonly RefLot[]) => {
      if (!isPositive(feeUnits)) return
      const taken: { lot: RefLot; quantity: Rational }[] = []
      let open = feeUnits
      for (const lot of arrived) {
        const quantity = min(lot.quantity, open)
        lot.quantity = sub(lot.quantity, quantity)
        open = sub(open, quantity)
        if (isPositive(quantity)) taken.push({ lot, quantity })
      }
      const rest = take(t.fee_currency ?? '', open, false)
      dispose(t.fee_currency ?? '', feeUnits, feeWorth, 'fee', false, {
        taken: [...taken, ...rest.taken],
        missing: rest.missing,
      })
    }
    const receive = (basis: Rational, acquired = day, loss: RefLot['loss'] = null) => {
      if (!toIsAsset) return spendFee()
      balance(t.account, t.to_currency ?? '', toUnits)
      if (isGas && t.fee_currency === t.to_currency && isPositive(toUnits)) {
        spendFee()
        acquire(pool, t.to_currency ?? '', toUnits, basis, acquired, loss)
        return
      }
      const lot = acquire(pool, t.to_currency ?? '', toUnits, basis, acquired, loss)
      if (lot === null || t.fee_currency !== t.to_currency) return spendFee()
      spendFeeFrom([lot])
    }
    if (isPositive(feeUnits)) balance(t.account, t.fee_currency ?? '', sub(ZERO, feeUnits))

    if (isConversion(settings, t)) {
      balance(t.account, t.from_currency ?? '', sub(ZERO, fromUnits))
      balance(t.account, t.to_currency ?? '', toUnits)
      const ratio = div(toUnits, fromUnits)
      const isGasOfNew = isGas && t.fee_currency === t.to_currency
      if (isGasOfNew) spendFee()
      const { taken, missing } = take(t.from_currency ?? '', fromUnits, true)
      const before = lots.length
      for (const { lot, quantity } of taken) {
        const loss = lot.loss === null ? null : { ...lot.loss, unit: div(lot.loss.unit, ratio) }
        lots.push({
          ...lot,
          asset: t.to_currency ?? '',
          quantity: mul(quantity, ratio),
          unit: div(lot.unit, ratio),
          loss,
        })
      }
      if (isPositive(missing)) {
        result.warnings.add(`MISSING_BASIS ${t.id}`)
        acquire(pool, t.to_currency ?? '', mul(missing, ratio), ZERO)
      }
      if (isGasOfNew) return
      if (t.fee_currency === t.to_currency) spendFeeFrom(lots.slice(before))
      else spendFee()
    } else if (['buy', 'sell', 'trade', 'ico', 'nft'].includes(t.type)) {
      if (fromIsAsset) {
        balance(t.account, t.from_currency ?? '', sub(ZERO, fromUnits))
        const gross = valueOf('to')
        const isShared =
          choices.exchange_fee === 'split' && toIsAsset && isPositive(toUnits) && isPositive(costs)
        const given = isShared ? mul(costs, rational(1n, 2n)) : costs
        if (isPositive(fromUnits))
          dispose(t.from_currency ?? '', fromUnits, sub(gross, given), t.sub_type ?? t.type, true)
        receive(add(gross, sub(costs, given)))
      } else if (t.fee_currency === t.to_currency) {
        balance(t.account, t.to_currency ?? '', toUnits)
        acquire(pool, t.to_currency ?? '', sub(toUnits, feeUnits), add(valueOf('from'), further))
        const more = sub(feeUnits, toUnits)
        if (isPositive(more))
          dispose(t.to_currency ?? '', more, div(mul(feeWorth, more), feeUnits), 'fee', false)
      } else {
        balance(t.account, t.to_currency ?? '', toUnits)
        acquire(pool, t.to_currency ?? '', toUnits, add(valueOf('from'), costs))
        spendFee()
      }
    } else if (t.type === 'incoming') {
      const isRebateIncome = t.sub_type === 'rebate' && choices.rebate === 'income'
      if (isFree(settings, t)) receive(ZERO)
      else if (INCOME.includes(t.sub_type ?? '?') || isRebateIncome) {
        const category = isRebateIncome ? 'misc_reward' : (t.sub_type ?? '')
        result.income.push({ tx: t.id, category, quantity: toUnits, value: valueOf('to') })
        receive(valueOf('to'))
      } else if (t.sub_type === 'rebate') receive(valueOf('to'))
      else if (t.sub_type === 'margin_gain') {
        const row = { tx: t.id, kind: 'margin_gain', asset: t.to_currency ?? '', lot: null, acquired: null }
        const net = sub(valueOf('to'), costs)
        const isLoss = cmp(net, ZERO) < 0
        const box = boxOf(day, 'short', t.reported)
        result.disposals.push({
          ...row,
          disposed: day,
          term: 'short',
          box,
          quantity: toUnits,
          proceeds: isLoss ? ZERO : net,
          basis: isLoss ? sub(ZERO, net) : ZERO,
        })
        receive(valueOf('to'))
      } else if (t.sub_type === 'loan_received') {
        const key = `${t.account}|${t.to_currency}`
        const debt = debts.get(key) ?? { units: ZERO, value: ZERO }
        debts.set(key, { units: add(debt.units, toUnits), value: add(debt.value, valueOf('to')) })
        receive(valueOf('to'))
      } else if (t.sub_type === 'received') {
        result.warnings.add(`UNRESOLVED_RECEIVED ${t.id}`)
        receive(ZERO)
      } else if (t.sub_type === 'gift_received') {
        if (t.gift?.donor_basis === undefined || t.gift.donor_basis === null) {
          result.warnings.add(`GIFT_BASIS_UNKNOWN ${t.id}`)
          receive(ZERO)
        } else {
          const basis = fromText(t.gift.donor_basis)
          const isUnder = cmp(valueOf('to'), basis) < 0
          const loss =
            isUnder && isPositive(toUnits) ? { unit: div(valueOf('to'), toUnits), acquired: day } : null
          receive(basis, t.gift.donor_acquired ?? day, loss)
        }
      } else if (t.sub_type === 'staking_return') {
        const key = `${t.account}|${t.to_currency}`
        const was = locked.get(key) ?? ZERO
        const back = min(was, toUnits)
        locked.set(key, sub(was, back))
        if (isPositive(toUnits) && isPositive(sub(was, back))) shortReturns.set(key, t.id)
        else shortReturns.delete(key)
        const perUnit = isPositive(toUnits) ? div(valueOf('to'), toUnits) : ZERO
        if (choices.staking_lockup === 'dispose' && isPositive(perUnit)) {
          const taken: { lot: RefLot; quantity: Rational }[] = []
          let ending = back
          for (const claim of claims.get(key) ?? []) {
            const part = min(claim.units, ending)
            claim.units = sub(claim.units, part)
            ending = sub(ending, part)
            let open = part
            for (const lot of lots.filter(
              (l) => l.tx === claim.tx && l.asset === t.to_currency && l.account === pool,
            )) {
              const quantity = min(lot.quantity, open)
              if (!isPositive(quantity)) continue
              lot.quantity = sub(lot.quantity, quantity)
              open = sub(open, quantity)
              taken.push({ lot, quantity })
            }
          }
          const ended = taken.reduce((sum, part) => add(sum, part.quantity), ZERO)
          if (isPositive(ended)) {
            const worth = mul(perUnit, ended)
            const only = { taken, missing: ZERO }
            dispose(t.to_currency ?? '', ended, worth, 'staking_return', false, only)
            acquire(pool, t.to_currency ?? '', ended, worth)
          }
        }
        const more = sub(toUnits, back)
        if (isPositive(more)) {
          balance(t.account, t.to_currency ?? '', more)
          if (choices.staking_return === 'income' && isPositive(perUnit)) {
            const value = mul(perUnit, more)
            result.income.push({ tx: t.id, category: 'staking_reward', quantity: more, value })
            acquire(pool, t.to_currency ?? '', more, value)
          } else {
            result.warnings.add(`STAKING_RETURN_EXCEEDS_LOCKUP ${t.id}`)
            acquire(pool, t.to_currency ?? '', more, ZERO)
          }
        }
        spendFee()
      } else throw new Error(`not in the random ledgers: ${t.sub_type}`)
    } else if (t.type === 'outgoing' && t.sub_type === 'staking_lockup') {
      const key = `${t.account}|${t.from_currency}`
      locked.set(key, add(locked.get(key) ?? ZERO, fromUnits))
      if (choices.staking_lockup === 'dispose' && isPositive(valueOf('from')) && isPositive(fromUnits)) {
        dispose(t.from_currency ?? '', fromUnits, sub(valueOf('from'), costs), 'staking_lockup', true)
        acquire(pool, t.from_currency ?? '', fromUnits, valueOf('from'))
        claims.set(key, [...(claims.get(key) ?? []), { tx: t.id, units: fromUnits }])
      }
      spendFee()
    } else if (CONTRACT_COSTS.includes(t.sub_type ?? '?')) {
      if (fromIsAsset) {
        balance(t.account, t.from_currency ?? '', sub(ZERO, fromUnits))
        dispose(t.from_currency ?? '', fromUnits, valueOf('from'), t.sub_type ?? '', true)
      }
      const row = {
        tx: t.id,
        kind: fromIsAsset ? 'contract_loss' : (t.sub_type ?? ''),
        asset: t.from_currency ?? '',
        lot: null,
        acquired: null,
      }
      const basis = add(valueOf('from'), costs)
      const box = boxOf(day, 'short', t.reported)
      if (isPositive(basis))
        result.disposals.push({
          ...row,
          disposed: day,
          term: 'short',
          box,
          quantity: fromUnits,
          proceeds: ZERO,
          basis,
        })
      spendFee()
    } else if (t.type === 'outgoing' && !fromIsAsset) {
      // Cash has no lots.
      spendFee()
    } else if (t.type === 'outgoing') {
      balance(t.account, t.from_currency ?? '', sub(ZERO, fromUnits))
      const kind = REMOVALS[t.sub_type ?? '']
      if (kind === undefined) {
        let gross = valueOf('from')
        if (t.sub_type === 'loan_repayment' && choices.loan === 'liability') {
          const debt = debts.get(`${t.account}|${t.from_currency}`)
          if (debt !== undefined && isPositive(debt.units) && isPositive(fromUnits)) {
            const part = min(debt.units, fromUnits)
            const principal = div(mul(debt.value, part), debt.units)
            debt.units = sub(debt.units, part)
            debt.value = sub(debt.value, principal)
            gross = add(principal, div(mul(gross, sub(fromUnits, part)), fromUnits))
          }
        }
        dispose(t.from_currency ?? '', fromUnits, sub(gross, costs), t.sub_type ?? '', true)
      } else {
        if (kind === 'sent_unresolved') result.warnings.add(`UNRESOLVED_SENT ${t.id}`)
        const key = `${t.account}|${t.from_currency}`
        if ((kind === 'lost' || kind === 'stolen') && shortReturns.has(key)) {
          const was = locked.get(key) ?? ZERO
          const left = sub(was, min(was, fromUnits))
          locked.set(key, left)
          if (!isPositive(left)) shortReturns.delete(key)
        }
        const { taken, missing } = take(t.from_currency ?? '', fromUnits, true)
        for (const { lot, quantity } of taken) {
          const value = div(mul(valueOf('from'), quantity), fromUnits)
          const basis = mul(lot.unit, quantity)
          const deduction = Date.parse(day) >= longFrom(lot.acquired) ? value : min(value, basis)
          result.removals.push({ tx: t.id, kind, lot: lot.tx, quantity, basis, value, deduction })
        }
        if (isPositive(missing)) {
          const value = div(mul(valueOf('from'), missing), fromUnits)
          const row = { tx: t.id, kind, lot: null, quantity: missing, basis: ZERO, value, deduction: ZERO }
          result.removals.push(row)
          result.warnings.add(`MISSING_BASIS ${t.id}`)
        }
      }
      spendFee()
    } else if (t.type === 'transfer') {
      const asset = t.from_currency ?? ''
      balance(t.account, asset, sub(ZERO, fromUnits))
      balance(t.to_account ?? '', asset, fromUnits)
      if (isUniversal) return spendFee()
      const { taken, missing } = take(asset, fromUnits, true)
      let perUnit = ZERO
      let perUnitOfLoss = ZERO
      let isFeeOpen = true
      const feeGoesIn = settings.transfer_fee !== undefined && settings.transfer_fee !== 'dispose'
      if (
        feeGoesIn &&
        (isPositive(feeUnits) || (settings.transfer_fee === 'capitalize' && isPositive(further))) &&
        (settings.transfer_fee === 'capitalize' || t.fee_currency === asset)
      ) {
        isFeeOpen = false
        if (settings.transfer_fee === 'capitalize') {
          spendFee()
          perUnit = perUnitOfLoss = div(add(isPositive(feeUnits) ? feeWorth : ZERO, further), fromUnits)
        } else {
          const fee = take(asset, feeUnits, false)
          const total = (unitOf: (lot: RefLot) => Rational) =>
            fee.taken.reduce((sum, p) => add(sum, mul(unitOf(p.lot), p.quantity)), ZERO)
          if (isPositive(fee.missing)) result.warnings.add(`MISSING_BASIS ${t.id}`)
          perUnit = div(
            total((lot) => lot.unit),
            fromUnits,
          )
          perUnitOfLoss = div(
            total((lot) => lot.loss?.unit ?? lot.unit),
            fromUnits,
          )
        }
      }
      for (const { lot, quantity } of taken) {
        const loss = lot.loss === null ? null : { ...lot.loss, unit: add(lot.loss.unit, perUnitOfLoss) }
        lots.push({ ...lot, account: t.to_account ?? '', quantity, unit: add(lot.unit, perUnit), loss })
      }
      if (isPositive(missing)) {
        result.warnings.add(`MISSING_BASIS ${t.id}`)
        acquire(t.to_account ?? '', asset, missing, mul(perUnit, missing))
      }
      if (isFeeOpen) spendFee()
    } else throw new Error(`not in the random ledgers: ${t.type}`)
  })

  function methodFor(t: InputTransaction, asset: string, day: string): Method {
    let method = settings.method ?? 'fifo'
    for (const o of settings.method_overrides ?? [])
      if (
        (o.account ?? t.account) === t.account &&
        (o.asset ?? asset) === asset &&
        (o.from ?? '') <= day &&
        isOnRecord(o, t.at)
      )
        method = o.method
    return method
  }

  function isOnRecord(o: MethodOverride, at: string): boolean {
    const instant = Date.parse(at)
    return (
      Date.parse(o.recorded_at ?? '0001-01-01T00:00:00Z') <= instant &&
      instant < Date.parse(o.ended_at ?? '9999-01-01T00:00:00Z')
    )
  }

  function allocate(tx: string) {
    const plan = settings.safe_harbor ?? null
    const held = [...balances].filter(([, quantity]) => isPositive(quantity))
    const holders = new Set(held.map(([key]) => key.split('|')[0] ?? ''))
    if (plan === null && holders.size > 1) result.warnings.add(`SAFE_HARBOR_ALLOCATION_MISSING ${tx}`)
    const room = new Map(held)
    const fill = (lot: RefLot, account: string, most: Rational) => {
      const key = `${account}|${lot.asset}`
      const part = min(min(lot.quantity, most), room.get(key) ?? ZERO)
      if (!isPositive(part)) return
      lot.quantity = sub(lot.quantity, part)
      room.set(key, sub(room.get(key) ?? ZERO, part))
      lots.push({ ...lot, account, quantity: part })
    }
    if (plan?.type === 'specific')
      for (const a of plan.allocations) {
        let most = fromText(a.quantity)
        for (const lot of lots.filter((l) => l.tx === a.lot && l.asset === a.asset && l.account === null)) {
          const before = lot.quantity
          fill(lot, a.account, most)
          most = sub(most, sub(before, lot.quantity))
        }
      }
    const byDefault = settings.default_allocation ?? null
    if (plan?.type !== 'global' && byDefault !== null)
      for (const lot of inOrder(
        lots.filter((l) => l.account === null && isPositive(l.quantity)),
        'fifo',
      ))
        fill(lot, accountOf.get(lot.tx) ?? '', lot.quantity)
    const order = [...(plan?.type === 'global' ? plan.accounts : []), ...(byDefault?.accounts ?? [])]
    const listed = [...new Set(order)].filter((a) => holders.has(a))
    const unlisted = [...holders].filter((a) => !listed.includes(a)).sort()
    for (const account of [...listed, ...unlisted])
      for (const lot of inOrder(
        lots.filter((l) => l.account === null && isPositive(l.quantity)),
        plan?.type === 'global' ? plan.order : 'fifo',
      ))
        fill(lot, account, lot.quantity)
    lots = lots.filter((l) => isPositive(l.quantity))
    if (lots.some((l) => l.account === null)) result.warnings.add('SAFE_HARBOR_UNPLACED null')
  }

  for (const tx of shortReturns.values()) result.warnings.add(`STAKING_RETURN_SHORT ${tx}`)
  result.lots.push(...lots.filter((l) => isPositive(l.quantity)))
  return result
}

function inOrder(lots: readonly RefLot[], method: Method): RefLot[] {
  const byOrder = lots.toSorted((a, b) => a.order - b.order)
  switch (method) {
    // Ties included: also of what one event brought (R-LOT-2).
    case 'lifo':
      return byOrder.toReversed()
    case 'hifo':
      return byOrder.toSorted((a, b) => cmp(b.unit, a.unit))
    case 'lofo':
      return byOrder.toSorted((a, b) => cmp(a.unit, b.unit))
    default:
      return byOrder
  }
}

function isAsset(currency: string | null | undefined): boolean {
  return currency !== undefined && currency !== null && currency !== 'USD'
}

/** One year from the day after acquisition; of 29 February, 1 March. */
function longFrom(acquired: string): number {
  const [year = 0, month = 0, date = 0] = acquired.split('-').map((part) => Number.parseInt(part, 10))
  const next = new Date(Date.UTC(year, month - 1, date + 1))
  return Date.UTC(next.getUTCFullYear() + 1, next.getUTCMonth(), next.getUTCDate())
}

/** An NFT that was sent or received is like any coin (R-MISS-2). */
function asCoin(t: InputTransaction): InputTransaction {
  if (t.type !== 'nft' || t.sub_type === 'nft_mint') return t
  return t.sub_type === 'send'
    ? { ...t, type: 'outgoing', sub_type: 'sent' }
    : { ...t, type: 'incoming', sub_type: 'received' }
}

/** The calendar day of an instant where the customer lives (R-DAY-1). */
function dayIn(timeZone: string, at: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(new Date(at))
}

/** The box of Form 8949 (R-BOX-1). */
function boxOf(day: string, term: string, reported: InputTransaction['reported']): string {
  const column = ['basis', 'proceeds', 'none'].indexOf(reported ?? 'none')
  const letters = day < '2025' ? ['ABC', 'DEF'] : ['GHI', 'JKL']
  return letters[term === 'short' ? 0 : 1]?.[column] ?? ''
}
