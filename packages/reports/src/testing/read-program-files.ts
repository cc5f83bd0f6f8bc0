import type { TaxProgramId } from '../tax-programs/tax-program.ts'
import { readTable } from './read-csv.ts'

/** A sale as a tax program reads it; what a format has no place for is not there. */
export interface ReadSale {
  readonly description?: string
  readonly acquired: string
  readonly disposed: string
  readonly proceeds: string
  readonly basis: string
  readonly code?: string
  readonly adjustment?: string
  readonly box?: string
  readonly term?: string
  readonly asset?: string
  readonly quantity?: string
  readonly account?: string
}

type Reader = (text: string) => ReadSale[]

/** Readers of the row formats, written from the description of each format and not from its writer. */
export const READERS: Readonly<Partial<Record<TaxProgramId, Reader>>> = {
  'turbotax-csv': (text) =>
    readTable(text).map((row) => ({
      description: row['Currency Name']!,
      acquired: row['Purchase Date']!,
      disposed: row['Date Sold']!,
      proceeds: row['Proceeds']!,
      basis: row['Cost Basis']!,
    })),
  txf: readTxf,
  'taxact-csv': (text) =>
    readTable(text).map((row) => ({
      description: row['Description']!,
      acquired: row['Date Acquired']!,
      disposed: row['Date Sold']!,
      proceeds: row['Sales Proceeds']!,
      basis: row['Cost or Other Basis']!,
      code: row['Adjustment Code']!,
      adjustment: row['Adjustment Amount'] === '' ? '0.00' : row['Adjustment Amount']!,
      box: row['Reporting Category']!,
      term: row['Long/Short']!.toLowerCase(),
    })),
  'drake-csv': (text) =>
    readTable(text).map((row) => {
      const codes = [1, 2, 3].map((n) => row[`Adjustment ${n} Code`]!).filter((code) => code !== '')
      const term = row['Type of Gain or Loss'] === 'L' ? 'long' : 'short'
      return {
        description: row['Description']!,
        acquired: eightDigits(row['Date of Acquisition']!),
        disposed: eightDigits(row['Date of Sale']!),
        proceeds: row['Proceeds']!,
        basis: row['Cost or Other Basis']!,
        code: codes.join(''),
        adjustment: row['Adjustment 1'] === '' ? '0.00' : row['Adjustment 1']!,
        box: (term === 'long' ? 'DEFJKL' : 'ABCGHI')[Number(row['Form 8949 Check Box']) - 1]!,
        term,
        asset: row['Symbol']!,
        quantity: row['Quantity']!,
      }
    }),
  'fdx-json': readFdx,
  'plain-8949-csv': (text) =>
    readTable(text).map((row) => ({
      description: row['Description']!,
      acquired: row['Date Acquired']!,
      disposed: row['Date Sold']!,
      proceeds: row['Proceeds']!,
      basis: row['Cost or Other Basis']!,
      code: row['Adjustment Code']!,
      adjustment: row['Adjustment Amount']!,
      box: row['Form 8949 Box']!,
      term: row['Short or Long Term']!.toLowerCase(),
      asset: row['Asset']!,
      quantity: row['Quantity']!,
      account: row['Account']!,
    })),
}

function eightDigits(day: string): string {
  return day === '' ? '' : `${day.slice(0, 2)}/${day.slice(2, 4)}/${day.slice(4)}`
}

/** Records of TXF 042: a field a line behind its letter, `^` ends a record, the header is the first. */
function readTxf(text: string): ReadSale[] {
  const [head, ...records] = text
    .split('^\r\n')
    .filter((record) => record !== '')
    .map((record) => record.split('\r\n').slice(0, -1))
  if (head?.[0] !== 'V042' || !head[1]?.startsWith('A') || !head[2]?.startsWith('D'))
    throw new Error('not a TXF file')
  return records.map((fields) => {
    const letters = fields.map((field) => field[0]).join('')
    if (letters !== 'TNCLPDD$$') throw new Error(`not a record of format 4: ${letters}`)
    const [, reference = '', , , p, acquired, disposed, basis, proceeds] = fields.map((field) =>
      field.slice(1),
    )
    return {
      description: p!,
      acquired: acquired!,
      disposed: disposed!,
      proceeds: proceeds!,
      basis: basis!,
      term: ['323', '713', '714'].includes(reference) ? 'long' : 'short',
    }
  })
}

interface FdxDetail {
  readonly adjustmentCodes?: readonly { readonly code: string; readonly amount: string }[]
  readonly checkboxOnForm8949: string
  readonly digitalAssetName: string
  readonly units: string
  readonly dateAcquired?: string
  readonly dateOfSale: string
  readonly proceeds: string
  readonly costBasis: string
  readonly longOrShort: string
}

interface FdxStatement {
  readonly forms: readonly {
    readonly tax1099Da: { readonly accountNumber: string; readonly digitalAssetDetails: readonly FdxDetail[] }
  }[]
}

/** Amounts are taken as they are written: a number of JSON has more digits than one of JavaScript. */
const asWritten = (_: string, value: unknown, { source }: { readonly source?: string }): unknown =>
  typeof value === 'number' ? source : value

function readFdx(text: string): ReadSale[] {
  const statement = (JSON.parse as unknown as (text: string, reviver: typeof asWritten) => FdxStatement)(
    text,
    asWritten,
  )
  return statement.forms.flatMap(({ tax1099Da: { accountNumber, digitalAssetDetails } }) =>
    digitalAssetDetails.map((detail) => ({
      acquired: usDay(detail.dateAcquired),
      disposed: usDay(detail.dateOfSale),
      proceeds: detail.proceeds,
      basis: detail.costBasis,
      code: detail.adjustmentCodes?.[0]?.code ?? '',
      adjustment: detail.adjustmentCodes?.[0]?.amount ?? '0.00',
      box: detail.checkboxOnForm8949,
      term: detail.longOrShort.toLowerCase(),
      asset: detail.digitalAssetName,
      quantity: detail.units,
      account: accountNumber,
    })),
  )
}

function usDay(day: string | undefined): string {
  if (day === undefined) return ''
  const [year, month, date] = day.split('-')
  return `${month}/${date}/${year}`
}
