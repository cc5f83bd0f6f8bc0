import { useLocation } from '@tanstack/react-router'
import { Suspense } from 'react'
import { cx } from '../ui/cx.ts'
import { Link } from '../ui/Link.tsx'
import { NavIcon } from './NavIcon.tsx'
import { Waiting } from './Waiting.tsx'
import { isCurrent, type NavItem } from './navigation.ts'
import { lazyPart } from '../ui/lazy-part.ts'

const NavMenu = lazyPart(async () => (await import('./NavMenu.tsx')).NavMenu)

/** The navigation of a wide window: words from 1024 px on, icons over words from 768. */
export function PrimaryNav({ items }: { items: readonly NavItem[] }) {
  const { pathname } = useLocation()
  return (
    <nav aria-label="Main" className="hidden h-full min-w-0 grow overflow-x-auto md:block">
      <ul className="flex h-full items-stretch">
        {items.map((item) => (
          <li key={item.id} className="flex">
            {item.children === undefined ? (
              <Link
                to={item.to}
                aria-current={isCurrent(item, pathname) ? 'page' : undefined}
                className={cx(shape, isCurrent(item, pathname) ? on : off)}
              >
                <NavLabel item={item} />
              </Link>
            ) : (
              <Suspense>
                <NavMenu
                  items={item.children}
                  className={cx(shape, item.children.some((child) => isCurrent(child, pathname)) ? on : off)}
                >
                  <NavLabel item={item} />
                </NavMenu>
              </Suspense>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}

function NavLabel({ item }: { item: NavItem }) {
  return (
    <>
      <NavIcon id={item.id} className="size-4 lg:hidden" />
      {item.label}
      {item.waiting !== undefined && (
        <span className="max-lg:absolute max-lg:top-1 max-lg:left-1/2 max-lg:ml-1">
          <Waiting {...item.waiting} />
        </span>
      )}
    </>
  )
}

const shape =
  'relative flex items-center justify-center gap-1 border-b-2 border-t-2 border-t-transparent px-1 whitespace-nowrap outline-offset-[-4px] max-lg:flex-col max-lg:text-[11px] max-lg:leading-4 min-[880px]:max-lg:px-2 min-[1120px]:px-2 xl:px-3'
const on = 'border-b-accent font-medium text-ink'
const off = 'border-b-transparent text-ink-2 hover:text-ink'
