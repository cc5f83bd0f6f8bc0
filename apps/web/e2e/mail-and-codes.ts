import { createHmac } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'

/**
 * The link of the newest mail to an address. The server under test has no mail server, so what it sends lies in the
 * outbox of its data folder, which `scripts/e2e-server.mjs` makes among the temporary ones.
 */
export async function mailedLink(email: string, path: string): Promise<string> {
  let link = ''
  await expect(() => {
    const folders = readdirSync(tmpdir()).filter((name) => name.startsWith('lotbook-e2e-'))
    const mails = folders.flatMap((name) => mailsIn(join(tmpdir(), name, 'outbox')))
    const found = mails
      .filter((mail) => mail.includes(email))
      .map((mail) => new RegExp(`https?://\\S+${path}\\?token=\\S+`).exec(mail)?.[0])
      .findLast((one) => one !== undefined)
    expect(found).toBeDefined()
    link = found ?? ''
  }).toPass({ timeout: 15_000 })
  const { pathname, search } = new URL(link)
  return pathname + search
}

function mailsIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .toSorted()
      .map((name) => readFileSync(join(folder, name), 'utf8'))
  } catch {
    return [] // a folder of a run that is over
  }
}

/** RFC 6238: the six digits of a base32 key, this many steps of 30 s from now. */
export function totp(key: string, steps: number): string {
  const bits = [...key.replace(/[^A-Z2-7]/g, '')]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  const bytes = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps))
  const mac = createHmac('sha1', bytes).update(counter).digest()
  const at = (mac.at(-1) ?? 0) & 15
  return ((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).toString().padStart(6, '0')
}
