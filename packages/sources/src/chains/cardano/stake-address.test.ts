import { expect, test } from 'vitest'
import { stakeAddressOf } from './stake-address.ts'

// Addresses of https://cips.cardano.org/cip/CIP-0019 (test vectors).
test('an address with a stake credential names its account', () => {
  const ofKey =
    'addr1qx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3n0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgse35a3x'
  const ofScript =
    'addr1yx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzerkr0vd4msrxnuwnccdxlhdjar77j6lg0wypcc9uar5d2shs2z78ve'
  const stake = 'stake1uyehkck0lajq8gr28t9uxnuvgcqrc6070x3k9r8048z8y5gh6ffgw'
  expect(stakeAddressOf(ofKey)).toBe(stake)
  expect(stakeAddressOf(ofScript)).toBe('stake178phkx6acpnf78fuvxn0mkew3l0fd058hzquvz7w36x4gtcccycj5')
  expect(stakeAddressOf(stake)).toBe(stake)
})

test('an address without one stands for itself', () => {
  expect(stakeAddressOf('addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl8')).toBeUndefined()
  expect(stakeAddressOf('Ae2tdPwUPEYwFx4dmJheyNPPYXtvHbJLeCaA96o6Y2iiUL18cAt7AizN2zG')).toBeUndefined()
})
