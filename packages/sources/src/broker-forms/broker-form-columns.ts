/**
 * Columns of the template, after `Tax1099Da` and `DigitalAssetDetail` of FDX 6.5 (taxdataexchange.org) as far as those are documented there, boxes 1a to 6;
 * the others have names of our own. Header cells are compared without case, spaces, hyphens and underscores.
 */
export const BROKER_FORM_HEADER = [
  'broker',
  'recipient',
  'recipientName',
  'taxFormId',
  'status',
  'taxYear',
  'digitalAssetCode',
  'digitalAssetName',
  'symbol',
  'units',
  'dateAcquired',
  'dateOfSale',
  'proceeds',
  'costBasis',
  'accruedMarketDiscount',
  'washSaleLossDisallowed',
  'basisReported',
  'grossOrNet',
  'qof',
  'federalTaxWithheld',
  'lossNotAllowed',
  'longOrShort',
  'cashOnly',
  'customerProvided',
  'noncovered',
  'box10',
  'aggregate',
  'numberOfTransactions',
  'firstSales',
  'unitsTransferredIn',
  'dateTransferredIn',
  'state',
  'stateId',
  'stateTaxWithheld',
] as const
export type Column = (typeof BROKER_FORM_HEADER)[number]

/** Columns without which a table is no Form 1099-DA. */
export const NEEDED_COLUMNS: readonly Column[] = ['digitalAssetName', 'units', 'dateOfSale', 'proceeds']

/**
 * Other names of a column. The first lines are headers of TaxBit's template of form data for brokers, as its help documents them for boxes 1a to 11a
 * (taxbitsupport.zendesk.com, article 40360925180941). Those under "from memory" no documentation that we found confirms.
 */
const OTHER_NAMES: Partial<Readonly<Record<Column, readonly string[]>>> = {
  taxFormId: ['account_id'],
  symbol: ['asset_symbol'],
  digitalAssetCode: ['asset_dtif_code'],
  digitalAssetName: ['asset_name'],
  units: ['asset_quantity'],
  dateAcquired: ['acquired_date'],
  dateOfSale: ['disposed_date', /* from memory */ 'dateSold'],
  grossOrNet: ['proceeds_type'],
  longOrShort: ['gain_loss_classification'],
  cashOnly: ['cash_proceeds'],
  noncovered: ['is_noncovered_security', /* from memory */ 'noncoveredSecurity'],
  aggregate: ['aggregate_stablecoin_nft'],
  // From memory.
  basisReported: ['is_basis_reported', 'basis_reported_to_irs'],
  lossNotAllowed: ['is_loss_not_allowed'],
  qof: ['is_qof'],
  customerProvided: ['customerProvidedInfo'],
  numberOfTransactions: ['transaction_count'],
  firstSales: ['nft_primary_sales', 'primarySales'],
  unitsTransferredIn: ['transferred_in_quantity'],
  dateTransferredIn: ['transferred_in_date', 'transferInDate'],
  stateTaxWithheld: ['state_withholding'],
  stateId: ['state_id_number'],
}

/** The name of a header cell without what differs from file to file. */
const plain = (text: string) => text.toLowerCase().replace(/[\s_-]/g, '')

/** Finds the columns of a header: a column by its own name before one of the others. */
export function placesOf(header: readonly string[]): Map<Column, number> {
  const names = header.map(plain)
  return new Map(
    BROKER_FORM_HEADER.flatMap((column) => {
      const place = [column, ...(OTHER_NAMES[column] ?? [])]
        .map((name) => names.indexOf(plain(name)))
        .find((at) => at !== -1)
      return place === undefined ? [] : [[column, place] as const]
    }),
  )
}

/** Whether a header is of TaxBit's template, whose days are documented as M/D/YYYY. */
export function isMonthFirst(header: readonly string[]): boolean {
  return header.some((name) => plain(name) === 'disposeddate')
}
