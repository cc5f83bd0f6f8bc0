import { Banner } from '../../ui/Banner.tsx'
import { formatDay } from '../../ui/format/format-date-time.ts'

export interface SilentNoticeProps {
  readonly name: string
  readonly since: string | null
  /** A key of the customer's own opens another way. */
  readonly takesOwnKey?: boolean
}

/** Said before somebody waits: nobody answers for the history of a source just now. */
export function SilentNotice({ name, since, takesOwnKey = false }: SilentNoticeProps) {
  if (since === null) return null
  return (
    <Banner tone="warn">
      {name} has not been answering since {formatDay(since)}. You can connect it now. Its history comes in
      once it answers{takesOwnKey && ', or with your own explorer key below'}, or you can upload a file
      instead.
    </Banner>
  )
}
