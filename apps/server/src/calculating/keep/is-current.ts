import { taxSettings } from '@lotbook/contract'
import { ENGINE_VERSION } from '@lotbook/tax'
import type { Tx } from '../../platform/database.ts'
import { readTaxSettings, sameSettings } from '../settings/tax-settings.ts'

interface Made {
  readonly journal_version: string
  readonly engine_version: string
  readonly settings: unknown
}

/** Whether what was made of the books is not out of date: no change of the journal, of a setting or of the engine came after it. */
export async function isCurrent(tx: Tx, userId: string, made: Made, version: string): Promise<boolean> {
  return (
    made.journal_version === version &&
    made.engine_version === ENGINE_VERSION &&
    sameSettings(taxSettings.parse(made.settings), await readTaxSettings(tx, userId))
  )
}
