import { expect, test } from 'vitest'
import {
  chosenWallets,
  firstChoice,
  hasAllBox,
  invalidLines,
  linesOf,
  type ListedAddress,
  newLines,
  openChains,
} from './wallet-lines.ts'

const EVM = '0xde0B295669a9FD93d5F28D9Ec85E40f4cb697BAe'

const listed = (address: string, chains: Readonly<Record<string, boolean>> = { ethereum: false }) => ({
  address,
  outcome: 'address' as const,
  message: null,
  is_extended_key: false,
  chains: Object.entries(chains).map(([slug, is_imported]) => ({
    slug,
    name: slug,
    default_coin: null,
    is_imported,
  })),
})

test('R5.21 an address that stands there twice is dropped, whatever its capitals; empty lines are none', () => {
  expect(linesOf(` ${EVM} \n\n${EVM.toLowerCase()}\r\n1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa\n`)).toEqual([
    EVM,
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
  ])
  // Elsewhere capitals tell two addresses apart.
  expect(linesOf('Abc\nabc')).toEqual(['Abc', 'abc'])
  expect(linesOf(' \n\n')).toEqual([])
})

test('R5.22 an address that is listed already is dropped', () => {
  expect(newLines([EVM, 'other'], [listed(EVM.toLowerCase())])).toEqual(['other'])
})

test('R5.20 invalid lines are listed; a secret is named by its number and not repeated', () => {
  const found: ListedAddress[] = [
    listed(EVM),
    { ...listed('0x9f', {}), outcome: 'unknown' },
    { ...listed('5KJvs', {}), outcome: 'secret' },
  ]
  expect(invalidLines([EVM, '0x9f', '5KJvs'], found)).toEqual(['0x9f', 'line 3'])
})

test('R4.15 R4.16 the box for all chains stands where there are several and not all are imported', () => {
  expect(hasAllBox(listed(EVM, { ethereum: false, base: false }))).toBe(true)
  expect(hasAllBox(listed(EVM, { ethereum: true, base: false }))).toBe(true)
  expect(hasAllBox(listed(EVM, { ethereum: true, base: true }))).toBe(false)
  expect(hasAllBox(listed('1A1', { bitcoin: false }))).toBe(false)
  expect(openChains(listed(EVM, { ethereum: true, base: false }))).toEqual(['base'])
})

test('R3.26 each address goes out with the chains that were chosen for it; one without any stays', () => {
  const choice = firstChoice([
    listed('1A1', { bitcoin: false }),
    listed(EVM, { ethereum: false, base: false }),
    listed('3Q', { bitcoin: true }),
  ])
  expect(choice).toEqual({ '1A1': ['bitcoin'], [EVM]: [], '3Q': [] })
  expect(chosenWallets({ ...choice, [EVM]: ['base'] })).toEqual([
    { address: '1A1', chains: ['bitcoin'] },
    { address: EVM, chains: ['base'] },
  ])
})
