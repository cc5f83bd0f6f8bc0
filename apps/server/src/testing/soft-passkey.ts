import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { NewPasskey, PasskeyAnswer, PasskeyCreation, PasskeyRequest } from '@lotbook/contract'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type { TestAnswer, TestClient } from './test-client.ts'

/** Bits of the flags in the data of an authenticator (WebAuthn level 3, 6.1). */
const PRESENT = 0x01
const VERIFIED = 0x04
const WITH_CREDENTIAL = 0x40

/** How an authenticator, or the browser it is in, behaves otherwise than it should. */
export interface Behaviour {
  readonly origin?: string
  /** Whether it asks its person who they are. */
  readonly isVerified?: boolean
  /** How often it says to have signed; else once more than the last time. */
  readonly counter?: number
  /** Certificates that it hands in unasked. */
  readonly certificates?: readonly Uint8Array<ArrayBuffer>[]
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const base64url = (data: Uint8Array) => Buffer.from(data).toString('base64url')

/** An authenticator with one passkey (ECDSA on P-256), and the browser around it. */
export class SoftPasskey {
  readonly id = randomBytes(32)
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  #counter = 0
  #user = base64url(randomBytes(16))

  /** Answer what a browser is given to have a passkey made. */
  create({ challenge, rp, user }: PasskeyCreation, behaviour: Behaviour = {}): NewPasskey {
    this.#user = user.id
    const { certificates } = behaviour
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.id.length)
    const credential = Buffer.concat([Buffer.alloc(16), length, this.id, this.#publicKey()])
    const statement = new Map(certificates === undefined ? [] : [['x5c', [...certificates]]])
    const attestation = new Map<string, unknown>([
      ['fmt', certificates === undefined ? 'none' : 'packed'],
      ['attStmt', statement],
      ['authData', new Uint8Array(this.#data(rp.id, credential, behaviour))],
    ])
    return {
      id: base64url(this.id),
      client_data: clientData('webauthn.create', challenge, behaviour).toString('base64url'),
      attestation: base64url(isoCBOR.encode(attestation as never)),
      transports: ['internal'],
    }
  }

  /** Sign what a browser is given. */
  sign({ challenge, rpId }: PasskeyRequest, behaviour: Behaviour = {}): PasskeyAnswer {
    this.#counter = behaviour.counter ?? this.#counter + 1
    const client = clientData('webauthn.get', challenge, behaviour)
    const data = this.#data(rpId, Buffer.alloc(0), behaviour)
    return {
      id: base64url(this.id),
      client_data: client.toString('base64url'),
      authenticator_data: base64url(data),
      signature: sign('sha256', Buffer.concat([data, sha256(client)]), this.#keys.privateKey).toString(
        'base64url',
      ),
      user_handle: this.#user,
    }
  }

  /** Add it to the account of a browser, whose session is fresh; gives back the answer. */
  async add(browser: TestClient, name = 'Laptop', behaviour: Behaviour = {}): Promise<TestAnswer> {
    const { options } = (await browser.expect(200, 'POST', '/identity/passkeys/enrol')) as {
      options: PasskeyCreation
    }
    return browser.post('/identity/passkeys', { name, passkey: this.create(options, behaviour) })
  }

  /** Log in with nothing else; gives back the answer. */
  async logIn(browser: TestClient, behaviour: Behaviour = {}): Promise<TestAnswer> {
    const passkey = this.sign(await requested(browser, 'log_in'), behaviour)
    return browser.post('/identity/log_in/passkey', { passkey })
  }

  /** Give it as the second factor of a browser's session; gives back the answer. */
  async second(browser: TestClient, behaviour: Behaviour = {}): Promise<TestAnswer> {
    const passkey = this.sign(await requested(browser, 'second_factor'), behaviour)
    return browser.post('/identity/second_factor', { passkey })
  }

  #data(rpId: string, credential: Buffer, { isVerified = true }: Behaviour): Buffer {
    const flags = PRESENT | (isVerified ? VERIFIED : 0) | (credential.length > 0 ? WITH_CREDENTIAL : 0)
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.#counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter, credential])
  }

  /** As COSE writes a key (RFC 9053, 7.1.1): kind, algorithm, curve and the two coordinates. */
  #publicKey(): Uint8Array {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    const key = new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ])
    return isoCBOR.encode(key as never)
  }
}

/** What a passkey is to sign, as the server asks a browser. */
export async function requested(
  browser: TestClient,
  purpose: 'log_in' | 'second_factor',
): Promise<PasskeyRequest> {
  const { options } = (await browser.expect(200, 'POST', '/identity/passkeys/request', { purpose })) as {
    options: PasskeyRequest
  }
  return options
}

function clientData(
  type: string,
  challenge: string,
  { origin = 'http://localhost:3000' }: Behaviour,
): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}
