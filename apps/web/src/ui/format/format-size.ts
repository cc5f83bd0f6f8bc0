/** The size of a file for people: `12 KB`, `9.8 MB`. Rounded up, so that nothing has a size of none. */
export function formatSize(bytes: number): string {
  const kilobytes = Math.ceil(bytes / 1024)
  if (kilobytes < 1024) return `${kilobytes.toLocaleString()} KB`
  return `${(Math.ceil((bytes * 10) / 1_048_576) / 10).toLocaleString()} MB`
}
