/** Every mail Lotbook sends, and what it needs to know. */
export interface MailValues {
  readonly verify_email: { readonly link: string }
  readonly reset_password: { readonly link: string }
  readonly change_email: { readonly link: string }
  readonly already_registered: { readonly link: string }
  readonly desktop_link: { readonly link: string }
  readonly account_changed: { readonly what: string; readonly at: string }
  readonly account_deleted: { readonly at: string }
  readonly import_failed: { readonly reason: string } & Leads
  readonly import_asks: { readonly reason: string } & Leads
  readonly import_unread: { readonly name: string; readonly unread: string; readonly read: string } & Leads
  readonly calculation_done: { readonly what: string } & Leads
  readonly calculation_failed: { readonly what: string; readonly reason: string } & Leads
  readonly receipt: {
    readonly number: string
    readonly what: string
    readonly amount: string
    readonly link: string
  }
  readonly invitation: Invitation
  readonly invitation_answered: { readonly who: string; readonly accepted: boolean; readonly link: string }
  readonly books_viewed: { readonly who: string; readonly at: string; readonly link: string }
  readonly webhook_off: { readonly host: string; readonly reason: string; readonly link: string }
  readonly question_waits: {
    readonly who: string
    readonly year: number
    readonly isAnswer: boolean
    readonly link: string
  }
}

interface Invitation {
  readonly kind: 'client' | 'professional' | 'pay'
  /** Name and address of whoever invites. */
  readonly sender: string
  readonly scope: 'view' | 'work'
  readonly days: number | null
  readonly year: number | null
  readonly message: string
  readonly link: string
}

/** Links of a mail that can be turned off: to the place to act, and to the settings. */
interface Leads {
  readonly link: string
  readonly settings: string
}

export type MailTemplate = keyof MailValues

const TEMPLATES: { [T in MailTemplate]: (values: MailValues[T]) => { subject: string; text: string } } = {
  verify_email: ({ link }) => ({
    subject: 'Confirm your email address',
    text: `Welcome to Lotbook.

Please confirm that this address is yours by opening this link within seven days:

${link}

If you did not sign up, ignore this email.
`,
  }),
  reset_password: ({ link }) => ({
    subject: 'Choose a new password',
    text: `Someone, probably you, asked for a new password for Lotbook.

Open this link within 60 minutes to choose one. It works once:

${link}

If it was not you, ignore this email: your password stays as it is.
`,
  }),
  change_email: ({ link }) => ({
    subject: 'Confirm your new email address',
    text: `Someone, probably you, asked to log in to Lotbook with this address from now on.

Open this link within 24 hours to confirm it. Until then your old address stays in use:

${link}

If it was not you, ignore this email: nothing changes.
`,
  }),
  already_registered: ({ link }) => ({
    subject: 'You already have an account',
    text: `Someone, probably you, tried to sign up to Lotbook with this address. It already has an account.

Log in, or choose a new password, here:

${link}
`,
  }),
  desktop_link: ({ link }) => ({
    subject: 'Continue on your computer',
    text: `You asked for a link to continue with Lotbook on a bigger screen. Open it on your computer and log in:

${link}

If it was not you, ignore this email: the link opens nothing without your password.
`,
  }),
  account_changed: ({ what, at }) => ({
    subject: `Your account: ${what}`,
    text: `On your Lotbook account, ${at} UTC: ${what}.

If it was not you, choose a new password at once and end your other sessions in the settings.
`,
  }),
  account_deleted: ({ at }) => ({
    subject: 'Your account was deleted',
    text: `Your Lotbook account was deleted, ${at} UTC. Everything in it is being removed: your history, results, files and connections.

Keys that you created for Lotbook at an exchange can be deleted there.

If it was not you, contact support at once.
`,
  }),
  webhook_off: ({ host, reason, link }) => ({
    subject: 'A webhook was turned off',
    text: `Your webhook at ${host} was turned off: ${reason}.

What it missed is in its log for 30 days. Turn it on again and send it from there:

${link}
`,
  }),
  import_failed: ({ reason, link, settings }) => ({
    subject: 'An import failed',
    text: `An import failed, and nothing of it was added to your history:

${reason}

See the import here, and try again:

${link}

${turnOff('imports', settings)}`,
  }),
  import_asks: ({ reason, link, settings }) => ({
    subject: 'An import needs your answer',
    text: `An import needs your answer before the file can be read:

${reason}

Answer it here:

${link}

${turnOff('imports', settings)}`,
  }),
  import_unread: ({ name, unread, read, link, settings }) => ({
    subject: 'An import left rows out',
    text: `An import could not read ${unread} of ${name}. ${read} went in.

See what could not be read, and why:

${link}

${turnOff('imports', settings)}`,
  }),
  calculation_done: ({ what, link, settings }) => ({
    subject: `${what} is done`,
    text: `${what} is done. See the result here:

${link}

${turnOff('tax calculations', settings)}`,
  }),
  calculation_failed: ({ what, reason, link, settings }) => ({
    subject: `${what} failed`,
    text: `${what} failed:

${reason}

Your transactions and earlier results are as they were. See what to do here:

${link}

${turnOff('tax calculations', settings)}`,
  }),
  receipt: ({ number, what, amount, link }) => ({
    subject: `Receipt ${number}`,
    text: `Thank you. This is your receipt from Lotbook.

Receipt ${number}
${what}
Paid: ${amount}

${link === '' ? '' : `The receipt as a PDF is here:\n\n${link}\n\n`}A plan is for one tax year and is paid once. Nothing renews by itself.
`,
  }),
  invitation: (values) => ({
    subject: INVITATIONS[values.kind].subject(values),
    text: `${INVITATIONS[values.kind].text(values)}
${values.message === '' ? '' : `\n"${values.message}"\n`}
Answer within seven days:

${values.link}

If you do not know the sender, ignore this email: nothing happens without your answer.
`,
  }),
  invitation_answered: ({ who, accepted, link }) => ({
    subject: accepted ? 'Your invitation was accepted' : 'Your invitation was declined',
    text: `${who} has ${accepted ? 'accepted' : 'declined'} your invitation on Lotbook.

${link}
`,
  }),
  books_viewed: ({ who, at, link }) => ({
    subject: 'Your books were opened',
    text: `${who} opened your books on Lotbook, ${at} UTC. This is the first time today; you get one email a day.

See what was opened, or end the access, here:

${link}
`,
  }),
  question_waits: ({ who, year, isAnswer, link }) => ({
    subject: isAnswer ? `Your question about ${year} was answered` : `A question about ${year} waits for you`,
    text: `${who} ${isAnswer ? 'answered a question' : 'asked a question'} about the tax year ${year} on Lotbook. You get one email a day about questions of a year; there may be more by now.

Read and answer here:

${link}
`,
  }),
}

/** The first sentences of each kind of invitation. */
const INVITATIONS: Record<
  Invitation['kind'],
  { subject: (values: Invitation) => string; text: (values: Invitation) => string }
> = {
  client: {
    subject: ({ sender }) => `${sender} wants to work with you on Lotbook`,
    text: ({ sender, ...access }) =>
      `${sender} asks for access to your books on Lotbook: your imports, transactions, results and forms. ${extent(access)}`,
  },
  professional: {
    subject: ({ sender }) => `${sender} invites you to their books on Lotbook`,
    text: ({ sender, ...access }) =>
      `${sender} offers you, as their tax professional, access to their books on Lotbook. ${extent(access)}`,
  },
  pay: {
    subject: ({ sender, year }) => `${sender} asks you to choose a plan for ${year}`,
    text: ({ sender, year }) => `${sender} asks you to choose and pay for a plan for tax year ${year}.`,
  },
}

/** How far and how long access goes, in a sentence. */
function extent({ scope, days }: Pick<Invitation, 'scope' | 'days'>): string {
  const what =
    scope === 'work'
      ? 'The tax professional can see the books, answer review items, edit transactions, import files, calculate taxes and print forms with a Social Security number'
      : 'The tax professional can see the books but change nothing'
  const until =
    days === null ? 'Access has no end date' : `Access lasts ${days === 1 ? 'one day' : `${days} days`}`
  return `${what}. ${until}, and the owner of the books can end it at any time.`
}

/** The last lines of a mail that can be turned off. */
function turnOff(about: string, settings: string): string {
  return `--
You get this email because emails about ${about} are on. Turn them off here:
${settings}
`
}

/** Fields with the name of somebody else, who chose it. */
const CHOSEN = new Set(['sender', 'who'])

/**
 * Write a mail. Names that people chose are part of sentences that Lotbook signs, so they hold no link and no line of their own;
 * a subject is one line whatever went into it, since a line break would begin a header.
 */
export function writeMail<T extends MailTemplate>(template: T, values: MailValues[T]) {
  const safe = Object.fromEntries(
    Object.entries(values).map(([field, value]) => [
      field,
      CHOSEN.has(field) && typeof value === 'string' ? withoutLinks(oneLine(value)) : (value as unknown),
    ]),
  ) as MailValues[T]
  const { subject, text } = TEMPLATES[template](safe)
  return { subject: oneLine(subject), text }
}

/** A text as one line: control characters and line breaks become spaces. */
export function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
}

const EMAIL = /^[(<]?[^\s@/:()]+@[^\s@/:()]+[)>]?$/

/** The same words with no web address among them, for mail programs make links of what looks like one; email addresses stay. */
function withoutLinks(text: string): string {
  return text
    .split(' ')
    .map((word) => (EMAIL.test(word) ? word : word.replace(/[:/]+|\.(?=\p{L})/gu, ' ').trim()))
    .filter((word) => word !== '')
    .join(' ')
}
