import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Bell as BellIcon } from 'lucide-react'
import { useState } from 'react'
import type { BellItem } from '@lotbook/contract'
import { laterApi, laterCalls } from '../../client/later-api.ts'
import { formatAgo } from '../../ui/format/format-date-time.ts'
import { Menu, type MenuItem } from '../../ui/Menu.tsx'
import { useNow } from '../../ui/use-now.ts'
import { bellWords } from './bell-words.ts'

/** What is new for a person, with how much of it nobody has seen. Opening it is having seen it. */
export function Bell() {
  const client = useQueryClient()
  const now = useNow()
  const { data } = useQuery(laterApi.bell.show.queryOptions())
  // What the open menu shows stays as it was when it was opened.
  const [shown, setShown] = useState<readonly BellItem[]>([])
  const read = useMutation({
    mutationFn: () => laterCalls.bell.read(),
    onSuccess: () => client.invalidateQueries({ queryKey: laterApi.bell.key() }),
  })
  const unread = data?.unread ?? 0
  const open = () => {
    setShown(data?.items ?? [])
    if (unread > 0) read.mutate()
  }
  return (
    <Menu
      align="end"
      items={[
        { kind: 'heading', label: shown.length === 0 ? 'Nothing is new' : 'Notifications' },
        ...shown.map((item): MenuItem => {
          const { text, to } = bellWords(item)
          return {
            kind: 'link',
            label: text,
            to,
            detail: formatAgo(item.at, now),
            isMarked: item.is_unread,
          }
        }),
      ]}
      trigger={({ onClick, ...props }) => (
        <button
          type="button"
          className="relative inline-flex size-9 items-center justify-center rounded-control text-ink-2 hover:bg-sunken hover:text-ink pointer-coarse:size-11"
          {...props}
          onClick={() => {
            if (!props['aria-expanded']) open()
            onClick()
          }}
        >
          <BellIcon aria-hidden="true" className="size-4" />
          <span className="sr-only">Notifications{unread > 0 && `, ${unread.toLocaleString()} new`}</span>
          {unread > 0 && (
            <span
              aria-hidden="true"
              className="absolute top-0.5 right-0 rounded-full bg-accent px-1 text-[11px] leading-4 font-medium text-on-accent"
            >
              {unread > 9 ? '9+' : unread}
            </span>
          )}
        </button>
      )}
    />
  )
}
