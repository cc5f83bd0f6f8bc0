import { useEffect, useState } from 'react'
import { cx } from './cx.ts'
import { percentOf, type Progress, progressText, SILENCE_MS } from './progress.ts'

export interface ProgressBarProps {
  readonly label: string
  readonly progress: Progress
  /** How far the whole is, where `progress` counts one stage of it. */
  readonly percent?: number
  /** A bar alone, for a row of a table. */
  readonly slim?: boolean
}

/** How far long work is: named stage, counted units, never backwards, and honest about silence and failure. */
export function ProgressBar({
  label,
  progress,
  percent = percentOf(progress),
  slim = false,
}: ProgressBarProps) {
  const failed = progress.state === 'failed'
  const text = failed ? (progress.reason ?? 'Failed') : progressText(progress)

  return (
    <div className="grid min-w-24 gap-1">
      {!slim && (
        <div className="flex justify-between gap-4 text-table">
          <span className="font-medium" aria-live="polite">
            {progress.stage ?? label}
          </span>
          {percent !== undefined && <span className="text-ink-2">{percent}%</span>}
        </div>
      )}
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={text}
        className="h-1.5 overflow-hidden rounded-full bg-sunken"
      >
        <div
          className={cx(
            'h-full rounded-full transition-[width] duration-200 ease-out',
            failed ? 'bg-danger' : 'bg-accent',
            percent === undefined && !failed && 'w-1/4 animate-[sweep_1.6s_ease-in-out_infinite]',
          )}
          style={percent === undefined ? undefined : { width: `${percent.toString()}%` }}
        />
      </div>
      {!slim && <p className={cx('text-caption', failed ? 'text-danger' : 'text-ink-3')}>{text}</p>}
      {progress.state === 'running' && <Silence key={`${progress.id} ${progress.seq.toString()}`} />}
    </div>
  )
}

/** Says so once running work has been silent for a while; mounted anew with every message. */
function Silence() {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const since = Date.now()
    const timer = setInterval(() => setSeconds(Math.floor((Date.now() - since) / 1000)), 1000)
    return () => clearInterval(timer)
  }, [])
  if (seconds * 1000 < SILENCE_MS) return null
  return <p className="text-caption text-ink-3">Still working, last update {seconds} s ago</p>
}
