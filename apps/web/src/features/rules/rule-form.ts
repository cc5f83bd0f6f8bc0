import { AMOUNT_TESTS, RULE_DIRECTIONS, type RuleDraft } from '@lotbook/contract'
import { typeOfValue, typeValue } from '../transactions/type-value.ts'

/** Aspects that a rule may test, in the order of its sentence. */
export const ASPECTS = ['source', 'account_id', 'asset', 'direction', 'type', 'amount', 'text'] as const
export type Aspect = (typeof ASPECTS)[number]

/** A rule as the form has it: what is asked, and for each the text that stands in its control. */
export interface RuleForm {
  /** Id of the rule that is edited. */
  readonly id?: string
  readonly asked: readonly Aspect[]
  readonly source: string
  readonly account_id: string
  readonly asset: string
  readonly direction: string
  readonly type: string
  readonly test: string
  readonly amount: string
  readonly text: string
  /** A type, or `ignored`. */
  readonly result: string
}

export const EMPTY_RULE: RuleForm = {
  asked: ['source', 'asset', 'direction'],
  source: '',
  account_id: '',
  asset: '',
  direction: 'in',
  type: '',
  test: 'at_least',
  amount: '',
  text: '',
  result: '',
}

/** The form of a rule. */
export function formOf({ condition, result }: RuleDraft, id?: string): RuleForm {
  const { source, account_id, asset, direction, type, amount, text } = condition
  return {
    ...(id === undefined ? {} : { id }),
    asked: ASPECTS.filter((aspect) => condition[aspect] !== undefined),
    source: source ?? '',
    account_id: account_id ?? '',
    asset: asset ?? '',
    direction: direction ?? EMPTY_RULE.direction,
    type: type === undefined ? '' : typeValue(type),
    test: amount?.test ?? EMPTY_RULE.test,
    amount: amount?.amount ?? '',
    text: text ?? '',
    result: result.set === 'ignored' ? 'ignored' : typeValue(result),
  }
}

const AMOUNT = /^\d{1,30}(\.\d{1,45})?$/

/** The rule that the form states, or the first field that it lacks, in words. */
export function draftOf(form: RuleForm): (RuleDraft & { id?: string }) | { readonly lacks: string } {
  if (form.asked.length === 0) return { lacks: 'Add at least one condition.' }
  const asks = (aspect: Aspect) => form.asked.includes(aspect)
  const lacking = MISSING.find(({ aspect, isMissing }) => asks(aspect) && isMissing(form))
  if (lacking !== undefined) return { lacks: lacking.words }
  const result = form.result === 'ignored' ? 'ignored' : typeOfValue(form.result)
  if (result === undefined) return { lacks: 'Choose the type to set.' }
  const type = typeOfValue(form.type)
  const direction = RULE_DIRECTIONS.find((one) => one === form.direction)
  const test = AMOUNT_TESTS.find((one) => one === form.test)
  return {
    ...(form.id === undefined ? {} : { id: form.id }),
    condition: {
      ...(asks('source') && { source: form.source }),
      ...(asks('account_id') && { account_id: form.account_id }),
      ...(asks('asset') && { asset: form.asset }),
      ...(asks('direction') && direction !== undefined && { direction }),
      ...(asks('type') && type !== undefined && { type }),
      ...(asks('amount') && test !== undefined && { amount: { test, amount: form.amount.trim() } }),
      ...(asks('text') && { text: form.text.trim() }),
    },
    result: result === 'ignored' ? { set: 'ignored' } : { set: 'type', ...result },
  }
}

const MISSING: readonly { aspect: Aspect; isMissing: (form: RuleForm) => boolean; words: string }[] = [
  { aspect: 'source', isMissing: ({ source }) => source === '', words: 'Choose the source.' },
  { aspect: 'account_id', isMissing: ({ account_id }) => account_id === '', words: 'Choose the account.' },
  { aspect: 'asset', isMissing: ({ asset }) => asset === '', words: 'Choose the asset.' },
  {
    aspect: 'type',
    isMissing: ({ type }) => typeOfValue(type) === undefined,
    words: 'Choose the current type.',
  },
  { aspect: 'amount', isMissing: ({ amount }) => amount.trim() === '', words: 'Enter the amount.' },
  {
    aspect: 'amount',
    isMissing: ({ amount }) => !AMOUNT.test(amount.trim()),
    words: 'Enter the amount in plain digits, such as 1500 or 0.25.',
  },
  { aspect: 'text', isMissing: ({ text }) => text.trim() === '', words: 'Enter what the comment contains.' },
]
