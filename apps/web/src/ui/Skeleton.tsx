import { useEffect, useState } from 'react'
import { cx } from './cx.ts'

/** A grey shape in the place of what is coming. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'block animate-[pulse-soft_1.6s_ease-in-out_infinite] rounded-control bg-sunken',
        className,
      )}
    />
  )
}

export interface LoadingProps {
  /** What is loading, for who cannot see the shapes. */
  readonly label: string
  /** Skeletons in the final shape. */
  readonly children: React.ReactNode
}

/** A region that loads for the first time: nothing for 300 ms, then its shape, and after a second a word about it. */
export function Loading({ label, children }: LoadingProps) {
  const [stage, setStage] = useState<'quiet' | 'shape' | 'told'>('quiet')
  useEffect(() => {
    const shape = setTimeout(() => setStage('shape'), 300)
    const told = setTimeout(() => setStage('told'), 1000)
    return () => {
      clearTimeout(shape)
      clearTimeout(told)
    }
  }, [])
  return (
    <div aria-busy="true">
      <div className={stage === 'quiet' ? 'invisible' : undefined}>{children}</div>
      {stage === 'told' && !navigator.onLine ? (
        <p role="status" className="mt-3 text-ink-2">
          You are offline. This loads by itself once you are connected again.
        </p>
      ) : (
        <p role="status" className="sr-only">
          {stage === 'told' ? `Loading ${label}` : ''}
        </p>
      )}
    </div>
  )
}
