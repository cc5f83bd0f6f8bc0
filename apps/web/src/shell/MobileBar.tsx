import { useLocation } from '@tanstack/react-router'
import { cx } from '../ui/cx.ts'
import { Link } from '../ui/Link.tsx'
import { NavIcon } from './NavIcon.tsx'
import { isCurrent, type NavItem } from './navigation.ts'
import { Waiting } from './Waiting.tsx'

/** The bar at the foot of a phone. */
export function MobileBar({ items }: { items: readonly NavItem[] }) {
  const { pathname } = useLocation()
  if (items.length === 0) return null
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <ul className="flex h-14">
        {items.map((item) => {
          const isHere = isCurrent(item, pathname)
          return (
            <li key={item.id} className="flex grow basis-0">
              <Link
                to={item.to}
                aria-current={isHere ? 'page' : undefined}
                className={cx(
                  'relative flex grow flex-col items-center justify-center gap-1 border-t-2 text-[11px] leading-4 outline-offset-[-4px]',
                  isHere ? 'border-accent font-medium text-ink' : 'border-transparent text-ink-2',
                )}
              >
                <NavIcon id={item.id} className="size-5" />
                {item.label}
                {item.waiting !== undefined && (
                  <span className="absolute top-1 left-1/2 ml-2">
                    <Waiting {...item.waiting} />
                  </span>
                )}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
