/**
 * Invariants of every result, whatever the history, the method and the settings. Each is stated, with the id of the
 * property that tests hold the engine to, in docs/tax/invariants.md.
 */
export const INVARIANTS = [
  'units-conserved',
  'basis-conserved',
  'lots-used-once',
  'disposals-whole',
  'proceeds-shared-out',
  'gain-is-difference',
  'totals-are-sums',
  'income-at-receipt',
  'dates-in-order',
  'terms-by-days',
  'transfers-neutral',
  'unknown-flagged',
] as const
export type Invariant = (typeof INVARIANTS)[number]

/** How an invariant came out on one result. */
export interface InvariantOutcome {
  readonly name: Invariant
  /** How many rows, events, lots or pools it was asked of. */
  readonly checked: number
  readonly outcome: 'holds' | 'broken'
}

/** An outcome, with the first place that breaks it, for people. */
export interface InvariantFinding extends InvariantOutcome {
  readonly example: string | null
}

export function outcomeOf({ name, checked, outcome }: InvariantFinding): InvariantOutcome {
  return { name, checked, outcome }
}

/** One invariant while a result is gone through: what was asked, and where it failed first. */
export class Check {
  checked = 0
  readonly #name: Invariant
  #example: string | null = null

  constructor(name: Invariant) {
    this.#name = name
  }

  get isBroken(): boolean {
    return this.#example !== null
  }

  fail(example: string): void {
    this.#example ??= example
  }

  finding(): InvariantFinding {
    const outcome = this.#example === null ? 'holds' : 'broken'
    return { name: this.#name, checked: this.checked, outcome, example: this.#example }
  }
}

export type Checks = Readonly<Record<Invariant, Check>>

export function newChecks(): Checks {
  return Object.fromEntries(INVARIANTS.map((name) => [name, new Check(name)])) as Record<Invariant, Check>
}

/** A result broke an invariant of the engine: it is a fault of ours, and no figure of it may be shown. */
export class InvariantBroken extends Error {
  readonly broken: readonly Invariant[]

  constructor(findings: readonly InvariantFinding[]) {
    super(findings.map(({ name, example }) => `${name}: ${example ?? ''}`).join('\n'))
    this.name = 'InvariantBroken'
    this.broken = findings.map(({ name }) => name)
  }
}
