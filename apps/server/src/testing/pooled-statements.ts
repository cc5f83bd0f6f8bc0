import { type Frame, texts } from './wire-frames.ts'

/** Statements that only mean something with a connection of one's own, by how they are written. */
const OF_A_SESSION: readonly (readonly [RegExp, string])[] = [
  [/(?:^|;)\s*set\s+(?!local\b|transaction\b)/i, 'a setting of the session'],
  [/set_config\([^()]*,\s*false\s*\)/i, 'a setting of the session'],
  [/(?:^|;)\s*(?:un)?listen\b/i, 'LISTEN'],
  [/pg_(?:try_)?advisory_(?:un)?lock(?:_shared)?\(/i, 'a lock of the session'],
  [/(?:^|;)\s*(?:prepare|deallocate|discard)\b/i, 'a prepared statement'],
  [/\bwith\s+hold\b/i, 'a cursor that outlives its transaction'],
  [
    /create\s+temp(?:orary)?\s+table(?![\s\S]*on\s+commit\s+drop)/i,
    'a temporary table that outlives its transaction',
  ],
]

/**
 * Find what is wrong with a message that a pooler in transaction mode is sent, in words with its text; undefined where nothing is.
 *
 * @param isOutside - no transaction has begun.
 */
export function faultIn({ kind, bytes }: Frame, isOutside: boolean): string | undefined {
  const isParse = kind === 'P'
  if (!isParse && kind !== 'Q') return undefined
  const [first = '', second = ''] = texts(bytes.subarray(5))
  if (isParse && first !== '') return told('a statement with a name', second)
  const text = isParse ? second : first
  // Where the statement before has ended the transaction itself, there is nothing to end.
  if (isOutside && /^(?:commit|rollback)$/.test(text)) return undefined
  if (isOutside && !/^begin read write; set local role lotbook_\w+;/.test(text))
    return told('outside of a transaction of a role', text)
  const found = OF_A_SESSION.find(([pattern]) => pattern.test(text))
  return found && told(found[1], text)
}

function told(fault: string, text: string): string {
  return `${fault}: ${text.replaceAll(/\s+/g, ' ').slice(0, 200)}`
}
