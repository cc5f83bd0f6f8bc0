import { useRouter } from '@tanstack/react-router'
import { Eye } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { type AddressLook, connectionMessages, fill, messages, type Source } from '@lotbook/contract'
import { useAfterUploadPath } from '../../client/after-upload-path.ts'
import { forgetHandedAddress, handedAddress } from '../../client/handed-address.ts'
import { laterCalls } from '../../client/later-api.ts'
import { showRefusal } from '../../client/show-refusal.ts'
import { Button } from '../../ui/Button.tsx'
import { Combobox } from '../../ui/Combobox.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { toastDone } from '../../ui/toast-store.ts'
import { withNoAnswerSaid } from './no-answer.ts'
import { OwnKeyPanel } from './OwnKeyPanel.tsx'
import { OwnKeyPart } from './OwnKeyPart.tsx'
import { SilentNotice } from './SilentNotice.tsx'
import { useOwnKey } from './use-own-key.ts'
import { chainOptions, firstChain, walletPayload, type WalletValues } from './wallet-values.ts'

export interface WalletFormProps {
  readonly source: Source
  /** Whether the person is asked before the address of a smart contract is imported. */
  readonly asksAboutContract: boolean
  /** The address that is connected already, and whose explorer takes a key. */
  readonly updates: string | undefined
  /** The way to the form for several addresses, where there is one. */
  readonly otherForm: ReactNode
  readonly onCancel: () => void
}

const { walletForm, walletImport } = connectionMessages

/** The form of one address; of one that is connected already, the customer's own key for it. */
export function WalletForm({ updates, ...props }: WalletFormProps) {
  const { source, onCancel } = props
  const [chain] = source.chains
  if (updates !== undefined && chain?.slug === source.slug && chain.explorers.length > 0)
    return <OwnKeyPanel chain={chain} onCancel={onCancel} />
  return <NewAddressForm {...props} />
}

/** Connect one public address, or the extended public key of an account. */
function NewAddressForm({
  source,
  asksAboutContract,
  otherForm,
  onCancel,
}: Omit<WalletFormProps, 'updates'>) {
  const router = useRouter()
  const pathAfter = useAfterUploadPath()
  const [contract, setContract] = useState<AddressLook>()
  const { register, handleSubmit, setValue, control, setError, formState } = useForm<WalletValues>({
    defaultValues: {
      blockchain: firstChain(source),
      address: handedAddress(source.slug),
      walletName: '',
    },
    // R5.15: nothing is said while a person types.
    reValidateMode: 'onSubmit',
  })
  useEffect(() => forgetHandedAddress, [])
  const { errors, isSubmitting } = formState
  const blockchain = useWatch({ control, name: 'blockchain' })
  const chosen = source.chains.find(({ slug }) => slug === blockchain)
  register('blockchain', { required: walletForm.blockchainRequired })
  const own = useOwnKey(chosen)

  const send = (isOwned: boolean) =>
    handleSubmit(async (values) => {
      setContract(undefined)
      if (!(await own.ready())) return
      try {
        if (!isOwned) {
          const look = await laterCalls.connections.checkSmartContract({
            chain: values.blockchain,
            address: values.address.trim(),
          })
          if (look.is_smart_contract && asksAboutContract) return setContract(look)
        }
        const payload = walletPayload(source, values)
        const { first_import } = await laterCalls.connections.blockchainQuery(payload)
        toastDone(fill(walletImport.queued, { wallet: payload.custom_wallet_name || source.name }))
        router.history.push(pathAfter(first_import))
      } catch (thrown) {
        showRefusal<WalletValues>(
          withNoAnswerSaid(thrown),
          (field, { message = '' }, options) =>
            setError(field, { message: withNextStep(message, chosen?.name) }, options),
          ['address'],
        )
      }
    })

  return (
    <>
      <Form onSubmit={(event) => void send(false)(event)} refused={errors.root?.message}>
        <fieldset disabled={isSubmitting} className="grid min-w-0 gap-4">
          <legend className="sr-only">Public address of {source.name}</legend>
          <Combobox
            label="Blockchain"
            error={errors.blockchain?.message}
            value={chosen?.slug ?? ''}
            shown={chosen?.name ?? ''}
            optionsOf={(typed) => chainOptions(source.chains, typed)}
            isClearable
            onChange={(slug) => setValue('blockchain', slug)}
            nothing="No chain with this name can be imported by address. Upload a file instead."
          />
          {chosen !== undefined && (
            <SilentNotice
              name={chosen.name}
              since={chosen.silent_since}
              takesOwnKey={chosen.explorers.length > 0}
            />
          )}
          <Field
            label="Public address"
            error={errors.address?.message}
            hint="An extended public key (xpub, ypub, zpub) covers every address of its account."
          >
            <TextInput
              mono
              autoComplete="off"
              spellCheck={false}
              maxLength={400}
              {...register('address', {
                validate: (value) => value.trim() !== '' || walletForm.addressRequired,
              })}
            />
          </Field>
          <Field label="Wallet name" optional hint="The name of the account in Lotbook.">
            <TextInput autoComplete="off" maxLength={120} {...register('walletName')} />
          </Field>
          <OwnKeyPart
            key={blockchain}
            own={own}
            isSilent={chosen?.silent_since != null}
            isBusy={isSubmitting}
          />
        </fieldset>
        <PublicAddressNote />
        <div className="flex flex-wrap items-center gap-2">
          <Button type="submit" look="primary" busy={isSubmitting}>
            {messages.import.importButton}
          </Button>
          <Button look="quiet" onClick={onCancel}>
            Cancel
          </Button>
          {otherForm}
        </div>
      </Form>
      {contract !== undefined && (
        <ConfirmDialog
          isOpen
          title="This address is a smart contract"
          text={`It runs code on ${chosen?.name ?? 'its chain'}. Your own multisig or smart wallet is fine. A token, exchange or pool contract is not: it would add other people's transactions to your history.`}
          consequence={contract.is_extremely_active ? activeText(contract) : undefined}
          confirm={walletForm.ownsContract}
          cancel={walletForm.leavesContract}
          onConfirm={() => void send(true)()}
          onClose={() => setContract(undefined)}
        />
      )}
    </>
  )
}

/** The refusal of an address with what to do about it, after the sentence of the specification. */
function withNextStep(message: string, chain: string | undefined): string {
  if (message !== walletForm.addressInvalid) return message
  return `${message}. Copy it again from your wallet, and check that it is an address of ${chain ?? 'the chain'}.`
}

/** R4.26 */
function activeText({ transaction_count }: AddressLook): string {
  const count =
    transaction_count === null ? '' : `, with ${transaction_count.toLocaleString('en-US')} transactions`
  return `Its owner is an extremely active blockchain user${count}. The import may take hours.`
}

/** What a public address gives away, and what is never asked for. */
export function PublicAddressNote() {
  return (
    <p className="flex items-start gap-2 text-table text-ink-2">
      <Eye aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-ink-3" />A public address lets anyone
      look and nobody spend. Lotbook never asks for a seed phrase or a private key.
    </p>
  )
}
