import type { AccessEvent } from '@lotbook/contract'
import { formatDay } from '../../ui/format/format-date-time.ts'

/** Words for what a scope lets somebody do, for the list and the forms. */
export const SCOPE_WORDS = {
  view: { title: 'View', text: 'See imports, transactions, results and forms. Change nothing.' },
  work: {
    title: 'Work',
    text: 'Also answer review items, edit transactions, import files and calculate. Every change can be undone.',
  },
} as const

/** How long access can be given for, in days; null until it is taken back. */
export const DURATIONS: readonly { readonly days: number | null; readonly label: string }[] = [
  { days: null, label: 'Until I end it' },
  { days: 30, label: '30 days' },
  { days: 90, label: '90 days' },
  { days: 365, label: 'One year' },
]

/** `until Mar 3, 2027`, or that it has no end. */
export function untilWords(expiresAt: string | null): string {
  return expiresAt === null ? 'No end date' : `Until ${formatDay(expiresAt)}`
}

const EVENTS: Readonly<Record<string, string>> = {
  viewing_started: 'Opened your books',
  viewing_stopped: 'Left your books',
  file_requested: 'Asked for a file',
  access_denied: 'Was refused',
  access_accepted: 'Accepted the access you offered',
  plan_chosen: 'Chose a plan',
  invitation_sent: 'Sent an invitation',
  export_made: 'Made a file',
  upload_received: 'Uploaded a file',
}

/** One line of the log of access: what somebody did. */
export function eventWords({ event, object }: Pick<AccessEvent, 'event' | 'object'>): string {
  if (event === 'viewed') return object === null ? 'Looked around' : `Viewed ${object}`
  if (event === 'changed') return object === null ? 'Changed something' : `Changed ${object}`
  const words = event.replaceAll('_', ' ')
  return EVENTS[event] ?? words.charAt(0).toUpperCase() + words.slice(1)
}
