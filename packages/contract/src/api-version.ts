/** Version of the API for programs: `major.minor`. Its rule and its changes are on the page of the API. */
export const API_VERSION = '1.0'

/** Each version of the API, the newest first. */
export const API_CHANGES: readonly {
  readonly version: string
  readonly on: string
  readonly changes: readonly string[]
}[] = [
  {
    version: '1.0',
    on: '2026-11-29',
    changes: [
      'Access tokens with the scopes read, import and calculate.',
      'Rate limits in headers.',
      'Signed webhooks for finished imports and tax calculations.',
      'A server for assistants (Model Context Protocol).',
    ],
  },
]

/** Files that an access token with the scope `read` may download, beside the calls of the contract. */
export const API_FILES: readonly { readonly path: string; readonly type: string; readonly words: string }[] =
  [
    { path: '/exports/{id}/download', type: 'application/octet-stream', words: 'An export that is done.' },
    {
      path: '/transaction/download_api_transactions/{id}',
      type: 'text/csv',
      words: 'Transactions of a source or an account.',
    },
    { path: '/users/crypto_assets/holdings.csv', type: 'text/csv', words: 'Holdings.' },
    { path: '/users/crypto_assets/lots.csv', type: 'text/csv', words: 'Open lots.' },
    {
      path: '/tax_calculations/{id}/manifest.json',
      type: 'application/json',
      words: 'The manifest of a calculation: versions, hashes and signature.',
    },
    { path: '/tax_calculations/{id}/input.json', type: 'application/json', words: 'What was calculated.' },
    {
      path: '/tax_calculations/{id}/result.json',
      type: 'application/json',
      words: 'Every row of the result.',
    },
    { path: '/standing_orders/record.pdf', type: 'application/pdf', words: 'The record of standing orders.' },
    {
      path: '/lot_identifications/{id}/record.pdf',
      type: 'application/pdf',
      words: 'The record of lots named for a sale.',
    },
    {
      path: '/safe_harbor/records/{id}/record.pdf',
      type: 'application/pdf',
      words: 'The record of a Safe Harbor allocation.',
    },
    {
      path: '/safe_harbor/records/{id}/record.csv',
      type: 'text/csv',
      words: 'The lots of a Safe Harbor allocation.',
    },
    { path: '/csv_uploads/lotbook-template.csv', type: 'text/csv', words: 'The import template.' },
    {
      path: '/csv_uploads/lotbook-template.xlsx',
      type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      words: 'The import template as a workbook.',
    },
    { path: '/price_files/lotbook-prices.csv', type: 'text/csv', words: 'The template of a price file.' },
    { path: '/broker_forms/form-1099-da.csv', type: 'text/csv', words: 'The template for Forms 1099-DA.' },
  ]
