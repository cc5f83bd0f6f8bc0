import { Banner } from '../../ui/Banner.tsx'
import { formatDay } from '../../ui/format/format-date-time.ts'

/** Said before somebody waits: nobody answers for the history of a source just now. */
export function SilentNotice({ name, since }: { readonly name: string; readonly since: string | null }) {
  if (since === null) return null
  return (
    <Banner tone="warn">
      {name} has not been answering since {formatDay(since)}. You can connect it now. Its history comes in
      once it answers, or you can upload a file instead.
    </Banner>
  )
}
