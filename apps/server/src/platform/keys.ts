import {
  type CipherGCM,
  createCipheriv,
  createDecipheriv,
  type DecipherGCM,
  hkdfSync,
  randomBytes,
} from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { setImmediate as breathe } from 'node:timers/promises'
import { Secret } from './secret.ts'

const ALGORITHM = 'aes-256-gcm'
const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16

/** The master keys (KEKs) by number, and the one that wraps from now on. */
export interface Keys {
  readonly active: number
  readonly keks: ReadonlyMap<number, Secret<Buffer>>
}

/** A wrapped key or a sealed value: it tells nothing, and no byte of it can be changed unnoticed. */
export interface Sealed {
  readonly iv: Buffer
  readonly ciphertext: Buffer
  readonly tag: Buffer
}

export class SealBroken extends Error {
  constructor(what: string) {
    super(`${what} cannot be opened: it was changed, moved, or sealed with another key`)
    this.name = 'SealBroken'
  }
}

/**
 * The master keys from their file: a line `version:64 hex digits` for each, the highest is active. Made at the
 * very first start; afterwards a missing file means that nothing sealed could ever be read again.
 *
 * @throws Error when the file can be read by others, or a key in it is short, not random or given twice.
 */
export function loadKeys(file: string, { mayCreate }: { readonly mayCreate: boolean }): Keys {
  if (!existsSync(file)) {
    if (!mayCreate) {
      throw new Error(`the master key ${file} is missing, but data was sealed with it: restore the file`)
    }
    create(file)
  }
  let known = readKeys(file)
  // A key that was added is known at once, also to servers that run: nobody meets a value sealed with it before.
  const current = () => {
    // A file that is gone takes nothing from a server that has read it.
    if (existsSync(file) && stampOf(file) !== known.stamp) known = readKeys(file)
    return known.keys
  }
  return {
    get active() {
      return current().active
    },
    get keks() {
      return current().keks
    },
  }
}

/** Add a new master key to the file, active from now on; the old ones stay to be read with. */
export function addMasterKey(file: string): number {
  const { keys } = readKeys(file)
  const version = keys.active + 1
  const text = readFileSync(file, 'utf8').trimEnd()
  const next = `${file}.next`
  // What a command that was killed had begun.
  rmSync(next, { force: true })
  write(next, `${text}\n${version}:${randomBytes(KEY_BYTES).toString('hex')}\n`)
  renameSync(next, file)
  return version
}

function stampOf(file: string): string {
  const { mtimeMs, size, ino } = statSync(file)
  return `${mtimeMs} ${size} ${ino}`
}

function readKeys(file: string): { readonly keys: Keys; readonly stamp: string } {
  const stamp = stampOf(file)
  const { mode, uid } = statSync(file)
  // An orchestrator mounts a secret as root's, and lets a process read it by its group.
  const forbidden = uid === process.getuid?.() ? 0o077 : 0o037
  if ((mode & forbidden) !== 0) throw new Error(`the master key ${file} can be read by others: chmod 600 it`)
  const keks = new Map<number, Secret<Buffer>>()
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (line.trim() === '' || line.startsWith('#')) continue
    const [, version, hex] = /^(\d{1,9}):([0-9a-f]{64})$/.exec(line.trim()) ?? []
    if (version === undefined || hex === undefined) {
      throw new Error(`the master key ${file} holds a line that is not version:64 hex digits`)
    }
    const key = Buffer.from(hex, 'hex')
    if (new Set(key).size < 8) throw new Error(`the master key ${version} in ${file} is not random`)
    if (keks.has(Number(version))) throw new Error(`the master key ${version} stands twice in ${file}`)
    keks.set(Number(version), new Secret(key))
  }
  if (keks.size === 0) throw new Error(`the master key file ${file} is empty`)
  return { keys: { active: Math.max(...keks.keys()), keks }, stamp }
}

function create(file: string): void {
  mkdirSync(dirname(file), { recursive: true })
  write(file, `1:${randomBytes(KEY_BYTES).toString('hex')}\n`)
}

function write(file: string, text: string): void {
  const handle = openSync(file, 'wx', 0o600)
  writeSync(handle, text)
  fsyncSync(handle)
  closeSync(handle)
}

/** Keys made up for one test. */
export function testKeys(): Keys {
  return { active: 1, keks: new Map([[1, new Secret(randomBytes(KEY_BYTES))]]) }
}

export function encrypt(key: Buffer, plaintext: Uint8Array, aad: string): Sealed {
  const { iv, cipher } = cipherWith(key, aad)
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()])
  return { iv, ciphertext, tag: cipher.getAuthTag() }
}

/** The same for values of megabytes: others get their turn between the pieces, which together are the ciphertext. */
export async function encryptLong(
  key: Buffer,
  plaintext: Iterable<Uint8Array>,
  aad: string,
): Promise<Omit<Sealed, 'ciphertext'> & { readonly pieces: readonly Buffer[] }> {
  const { iv, cipher } = cipherWith(key, aad)
  const pieces: Buffer[] = []
  await inPieces(cipher, plaintext, (piece) => pieces.push(piece))
  return { iv, pieces, tag: cipher.getAuthTag() }
}

/** @throws SealBroken when any byte of key, value or `aad` is not what it was. */
export function decrypt(key: Buffer, { iv, ciphertext, tag }: Sealed, aad: string): Buffer {
  try {
    const decipher = decipherWith(key, { iv, tag }, aad)
    return Buffer.concat([decipher.update(ciphertext), decipher.final()])
  } catch {
    throw new SealBroken(aad)
  }
}

/** The same for values of megabytes; nothing of them is given back before all of them is checked. */
export async function decryptLong(
  key: Buffer,
  { iv, ciphertext, tag }: Sealed,
  aad: string,
): Promise<Buffer> {
  try {
    const decipher = decipherWith(key, { iv, tag }, aad)
    const plaintext = Buffer.allocUnsafeSlow(ciphertext.length)
    let used = 0
    await inPieces(decipher, [ciphertext], (piece) => (used += piece.copy(plaintext, used)))
    return plaintext
  } catch {
    throw new SealBroken(aad)
  }
}

/** Bytes that a processor encrypts in a millisecond or so. */
const PIECE_BYTES = 1 << 20

/** A cipher that counts gives back as many bytes as it is given. */
async function inPieces(
  cipher: CipherGCM | DecipherGCM,
  parts: Iterable<Uint8Array>,
  onPiece: (piece: Buffer) => unknown,
): Promise<void> {
  let sinceBreath = 0
  for (const bytes of parts) {
    for (let from = 0; from < bytes.length; from += PIECE_BYTES) {
      if (sinceBreath >= PIECE_BYTES) {
        await breathe()
        sinceBreath = 0
      }
      const piece = bytes.subarray(from, from + PIECE_BYTES)
      onPiece(cipher.update(piece))
      sinceBreath += piece.length
    }
  }
  cipher.final()
}

function cipherWith(key: Buffer, aad: string): { readonly iv: Buffer; readonly cipher: CipherGCM } {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES })
  cipher.setAAD(Buffer.from(aad))
  return { iv, cipher }
}

function decipherWith(key: Buffer, { iv, tag }: Pick<Sealed, 'iv' | 'tag'>, aad: string): DecipherGCM {
  const decipher = createDecipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(aad))
  decipher.setAuthTag(tag)
  return decipher
}

export function kek({ keks }: Keys, version: number): Buffer {
  const found = keks.get(version)
  if (found === undefined) throw new SealBroken(`what master key ${version} wrapped`)
  return found.reveal()
}

/**
 * Seal a value of the server itself, outside any customer's data key: the seeds of second factors, which identity
 * needs before it knows whose data it will be. A key derived for `purpose`, bound to `owner`.
 */
export function sealForServer(keys: Keys, purpose: string, owner: string, plaintext: Uint8Array): Buffer {
  const key = derived(keys, keys.active, purpose)
  const { iv, ciphertext, tag } = encrypt(key, plaintext, serverAad(purpose, owner, keys.active))
  const head = Buffer.alloc(6)
  head.writeUInt8(SERVER_FORMAT, 0)
  head.writeUInt8(A256GCM, 1)
  head.writeUInt32BE(keys.active, 2)
  return Buffer.concat([head, iv, ciphertext, tag])
}

/** @throws SealBroken */
export function openForServer(keys: Keys, purpose: string, owner: string, sealed: Buffer): Buffer {
  if (sealed.length < 6 + IV_BYTES + TAG_BYTES || sealed[0] !== SERVER_FORMAT || sealed[1] !== A256GCM) {
    throw new SealBroken(purpose)
  }
  const version = sealed.readUInt32BE(2)
  return decrypt(
    derived(keys, version, purpose),
    split(sealed.subarray(6)),
    serverAad(purpose, owner, version),
  )
}

const SERVER_FORMAT = 2
export const CUSTOMER_FORMAT = 1
export const A256GCM = 1

function serverAad(purpose: string, owner: string, version: number): string {
  return `lotbook:v1:server:${purpose}:${owner}:${version}`
}

function derived(keys: Keys, version: number, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', kek(keys, version), '', `lotbook:${purpose}`, KEY_BYTES))
}

/** IV, ciphertext and tag out of the bytes that hold them in this order. */
export function split(bytes: Buffer): Sealed {
  if (bytes.length < IV_BYTES + TAG_BYTES) throw new SealBroken('a sealed value')
  return {
    iv: bytes.subarray(0, IV_BYTES),
    ciphertext: bytes.subarray(IV_BYTES, bytes.length - TAG_BYTES),
    tag: bytes.subarray(bytes.length - TAG_BYTES),
  }
}
