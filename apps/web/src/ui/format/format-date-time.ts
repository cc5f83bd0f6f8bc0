import { formatDisplay, formatDisplayDay } from '@lotbook/journal'

/** An instant as 'MMM DD, YYYY HH:mm:ss' in UTC. The column head or the words beside it say UTC. */
export function formatDateTime(instant: string): string {
  return formatDisplay(Date.parse(instant))
}

/** The UTC day of an instant, or a calendar day (`2025-03-06`), as 'MMM DD, YYYY'. @throws RangeError for what is neither. */
export function formatDay(instant: string): string {
  return formatDisplayDay(new Date(instant).toISOString().slice(0, 10))
}

/** The same instant where the reader is, and as ISO 8601: for the tooltip of a time. */
export function localAndIso(instant: string): string {
  const at = new Date(instant)
  const local = at.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'long' })
  return `${local} · ${at.toISOString()}`
}

/** How long ago, in the largest whole unit: `2 h ago`. For the state of a sync only; the tooltip is exact. */
export function formatAgo(instant: string, now: Date): string {
  const seconds = Math.max(0, Math.floor((now.getTime() - new Date(instant).getTime()) / 1000))
  if (seconds < 60) return 'just now'
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes.toString()} min ago`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return `${hours.toString()} h ago`
  return `${Math.floor(hours / 24).toString()} d ago`
}
