import type { RowFacts, RowReasons } from '../jurisdiction.ts'
import { type Choices, choicesOf } from './choices.ts'
import { income } from './income.ts'
import type { Rule } from './rule.ts'
import type { RuleSettings } from './settings.ts'
import { ruleOf } from './treatments.ts'

/** The ids that rows rest on: those of their lots, then those of their own rule and its fees, then those of days and forms. */
export function reasonsUnder(settings: RuleSettings): RowReasons {
  const choices = choicesOf(settings)
  return {
    ofDisposal: (row) => [
      ...idsOfLots(row),
      ...(row.isFee ? idsOfFee(row) : idsOfDisposal(row, choices)),
      ...(row.isDualBasis ? ['R-GIFT-2'] : []),
      'R-HOLD-1',
      'R-BOX-1',
    ],
    ofRemoval: (row) => [...idsOfLots(row), ...idsOfKind(ruleOf(row.treatment), row.kind)],
    ofIncome: (category, made) => [...idsOfKind(income, category), ...IDS_OF_CHOICE[made]],
  }
}

const IDS_OF_CHOICE = { 'by default': [], 'by choice': ['R-OPEN-10'], 'in part': ['R-OPEN-9'] } as const

function idsOfLots(row: RowFacts): readonly string[] {
  if (row.isContract) return []
  if (row.isMissing) return ['R-MISS-1']
  if (row.isFromReceived) return []
  return [row.isPooledByAccount ? 'R-POOL-1' : 'R-POOL-2', IDS_OF_METHOD[row.method] ?? 'R-LOT-1']
}

const IDS_OF_METHOD: Readonly<Record<string, string>> = {
  fifo: 'R-LOT-1',
  lifo: 'R-LOT-2',
  hifo: 'R-LOT-3',
  lofo: 'R-LOT-3',
  spec: 'R-LOT-4',
}

function idsOfFee({ treatment, isFromReceived }: RowFacts): readonly string[] {
  return [...(ruleOf(treatment).feeIds ?? []), isFromReceived ? 'R-FEE-5' : 'R-FEE-4']
}

function idsOfDisposal({ treatment, kind, hasFees }: RowFacts, choices: Choices): readonly string[] {
  const rule = ruleOf(treatment)
  const ids = idsOfKind(rule, kind)
  return hasFees ? [...ids, rule.idOfCosts?.(kind, choices) ?? 'R-FEE-2'] : ids
}

function idsOfKind({ ids, byKind }: Rule, kind: string): readonly string[] {
  return byKind?.[kind]?.ids ?? ids
}
