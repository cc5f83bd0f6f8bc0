import { expect, test } from 'vitest'
import { contractName } from './contract-row.ts'

test('a contract is named by the code at the end of what a source says, or by the one code that only a contract has', () => {
  for (const [words, name] of [
    ['BTC-PERP', 'BTC-PERP'],
    ['Close Long ETH', 'ETH'],
    ['Funding 1000SHIBUSDT', '1000SHIBUSDT'],
    ['PF_XBTUSD', 'PF_XBTUSD'],
    ['BTC-0325', 'BTC-0325'],
    ['Close Short kPEPE', 'kPEPE'],
    ['BTCUSDT Perpetual', 'BTCUSDT'],
    ['BTC-27JUN25-60000-C', 'BTC-27JUN25-60000-C'],
    ['BTC-PERP position closed', 'BTC-PERP'],
    ['Position (BTCF0:USTF0) closed @ 9000 on wallet margin', 'BTCF0:USTF0'],
    ['Realized profit of BIT-28FEB25-CDE, in dollars', 'BIT-28FEB25-CDE'],
    ['ETH-PERP against BTC-PERP, spread', null],
    ['Realized PNL', null],
    ['Funding paid in USDT', null],
    ['Order AB-12 filled at once', null],
    ['My note on this', null],
    ['20250301', null],
    ['0xabc', null],
    ['', null],
    [null, null],
  ] as const)
    expect(contractName(words), words ?? 'null').toBe(name)
})
