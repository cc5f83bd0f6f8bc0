import type { Jurisdiction } from '@lotbook/rules'

/** The kind of a fee in a coin, which is a disposal of its own. */
export const FEE_KIND = 0

/** Words that the `kind` of a row can be under a law; columns carry the position. */
export interface RowKinds {
  readonly words: readonly string[]
  /** The code of a word. @throws Error for a word that no rule has. */
  readonly codeOf: (kind: string) => number
  /** By code, 1 for the pay of a contract or its cost: such a row has no lot by its nature. */
  readonly isContract: Uint8Array
  /** By code, 1 for what the return deducts. */
  readonly isDeducted: Uint8Array
}

const KNOWN = new WeakMap<Jurisdiction, RowKinds>()

/** Returns the kinds of rows under a law, made once for each. */
export function rowKindsOf(law: Jurisdiction): RowKinds {
  let kinds = KNOWN.get(law)
  if (kinds === undefined) {
    kinds = kindsMade(law)
    KNOWN.set(law, kinds)
  }
  return kinds
}

function kindsMade({ treatments, contractKinds, deductedKinds }: Jurisdiction): RowKinds {
  const words = [...new Set(['fee', ...treatments.map(({ kind }) => kind), ...contractKinds])]
  const codes = new Map(words.map((kind, code) => [kind, code]))
  const among = (kinds: readonly string[]) => Uint8Array.from(words, (word) => (kinds.includes(word) ? 1 : 0))
  return {
    words,
    codeOf(kind) {
      const code = codes.get(kind)
      if (code === undefined) throw new Error(`No row is of kind ${kind}`)
      return code
    },
    isContract: among(contractKinds),
    isDeducted: among(deductedKinds),
  }
}
