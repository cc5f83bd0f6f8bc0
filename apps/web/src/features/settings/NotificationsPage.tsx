import { useQuery } from '@tanstack/react-query'
import { type NotificationSettings, paths } from '@lotbook/contract'
import { api } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { SettingsPage } from '../../shell/SettingsPage.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Card } from '../../ui/Card.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { TextLink } from '../../ui/Link.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { MailSwitchRow } from './MailSwitchRow.tsx'

/** Which mails are sent, to which address, and which of them can be turned off. */
export function NotificationsPage() {
  const { data, error, refetch, isFetching } = useQuery(api.settings.notificationSettings.queryOptions())
  return (
    <SettingsPage title="Notifications">
      {data !== undefined ? (
        <Notifications settings={data} />
      ) : error === null ? (
        <Loading label="notifications">
          <Skeleton className="h-80 w-full" />
        </Loading>
      ) : (
        <ErrorState
          title="Your notifications could not be loaded"
          text={toApiError(error).message}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
    </SettingsPage>
  )
}

function Notifications({ settings }: { readonly settings: NotificationSettings }) {
  return (
    <>
      <Card title="Where emails go">
        <Address settings={settings} />
      </Card>
      <Card title="Emails you can turn off" flush>
        <ul className="divide-y divide-line pt-1">
          <MailSwitchRow
            name="import_mails"
            isOn={settings.import_mails}
            label="An import failed or needs you"
            hint="A file was refused, asks you something (such as its time zone), or has rows that could not be read."
            about="imports"
          />
          <MailSwitchRow
            name="calculation_mails"
            isOn={settings.calculation_mails}
            label="A tax calculation is done"
            hint="Or when it fails; the email says why."
            about="tax calculations"
          />
        </ul>
      </Card>
      <Card title="Emails that cannot be turned off">
        <div className="grid max-w-[76ch] gap-2 text-ink-2">
          <p>
            Links you request: to confirm your email, choose a new password, or continue on your computer.
          </p>
          <p>
            Notices that protect your account: your password, email, passkeys or two-factor authentication
            were changed, or somebody tried to sign up with your address.
          </p>
        </div>
      </Card>
    </>
  )
}

function Address({
  settings: { sends_mail, address, is_address_confirmed },
}: {
  readonly settings: NotificationSettings
}) {
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <p className="text-table text-ink-2">Email</p>
          <p className="font-medium break-all">{address}</p>
        </div>
        {is_address_confirmed ? (
          <StatusBadge look="done" label="Confirmed" />
        ) : (
          <StatusBadge look="warn" label="Not confirmed" />
        )}
      </div>
      {!sends_mail ? (
        <Banner tone="warn">
          This site sends no email, because no mail server is set up. Emails that cannot be turned off are
          saved in the outbox folder of its data directory. Your choices below take effect once there is a
          mail server.
        </Banner>
      ) : is_address_confirmed ? null : (
        <Banner tone="warn">
          Emails you can turn off are sent once this address is confirmed. Open the link we sent you, or{' '}
          <TextLink to={paths.settingsProfile}>get another one in your profile</TextLink>.
        </Banner>
      )}
    </div>
  )
}
