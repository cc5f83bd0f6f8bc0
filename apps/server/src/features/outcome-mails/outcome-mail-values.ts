import type { MailTemplate, MailValues } from '../../platform/mail-templates.ts'

type OutcomeTemplate = Extract<MailTemplate, `import_${string}` | `calculation_${string}`>

/** A mail about what came of work: its template, the path of the place to act, and its other values. */
export type OutcomeMail = {
  [T in OutcomeTemplate]: {
    readonly template: T
    readonly path: string
    readonly values: Omit<MailValues[T], 'link' | 'settings'>
  }
}[OutcomeTemplate]
