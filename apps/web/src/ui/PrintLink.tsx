import { Download } from 'lucide-react'
import type { ReactNode } from 'react'

/** A record as a file to print and keep. The server names it. */
export function PrintLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a
      href={href}
      download
      className="inline-flex min-h-6 items-center gap-1 rounded-[2px] font-medium text-accent underline decoration-1 underline-offset-2 hover:text-accent-hover pointer-coarse:min-h-11"
    >
      <Download aria-hidden="true" className="size-4" />
      {children}
    </a>
  )
}
