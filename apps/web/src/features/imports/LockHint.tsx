import { useQuery } from '@tanstack/react-query'
import { fill, paths, screenMessages } from '@lotbook/contract'
import { api } from '../../client/api.ts'
import { Banner } from '../../ui/Banner.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import { formatDay } from '../../ui/format/format-date-time.ts'

/** Tells before an import that rows before the lock are not taken in, with the way to the setting (R8.45). */
export function LockHint() {
  const { data: before } = useQuery(
    api.taxYears.list.queryOptions({ select: (answer) => answer.data.locked_before }),
  )
  if (before === undefined || before === null) return null
  return (
    <Banner
      action={
        <ButtonLink size="small" to={paths.settingsTax}>
          Settings
        </ButtonLink>
      }
    >
      {fill(screenMessages.transactionsLocked, { date: formatDay(before) })}
    </Banner>
  )
}
