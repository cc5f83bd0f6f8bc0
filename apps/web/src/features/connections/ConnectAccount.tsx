import { useState } from 'react'
import { MAILED_CODE_SOURCE } from '../../client/mailed-code-source.ts'
import { isEnabled, useStart } from '../../client/start.ts'
import type { ConnectAccountProps } from '../../client/slots.ts'
import { Button } from '../../ui/Button.tsx'
import { ANY_ADDRESS } from './any-address.ts'
import { GrantPanel } from './GrantPanel.tsx'
import { KeyForm } from './KeyForm.tsx'
import { MailedCodeForm } from './MailedCodeForm.tsx'
import { SilentNotice } from './SilentNotice.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'

const WalletForm = lazyPart(async () => (await import('./WalletForm.tsx')).WalletForm)
const WalletsForm = lazyPart(async () => (await import('./WalletsForm.tsx')).WalletsForm)

const LedgerPanel = lazyPart(async () => (await import('./LedgerPanel.tsx')).LedgerPanel)

/** The source whose accounts are read from the app of a hardware wallet. */
const LEDGER = 'ledger-live'

/** The form of one way to connect an account. */
export function ConnectAccount(props: ConnectAccountProps) {
  const { source, method } = props
  return (
    <div className="grid gap-4">
      {method !== 'wallet' && <SilentNotice name={source.name} since={source.silent_since} />}
      <ConnectForm {...props} />
    </div>
  )
}

function ConnectForm({ source, method, updates, action, onCancel }: ConnectAccountProps) {
  const start = useStart()
  if (method === 'oauth') return <GrantPanel source={source} updates={updates} onCancel={onCancel} />
  if (method === 'api' && source.slug === MAILED_CODE_SOURCE)
    return <CodeOrKey source={source} updates={updates} onCancel={onCancel} />
  if (method === 'api') return <KeyForm source={source} updates={updates} onCancel={onCancel} />
  return (
    <>
      {source.slug === LEDGER && isEnabled(start, 'hardware_wallet') && <LedgerPanel source={source} />}
      <AddressForm
        source={source}
        mayBeSeveral={isEnabled(start, 'multiwallet_import')}
        asksAboutContract={action !== 'address_validation'}
        updates={updates}
        onCancel={onCancel}
      />
    </>
  )
}

/** A code that the provider mails makes the key; one that was made by hand is taken too. */
function CodeOrKey(props: Pick<ConnectAccountProps, 'source' | 'updates' | 'onCancel'>) {
  const [byKey, setByKey] = useState(false)
  const otherForm = (
    <Button look="quiet" onClick={() => setByKey(!byKey)}>
      {byKey ? 'Use a mailed code' : 'Enter an API key'}
    </Button>
  )
  if (byKey) return <KeyForm {...props} otherForm={otherForm} />
  return <MailedCodeForm {...props} otherForm={otherForm} />
}

interface AddressFormProps extends Pick<ConnectAccountProps, 'source' | 'updates' | 'onCancel'> {
  readonly mayBeSeveral: boolean
  readonly asksAboutContract: boolean
}

/** One address or several at once. A wallet holds addresses of many chains, so it begins with several. */
function AddressForm({ source, mayBeSeveral, asksAboutContract, updates, onCancel }: AddressFormProps) {
  const [isSeveral, setSeveral] = useState(
    mayBeSeveral && source.kind === 'wallet' && source.slug !== ANY_ADDRESS,
  )
  const otherForm = mayBeSeveral && (
    <Button look="quiet" onClick={() => setSeveral(!isSeveral)}>
      {isSeveral ? 'Enter one address' : 'Enter several addresses'}
    </Button>
  )
  if (isSeveral) return <WalletsForm source={source} otherForm={otherForm} onCancel={onCancel} />
  return (
    <WalletForm
      source={source}
      asksAboutContract={asksAboutContract}
      updates={updates}
      otherForm={otherForm}
      onCancel={onCancel}
    />
  )
}
