import { expect, test } from 'vitest'
import { lines, readKnown } from '../testing/read-text.ts'

test('a template without comments is read, and what was gambled is told', () => {
  const header =
    'transactionType,date,inBuyAmount,inBuyAsset,outSellAmount,outSellAsset,feeAmount (optional),' +
    'feeAsset (optional),classification (optional),operationId (optional)'
  const rows = [
    'deposit,06/18/2021 10:11:12,5,ATOM,,,,,gambling_income,',
    'withdraw,06/19/2021 10:11:12,,,2,ATOM,,,gambling_used,',
    'deposit,06/20/2021 10:11:12,1,ATOM,,,,,liquidity_pool,',
  ]
  expect(lines(readKnown([header, ...rows].join('\n'), {}, 'accointing.csv'))).toEqual([
    'incoming/misc_reward -> 5 ATOM',
    'outgoing/purchase 2 ATOM ->',
    'incoming/staking_reward -> 1 ATOM',
  ])
})
