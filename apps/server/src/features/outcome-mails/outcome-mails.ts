import { paths } from '@lotbook/contract'
import type { Config } from '../../platform/config.ts'
import { self, withSubject } from '../../platform/database.ts'
import type { Feature } from '../../platform/feature.ts'
import { defineJob } from '../../platform/jobs.ts'
import type { Keys } from '../../platform/keys.ts'
import { sendMail } from '../../platform/mail.ts'
import { configuredOrigin } from '../../platform/origins.ts'
import { MAIL_OUTCOME, type Outcome } from '../../platform/outcome-mail.ts'
import { readMailAddress } from '../settings/mail-address.ts'
import { readMailSwitches } from '../settings/mail-switches.ts'
import { calculationMail } from './calculation-mail.ts'
import { importMail } from './import-mail.ts'

interface Sending {
  readonly config: Config
  readonly keys: Keys
}

/**
 * The job that mails what came of an import or a calculation, to a customer who wants to know and whose address is confirmed.
 * Run again it finds its mail written, and writes no other. Where no mail server is configured there is no mail: the outbox is
 * for links that open an account.
 */
function mailOutcomeJob({ config, keys }: Sending) {
  const origin = configuredOrigin(config)
  const to = (path: string) => `${origin}${path}`
  return defineJob<Outcome>(
    MAIL_OUTCOME.name,
    async ({ userId, kind, id }, { db }) => {
      if (config.smtpUrl === undefined) return
      const { address, is_address_confirmed } = await readMailAddress(db, userId)
      if (!is_address_confirmed) return
      await withSubject(db, self(userId), async (tx) => {
        const { import_mails, calculation_mails } = await readMailSwitches(tx, userId)
        if (kind === 'import' ? !import_mails : !calculation_mails) return
        const mail =
          kind === 'import' ? await importMail(tx, userId, id) : await calculationMail(tx, userId, id)
        if (mail === undefined) return
        const { template, path, values } = mail
        await sendMail(tx, keys, {
          userId,
          recipient: address,
          template,
          values: { ...values, link: to(path), settings: to(paths.settingsNotifications) },
          about: `${kind} ${id}`,
        })
      })
    },
    { retryLimit: MAIL_OUTCOME.retryLimit },
  )
}

/** Mails about what came of work, which a customer may turn off. */
export const outcomeMailsFeature = (sending: Sending): Feature => ({ jobs: [mailOutcomeJob(sending)] })
