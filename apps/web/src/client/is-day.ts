/** Whether it is a day that exists, as addresses and date fields spell it: `2025-06-01`. */
export function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value) || value.startsWith('0000'))
    return false
  const at = new Date(`${value}T00:00:00Z`)
  // Some browsers read February 30 as a day of March.
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value)
}
