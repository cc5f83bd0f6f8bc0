import { ChevronDown, LogOut } from 'lucide-react'
import { messages } from '@lotbook/contract'
import type { Start } from '../client/start.ts'
import { displayedName } from '../client/user.ts'
import { Menu } from '../ui/Menu.tsx'
import { accountItems } from './account-items.ts'
import { useSignOut } from './use-sign-out.ts'
import { useIsRegistered } from '../client/use-is-registered.ts'
import { supportUrl } from '../client/support.ts'

/** The menu of the signed-in person: name, settings, sign out. */
export function AccountMenu({ start }: { start: Start }) {
  const isRegistered = useIsRegistered()
  const signOut = useSignOut()
  const user = start.get_user_role
  const name = displayedName(user, false)
  return (
    <Menu
      align="end"
      trigger={(props) => (
        <button
          type="button"
          className="inline-flex h-9 items-center gap-1 rounded-control px-1 text-ink-2 hover:bg-sunken hover:text-ink pointer-coarse:h-11"
          {...props}
        >
          <span className="sr-only">Account: {name}</span>
          <span
            aria-hidden="true"
            className="inline-flex size-7 items-center justify-center rounded-full bg-accent-soft text-caption font-semibold text-accent"
          >
            {initials(name)}
          </span>
          <ChevronDown aria-hidden="true" className="size-3.5" />
        </button>
      )}
      items={[
        { kind: 'heading', label: name },
        ...accountItems({ user, supportUrl: supportUrl(), isRegistered }).map(({ label, to }) => ({
          kind: 'link' as const,
          label,
          to,
        })),
        { kind: 'separator' },
        {
          kind: 'action',
          label: messages.nav.signOut,
          icon: <LogOut aria-hidden="true" className="size-4 text-ink-3" />,
          onSelect: signOut,
        },
      ]}
    />
  )
}

function initials(name: string): string {
  const words = name.split(/[\s._-]+/).filter(Boolean)
  return words
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase()
}
