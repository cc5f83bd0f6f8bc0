import { inOutTable } from '../reader/in-out-table.ts'
import { leftOut } from '../reader/ways.ts'

/** Venmo, account statement. It is known so that the person hears which file has the crypto in it. */
export const venmoStatement = inOutTable({
  id: 'venmo-statement',
  family: 'venmo-statement',
  name: 'Venmo account statement',
  sourceSlug: 'venmo',
  exchange: 'Venmo',
  headers: [
    {
      required: [
        ...['ID', 'Datetime', 'Type', 'Status', 'Note', 'From', 'To', 'Amount (total)', 'Funding Source'],
        'Destination',
      ],
      known: [
        ...[
          '',
          'Amount (tip)',
          'Amount (tax)',
          'Amount (fee)',
          'Tax Rate',
          'Tax Exempt',
          'Beginning Balance',
        ],
        ...['Ending Balance', 'Statement Period Venmo Fees', 'Terminal Location', 'Year to Date Venmo Fees'],
        'Disclaimer',
      ],
    },
  ],
  timeZone: 'UTC',
  time: 'Datetime',
  type: 'Type',
  means: () => leftOut('no_crypto_detail'),
  assumption: () =>
    'An account statement of Venmo does not say what crypto moved: download the crypto transaction statement and upload that',
  records: [],
})
