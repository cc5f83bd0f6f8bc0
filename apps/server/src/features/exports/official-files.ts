import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { OFFICIAL_FORMS, officialFileName, type OfficialKind } from '@lotbook/reports'
import { type Ask, ProviderBusy, ProviderDown } from '@lotbook/sources'
import type { Config } from '../../platform/config.ts'
import type { Outbound } from '../../platform/outbound.ts'

/** A form of the IRS as it was found: its bytes, or why it is not there. */
export interface FoundForm {
  readonly kind: OfficialKind
  readonly found: Uint8Array | string
  /** Whether it came from the IRS just now; it is kept once it proved to be the expected form. */
  readonly isNew: boolean
}

export interface FormPlaces {
  readonly config: Pick<Config, 'formsDirectory' | 'dataDirectory'>
  readonly outbound: Outbound
  readonly signal: AbortSignal
}

/** No form has as many bytes. */
const MOST_BYTES = 5_000_000

/**
 * Forms of a year: from the folder that the operator named, and from nowhere else where there is one; else from the data folder, where
 * each is kept that was got from the IRS.
 */
export function findForms(
  kinds: readonly OfficialKind[],
  year: number,
  places: FormPlaces,
): Promise<FoundForm[]> {
  return Promise.all(kinds.map((kind) => findForm(kind, year, places)))
}

async function findForm(kind: OfficialKind, year: number, places: FormPlaces): Promise<FoundForm> {
  const { config, outbound, signal } = places
  const name = officialFileName(kind, year)
  const own = await readFile(join(config.formsDirectory ?? keptIn(config), name)).catch(() => undefined)
  if (own !== undefined) return { kind, found: own, isNew: false }
  if (config.formsDirectory !== undefined)
    return { kind, found: `${name}: the folder of forms on this server does not have it.`, isNew: false }
  const answer = await askIrs(kind, year, outbound.provider('irs', { signal, retries: 1 }))
  return { kind, found: answer, isNew: typeof answer !== 'string' }
}

const keptIn = ({ dataDirectory }: FormPlaces['config']) => join(dataDirectory, 'forms')

/** A year's form has its own name once it is past; before, it is the current one. */
async function askIrs(kind: OfficialKind, year: number, ask: Ask): Promise<Uint8Array | string> {
  const { name, file } = OFFICIAL_FORMS[kind]
  const unavailable = `${name} of ${year} could not be had from the IRS just now.`
  for (const path of [`/pub/irs-prior/${officialFileName(kind, year)}`, `/pub/irs-pdf/${file}.pdf`]) {
    try {
      const { status, text } = await ask({ path, isBinary: true })
      const bytes = Buffer.from(text, 'latin1')
      if (status === 200 && bytes.length <= MOST_BYTES) return bytes
    } catch (error) {
      if (error instanceof ProviderDown || error instanceof ProviderBusy) return unavailable
      throw error
    }
  }
  return unavailable
}

/** Keep a form that was got from the IRS, so that it is asked for once. */
export async function keepForm(
  { kind, found }: FoundForm,
  year: number,
  { config }: Pick<FormPlaces, 'config'>,
): Promise<void> {
  if (typeof found === 'string') return
  const folder = keptIn(config)
  await mkdir(folder, { recursive: true })
  // Under another name until it is whole: several may be kept at once.
  const partial = join(folder, `${randomUUID()}.part`)
  await writeFile(partial, found)
  await rename(partial, join(folder, officialFileName(kind, year)))
}
