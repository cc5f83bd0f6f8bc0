import { expect, test } from 'vitest'
import { contractName } from './contract-row.ts'

test('a contract is named by the code at the end of what a source says, and by nothing else', () => {
  for (const [words, name] of [
    ['BTC-PERP', 'BTC-PERP'],
    ['Close Long ETH', 'ETH'],
    ['Funding 1000SHIBUSDT', '1000SHIBUSDT'],
    ['PF_XBTUSD', 'PF_XBTUSD'],
    ['BTC-0325', 'BTC-0325'],
    ['My note on this', null],
    ['20250301', null],
    ['0xabc', null],
    ['', null],
    [null, null],
  ] as const)
    expect(contractName(words), words ?? 'null').toBe(name)
})
