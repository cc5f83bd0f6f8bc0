import { expect, test } from 'vitest'
import { makeKeyPair } from './key-pair.ts'

const bytesOf = (text: string) => Uint8Array.from(atob(text), (one) => one.charCodeAt(0))
/** PKCS#8 of an Ed25519 key, up to its seed. */
const HEAD = [0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20]

test('R2.145 a key pair is a seed of 32 bytes and its public key, both in base64', async () => {
  const { seed, publicKey } = await makeKeyPair()
  expect([bytesOf(seed).length, bytesOf(publicKey).length]).toEqual([32, 32])
  const pkcs8 = Uint8Array.from([...HEAD, ...bytesOf(seed)])
  const own = await crypto.subtle.importKey('pkcs8', pkcs8, 'Ed25519', false, ['sign'])
  const point = await crypto.subtle.importKey('raw', bytesOf(publicKey), 'Ed25519', false, ['verify'])
  const message = new TextEncoder().encode('a request')
  const signature = await crypto.subtle.sign('Ed25519', own, message)
  expect(await crypto.subtle.verify('Ed25519', point, signature, message)).toBe(true)
  expect((await makeKeyPair()).seed).not.toBe(seed)
})
