import { expect, test } from 'vitest'
import type { RuleDraft } from '@lotbook/contract'
import { draftOf, EMPTY_RULE, formOf } from './rule-form.ts'

test('E11 the form of a rule is that rule again', () => {
  const drafts: RuleDraft[] = [
    {
      condition: {
        source: 'coinbase',
        account_id: '00000000-0000-7000-8000-000000000000',
        asset: 'ETH',
        direction: 'in',
        type: { type: 'incoming', sub_type: 'received' },
        amount: { test: 'at_most', amount: '0.000000000000000001' },
        text: 'reward',
      },
      result: { set: 'type', type: 'incoming', sub_type: 'staking_reward' },
    },
    {
      condition: { type: { type: 'buy', sub_type: null } },
      result: { set: 'type', type: 'trade', sub_type: null },
    },
    { condition: { asset: 'BTC' }, result: { set: 'ignored' } },
  ]
  for (const draft of drafts) expect(draftOf(formOf(draft))).toEqual(draft)
  expect(draftOf(formOf(drafts[2]!, 'rule'))).toMatchObject({ id: 'rule' })
})

test('E11 what a form lacks is said in the order of its sentence', () => {
  const lacks = (changed: object) => draftOf({ ...EMPTY_RULE, ...changed })
  expect(lacks({})).toEqual({ lacks: 'Choose the source.' })
  expect(lacks({ asked: [] })).toEqual({ lacks: 'Add at least one condition.' })
  expect(lacks({ asked: ['amount'], amount: ' ' })).toEqual({ lacks: 'Enter the amount.' })
  for (const amount of ['1,5', '$5', '1e999', '-5', `0.${'1'.repeat(46)}`, '٣']) {
    expect(lacks({ asked: ['amount'], amount })).toEqual({
      lacks: 'Enter the amount in plain digits, such as 1500 or 0.25.',
    })
  }
  expect(lacks({ asked: ['text'], text: ' ' })).toEqual({ lacks: 'Enter what the comment contains.' })
  expect(lacks({ asked: ['direction'] })).toEqual({ lacks: 'Choose the type to set.' })
})
