import type { AccessEvent } from '@lotbook/contract'
import { formatDay } from '../../ui/format/format-date-time.ts'

/** Words for what a scope lets somebody do, for the list and the forms. */
export const SCOPE_WORDS = {
  view: { title: 'View', text: 'See imports, transactions, results and forms. Change nothing.' },
  work: {
    title: 'Work',
    text: 'Also answer review items, edit transactions, import files, calculate, and print your forms with the Social Security number they enter. Every change can be undone.',
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
  viewing_started: 'opened your books',
  viewing_stopped: 'left your books',
  file_requested: 'downloaded a file',
  access_denied: 'was refused',
  access_accepted: 'accepted the access you offered',
  plan_chosen: 'chose a plan',
  invitation_sent: 'sent an invitation',
  export_made: 'made a file',
  forms_printed: 'printed forms with a Social Security number',
  packet_handed_over: 'handed over your packet',
  calculation_downloaded: 'downloaded a calculation',
  upload_received: 'uploaded a file',
  upload_discarded: 'discarded an upload',
  file_answered: 'answered a question about a file',
  own_format_saved: 'described a file format',
  own_format_added: 'added a file format',
  own_format_removed: 'removed a file format',
  address_added: 'added a wallet address',
  account_deleted: 'deleted an account',
  source_deleted: 'deleted a source',
  transaction_entered: 'entered a transaction',
  price_file_received: 'uploaded a price file',
  price_file_deleted: 'deleted a price file',
  price_file_restored: 'restored a price file',
  broker_form_set: 'answered for a Form 1099-DA',
  broker_lines_changed: 'changed lines of Forms 1099-DA',
  income_lines_set: 'changed lines of income on the return',
  removal_facts_set: 'changed what is stated of a gift, a donation or a loss',
  return_facts_set: 'changed figures of the return',
  broker_confirmation_set: 'entered what a broker confirmed',
  standing_order_recorded: 'recorded a standing order',
  standing_order_ended: 'ended a standing order',
  safe_harbor_recorded: 'recorded a Safe Harbor allocation',
  treatment_changed: 'changed a tax treatment',
  rule_switched_off: 'switched a rule off',
  year_filed: 'marked a year as filed',
  year_reopened: 'reopened a filed year',
  filed_lots_kept: 'kept the lots of a filed year',
  filed_lots_released: 'released the lots of a filed year',
}

/** Changes by the call that made them, where the kind of thing alone does not say what was done. */
const DEEDS: readonly (readonly [RegExp, string])[] = [
  [/\/workpapers\/sign_offs$/, 'signed off a step of the workpapers'],
  [/\/workpapers\/sign_offs\/[^/]+\/end$/, 'took back a sign-off'],
  [/\/workpapers\/tick_marks$/, 'set or removed a tick mark'],
  [/\/workpapers\/points$/, 'added an open point'],
  [/\/workpapers\/points\/[^/]+$/, 'closed or reopened an open point'],
  [/\/questions$/, 'asked a question'],
  [/\/questions\/[^/]+\/messages$/, 'wrote in a question'],
  [/\/questions\/[^/]+\/close$/, 'closed a question'],
  [/\/review\/([^/]+\/decide|actions)$/, 'answered review items'],
  [/\/matches(\/[^/]+\/decide)?$/, 'matched or separated transfers'],
  [/\/changes\/[^/]+\/undo$/, 'undid a change'],
  [/\/transactions\/bulk$/, 'changed many transactions'],
  [/^PATCH .*\/transactions\/[^/]+$/, 'edited a transaction'],
  [/\/start_tax_calculation$/, 'calculated your taxes'],
]

/** Things that are not the customer's own. */
const NOT_YOURS = new Set(['Labs'])

/** One line of the log of access, after the name: what that person did. */
export function eventWords({
  event,
  object,
  route,
}: Pick<AccessEvent, 'event' | 'object' | 'route'>): string {
  const thing = object === null ? 'books' : object
  const things = NOT_YOURS.has(thing) ? thing : `your ${thing}`
  if (event === 'viewed') return `viewed ${things}`
  if (event === 'changed') return DEEDS.find(([call]) => call.test(route))?.[1] ?? `changed ${things}`
  return EVENTS[event] ?? event.replaceAll('_', ' ')
}
