import { type Manifest, type SignedManifest, signedText } from '@lotbook/tax'
import type { Signer } from '../../platform/signing.ts'

/** A stored manifest with the installation's signature. Ed25519 draws no lots: the same manifest gives the same bytes. */
export function signManifest(manifest: Manifest, { publicKey, sign }: Signer): SignedManifest {
  return {
    ...manifest,
    signature: {
      algorithm: 'Ed25519',
      public_key: publicKey.toString('base64'),
      value: sign(signedText(manifest)).toString('base64'),
    },
  }
}
