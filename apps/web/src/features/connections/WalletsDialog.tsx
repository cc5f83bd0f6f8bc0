import { useState } from 'react'
import { connectionMessages, messages } from '@lotbook/contract'
import { toApiError } from '../../client/api-error.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { SourceLogo } from '../../ui/SourceLogo.tsx'
import {
  type ChosenChains,
  chosenWallets,
  firstChoice,
  hasAllBox,
  type ListedAddress,
  openChains,
  shortAddress,
} from './wallet-lines.ts'

export interface WalletsDialogProps {
  readonly listed: readonly ListedAddress[]
  readonly onClose: () => void
  readonly onImport: (chosen: ChosenChains) => Promise<void>
}

/** Choose the chains of each address. Those that are imported already are ticked, and stay so. */
export function WalletsDialog({ listed, onClose, onImport }: WalletsDialogProps) {
  const [chosen, setChosen] = useState(() => firstChoice(listed))
  const [isLoading, setLoading] = useState(false)
  const [refused, setRefused] = useState<string>()
  const wallets = chosenWallets(chosen)
  const imports = wallets.reduce((sum, { chains }) => sum + chains.length, 0)

  async function send() {
    setLoading(true)
    try {
      await onImport(chosen)
    } catch (thrown) {
      setRefused(toApiError(thrown).message)
      setLoading(false)
    }
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={connectionMessages.walletForm.severalTitle}
      width="wide"
      footer={
        <>
          <p role="status" className="mr-auto self-center text-table text-ink-2">
            {imports === 0
              ? 'Nothing selected'
              : `${counted(imports, 'new import')} from ${counted(wallets.length, 'address', 'addresses')}`}
          </p>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button
            look="primary"
            busy={isLoading}
            disabledReason={imports === 0 ? 'Select at least one chain' : undefined}
            onClick={() => void send()}
          >
            {messages.import.importButton}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        {refused !== undefined && <Banner tone="danger">{refused}</Banner>}
        <p className="text-ink-2">
          Choose the chains to read for each address. A chain on which an address was never used adds nothing.
        </p>
        {listed.map((one) => (
          <AddressChains
            key={one.address}
            listed={one}
            chosen={chosen[one.address] ?? []}
            onChange={(chains) => setChosen({ ...chosen, [one.address]: chains })}
          />
        ))}
      </div>
    </Dialog>
  )
}

interface AddressChainsProps {
  readonly listed: ListedAddress
  readonly chosen: readonly string[]
  readonly onChange: (chains: readonly string[]) => void
}

function AddressChains({ listed, chosen, onChange }: AddressChainsProps) {
  const { address, chains, message } = listed
  const open = openChains(listed)
  return (
    <fieldset className="min-w-0 rounded-card border border-line">
      <legend className="sr-only">{shortAddress(address)}</legend>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-rule bg-quiet px-3 py-2">
        <span className="font-mono text-table" title={address}>
          {shortAddress(address)}
        </span>
        <span className="text-caption text-ink-3">{stateOf(listed, open)}</span>
        {hasAllBox(listed) && (
          <Checkbox
            className="ml-auto"
            label="All"
            checked={chosen.length === open.length}
            indeterminate={chosen.length > 0 && chosen.length < open.length}
            onChange={({ target }) => onChange(target.checked ? open : [])}
          />
        )}
      </div>
      {message !== null && <p className="px-3 pt-2 text-table text-ink-2">{message}</p>}
      <ul className="grid gap-x-3 gap-y-1 p-3 sm:grid-cols-2 md:grid-cols-3">
        {chains.map(({ slug, name, is_imported }) => (
          <li key={slug}>
            <Checkbox
              className="items-center!"
              label={
                <span className="flex items-center gap-2">
                  <SourceLogo slug={slug} name={name} small />
                  <span>{name}</span>
                  {is_imported && <span className="text-caption text-ink-3">Imported</span>}
                </span>
              }
              checked={is_imported || chosen.includes(slug)}
              disabled={is_imported}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, slug] : chosen.filter((other) => other !== slug))
              }
            />
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

function stateOf({ is_extended_key, chains }: ListedAddress, open: readonly string[]): string {
  const state = open.length === chains.length ? 'New' : open.length === 0 ? 'Already here' : 'Partly here'
  return is_extended_key ? `Extended public key · ${state}` : state
}

const counted = (n: number, one: string, many = `${one}s`) => `${n.toString()} ${n === 1 ? one : many}`
