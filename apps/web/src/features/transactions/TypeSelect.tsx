import {
  FILE_INCOMING_SUB_TYPES,
  FILE_OUTGOING_SUB_TYPES,
  INCOMING_SUB_TYPES,
  NFT_SUB_TYPES,
  OUTGOING_SUB_TYPES,
  TRANSACTION_TYPES,
  type TransactionType,
  typeLabel,
} from '@lotbook/journal'
import { Select, type SelectProps } from '../../ui/Select.tsx'
import { typeValue } from './type-value.ts'

const GROUPS: readonly { readonly type: TransactionType; readonly subTypes: readonly string[] }[] = [
  { type: 'incoming', subTypes: [...INCOMING_SUB_TYPES, ...FILE_INCOMING_SUB_TYPES] },
  { type: 'outgoing', subTypes: [...OUTGOING_SUB_TYPES, ...FILE_OUTGOING_SUB_TYPES] },
  { type: 'nft', subTypes: NFT_SUB_TYPES },
]
const PLAIN = TRANSACTION_TYPES.filter((type) => !GROUPS.some((group) => group.type === type))

/** A type with its sub type in one choice; further options first. */
export function TypeSelect({ children, ...rest }: SelectProps) {
  return (
    <Select {...rest}>
      <option value="">Choose</option>
      {children}
      {GROUPS.map(({ type, subTypes }) => (
        <optgroup key={type} label={typeLabel(type, null)}>
          {subTypes.map((subType) => (
            <option key={subType} value={typeValue({ type, sub_type: subType })}>
              {typeLabel(type, subType)}
            </option>
          ))}
        </optgroup>
      ))}
      <optgroup label="In and out">
        {PLAIN.map((type) => (
          <option key={type} value={typeValue({ type, sub_type: null })}>
            {typeLabel(type, null)}
          </option>
        ))}
      </optgroup>
    </Select>
  )
}
