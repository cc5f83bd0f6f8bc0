import { expect, test } from 'vitest'
import { z } from 'zod'
import { amountWords, dayWords, expectedWords, refusedFieldWords } from './field-words.ts'

const wordsOf = (schema: z.ZodType, input: unknown): string =>
  z
    .object({ tax_year: schema })
    .safeParse(input === undefined ? {} : { tax_year: input }, { error: refusedFieldWords })
    .error?.issues.map(({ message }) => message)
    .join(' ') ?? 'taken'

const whole = z.coerce.number().int()

test.each([
  [z.string(), 7, 'Tax year: text is expected.'],
  [z.string(), undefined, 'Tax year: text is expected, and missing.'],
  [z.number(), '7', 'Tax year: a number is expected.'],
  [whole, 'x', 'Tax year: a number is expected.'],
  [whole, 1.5, 'Tax year: a whole number is expected.'],
  [z.number().int(), Number.POSITIVE_INFINITY, 'Tax year: a number is expected.'],
  [whole.min(2009), '7', 'Tax year: 2009 or more is expected.'],
  [whole.max(2100), '9999', 'Tax year: 2100 or less is expected.'],
  [z.number().gt(0), 0, 'Tax year: more than 0 is expected.'],
  [z.number().lt(9), 9, 'Tax year: less than 9 is expected.'],
  [z.number().multipleOf(5), 7, 'Tax year: a multiple of 5 is expected.'],
  [z.boolean(), 'yes', 'Tax year: true or false is expected.'],
  [
    z.stringbool(),
    'perhaps',
    'Tax year: true, 1, yes, on, y, enabled, false, 0, no, off, n or disabled is expected.',
  ],
  [z.array(z.string()), 'x', 'Tax year: a list is expected.'],
  [z.array(z.string()), undefined, 'Tax year: a list is expected, and missing.'],
  [z.array(z.string()), [7], 'Tax year: text is expected.'],
  [z.array(z.string()).min(1), [], 'Tax year: at least one item is expected.'],
  [z.array(z.string()).max(2), ['a', 'b', 'c'], 'Tax year: at most 2 items are expected.'],
  [z.array(z.string()).length(2), ['a'], 'Tax year: exactly 2 items are expected.'],
  [z.string().min(1), '', 'Tax year: at least one character is expected.'],
  [z.string().min(12), 'x', 'Tax year: at least 12 characters are expected.'],
  [z.string().max(2), 'xyz', 'Tax year: at most 2 characters are expected.'],
  [z.object({ a: z.string() }), 7, 'Tax year: an object is expected.'],
  [z.record(z.string(), z.string()), 7, 'Tax year: an object is expected.'],
  [z.partialRecord(z.enum(['a', 'b']), z.string()), { c: 'x' }, 'C: such a field is not expected.'],
  [z.strictObject({}), { a: 1, b: 2 }, 'A and b: such fields are not expected.'],
  [z.file(), 'x', 'Tax year: a file is expected.'],
  [z.email(), 'x', 'Tax year: an email address is expected.'],
  [z.uuid(), 'x', 'Tax year: an id is expected.'],
  [z.url(), 'x', 'Tax year: a web address is expected.'],
  [z.iso.date(), 'x', 'Tax year: a day such as 2025-01-31 is expected.'],
  [z.string().startsWith('/'), 'x', 'Tax year: text that begins with / is expected.'],
  [z.string().regex(/^a$/), 'x', 'Tax year: text of another form is expected.'],
  [z.enum(['a', 'b', 'c']), 'd', 'Tax year: a, b or c is expected.'],
  [z.enum(['a', 'b']), undefined, 'Tax year: a or b is expected.'],
  [z.literal('a'), 7, 'Tax year: a is expected.'],
  [z.union([z.string(), z.number()]), true, 'Tax year: text or a number is expected.'],
  [
    z.union([z.object({ code: z.string() }), z.object({ recovery_code: z.string() })]),
    {},
    'Tax year: code or recovery code is expected.',
  ],
  [
    z.discriminatedUnion('kind', [z.object({ kind: z.literal('a') }), z.object({ kind: z.literal('b') })]),
    { kind: 'c' },
    'Kind: a or b is expected.',
  ],
  [z.string().refine(() => false), 'x', 'Tax year: something else is expected.'],
  // Words of a schema's own stand above these.
  [z.string().refine(() => false, 'Too odd.'), 'x', 'Too odd.'],
])('%#: of %j it is said: %s', (schema, input, words) => {
  expect(wordsOf(schema, input)).toBe(words)
})

test('a place in a list is named after the list, the whole after what it is, and without a name it is said what is expected', () => {
  expect(refusedFieldWords({ code: 'invalid_type', expected: 'string', input: 7, path: ['rules', 0] })).toBe(
    'Rules: text is expected.',
  )
  expect(refusedFieldWords({ code: 'invalid_type', expected: 'object', input: 7, path: [] })).toBe(
    'Input: an object is expected.',
  )
  expect(expectedWords({ code: 'invalid_type', expected: 'int', input: 'x' })).toBe(
    'a whole number is expected',
  )
  expect(expectedWords({ code: 'what zod may say one day' })).toBe('something else is expected')
})

test.each([
  [
    amountWords.negative('from_amount', '-5'),
    'From amount: -5 is negative; a number such as 12.5 is expected.',
  ],
  [
    amountWords.negative('value', `-${'9'.repeat(30)}`),
    `Value: -${'9'.repeat(30)} is negative; a number such as 12.5 is expected.`,
  ],
  [amountWords.tooLong('cost'), 'Cost: it has too many digits; a number such as 12.5 is expected.'],
  [amountWords.nothing('quantity'), 'Quantity: it is zero; a number above zero is expected.'],
  [dayWords.none('filed_on'), 'Filed on: there is no such date; a day such as 2025-01-31 is expected.'],
  [dayWords.inFuture('before'), 'Before: the date is in the future; a day up to today is expected.'],
  [
    dayWords.tooEarly('at'),
    'At: the date is before 2009, when there was no crypto yet; a later day is expected.',
  ],
])(
  'of an amount or a day that cannot be taken it is said what is wrong and what is wanted: %s',
  (words, expected) => {
    expect(words).toBe(expected)
  },
)
