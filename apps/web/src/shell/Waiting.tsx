import { formatCount } from '../ui/format/shorten.ts'
import type { NavItem } from './navigation.ts'

/** How many items wait behind a place of the navigation: a small number, and words for whoever hears it. */
export function Waiting({ count, label }: NonNullable<NavItem['waiting']>) {
  return (
    <span
      title={`${formatCount(count)} ${label}`}
      className="inline-block rounded-full bg-warn-soft px-1.5 text-[11px] leading-4 font-medium whitespace-nowrap text-ink"
    >
      {count > 999 ? '999+' : formatCount(count)}
      <span className="sr-only"> {label}</span>
    </span>
  )
}
