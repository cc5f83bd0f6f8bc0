import { type ReactNode, Suspense } from 'react'

/** The place of the receipt of an import, as high as one of a file from the start, so that what stands below is not moved. */
export function ReceiptPlace({
  isKept,
  children,
}: {
  /** A receipt is coming. */
  readonly isKept: boolean
  readonly children: ReactNode
}) {
  return (
    <div className={isKept ? 'min-h-[26rem] md:min-h-[20.5rem]' : 'empty:hidden'}>
      <Suspense>{children}</Suspense>
    </div>
  )
}
