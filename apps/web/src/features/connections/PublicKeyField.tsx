import { CopyButton } from '../../ui/CopyButton.tsx'
import { Field } from '../../ui/Field.tsx'
import { TextInput } from '../../ui/TextInput.tsx'

/** The public key that the provider is given for an API key; its other half never leaves the form but to be sealed. */
export function PublicKeyField({ publicKey }: { readonly publicKey: string }) {
  return (
    <div className="flex items-end gap-2">
      <div className="min-w-0 grow">
        <Field
          label="Your public key"
          hint="On robinhood.com, on a computer: Account, Crypto, API trading, Add key. Paste it there and tick read permissions only."
        >
          <TextInput mono readOnly value={publicKey} />
        </Field>
      </div>
      <CopyButton text={publicKey} label="Copy the public key" />
    </div>
  )
}
