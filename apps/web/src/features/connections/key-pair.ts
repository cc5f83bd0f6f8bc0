import { useQuery } from '@tanstack/react-query'

/** An Ed25519 key pair: the 32 bytes of its seed and of its public key, in base64. */
export interface KeyPair {
  readonly seed: string
  readonly publicKey: string
}

/** Make a key pair in this browser (R2.145). */
export async function makeKeyPair(): Promise<KeyPair> {
  const pair = (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair
  const publicKey = await crypto.subtle.exportKey('raw', pair.publicKey)
  const privateKey = await crypto.subtle.exportKey('pkcs8', pair.privateKey)
  // PKCS#8 of such a key ends with its seed.
  return { seed: base64(privateKey.slice(-32)), publicKey: base64(publicKey) }
}

const base64 = (bytes: ArrayBuffer) => btoa(String.fromCharCode(...new Uint8Array(bytes)))

/** The key pair of a form, made when it opens and gone when it closes. */
export function useKeyPair(isNeeded: boolean) {
  return useQuery({
    queryKey: ['key-pair'],
    queryFn: makeKeyPair,
    enabled: isNeeded,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
}
