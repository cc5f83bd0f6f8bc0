import { z } from 'zod'
import { dayWords, fieldName } from './field-words.ts'

/** An exact decimal as text; never a number. What is none is refused in a sentence that names its field. */
export const decimalText = z.string({ error: noAmount }).regex(/^-?\d+(\.\d+)?$/, { error: noAmount })

/** `From amount: a number such as 12.5 is expected.` */
function noAmount({ path = [], input }: { readonly path?: PropertyKey[]; readonly input?: unknown }): string {
  // A number of JSON has lost digits before anyone can read them.
  return `${fieldName(path, 'amount')}: a number such as 12.5 is expected${typeof input === 'number' ? ', as text' : ''}.`
}

/** Text of a form of its own; what has another is refused in a sentence that names its field: `six digits are expected`. */
export function textOfForm(pattern: RegExp, expected: string) {
  const error = ({ path = [] }: { readonly path?: PropertyKey[] }) =>
    `${fieldName(path, 'input')}: ${expected}.`
  return z.string({ error }).regex(pattern, { error })
}

/** An instant as ISO 8601 in UTC. */
export const instantText = textOfForm(
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?Z$/,
  'an instant such as 2025-01-31T12:00:00Z is expected',
)

/** A calendar day `YYYY-MM-DD`. */
export const dayText = textOfForm(/^\d{4}-\d{2}-\d{2}$/, 'a day such as 2025-01-31 is expected')

function noSuchDay({ path = [] }: { readonly path?: PropertyKey[] | undefined }): string {
  return dayWords.none(String(path.findLast((step) => typeof step === 'string') ?? 'day'))
}

/** A calendar day as somebody enters it: one that there was or will be. The database knows no year 0. */
export const enteredDay = z.iso
  .date({ error: noSuchDay })
  .refine((day) => !day.startsWith('0000'), { error: noSuchDay })

/** An ISO 3166 code. */
export const countryCode = textOfForm(/^[A-Z]{2}$/, 'the two letters of a country, such as US, are expected')

/** An ISO 4217 code. */
export const currencyCode = textOfForm(
  /^[A-Z]{3}$/,
  'the three letters of a currency, such as USD, are expected',
)

export const id = z.uuid()

/** Words and a link that a provider's terms ask for where its data is shown. */
export const attribution = z.object({ words: z.string(), url: z.string() })

export const taxYear = z.coerce.number().int().min(2009).max(2100)

export const success = z.object({ status: z.literal('success') })

/** Settings were saved: the changes that were recorded can be taken back by their ids. Empty where nothing changed. */
export const saved = success.extend({ change_ids: z.array(id) })

/** Pages as the specification counts them (R3.44). */
export const pageMeta = z.object({
  current_page: z.number().int(),
  per_page: z.number().int(),
  total_count: z.number().int(),
  total_pages: z.number().int(),
})

/** A page of a list by cursor: `next` continues it, null ends it; `total` counts all that match. */
export function cursorPage<Item extends z.ZodType>(item: Item) {
  return z.object({ rows: z.array(item), next: z.string().nullable(), total: z.number().int() })
}

/** Progress of long work: the bar only grows, a null total is counted text. */
export const progress = z.object({
  stage: z.string().nullable(),
  done: z.number().int(),
  total: z.number().int().nullable(),
  unit: z.string().nullable(),
})

/**
 * What is told of a filed year as open is of: its calculation; the journal when it was filed, which had changes by then that the
 * calculation does not know; or, of one that was filed before that was kept, the journal as it is today.
 */
export const openAsOf = z.enum(['calculation', 'filing', 'today'])
