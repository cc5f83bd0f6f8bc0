import type { CalculationInput, InputTransaction, Method } from '../engine/calculation-input.ts'
import { add, cmp, div, fromText, isPositive, min, mul, type Rational, sub, ZERO } from './rational.ts'

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
  readonly income: { tx: string; value: Rational }[]
  readonly lots: RefLot[]
  readonly warnings: Set<string>
}

const INCOME = ['mined', 'airdrop', 'payment', 'interest_received', 'staking_reward']
const REMOVALS: Record<string, string> = {
  gift_sent: 'gift',
  donation_501c3: 'donation',
  stolen: 'stolen',
  lost: 'lost',
  sent: 'sent_unresolved',
}

export function referenceCalculate({ settings, transactions }: CalculationInput): RefResult {
  let lots: RefLot[] = []
  const result: RefResult = { disposals: [], removals: [], income: [], lots: [], warnings: new Set() }
  const balances = new Map<string, Rational>()
  const locked = new Map<string, Rational>()
  let isUniversal = settings.pool_before_2025 === 'universal'

  const sorted = transactions
    .map((t, i) => ({ t, i }))
    .sort((a, b) => Date.parse(a.t.at) - Date.parse(b.t.at) || a.i - b.i)
    .map(({ t }) => t)

  sorted.forEach((t, order) => {
    const day = t.at.slice(0, 10)
    if (isUniversal && day >= '2025-01-01') {
      isUniversal = false
      allocate(t.id)
    }
    const pool = isUniversal ? null : t.account
    const feeWorth = fromText(t.fee_currency === 'USD' ? t.fee_amount : t.fee_value)
    const feeUnits = t.fee_currency === 'USD' ? ZERO : fromText(t.fee_amount)
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
      if (method === 'spec' && isMain)
        for (const pick of t.lots ?? []) {
          if (!isPositive(want)) break
          let named = min(fromText(pick.quantity), want)
          for (const lot of inPool().filter((l) => l.tx === pick.lot)) {
            if (!isPositive(named)) break
            const part = takeFrom(lot, named)
            named = sub(named, part)
            want = sub(want, part)
          }
          if (isPositive(named)) result.warnings.add(`SPEC_LOT_UNAVAILABLE ${t.id}`)
        }
      for (const lot of inPool().sort(lotOrder(method))) {
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
        const proceeds = div(mul(net, part.quantity), quantity)
        let basis = mul(part.lot.unit, part.quantity)
        let { acquired } = part.lot
        if (part.lot.loss !== null) {
          const forLoss = mul(part.lot.loss.unit, part.quantity)
          if (cmp(proceeds, forLoss) < 0) {
            basis = forLoss
            acquired = part.lot.loss.acquired
          } else if (cmp(proceeds, basis) <= 0) basis = proceeds
        }
        const term = day >= longFrom(acquired) ? 'long' : 'short'
        const row = { tx: t.id, kind, asset, lot: part.lot.tx, acquired, disposed: day, term }
        result.disposals.push({ ...row, quantity: part.quantity, proceeds, basis })
      }
      if (isPositive(missing)) {
        const proceeds = div(mul(net, missing), quantity)
        const row = { tx: t.id, kind, asset, lot: null, acquired: null, disposed: day, term: 'short' }
        result.disposals.push({ ...row, quantity: missing, proceeds, basis: ZERO })
        result.warnings.add(`MISSING_BASIS ${t.id}`)
      }
    }
    const spendFee = () => {
      if (!isPositive(feeUnits)) return
      dispose(t.fee_currency ?? '', feeUnits, feeWorth, 'fee', false)
    }
    const receive = (basis: Rational, acquired = day, loss: RefLot['loss'] = null) => {
      if (!toIsAsset) return spendFee()
      balance(t.account, t.to_currency ?? '', toUnits)
      const lot = acquire(pool, t.to_currency ?? '', toUnits, basis, acquired, loss)
      if (lot === null || t.fee_currency !== t.to_currency || !isPositive(feeUnits)) return spendFee()
      const part = min(lot.quantity, feeUnits)
      lot.quantity = sub(lot.quantity, part)
      const rest = take(lot.asset, sub(feeUnits, part), false)
      dispose(lot.asset, feeUnits, feeWorth, 'fee', false, {
        taken: [{ lot, quantity: part }, ...rest.taken],
        missing: rest.missing,
      })
    }
    if (isPositive(feeUnits)) balance(t.account, t.fee_currency ?? '', sub(ZERO, feeUnits))

    if (['buy', 'sell', 'trade', 'ico'].includes(t.type)) {
      if (fromIsAsset) {
        balance(t.account, t.from_currency ?? '', sub(ZERO, fromUnits))
        const gross = valueOf('to')
        if (isPositive(fromUnits))
          dispose(t.from_currency ?? '', fromUnits, sub(gross, feeWorth), t.type, true)
        receive(gross)
      } else if (t.fee_currency === t.to_currency) {
        balance(t.account, t.to_currency ?? '', toUnits)
        acquire(pool, t.to_currency ?? '', sub(toUnits, feeUnits), valueOf('from'))
        const more = sub(feeUnits, toUnits)
        if (isPositive(more))
          dispose(t.to_currency ?? '', more, div(mul(feeWorth, more), feeUnits), 'fee', false)
      } else {
        balance(t.account, t.to_currency ?? '', toUnits)
        acquire(pool, t.to_currency ?? '', toUnits, add(valueOf('from'), feeWorth))
        spendFee()
      }
    } else if (t.type === 'incoming') {
      if (INCOME.includes(t.sub_type ?? '?')) {
        result.income.push({ tx: t.id, value: valueOf('to') })
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
        const more = sub(toUnits, back)
        if (isPositive(more)) {
          result.warnings.add(`STAKING_RETURN_EXCEEDS_LOCKUP ${t.id}`)
          balance(t.account, t.to_currency ?? '', more)
          acquire(pool, t.to_currency ?? '', more, ZERO)
        }
        spendFee()
      } else throw new Error(`not in the random ledgers: ${t.sub_type}`)
    } else if (t.type === 'outgoing' && t.sub_type === 'staking_lockup') {
      const key = `${t.account}|${t.from_currency}`
      locked.set(key, add(locked.get(key) ?? ZERO, fromUnits))
      spendFee()
    } else if (t.type === 'outgoing') {
      balance(t.account, t.from_currency ?? '', sub(ZERO, fromUnits))
      const kind = REMOVALS[t.sub_type ?? '']
      if (kind === undefined) {
        dispose(t.from_currency ?? '', fromUnits, sub(valueOf('from'), feeWorth), t.sub_type ?? '', true)
      } else {
        if (kind === 'sent_unresolved') result.warnings.add(`UNRESOLVED_SENT ${t.id}`)
        const { taken, missing } = take(t.from_currency ?? '', fromUnits, true)
        for (const { lot, quantity } of taken) {
          const value = div(mul(valueOf('from'), quantity), fromUnits)
          const basis = mul(lot.unit, quantity)
          const deduction = day >= longFrom(lot.acquired) ? value : min(value, basis)
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
    } else if (t.type === 'swap') {
      balance(t.account, t.from_currency ?? '', sub(ZERO, fromUnits))
      balance(t.account, t.to_currency ?? '', toUnits)
      const ratio = div(toUnits, fromUnits)
      const { taken, missing } = take(t.from_currency ?? '', fromUnits, true)
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
      spendFee()
    } else if (t.type === 'transfer') {
      const asset = t.from_currency ?? ''
      balance(t.account, asset, sub(ZERO, fromUnits))
      balance(t.to_account ?? '', asset, fromUnits)
      if (isUniversal) return spendFee()
      const { taken, missing } = take(asset, fromUnits, true)
      let perUnit = ZERO
      let isFeeOpen = true
      const feeGoesIn = settings.transfer_fee !== undefined && settings.transfer_fee !== 'dispose'
      if (
        feeGoesIn &&
        isPositive(feeUnits) &&
        (settings.transfer_fee === 'capitalize' || t.fee_currency === asset)
      ) {
        isFeeOpen = false
        if (settings.transfer_fee === 'capitalize') {
          spendFee()
          perUnit = div(feeWorth, fromUnits)
        } else {
          const fee = take(asset, feeUnits, false)
          const basis = fee.taken.reduce((sum, p) => add(sum, mul(p.lot.unit, p.quantity)), ZERO)
          if (isPositive(fee.missing)) result.warnings.add(`MISSING_BASIS ${t.id}`)
          perUnit = div(basis, fromUnits)
        }
      }
      for (const { lot, quantity } of taken) {
        const loss = lot.loss === null ? null : { ...lot.loss, unit: add(lot.loss.unit, perUnit) }
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
      if ((o.account ?? t.account) === t.account && (o.asset ?? asset) === asset && (o.from ?? '') <= day)
        method = o.method
    return method
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
    const listed = plan?.type === 'global' ? plan.accounts.filter((a) => holders.has(a)) : []
    const unlisted = [...holders].filter((a) => !listed.includes(a)).sort()
    for (const account of [...listed, ...unlisted])
      for (const lot of lots
        .filter((l) => l.account === null && isPositive(l.quantity))
        .sort(lotOrder(plan?.type === 'global' ? plan.order : 'fifo')))
        fill(lot, account, lot.quantity)
    lots = lots.filter((l) => isPositive(l.quantity))
    if (lots.some((l) => l.account === null)) result.warnings.add('SAFE_HARBOR_UNPLACED null')
  }

  result.lots.push(...lots.filter((l) => isPositive(l.quantity)))
  return result
}

function lotOrder(method: Method): (a: RefLot, b: RefLot) => number {
  switch (method) {
    case 'lifo':
      return (a, b) => b.order - a.order
    case 'hifo':
      return (a, b) => cmp(b.unit, a.unit) || a.order - b.order
    case 'lofo':
      return (a, b) => cmp(a.unit, b.unit) || a.order - b.order
    default:
      return (a, b) => a.order - b.order
  }
}

function isAsset(currency: string | null | undefined): boolean {
  return currency !== undefined && currency !== null && currency !== 'USD'
}

/** One year from the day after acquisition; of 29 February, 1 March. */
function longFrom(acquired: string): string {
  const [year = 0, month = 0, date = 0] = acquired.split('-').map((part) => Number.parseInt(part, 10))
  const next = new Date(Date.UTC(year, month - 1, date + 1))
  return new Date(Date.UTC(next.getUTCFullYear() + 1, next.getUTCMonth(), next.getUTCDate()))
    .toISOString()
    .slice(0, 10)
}
