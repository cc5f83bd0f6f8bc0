import { isContractRow } from '@lotbook/journal'
import type { Form8949Row } from '../form-8949.ts'
import { formText, quantityText } from '../money-text.ts'
import type { YearReport } from '../year-report.ts'
import { otherTerm } from './by-hand.ts'
import type { RowFormat } from './tax-program.ts'

/** Decimals that the standard has room for in `units`. */
const UNIT_PLACES = 18

const BASIS_REPORTED = new Set(['A', 'D', 'G', 'J'])

/**
 * Tax statement of the Financial Data Exchange, version 6: a `tax1099Da` for each account with its sales
 * (taxdataexchange.org, entities TaxStatement, Tax1099Da and DigitalAssetDetail). Amounts are written as text of a JSON number, so that no
 * digit is lost.
 */
export const fdx: RowFormat = {
  program: {
    id: 'fdx-json',
    name: 'FDX (JSON)',
    carries: 'Each sale by account with exact units, dates, amounts, term, box and adjustments.',
    limit: '5,000 rows a file (our limit; the standard names none).',
    beyond: 'More rows go into numbered parts. Nothing is combined or left out.',
    checked: null,
    unconfirmed: [
      'No program that reads such a file from you is confirmed. Ask yours whether it takes an FDX download.',
      'The standard lists boxes G, H, J, K and Y. Sales in boxes I and L, which are on no broker’s form, carry their letter as well.',
      'The file names no payer and no recipient: it is made from your own records, not by a broker.',
    ],
    steps: [
      'In the program look for the import of FDX tax data (JSON).',
      'Import each numbered file once, and leave out accounts whose Form 1099-DA the program gets from the broker.',
      'Enter the rows listed under “by hand”.',
      'Check the box of each group, and compare the totals with Form 8949.',
    ],
    firstYear: 2025,
  },
  stem: 'fdx',
  extension: 'json',
  mediaType: 'application/json',
  rowsPerFile: 5000,
  byHand: otherTerm,
  isByAccount: true,
  isListed: false,
  chunks: statement,
}

const FROM_RECORDS =
  'Worked out by Lotbook from the records of the taxpayer. Not a Form 1099-DA of a broker, and not sent to the IRS.'

function* statement(rows: Iterable<Form8949Row>, { year, calculationId }: YearReport) {
  yield `{"taxYear":${year},"taxStatementId":${JSON.stringify(calculationId)},"taxDataType":"JSON","forms":[`
  let account: string | undefined
  for (const row of rows) {
    const isNext = row.line.account !== account
    if (isNext) {
      yield `${account === undefined ? '' : ']}},'}\n${formHead(year, row.line.account)}`
      account = row.line.account
    }
    yield `${isNext ? '' : ','}\n${detail(row)}`
  }
  yield account === undefined ? ']}\n' : ']}}]}\n'
}

function formHead(year: number, account: string): string {
  const head = `"taxYear":${year},"corrected":false,"additionalInformation":${JSON.stringify(FROM_RECORDS)},"taxFormType":"Tax1099Da"`
  return `{"tax1099Da":{${head},"accountNumber":${JSON.stringify(account)},"digitalAssetDetails":[`
}

function detail({ line, description, code, adjustment, proceeds, basis }: Form8949Row): string {
  const name = isContractRow(line.kind, line.asset) ? description : line.asset
  const fields = [
    ...(code === '' && adjustment === 0n
      ? []
      : [`"adjustmentCodes":[{"code":${JSON.stringify(code)},"amount":${formText(adjustment, 'cents')}}]`]),
    ...(line.acquired === null ? ['"incomplete":true'] : []),
    `"checkboxOnForm8949":${JSON.stringify(line.box)}`,
    `"digitalAssetName":${JSON.stringify(name)}`,
    `"units":${JSON.stringify(quantityText(line.quantity, UNIT_PLACES))}`,
    ...(line.acquired === null ? [] : [`"dateAcquired":"${line.acquired}"`]),
    '"variousDatesAcquired":false',
    `"dateOfSale":"${line.disposed}"`,
    `"proceeds":${formText(proceeds, 'cents')}`,
    `"costBasis":${formText(basis, 'cents')}`,
    `"basisReported":${BASIS_REPORTED.has(line.box)}`,
    `"longOrShort":"${line.term === 'long' ? 'LONG' : 'SHORT'}"`,
  ]
  return `{${fields.join(',')}}`
}
