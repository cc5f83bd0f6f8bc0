import type { ReceivedInvitation } from '@lotbook/contract'
import { SCOPE_WORDS } from './access-words.ts'

/** The words of an invitation: who invites, to what, for how long, and the sender's own message. */
export function InvitationWords({ invitation }: { readonly invitation: ReceivedInvitation }) {
  const { kind, scope, days, message } = invitation
  return (
    <>
      <p className="wrap-anywhere">{sentence(invitation)}</p>
      {scope !== null && (
        <p className="text-ink-2">
          <strong className="font-medium text-ink">{SCOPE_WORDS[scope].title}.</strong>{' '}
          {SCOPE_WORDS[scope].text}{' '}
          {days === null
            ? `Until ${kind === 'professional' ? 'they end' : 'you end'} it.`
            : `For ${days} days.`}
        </p>
      )}
      {message !== null && (
        <blockquote className="border-l-2 border-line pl-3 wrap-anywhere">{message}</blockquote>
      )}
    </>
  )
}

function sentence({ kind, tax_year, sender }: ReceivedInvitation): string {
  const who = sender.name === sender.email ? sender.email : `${sender.name} (${sender.email})`
  if (kind === 'client')
    return `${who} asks for access to your books, to work with you as your tax professional.`
  if (kind === 'professional') return `${who} offers you access to their books, as their tax professional.`
  return `${who} asks you to choose and pay for a plan for tax year ${tax_year}.`
}
