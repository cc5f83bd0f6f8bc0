import { expect, test } from 'vitest'
import { recipientOf } from './recipient.ts'

const EVM = '0x52908400098527886E0F7030069857D2E4169EE7'
const BITCOIN = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'

test('a withdrawal names its recipient on the chain of its coin alone', () => {
  expect(recipientOf('ETH', EVM, '0x1')).toEqual({
    chain: 'ethereum',
    address: EVM.toLowerCase(),
    txHash: '0x1',
  })
  expect(recipientOf('BTC', BITCOIN, 'ab')).toEqual({ chain: 'bitcoin', address: BITCOIN, txHash: 'ab' })
  // The chain of a token is not known, nor is where a withdrawal without a hash went.
  expect(recipientOf('USDC', EVM, '0x1')).toBeUndefined()
  expect(recipientOf('BTC', EVM, 'ab')).toBeUndefined()
  expect(recipientOf('BTC', BITCOIN, '')).toBeUndefined()
  expect(recipientOf('BTC', 'somebody@example.org', 'ab')).toBeUndefined()
})
