import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Menu } from '../ui/Menu.tsx'
import type { NavItem } from './navigation.ts'

/** A place of the navigation that opens to others. */
export function NavMenu({
  items,
  className,
  children,
}: {
  readonly items: readonly NavItem[]
  readonly className: string
  readonly children: ReactNode
}) {
  return (
    <Menu
      items={items.map(({ label, to }) => ({ kind: 'link', label, to }))}
      trigger={(props) => (
        <button type="button" className={className} {...props}>
          {children}
          <ChevronDown aria-hidden="true" className="hidden size-3.5 lg:block" />
        </button>
      )}
    />
  )
}
