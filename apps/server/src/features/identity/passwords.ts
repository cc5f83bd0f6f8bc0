import { hash, verify } from '@node-rs/argon2'
import { inTurn } from '../../platform/in-turn.ts'

/** OWASP ASVS 5.0 appendix C: Argon2id with 46 MiB, one pass, one lane. */
const ARGON2ID = {
  // Argon2id, by the number it has in the library: its enum does not exist at run time.
  algorithm: 2,
  memoryCost: 47_104,
  timeCost: 1,
  parallelism: 1,
} as const
const PARAMETERS = `$m=${ARGON2ID.memoryCost},t=${ARGON2ID.timeCost},p=${ARGON2ID.parallelism}$`

/** Each takes 46 MiB and a core: more at once would starve every other request. */
const oneOfFour = inTurn(4)

// The same password typed on two keyboards may arrive composed or decomposed.
function bytes(password: string): Buffer {
  return Buffer.from(password.normalize('NFC'))
}

/** The hash as a PHC string with its parameters and a 16-byte salt. Nothing of the password is cut. */
export function hashPassword(password: string): Promise<string> {
  return oneOfFour(() => hash(bytes(password), ARGON2ID))
}

let decoy: Promise<string> | undefined

/** Whether it is the password. Without a hash the same work is done against a decoy, and the answer is no. */
export async function isPassword(stored: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('no password of anybody')
  const against = stored ?? (await decoy)
  const isRight = await oneOfFour(() => verify(against, bytes(password)))
  return stored !== undefined && isRight
}

/** Whether a hash was made with other parameters than those of today. */
export function isOutdated(stored: string): boolean {
  return !stored.includes(PARAMETERS)
}

/** Prepare the decoy, so that the first unknown email is not slower than the others. */
export async function warmUp(): Promise<void> {
  await isPassword(undefined, '')
}
