/** What no calculation has worked out. */
export const UNKNOWN = <span className="font-normal text-ink-2">Unknown</span>

/** The price of an asset that nobody knows. */
export function NoPrice() {
  return (
    <span className="border-b border-dashed border-line-strong whitespace-nowrap text-ink-2">No price</span>
  )
}
