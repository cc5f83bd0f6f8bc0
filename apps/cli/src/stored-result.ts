import type { HowAcquired } from '@lotbook/rules/us'
import type { CalculationResult, InvariantOutcome } from '@lotbook/tax'
import type { KeptOrigins } from './file-origin.ts'
import type { InterestPaid } from './interest-paid.ts'

/** What reports show of a result that neither its rows nor its input have. */
export interface ResultNames {
  readonly calculation_id: string
  /** ISO 8601 in UTC. */
  readonly calculated_at: string
  /** What a person reads for an account. */
  readonly account_names: Readonly<Record<string, string>>
  /** The tickers of tokens; not there in files from before those went by their contract. */
  readonly asset_names?: Readonly<Record<string, string>>
  /** What income was valued by, by transaction, where no source states it; not there in files from before price files. */
  readonly price_sources?: Readonly<Record<string, string>>
  /** Not there in files from before it was listed. */
  readonly interest_paid?: readonly InterestPaid[]
  /** How lots were acquired that left as gifts, donations and losses, by transaction; not there in files from before that was kept. */
  readonly how_acquired?: Readonly<Record<string, HowAcquired>>
  /** A sentence with the settings and versions behind the figures; older files lack it. */
  readonly rests_on?: string
  /** What it was held to; not there in files from before that was done. */
  readonly invariants?: readonly InvariantOutcome[]
  /** Where transactions came from; not there in files from before that was kept. */
  readonly origins?: KeptOrigins
}

/** What `names.json` holds: all that reports need beside `input.json`, from which the rows are worked out again. */
export interface StoredNames extends ResultNames {
  readonly schema: 'lotbook-names/1'
}

/** What `result.json` holds: the result as it was calculated, and the names that reports show for it. */
export interface StoredResult extends ResultNames {
  readonly schema: 'lotbook-result/1'
  readonly result: CalculationResult
}

/** Whether this is a result as `calculate --files --result` keeps it. */
export function isStoredResult(json: unknown): json is StoredResult {
  return (
    hasSchema(json, 'lotbook-result/1') &&
    'result' in json &&
    typeof json.result === 'object' &&
    json.result !== null &&
    ['disposals', 'income', 'removals'].every((part) =>
      Array.isArray((json.result as Record<string, unknown>)[part]),
    )
  )
}

/** Whether these are the names beside a result that was not kept. */
export function isStoredNames(json: unknown): json is StoredNames {
  return (
    hasSchema(json, 'lotbook-names/1') &&
    'account_names' in json &&
    typeof json.account_names === 'object' &&
    json.account_names !== null
  )
}

function hasSchema(json: unknown, schema: string): json is object {
  return typeof json === 'object' && json !== null && 'schema' in json && json.schema === schema
}
