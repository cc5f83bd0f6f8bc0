import type { TaxProgram } from './tax-program.ts'

/** FreeTaxUSA, which does not read TXF (export-formats 6): totals to type in. */
export const freeTaxUsa: TaxProgram = {
  id: 'freetaxusa-summary',
  name: 'FreeTaxUSA',
  carries: 'One row for each box of Form 8949 to type in, and the statement with every sale to attach.',
  limit: 'One row for each box.',
  beyond: 'All sales of a box are one row with code M. Every sale is on the statement.',
  checked: null,
  unconfirmed: [
    'FreeTaxUSA is said to import sales from a CSV file with a step that matches columns. Try the plain CSV for it.',
    'How the statement is uploaded is from memory.',
  ],
  steps: [
    'Enter the forms that your brokers sent first. Leave out the boxes that are filled from them.',
    'Go to Income, Common Income, Investments and Savings, choose Add an Investment, and pick the sale of cryptocurrency.',
    'Choose to enter a summary of sales, and type in each row of the totals: box, proceeds, cost basis, code and adjustment.',
    'Upload the statement (PDF), or mail it with Form 8453 within 3 business days after the IRS accepts the return.',
    'Compare the totals with Form 8949 and Schedule D.',
  ],
}
