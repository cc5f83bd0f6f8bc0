import type { EditValues } from './edit-values.ts'

/** The field of the form that a refusal of the server is about; undefined where the form has none such. */
export function fieldOfRefusal(name: string): keyof EditValues | undefined {
  const plain = name.replace(/^edit\./, '')
  return FIELDS[plain]
}

const FIELDS: Readonly<Record<string, keyof EditValues>> = {
  at: 'at',
  type: 'type',
  sub_type: 'sub_type',
  from: 'from_amount',
  from_amount: 'from_amount',
  from_asset: 'from_asset',
  to: 'to_amount',
  to_amount: 'to_amount',
  to_asset: 'to_asset',
  fee: 'fee_amount',
  fee_amount: 'fee_amount',
  fee_asset: 'fee_asset',
  value: 'value',
  gift: 'donor_basis',
  'gift.donor_basis': 'donor_basis',
  'gift.donor_acquired': 'donor_acquired',
  comment: 'comment',
  is_ignored: 'is_ignored',
}
