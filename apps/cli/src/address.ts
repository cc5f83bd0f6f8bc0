import { parseArgs } from 'node:util'
import { type AddressDetection, detectAddress } from '@lotbook/sources'
import type { ExitCode, Io } from './io.ts'

const USAGE = 'Usage: lotbook address STRING... [--json]\n'

/** Print what each text can be an address of, or why it is none. A secret is refused and not printed again. */
export async function runAddress(args: readonly string[], io: Io): Promise<ExitCode> {
  const asked = parse(args)
  if (asked === undefined || asked.texts.length === 0) {
    io.err(USAGE)
    return 2
  }
  let code: ExitCode = 0
  for (const [i, text] of asked.texts.entries()) {
    const found = detectAddress(text)
    const shown = found.outcome === 'secret' ? `text ${i + 1}` : text
    if (found.outcome !== 'address') {
      io.err(`${shown}: ${found.message}\n`)
      code = 1
    }
    if (asked.json)
      io.out(`${JSON.stringify(found.outcome === 'secret' ? found : { address: text, ...found })}\n`)
    else if (found.outcome === 'address') io.out(lines(text, found))
  }
  return code
}

function parse(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { json: { type: 'boolean' } },
    })
    return { texts: positionals, json: values.json === true }
  } catch {
    return undefined
  }
}

function lines(text: string, { fits }: AddressDetection & { outcome: 'address' }): string {
  const told = fits.map(({ format, chains, strength, isExtendedKey, note }) => {
    const kind = isExtendedKey ? ', extended public key' : ''
    const doubt = strength === 'checked' ? '' : ', no checksum: check it by eye'
    const hint = note === undefined ? '' : `. ${note}`
    return `  ${format}${kind}: ${chains.join(', ')}${doubt}${hint}`
  })
  return `${text}\n${told.join('\n')}\n`
}
