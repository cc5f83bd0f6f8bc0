import type { TaxDate } from './time.ts'

/**
 * One line of a Form 1099-DA as its recipient has it: a sale, or a total of many (IRS Form 1099-DA for 2025, boxes 1a to 12b; names after
 * `DigitalAssetDetail` of FDX 6.5). Amounts are exact decimal text in US dollars, null where the box is empty.
 */
export interface BrokerLine {
  /** Unique among the lines of a person. */
  readonly id: string
  /** The form that it is a line of: a corrected or void one names the same. */
  readonly form: string
  readonly status: 'original' | 'corrected' | 'void'
  readonly year: number
  /** Account of the history that the broker is. */
  readonly account: string
  /** Whose name the form is in. */
  readonly recipient: 'taxpayer' | 'spouse'
  /** Box 1a: DTI code, 999999999 for an asset that has none. */
  readonly code: string | null
  /** Box 1b, as printed. */
  readonly name: string
  /** Asset of the history that it is; null where nothing of that name is known. */
  readonly asset: string | null
  /** Box 1c. */
  readonly units: string
  /** Box 1d; null where it is empty or says "various". */
  readonly acquired: TaxDate | null
  /** Box 1e; null of a total without a day. */
  readonly sold: TaxDate | null
  /** Box 1f. */
  readonly proceeds: string
  /** Box 1g. */
  readonly basis: string | null
  /** Box 2: the IRS has the basis too. A basis on the recipient's copy alone was not reported. */
  readonly isBasisReported: boolean
  /** Box 3a. */
  readonly proceedsAre: 'gross' | 'net'
  /** Box 4. */
  readonly withheld: string | null
  /** Box 6. */
  readonly term: 'short' | 'long' | 'ordinary' | null
  /** Box 9. */
  readonly isNoncovered: boolean
  /** Box 11a: a total of qualifying stablecoins or of specified NFTs; null of a single sale. */
  readonly total: 'stablecoins' | 'nfts' | null
  /** Box 11b: sales in the total. */
  readonly count: number | null
  /** Box 12a: units that were transferred in. */
  readonly transferredIn: string | null
}
