import { expect, test } from 'vitest'
import { changeWords } from './change-words.ts'

const words = (
  kind: 'setting' | 'treatment' | 'security',
  setting: string,
  before: string | null,
  after: string | null,
) => changeWords({ kind, parts: [{ setting, before, after }] }, (asset) => asset.toUpperCase())

test.each([
  ['setting', 'method', 'fifo', 'hifo', { name: 'Method', before: 'FIFO', after: 'HIFO' }],
  ['setting', 'country', 'US', 'PR', { name: 'Country', before: 'United States', after: 'Puerto Rico' }],
  [
    'setting',
    'locked_before',
    null,
    '2024-01-01',
    { name: 'Lock', before: 'nothing locked', after: 'everything before Jan 01, 2024' },
  ],
  ['setting', 'import_mails', 'on', 'off', { name: 'Emails about imports', before: 'On', after: 'Off' }],
  ['setting', 'name', null, 'Ann Lee', { name: 'Name', before: 'none', after: 'Ann Lee' }],
  [
    'treatment',
    'airdrop',
    'income',
    'zero_basis',
    { name: 'Airdrops', before: 'Income when received', after: 'Nothing until sold' },
  ],
  [
    'treatment',
    'weth for eth',
    null,
    'wrapped',
    { name: 'WETH for ETH', before: 'not declared', after: 'Wrapped' },
  ],
  ['security', 'password_changed', null, null, { name: 'Password changed' }],
] as const)('a change reads as its screen does: %s %s', (kind, setting, before, after, expected) => {
  expect(words(kind, setting, before, after)).toEqual([expected])
})
