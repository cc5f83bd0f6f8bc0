import { lazy } from 'react'
import { isEnabled, useStart } from '../../client/start.ts'
import type { ConnectAccountProps } from '../../client/slots.ts'
import { KeyForm } from './KeyForm.tsx'

const WalletForm = lazy(async () => ({ default: (await import('./WalletForm.tsx')).WalletForm }))
const WalletsForm = lazy(async () => ({ default: (await import('./WalletsForm.tsx')).WalletsForm }))

/** The form of one way to connect an account. */
export function ConnectAccount({ source, method, updates, action, onCancel }: ConnectAccountProps) {
  const start = useStart()
  if (method !== 'wallet') return <KeyForm source={source} updates={updates} onCancel={onCancel} />
  if (isEnabled(start, 'multiwallet_import')) return <WalletsForm source={source} onCancel={onCancel} />
  return (
    <WalletForm source={source} asksAboutContract={action !== 'address_validation'} onCancel={onCancel} />
  )
}
