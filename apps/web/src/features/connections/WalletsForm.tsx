import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { connectionMessages, fill, type Source } from '@lotbook/contract'
import { useAfterUploadPath } from '../../client/after-upload-path.ts'
import { forgetHandedAddress, handedAddress } from '../../client/handed-address.ts'
import { laterCalls } from '../../client/later-api.ts'
import { showRefusal } from '../../client/show-refusal.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { Textarea } from '../../ui/TextInput.tsx'
import { toastDone, toastFailed } from '../../ui/toast-store.ts'
import { PublicAddressNote } from './WalletForm.tsx'
import {
  type ChosenChains,
  chosenWallets,
  invalidLines,
  linesOf,
  type ListedAddress,
  newLines,
} from './wallet-lines.ts'
import { WalletsDialog } from './WalletsDialog.tsx'

interface Values {
  readonly addresses: string
}

/** Lines that are looked up at once. */
const MOST_LINES = 100

const { walletForm } = connectionMessages

/** Connect several public addresses: pasted one per line, then each on the chains that are chosen for it. */
export function WalletsForm({
  source,
  otherForm,
  onCancel,
}: {
  readonly source: Source
  /** The way to the form for one address. */
  readonly otherForm: ReactNode
  readonly onCancel: () => void
}) {
  const router = useRouter()
  const pathAfter = useAfterUploadPath()
  const [listed, setListed] = useState<readonly ListedAddress[]>([])
  const [isChoosing, setChoosing] = useState(false)
  const { register, handleSubmit, control, setError, formState } = useForm<Values>({
    defaultValues: { addresses: handedAddress(source.slug) },
    reValidateMode: 'onSubmit',
  })
  useEffect(() => forgetHandedAddress, [])
  const { errors, isSubmitting } = formState
  const count = linesOf(useWatch({ control, name: 'addresses' })).length

  const look = handleSubmit(async ({ addresses }) => {
    const lines = linesOf(addresses)
    try {
      const wanted = newLines(lines, listed)
      const answer =
        wanted.length === 0
          ? []
          : (await laterCalls.connections.findAddresses({ addresses: [...wanted] })).data
      const found = answer.map((line, at) => ({ ...line, address: wanted[at] ?? '' }))
      const refusal = refusalOf(lines, found)
      if (refusal !== undefined) return setError('addresses', { message: refusal }, { shouldFocus: true })
      const isKept = (one: ListedAddress) => newLines(lines, [one]).length < lines.length
      setListed([...listed.filter(isKept), ...found])
      setChoosing(true)
    } catch (thrown) {
      showRefusal(thrown, setError, ['addresses'])
    }
  })

  async function send(chosen: ChosenChains) {
    const answer = await laterCalls.connections.importWallets({
      wallets: [...chosenWallets(chosen)],
      exchange: source.kind === 'wallet' ? source.slug : '',
      xpub: false,
    })
    setChoosing(false)
    if (answer.status === 'success') toastDone(answer.message)
    else toastFailed(answer.message)
    if (answer.source_ids.length > 0) router.history.push(pathAfter(answer.first_import))
  }

  return (
    <>
      <Form onSubmit={(event) => void look(event)} refused={errors.root?.message}>
        <Field
          label="Public addresses"
          error={errors.addresses?.message}
          hint={
            count === 0
              ? 'Enter one address or extended public key (xpub, ypub, zpub) per line.'
              : `${count.toString()} ${count === 1 ? 'address' : 'addresses'}`
          }
        >
          <Textarea
            mono
            rows={3}
            autoComplete="off"
            spellCheck={false}
            {...register('addresses', {
              validate: (text) => {
                const lines = linesOf(text)
                if (lines.length === 0) return walletForm.noLines
                return (
                  lines.length <= MOST_LINES ||
                  `At most ${MOST_LINES.toString()} addresses at once. Import these first, then the others.`
                )
              },
            })}
          />
        </Field>
        <PublicAddressNote />
        <div className="flex flex-wrap items-center gap-2">
          <Button type="submit" look="primary" busy={isSubmitting}>
            Continue
          </Button>
          <Button look="quiet" onClick={onCancel}>
            Cancel
          </Button>
          {otherForm}
        </div>
      </Form>
      {isChoosing && <WalletsDialog listed={listed} onClose={() => setChoosing(false)} onImport={send} />}
    </>
  )
}

/** Why the lines cannot be imported as they are; undefined where they can. */
function refusalOf(lines: readonly string[], found: readonly ListedAddress[]): string | undefined {
  const invalid = invalidLines(lines, found)
  if (invalid.length > 0) {
    const text = fill(walletForm.invalidLines, { list: invalid.join(', ') })
    const [first] = found.filter(({ outcome }) => outcome !== 'address')
    // The reason of the first is enough to see what went wrong; that of a secret says what to do.
    return first?.message == null ? text : `${text}. ${first.message}`
  }
  const elsewhere = found.filter(({ chains }) => chains.length === 0)
  if (elsewhere.length === 0) return undefined
  return `Lotbook cannot fetch the history of ${elsewhere.map(({ address }) => address).join(', ')} yet. Upload files of its explorer instead.`
}
