import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messages } from '@lotbook/contract'
import { laterApi } from '../../client/later-api.ts'
import { toApiError } from '../../client/api-error.ts'
import { useDebounced } from '../../client/use-debounced.ts'
import { Button } from '../../ui/Button.tsx'
import { Combobox } from '../../ui/Combobox.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { TextInput } from '../../ui/TextInput.tsx'

interface Chosen {
  readonly asset_id: string
  readonly ticker: string
  readonly name: string
}

/** Asks which asset, and how much of it; of an asset that is there only how much. */
export function AssetDialog({
  portfolio,
  before,
  onSave,
  onClose,
}: {
  readonly portfolio: string
  readonly before: (Chosen & { readonly quantity: string }) | undefined
  readonly onSave: (asset: Chosen & { readonly quantity: string }) => Promise<void>
  readonly onClose: () => void
}) {
  const [asset, setAsset] = useState<Chosen | undefined>(before)
  const [quantity, setQuantity] = useState(before?.quantity ?? '')
  const [errors, setErrors] = useState<{ asset?: string; quantity?: string; refused?: string }>({})
  const [isBusy, setBusy] = useState(false)

  async function send() {
    const typed = quantity.trim().replace(/^\./, '0.')
    if (asset === undefined || typed === '') {
      return setErrors({
        ...(asset === undefined ? { asset: 'Choose an asset.' } : {}),
        ...(typed === '' ? { quantity: 'Enter a quantity above 0.' } : {}),
      })
    }
    setBusy(true)
    setErrors({})
    try {
      await onSave({ ...asset, quantity: typed })
      onClose()
    } catch (thrown) {
      const { fields, message } = toApiError(thrown)
      setErrors(fields['quantity'] === undefined ? { refused: message } : { quantity: fields['quantity'] })
      setBusy(false)
    }
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={
        before === undefined ? `Add an asset to ${portfolio}` : `Change ${before.ticker} in ${portfolio}`
      }
      width="narrow"
    >
      <Form
        refused={errors.refused}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy) void send()
        }}
      >
        {before === undefined && <AssetField asset={asset} error={errors.asset} onChange={setAsset} />}
        <Field label="Quantity" error={errors.quantity}>
          <TextInput
            inputMode="decimal"
            autoComplete="off"
            maxLength={60}
            data-autofocus={before !== undefined}
            value={quantity}
            onChange={({ target }) => setQuantity(target.value)}
          />
        </Field>
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={isBusy}>
            {before === undefined ? 'Add' : 'Save'}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

function AssetField({
  asset,
  error,
  onChange,
}: {
  readonly asset: Chosen | undefined
  readonly error: string | undefined
  readonly onChange: (asset: Chosen) => void
}) {
  const [typed, setTyped] = useState('')
  const q = useDebounced(typed, 300)
  const { data, error: failed } = useQuery(
    laterApi.labs.assets.queryOptions({ input: { q, order: 'rank' }, placeholderData: keepPreviousData }),
  )
  const found = data?.data ?? []
  return (
    <Combobox
      label="Asset"
      error={error}
      value={asset?.asset_id ?? ''}
      shown={asset === undefined ? '' : `${asset.ticker}, ${asset.name}`}
      optionsOf={() =>
        found.map(({ asset_id, ticker, name }) => ({ value: asset_id, label: ticker, detail: name }))
      }
      onTyped={setTyped}
      onChange={(id) => {
        const chosen = found.find(({ asset_id }) => asset_id === id)
        if (chosen !== undefined) onChange(chosen)
      }}
      nothing={failed === null ? messages.import.nothingFound : toApiError(failed).message}
    />
  )
}
