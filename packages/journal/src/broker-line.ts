import type { TaxDate } from './time.ts'

export const BROKER_LINE_STATUSES = ['original', 'corrected', 'void'] as const
export const BROKER_LINE_RECIPIENTS = ['taxpayer', 'spouse'] as const
export const BROKER_LINE_TERMS = ['short', 'long', 'ordinary'] as const
export const BROKER_LINE_TOTALS = ['stablecoins', 'nfts'] as const

/** The one thing that becomes of a line of a form, or of a sale that no form has; `replaced` is a line that is void or was corrected. */
export const BROKER_LINE_OUTCOMES = [
  'agrees',
  'proceeds_differ',
  'basis_differs',
  'basis_missing',
  'term_differs',
  'transferred_in',
  'aggregate',
  'only_on_form',
  'only_with_us',
  'replaced',
] as const
export type BrokerLineOutcome = (typeof BROKER_LINE_OUTCOMES)[number]

/**
 * A person's word on a loss of a line: boxes 1i and 5 decide, the whole loss is deductible whatever they say, or none of it is (personal use, a
 * sale to a related party).
 */
export const BROKER_LINE_LOSSES = ['as_on_form', 'deductible', 'not_deductible'] as const
export type BrokerLineLoss = (typeof BROKER_LINE_LOSSES)[number]

/**
 * One line of a Form 1099-DA as its recipient has it: a sale, or a total of many (IRS Form 1099-DA for 2025, boxes 1a to 12b; names after
 * `DigitalAssetDetail` of FDX 6.5). Amounts are exact decimal text in US dollars, null where the box is empty.
 */
export interface BrokerLine {
  /** Unique among the lines of a person. */
  readonly id: string
  /** The form that it is a line of: a corrected or void one names the same. */
  readonly form: string
  readonly status: (typeof BROKER_LINE_STATUSES)[number]
  readonly year: number
  /** Account of the history that the broker is. */
  readonly account: string
  /** Whose name the form is in. */
  readonly recipient: (typeof BROKER_LINE_RECIPIENTS)[number]
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
  readonly term: (typeof BROKER_LINE_TERMS)[number] | null
  /** Box 9. */
  readonly isNoncovered: boolean
  /** Box 11a: a total of qualifying stablecoins or of specified NFTs; null of a single sale. */
  readonly total: (typeof BROKER_LINE_TOTALS)[number] | null
  /** Box 11b: sales in the total. */
  readonly count: number | null
  /** Box 12a: units that were transferred in. */
  readonly transferredIn: string | null
  readonly others: OtherBoxes
  /** Transactions that a person tied the line to; none where they parted it from all; null where units and days decide. */
  readonly tiedTo: readonly string[] | null
  /** A person's explanation of a difference, for the reply to a notice. */
  readonly note: string | null
  readonly loss: BrokerLineLoss
}

/** Boxes beside the amounts of a sale, kept as the form has them. Boxes 1i and 5 take a loss back on Form 8949. */
export interface OtherBoxes {
  /** Box 1h. */
  readonly marketDiscount: string | null
  /** Box 1i. */
  readonly washSaleLoss: string | null
  /** Box 3b. */
  readonly isQof: boolean
  /** Box 5. */
  readonly isLossNotAllowed: boolean
  /** Box 7. */
  readonly isCashOnly: boolean
  /** Box 8. */
  readonly isCustomerProvided: boolean
  /** Box 10 has no heading on the form for 2025. */
  readonly box10: string | null
  /** Box 11c: the part of a total of NFTs that is of first sales. */
  readonly firstSales: string | null
  /** Box 12b. */
  readonly transferredInOn: TaxDate | null
  /** Boxes 14 to 16. */
  readonly state: string | null
  readonly stateId: string | null
  readonly stateWithheld: string | null
}

/** None of the other boxes is filled in. */
export const NO_OTHER_BOXES: OtherBoxes = {
  marketDiscount: null,
  washSaleLoss: null,
  isQof: false,
  isLossNotAllowed: false,
  isCashOnly: false,
  isCustomerProvided: false,
  box10: null,
  firstSales: null,
  transferredInOn: null,
  state: null,
  stateId: null,
  stateWithheld: null,
}
