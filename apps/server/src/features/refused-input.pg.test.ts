import { expect, test } from 'vitest'
import { customerWith } from '../testing/customer-journal.ts'
import { testServer } from '../testing/test-server.ts'

const server = await testServer()

const OWN = {
  version: 1,
  name: 'Mine',
  header: ['a', 'b'],
  columns: {},
  assets: {},
  time_zone: 'UTC',
  date_order: null,
  words: {},
}

test.each([
  ['GET', '/one_year?year=abc', undefined, { year: 'Year: a number is expected.' }],
  ['GET', '/one_year?year=1900', undefined, { year: 'Year: 2009 or more is expected.' }],
  ['GET', '/one_year', undefined, { year: 'Year: a number is expected.' }],
  [
    'GET',
    '/one_year/estimated_tax?year=2024&filing_status=alone&other_income=much',
    undefined,
    {
      filing_status: expect.stringMatching(
        /^Filing status: single, mfj, mfs, hoh or qss is expected\.$/,
      ) as string,
      other_income: expect.stringMatching(/^Other income: /) as string,
    },
  ],
  ['GET', '/transactions?limit=1.5', undefined, { limit: 'Limit: a whole number is expected.' }],
  [
    'POST',
    '/matches',
    { departure: 7 },
    {
      departure: 'Departure: text is expected.',
      arrivals: 'Arrivals: a list is expected, and missing.',
    },
  ],
  [
    'POST',
    '/setting/location',
    { country_code: 'Spain', time_zone: 'UTC' },
    {
      country_code: 'Country code: the two letters of a country, such as US, are expected.',
    },
  ],
  [
    'POST',
    '/setting/notifications',
    { import_mails: 'off' },
    { import_mails: 'Import mails: true or false is expected.' },
  ],
  [
    'POST',
    '/broker_forms',
    { year: 2025, account_id: '018f0000-0000-7000-8000-000000000000', reported: 'some' },
    { reported: 'Reported: proceeds, basis or none is expected.' },
  ],
  [
    'POST',
    '/own_formats',
    { format: { ...OWN, kind: 'rows', has_fee_inside: 'no' } },
    {
      'format.kind': expect.stringMatching(/sides, moved or trades is expected\.$/) as string,
      'format.has_fee_inside': expect.stringMatching(/true or false is expected\.$/) as string,
    },
  ],
  [
    'POST',
    '/questions',
    { tax_year: 2024, transaction_id: 'b1' },
    {
      transaction_id: expect.stringMatching(/^Transaction id: /) as string,
      text: 'Text: text is expected, and missing.',
    },
  ],
  [
    'POST',
    '/exports',
    { kind: 'form-1040' },
    { kind: expect.stringMatching(/^Kind: form-8949-pdf, .* is expected\.$/) as string },
  ],
] as const)(
  'what a call cannot take is refused in a sentence for each field: %s %s',
  async (method, path, body, fields) => {
    const { customer } = await customerWith(server)
    const answer = await customer.request(method, path, body)
    expect([answer.status, answer.body]).toMatchObject([422, { code: 'invalid_input', fields }])
  },
)
