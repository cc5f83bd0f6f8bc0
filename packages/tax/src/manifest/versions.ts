import { jurisdictionOf } from '@lotbook/rules'

/** Raised with every change that can change a result: also of a list it is worked out by, for what is kept to go on from hangs on this. */
export const ENGINE_VERSION = '1.12.0'

/** Version of the rules of `docs/tax`; it stands beside the list of them. */
export const RULES_VERSION = jurisdictionOf({}).rulesVersion

/** Raised with every change of what the invariants are asked of, so that a manifest's counts are compared with their like. */
export const INVARIANTS_VERSION = '5'
