import { lazy } from 'react'
import { isEnabled, useStart } from '../../client/start.ts'
import type { ConnectAccountProps } from '../../client/slots.ts'
import { GrantPanel } from './GrantPanel.tsx'
import { KeyForm } from './KeyForm.tsx'

const WalletForm = lazy(async () => ({ default: (await import('./WalletForm.tsx')).WalletForm }))
const WalletsForm = lazy(async () => ({ default: (await import('./WalletsForm.tsx')).WalletsForm }))

const LedgerPanel = lazy(async () => ({ default: (await import('./LedgerPanel.tsx')).LedgerPanel }))

/** The source whose accounts are read from the app of a hardware wallet. */
const LEDGER = 'ledger-live'

/** The form of one way to connect an account. */
export function ConnectAccount({ source, method, updates, action, onCancel }: ConnectAccountProps) {
  const start = useStart()
  if (method === 'oauth') return <GrantPanel source={source} updates={updates} onCancel={onCancel} />
  if (method === 'api') return <KeyForm source={source} updates={updates} onCancel={onCancel} />
  return (
    <>
      {source.slug === LEDGER && isEnabled(start, 'hardware_wallet') && <LedgerPanel source={source} />}
      {isEnabled(start, 'multiwallet_import') ? (
        <WalletsForm source={source} onCancel={onCancel} />
      ) : (
        <WalletForm source={source} asksAboutContract={action !== 'address_validation'} onCancel={onCancel} />
      )}
    </>
  )
}
