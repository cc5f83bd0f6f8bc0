/** Why a row was left out, for people. */
export function skippedText(reason: string): string {
  return SKIPPED[reason] ?? `${reason.charAt(0).toUpperCase()}${reason.slice(1).replaceAll('_', ' ')}.`
}

const SKIPPED: Readonly<Record<string, string>> = {
  internal_transfer: 'Moved inside the same account; nothing came or went.',
  blank_row: 'An empty row.',
  inner_header: 'A header again.',
  other_report: 'Below the header of another report; save it as a file of its own and upload it too.',
  pending_duplicate_empty_txid: 'A request; its outcome has its own row.',
  companion_fee_row: 'A fee already counted with another row.',
  pending: 'Not completed yet.',
  taken_back: 'Reversed by another row with the same reference; nothing came or went.',
  failed: 'Failed, so nothing moved.',
  cancelled: 'Cancelled, so nothing moved.',
  covered_by_other_file: 'Already reported by another row or file.',
  footer: 'A footer of the file.',
  self_transfer: 'Sent by the address to itself; nothing came or went.',
  not_own_address: 'Between addresses of others.',
  before_lock: 'Before the lock and already here; left as it is.',
  no_value_moved: 'It moved nothing.',
  status_not_completed: 'Not completed, so nothing moved.',
  state_not_filled: 'An order that was not filled.',
  canceled: 'Cancelled, so nothing moved.',
  order_reservation: 'Reserved for an order; what it was filled with has its own row.',
  companion_row: 'The same event told once more by another row.',
  fiat_only: 'Money only, without any crypto.',
  non_crypto: 'A stock, metal or fund, which is no crypto.',
  derivative: 'A trade of a contract: its result needs the positions, which this file does not have.',
  margin_trade: 'A trade on margin: its result needs the positions, which this file does not have.',
  test_currency: 'Of a test currency, which has no worth.',
  not_sold: 'Not sold yet, and this report has disposals only.',
  own_deposit_returned: 'A deposit of the account itself that came back.',
  left_out_by_format: 'Left out, as your description of the file says.',
  not_yet: 'A reward that cannot be spent yet; a later import brings it.',
}
