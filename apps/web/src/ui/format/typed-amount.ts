/** Separators only where thousands are parted, and a loss with a minus sign or in parentheses, as a form prints it. */
const AMOUNT = /^(-?)\$?\s*(\d+|\d{1,3}(,\d{3})+)(\.\d{1,2})?$/
const IN_PARENTHESES = /^\((.*)\)$/

/**
 * An amount as a person types it off a form (`1,250.75`, `(300)`) as decimal text; null where nothing is entered, undefined for what is
 * no amount.
 */
export function typedAmount(typed: string): string | null | undefined {
  const text = typed.trim()
  if (text === '') return null
  const inside = IN_PARENTHESES.exec(text)?.[1]
  const signed = inside === undefined ? text.replace(/^\u2212/, '-') : `-${inside}`
  return AMOUNT.test(signed) ? signed.replaceAll(/[\s,$]/g, '') : undefined
}
