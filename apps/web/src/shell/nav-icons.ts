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
export function navIcon(id: string): LucideIcon {
  return icons[id] ?? MoreHorizontal
}
