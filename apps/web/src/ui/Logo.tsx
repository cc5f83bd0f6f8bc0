/** The mark: lots stacked in a book, an L of three bars. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 16 16" fill="currentColor" aria-hidden="true" className={className}>
      <path d="M2 2h3.5v3H2zM2 6.5h6.5v3H2zM2 11h12v3H2z" />
    </svg>
  )
}

/** The mark with the name; beside a full navigation the mark alone, until there is room. */
export function Wordmark({ beside = false }: { beside?: boolean }) {
  return (
    <span className="inline-flex items-center gap-2 text-lead font-semibold tracking-[-0.01em] text-ink">
      <Mark className="size-5 text-accent" />
      <span className={beside ? 'max-[359px]:sr-only md:max-xl:sr-only' : undefined}>Lotbook</span>
    </span>
  )
}
