import type { TaxProgram } from './tax-program.ts'

/** H&R Block Online, which documents no import of digital assets (export-formats 5): totals to type in. */
export const hAndRBlock: TaxProgram = {
  id: 'hr-block-summary',
  name: 'H&R Block Online',
  carries: 'One row for each box of Form 8949 to type in, and the statement with every sale to attach.',
  limit: 'One row for each box. No import of a file is documented.',
  beyond: 'All sales of a box are one row with code M. Every sale is on the statement.',
  checked: null,
  unconfirmed: [
    'The way through the screens is from memory.',
    'H&R Block Desktop is said to read TXF with up to 2,000 rows. Use the TXF files for it.',
  ],
  steps: [
    'Import or enter the forms that your brokers sent first. Leave out the boxes that the program fills from them.',
    'In H&R Block go to Income, then Stocks, Bonds and Digital assets, and choose to enter sales as a summary.',
    'Type in each row of the totals: box, description, proceeds, cost basis, code and adjustment.',
    'Attach the statement (PDF). If it cannot be attached, mail it with Form 8453 within 3 business days after the IRS accepts the return.',
    'Compare the totals with Form 8949 and Schedule D.',
  ],
}
