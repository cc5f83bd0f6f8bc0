import type { ConnectAccountProps } from '../../client/slots.ts'
import { KeyForm } from './KeyForm.tsx'

/** The form of one way to connect an account. */
export function ConnectAccount({ source, updates, onCancel }: ConnectAccountProps) {
  return <KeyForm source={source} updates={updates} onCancel={onCancel} />
}
