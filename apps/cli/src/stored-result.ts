import type { HowAcquired } from '@lotbook/rules/us'
import type { CalculationResult, InvariantOutcome } from '@lotbook/tax'
import type { KeptOrigins } from './file-origin.ts'
import type { InterestPaid } from './interest-paid.ts'

/** Names and facts that reports show, and that neither the rows of a result nor its input have. */
export interface ResultNames {
  readonly calculation_id: string
  /** ISO 8601 in UTC. */
  readonly calculated_at: string
  /** The name of each account as a person reads it, by account. */
  readonly account_names: Readonly<Record<string, string>>
  /** The tickers of tokens. Older files, in which a token went by its ticker, do not have them. */
  readonly asset_names?: Readonly<Record<string, string>>
  /** The source of each price that income was valued by and that no import states, by transaction. Older files do not have it. */
  readonly price_sources?: Readonly<Record<string, string>>
  /** Interest that was paid. Older files do not have it. */
  readonly interest_paid?: readonly InterestPaid[]
  /** How the lots of gifts, donations and losses were acquired, by transaction. Older files do not have it. */
  readonly how_acquired?: Readonly<Record<string, HowAcquired>>
  /** Names of contracts by the transactions of their profits and losses; not there in files from before that was kept. */
  readonly contract_names?: Readonly<Record<string, string>>
  /** A sentence with the settings and versions behind the figures; older files lack it. */
  readonly rests_on?: string
  /** The invariants that the result was checked against. Older files do not have them. */
  readonly invariants?: readonly InvariantOutcome[]
  /** The import that each transaction came from. Older files do not have it. */
  readonly origins?: KeptOrigins
}

/** The content of `names.json`: all that reports need beside `input.json`, from which the rows are worked out again. */
export interface StoredNames extends ResultNames {
  readonly schema: 'lotbook-names/1'
}

/** The content of `result.json`: the result as it was calculated, and the names that reports show for it. */
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
