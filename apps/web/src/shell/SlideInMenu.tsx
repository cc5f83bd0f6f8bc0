import { messages } from '@lotbook/contract'
import type { Start } from '../client/start.ts'
import { displayedName } from '../client/user.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { Link } from '../ui/Link.tsx'
import { accountItems } from './account-items.ts'
import { useSignOut } from './use-sign-out.ts'
import { NavIcon } from './NavIcon.tsx'
import type { NavItem } from './navigation.ts'
import { ThemeMenu } from './ThemeMenu.tsx'
import { useIsRegistered } from '../client/use-is-registered.ts'
import { supportUrl } from '../client/support.ts'

export interface SlideInMenuProps {
  readonly items: readonly NavItem[]
  readonly start: Start
  readonly onClose: () => void
}

/** The menu of a phone: everything of the navigation and the account, from the right. */
export function SlideInMenu({ items, start, onClose: close }: SlideInMenuProps) {
  const isRegistered = useIsRegistered()
  const signOut = useSignOut()
  const user = start.get_user_role
  const account = accountItems({ user, supportUrl: undefined, isRegistered })
  const places = items.flatMap((item) => item.children ?? [item])
  const support = supportUrl()

  return (
    <Dialog isOpen onClose={close} title={displayedName(user, true)} form="side">
      <ul className="-m-2 grid">
        {places.map((item) => (
          <li key={item.id}>
            <Link to={item.to} onClick={close} className={shape}>
              <NavIcon id={item.id} className="size-5 text-ink-3" />
              {item.label}
            </Link>
          </li>
        ))}
        {places.length > 0 && <li aria-hidden="true" className="mx-3 my-2 border-t border-line" />}
        {account.map(({ label, to }) => (
          <li key={to}>
            <Link to={to} onClick={close} className={shape}>
              {label}
            </Link>
          </li>
        ))}
        {support !== undefined && !places.some(({ id }) => id === 'support') && (
          <li>
            <Link to={support} className={shape}>
              {messages.nav.support}
            </Link>
          </li>
        )}
        <li className="flex items-center justify-between px-3 text-lead">
          Theme
          <ThemeMenu />
        </li>
        <li>
          <button type="button" onClick={signOut} className={`${shape} w-full`}>
            {messages.nav.signOut}
          </button>
        </li>
      </ul>
    </Dialog>
  )
}

const shape = 'flex min-h-11 items-center gap-3 rounded-control px-3 text-left text-lead hover:bg-sunken'
