import type { LineField } from './typed-line.ts'

/** A box of the form, in the words printed on it. */
export interface BoxField {
  readonly field: LineField
  readonly label: string
  readonly as: 'text' | 'amount' | 'day' | 'check' | readonly (readonly [word: string, text: string])[]
  readonly hint?: string
  readonly optional?: boolean
}

/** Boxes 1a to 1g and 2, which every form has filled in or empty on purpose. */
export const FRONT: readonly BoxField[] = [
  { field: 'name', label: '1b Name of digital asset', as: 'text', optional: false },
  { field: 'code', label: '1a Code for digital asset', as: 'text' },
  { field: 'units', label: '1c Number of units', as: 'amount', optional: false },
  { field: 'acquired', label: '1d Date acquired', as: 'day', hint: 'Leave it empty for “Various”.' },
  { field: 'sold', label: '1e Date sold or disposed of', as: 'day', optional: false },
  { field: 'proceeds', label: '1f Proceeds', as: 'amount', optional: false },
  { field: 'basis', label: '1g Cost or other basis', as: 'amount' },
  { field: 'is_basis_reported', label: '2 Basis reported to IRS', as: 'check' },
]

/** The other boxes in groups, in the order of the form. */
export const MORE: readonly { readonly title: string; readonly fields: readonly BoxField[] }[] = [
  {
    title: 'The form, and boxes 3a to 6',
    fields: [
      {
        field: 'form',
        label: 'Form or account number',
        as: 'text',
        hint: 'A corrected form takes the place of the one with the same number.',
      },
      {
        field: 'status',
        label: 'Kind of form',
        as: [
          ['original', 'Original'],
          ['corrected', 'Corrected'],
          ['void', 'Void'],
        ],
        optional: false,
      },
      {
        field: 'recipient',
        label: 'Recipient',
        as: [
          ['taxpayer', 'You'],
          ['spouse', 'Your spouse'],
        ],
        optional: false,
      },
      {
        field: 'proceeds_are',
        label: '3a Reported to IRS',
        as: [
          ['gross', 'Gross proceeds'],
          ['net', 'Net proceeds'],
        ],
        optional: false,
      },
      { field: 'withheld', label: '4 Federal income tax withheld', as: 'amount' },
      {
        field: 'term',
        label: '6 Gain or loss',
        as: [
          ['', 'Not checked'],
          ['short', 'Short-term'],
          ['long', 'Long-term'],
          ['ordinary', 'Ordinary'],
        ],
      },
      { field: 'is_qof', label: '3b Proceeds from a QOF', as: 'check' },
      { field: 'is_loss_not_allowed', label: '5 Loss is not allowed based on amount in 1f', as: 'check' },
    ],
  },
  {
    title: 'Boxes 1h, 1i, and 7 to 10',
    fields: [
      { field: 'market_discount', label: '1h Accrued market discount', as: 'amount' },
      { field: 'wash_sale_loss', label: '1i Wash sale loss disallowed', as: 'amount' },
      { field: 'is_cash_only', label: '7 1f is only cash', as: 'check' },
      {
        field: 'is_customer_provided',
        label: '8 Broker relied on customer-provided acquisition information',
        as: 'check',
      },
      { field: 'is_noncovered', label: '9 Noncovered security', as: 'check' },
      { field: 'box_10', label: 'Box 10', as: 'text' },
    ],
  },
  {
    title: 'Boxes 11a to 16',
    fields: [
      {
        field: 'total',
        label: '11a 1f is an aggregate amount for',
        as: [
          ['', 'Not checked'],
          ['stablecoins', 'Qualifying stablecoins'],
          ['nfts', 'Specified NFTs'],
        ],
      },
      { field: 'count', label: '11b Number of transactions', as: 'amount' },
      { field: 'first_sales', label: '11c First sales of NFTs', as: 'amount' },
      { field: 'transferred_in', label: '12a Units transferred in', as: 'amount' },
      { field: 'transferred_in_on', label: '12b Date transferred in', as: 'day' },
      { field: 'state', label: '14 State', as: 'text' },
      { field: 'state_id', label: '15 State identification number', as: 'text' },
      { field: 'state_withheld', label: '16 State tax withheld', as: 'amount' },
    ],
  },
]
