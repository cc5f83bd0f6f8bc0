import {
  ArrowLeftRight,
  ChartPie,
  FileCheck,
  FlaskConical,
  Import,
  LayoutDashboard,
  LifeBuoy,
  type LucideIcon,
  MoreHorizontal,
  Scale,
  Users,
  Wallet,
} from 'lucide-react'
import { createElement } from 'react'

const icons: Readonly<Record<string, LucideIcon>> = {
  dashboard: LayoutDashboard,
  import: Import,
  imports: Import,
  wallets: Wallet,
  transactions: ArrowLeftRight,
  tax: Scale,
  taxes: Scale,
  holdings: ChartPie,
  'tax-filing': FileCheck,
  'tax-pro': Users,
  labs: FlaskConical,
  support: LifeBuoy,
}

/** The picture of a place in the navigation. */
export function NavIcon({ id, className }: { id: string; className: string }) {
  return createElement(icons[id] ?? MoreHorizontal, { 'aria-hidden': true, className })
}
