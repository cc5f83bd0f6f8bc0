import type { ConnectAccountProps } from '../../client/slots.ts'
import { GrantPanel } from './GrantPanel.tsx'
import { KeyForm } from './KeyForm.tsx'

/** The form of one way to connect an account. */
export function ConnectAccount({ source, method, updates, onCancel }: ConnectAccountProps) {
  if (method === 'oauth') return <GrantPanel source={source} updates={updates} onCancel={onCancel} />
  return <KeyForm source={source} updates={updates} onCancel={onCancel} />
}
