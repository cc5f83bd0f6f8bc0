import { choiceOf, PAIR_TYPES, treatmentCode, VARIANTS, type TokenKind } from '@lotbook/rules/us'
import type { CalculationSettings } from '../schema/calculation-input.ts'
import { NONE, type EventTable } from './event-table.ts'

/** Receipts of a rebasing token that are its rebases. */
const REBASES: ReadonlySet<number> = new Set(
  ['staking_reward', 'interest_received', 'dividend_received', 'misc_reward', 'airdrop'].map((subType) =>
    codeOf('incoming', subType),
  ),
)
const AIRDROP = codeOf('incoming', 'airdrop')
const REBATE = codeOf('incoming', 'rebate')
const MISC_REWARD = codeOf('incoming', 'misc_reward')
const LOAN_RECEIVED = codeOf('incoming', 'loan_received')
const LOAN_REPAYMENT = codeOf('outgoing', 'loan_repayment')
const TRADE = codeOf('trade', null)
const SWAP = codeOf('swap', null)
/** The codes of exchanges of one asset for another. */
export const PAIR_EXCHANGES: ReadonlySet<number> = new Set(PAIR_TYPES.map((type) => codeOf(type, null)))

/**
 * How each event of a history is treated under the choices in force: the codes of the table where all are defaults,
 * no token is declared and nothing is renamed that cannot be, else a copy of them.
 */
export function treatmentsInForce(table: EventTable, settings: CalculationSettings): Uint8Array {
  const chosen = treatmentsChosen(table, settings)
  const ofCash: number[] = []
  for (let e = 0; e < table.count; e++) {
    if (chosen[e] === SWAP && (isCash(table, table.fromAsset[e]!) || isCash(table, table.toAsset[e]!)))
      ofCash.push(e)
  }
  if (ofCash.length === 0) return chosen
  // Money and a coin differ in kind whatever the row calls it, so its gain does not wait (R-SWP-1).
  const inForce = chosen.slice()
  for (const e of ofCash) inForce[e] = TRADE
  return inForce
}

function isCash(table: EventTable, asset: number): boolean {
  return asset !== NONE && table.isCash[asset] === 1
}

function treatmentsChosen(table: EventTable, settings: CalculationSettings): Uint8Array {
  const { kindOfPair, rebasing } = declared(table, settings)
  const changed = new Map<number, number>()
  if (choiceOf(settings, 'airdrop') === 'zero_basis') changed.set(AIRDROP, VARIANTS.zeroBasis)
  if (choiceOf(settings, 'rebate') === 'income') changed.set(REBATE, MISC_REWARD)
  if (choiceOf(settings, 'loan') === 'liability') {
    changed.set(LOAN_RECEIVED, VARIANTS.borrow)
    changed.set(LOAN_REPAYMENT, VARIANTS.repay)
  }
  if (changed.size === 0 && kindOfPair.size === 0 && rebasing.size === 0) return table.treatment

  const rebase = choiceOf(settings, 'rebase')
  const inForce = table.treatment.slice()
  for (let e = 0; e < table.count; e++) {
    const code = table.treatment[e]!
    const to = table.toAsset[e]!
    if (PAIR_EXCHANGES.has(code)) {
      const kind = kindOfPair.get(pairKey(table, table.fromAsset[e]!, to))
      if (kind !== undefined) inForce[e] = pairTreatment(code, choiceOf(settings, kind))
    } else if (isRebase(rebasing, code, to)) {
      if (rebase === 'zero_basis') inForce[e] = VARIANTS.zeroBasis
    } else inForce[e] = changed.get(code) ?? code
  }
  return inForce
}

/** The treatment of an exchange between declared assets: the choice counts, whatever the row was called. */
function pairTreatment(code: number, choice: string): number {
  if (choice === 'swap') return SWAP
  return code === SWAP ? TRADE : code
}

/** Whether a receipt is a rebase of a token that was declared as one. */
export function isRebase(rebasing: ReadonlySet<number>, code: number, asset: number): boolean {
  return rebasing.has(asset) && REBASES.has(code)
}

/** Declared tokens, by the assets of a history. */
export function declared(table: EventTable, settings: CalculationSettings) {
  const assetAt = new Map(table.assets.map((name, asset) => [name, asset]))
  const kindOfPair = new Map<number, Exclude<TokenKind, 'rebase'>>()
  const rebasing = new Set<number>()
  for (const token of settings.tokens ?? []) {
    const asset = assetAt.get(token.asset) ?? NONE
    if (asset === NONE) continue
    if (token.kind === 'rebase') rebasing.add(asset)
    else {
      const other = assetAt.get(token.of ?? '') ?? NONE
      if (other !== NONE) kindOfPair.set(pairKey(table, asset, other), token.kind)
    }
  }
  return { kindOfPair, rebasing }
}

/** One number for two assets, whichever comes first. */
export function pairKey(table: EventTable, a: number, b: number): number {
  return Math.min(a, b) * table.assets.length + Math.max(a, b)
}

function codeOf(type: string, subType: string | null): number {
  const code = treatmentCode(type, subType)
  if (code === undefined) throw new Error(`no treatment: ${type}/${subType}`)
  return code
}
