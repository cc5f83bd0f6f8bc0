import type { RowFacts, RowReasons } from '../jurisdiction.ts'
import type { Operation } from '../treatment.ts'
import { choiceOf } from './choices-in-force.ts'
import type { RuleSettings } from './settings.ts'

const METHOD_RULES: Readonly<Record<string, string>> = {
  fifo: 'R-LOT-1',
  lifo: 'R-LOT-2',
  hifo: 'R-LOT-3',
  lofo: 'R-LOT-3',
  spec: 'R-LOT-4',
}

/** The rules that rows rest on. Costs of an exchange are shared by both sides under one choice (R-OPEN-12). */
export function reasonsUnder(settings: RuleSettings): RowReasons {
  const splitsFees = choiceOf(settings, 'exchange_fee') === 'split'
  return {
    ofDisposal: (row) => rulesOfDisposal(row, splitsFees),
    ofRemoval: rulesOfRemoval,
    ofIncome: rulesOfIncome,
  }
}

function rulesOfDisposal(row: RowFacts, splitsFees: boolean): string[] {
  const rules = lotRules(row)
  if (row.isFee) {
    if (row.treatment.operation === 'transfer') rules.push('R-TRF-2')
    rules.push(row.isFromReceived ? 'R-FEE-5' : 'R-FEE-4')
  } else {
    rules.push(...mainRule(row))
    if (row.hasFees) rules.push(feeRule(row, splitsFees))
  }
  if (row.isDualBasis) rules.push('R-GIFT-2')
  rules.push('R-HOLD-1', 'R-BOX-1')
  return rules
}

function rulesOfRemoval(row: RowFacts): string[] {
  const rules = lotRules(row)
  switch (row.kind) {
    case 'gift':
      return [...rules, 'R-GIFT-4']
    case 'donation':
      return [...rules, 'R-HOLD-1', 'R-DON-1']
    case 'sent_unresolved':
      return [...rules, 'R-MISS-2']
    default:
      return [...rules, 'R-LOSS-1']
  }
}

const CHOSEN = { 'by default': [], 'by choice': ['R-OPEN-10'], 'in part': ['R-OPEN-9'] } as const

function rulesOfIncome(category: string, made: keyof typeof CHOSEN): string[] {
  const rules = category === 'airdrop' || category === 'fork' ? ['R-INC-1', 'R-INC-2'] : ['R-INC-1']
  return [...rules, ...CHOSEN[made]]
}

function lotRules(row: RowFacts): string[] {
  if (row.isContract) return []
  if (row.isMissing) return ['R-MISS-1']
  if (row.isFromReceived) return []
  return [row.isPooledByAccount ? 'R-POOL-1' : 'R-POOL-2', METHOD_RULES[row.method] ?? 'R-LOT-1']
}

function feeRule({ kind, treatment: { operation } }: RowFacts, splitsFees: boolean): string {
  if (kind === 'sell' || OF_DISPOSALS.has(operation)) return 'R-FEE-2'
  return splitsFees && operation === 'exchange' ? 'R-OPEN-12' : 'R-FEE-3'
}

/** Operations that give something up for nothing: costs lower the value given up. */
const OF_DISPOSALS: ReadonlySet<Operation> = new Set<Operation>([
  'dispose',
  'repay',
  'margin-gain',
  'margin-loss',
])

function mainRule(row: RowFacts): string[] {
  switch (row.kind) {
    case 'trade':
      return ['R-TRD-1']
    case 'ico':
      return ['R-ICO-1']
    case 'nft_mint':
      return ['R-NFT-1']
    case 'purchase':
      return ['R-SPD-1']
    case 'fee':
      return ['R-FEE-4']
    case 'margin_gain':
      return ['R-CON-1']
    case 'margin_loss':
    case 'margin_fee':
    case 'contract_loss':
      return ['R-CON-2']
    case 'staking_lockup':
    case 'staking_return':
      return ['R-OPEN-8']
    case 'loan_repayment':
      return row.treatment.operation === 'repay' ? ['R-OPEN-11'] : []
    default:
      return []
  }
}
