import { Lock } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ExplorerKey } from '@lotbook/contract'
import { toApiError } from '../../client/api-error.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { cx } from '../../ui/cx.ts'
import { Field } from '../../ui/Field.tsx'
import { formatDay } from '../../ui/format/format-date-time.ts'
import { TextLink } from '../../ui/Link.tsx'
import { PasswordInput } from '../../ui/PasswordInput.tsx'
import { Select } from '../../ui/Select.tsx'
import { toastDone, toastFailed } from '../../ui/toast-store.ts'
import { eitherOf } from './own-key-words.ts'
import type { OwnKey } from './use-own-key.ts'

export interface OwnKeyFieldsProps {
  readonly own: OwnKey
  /** The form around it is on its way, and takes no entry. */
  readonly isBusy?: boolean
  /** After a key was kept by its own button. */
  readonly onSaved?: () => void
}

/** The keys of the customer's own that are kept for a chain, and the fields of a new one. */
export function OwnKeyFields({ own, isBusy = false, onSaved }: OwnKeyFieldsProps) {
  const { chain, explorers, chosen, failure, refusal } = own
  const place = useRef<HTMLDivElement>(null)
  // A field takes the focus only once the form is enabled again.
  useEffect(() => {
    if (refusal !== undefined && !isBusy) place.current?.querySelector('input')?.focus()
  }, [refusal, isBusy])
  if (failure !== undefined) return <Banner tone="danger">{failure}</Banner>
  if (chain === undefined || chosen === undefined) return null

  const isPaid = chain.paid_explorers.includes(chosen.explorer)

  async function save() {
    if (await own.save()) onSaved?.()
  }

  return (
    <div ref={place} className="grid gap-3">
      {own.isMissing && (
        <Banner tone="warn">
          This site has no key for {chain.name}. Add your own free key from {eitherOf(explorers)}.
        </Banner>
      )}
      <KeptKeys own={own} />
      <div
        className={cx(
          'grid items-start gap-3',
          explorers.length > 1
            ? 'sm:grid-cols-[10rem_minmax(0,1fr)_auto]'
            : 'sm:grid-cols-[minmax(0,1fr)_auto]',
        )}
      >
        {explorers.length > 1 && (
          <Field label="Explorer">
            <Select
              value={chosen.explorer}
              onChange={(event) => own.choose(event.target.value as ExplorerKey['explorer'])}
            >
              {explorers.map(({ explorer, name }) => (
                <option key={explorer} value={explorer}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
        )}
        <Field
          label={`${chosen.name} API key`}
          error={refusal}
          hint={
            <>
              {isPaid ? 'Make one' : 'Make a free one'} at{' '}
              <TextLink to={chosen.key_page}>{new URL(chosen.key_page).host}</TextLink>.
              {isPaid && ` ${chosen.name} opens ${chain.name} with a paid plan only.`}
            </>
          }
        >
          <PasswordInput
            mono
            autoComplete="off"
            maxLength={300}
            value={own.key}
            onChange={(event) => own.enter(event.target.value)}
            onKeyDown={(event) => {
              // Not the form around it.
              if (event.key !== 'Enter') return
              event.preventDefault()
              void save()
            }}
          />
        </Field>
        <Button className="sm:mt-7" busy={own.isSaving} onClick={() => void save()}>
          {chosen.kept === null ? 'Save key' : 'Replace key'}
        </Button>
      </div>
      <p className="flex items-start gap-1.5 text-caption text-ink-3">
        <Lock aria-hidden="true" className="mt-0.5 size-3 shrink-0" />
        Used for your own addresses only, on every chain its explorer covers. Encrypted before it is stored;
        only its last four characters are ever shown again.
      </p>
    </div>
  )
}

function KeptKeys({ own }: { readonly own: OwnKey }) {
  const [removing, setRemoving] = useState<ExplorerKey>()
  const [isBusy, setBusy] = useState(false)
  const kept = own.explorers.filter(({ kept: one }) => one !== null)
  if (kept.length === 0) return null

  async function remove({ explorer, name }: ExplorerKey) {
    setBusy(true)
    try {
      await own.remove(explorer)
      setRemoving(undefined)
      toastDone(`Your ${name} key is removed.`)
    } catch (thrown) {
      toastFailed(toApiError(thrown).message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <ul aria-label="Saved keys" className="divide-y divide-line rounded-card border border-line">
        {kept.map((one) => (
          <li key={one.explorer} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
            <span className="min-w-0 grow">
              <span className="font-medium">{one.name}</span>{' '}
              <span className="text-ink-2">
                key ending in <span className="font-mono">{one.kept?.last4}</span>
              </span>
              {one.kept?.refused_at != null && (
                <span className="block text-table text-danger">
                  {one.name} has not accepted it since {formatDay(one.kept.refused_at)}. Replace it below.
                </span>
              )}
            </span>
            <Button
              size="small"
              look="quiet"
              aria-label={`Remove the ${one.name} key`}
              onClick={() => setRemoving(one)}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        isOpen={removing !== undefined}
        title={`Remove your ${removing?.name ?? ''} key?`}
        text="Lotbook forgets it. What was imported stays."
        consequence="From then on your addresses are fetched without it. Those on a chain that only a key opens wait for a new one."
        confirm="Remove"
        isDestructive
        busy={isBusy}
        onConfirm={() => removing && void remove(removing)}
        onClose={() => setRemoving(undefined)}
      />
    </>
  )
}
