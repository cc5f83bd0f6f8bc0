import { isObject, type JsonObject, objectsOf, textIn } from '../../exchanges/json-answer.ts'

/** An instruction as a node explains it. */
export interface ParsedInstruction {
  readonly program: string
  readonly type: string
  readonly info: JsonObject
}

/**
 * Instructions of a transaction that a node explains, those that other programs called too; none of one that failed, for they did
 * nothing. https://github.com/anza-xyz/agave/tree/master/transaction-status/src (`parse_stake.rs`, `parse_token.rs`)
 */
export function parsedInstructions(result: JsonObject): ParsedInstruction[] {
  const { transaction, meta } = result
  if (isObject(meta) && meta['err'] !== null && meta['err'] !== undefined) return []
  const message = isObject(transaction) ? transaction['message'] : undefined
  const outer = isObject(message) ? objectsOf(message['instructions']) : []
  const inner = isObject(meta)
    ? objectsOf(meta['innerInstructions']).flatMap(({ instructions }) => objectsOf(instructions))
    : []
  return [...outer, ...inner].flatMap((one) => {
    const { parsed } = one
    if (!isObject(parsed) || !isObject(parsed['info'])) return []
    return [{ program: textIn(one, 'program'), type: textIn(parsed, 'type'), info: parsed['info'] }]
  })
}
