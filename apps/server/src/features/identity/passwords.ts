import { hash, verify } from '@node-rs/argon2'

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
const MOST_AT_ONCE = 4
let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MOST_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  else running += 1
  try {
    return await work()
  } finally {
    // A turn is handed over, not given back and taken anew.
    const next = waiting.shift()
    if (next === undefined) running -= 1
    else next()
  }
}

// The same password typed on two keyboards may arrive composed or decomposed.
function bytes(password: string): Buffer {
  return Buffer.from(password.normalize('NFC'))
}

/** The hash as a PHC string with its parameters and a 16-byte salt. Nothing of the password is cut. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(bytes(password), ARGON2ID))
}

let decoy: Promise<string> | undefined

/** Whether it is the password. Without a hash the same work is done against a decoy, and the answer is no. */
export async function isPassword(stored: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('no password of anybody')
  const against = stored ?? (await decoy)
  const isRight = await inTurn(() => verify(against, bytes(password)))
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
