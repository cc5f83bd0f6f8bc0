import { shortFileName } from '../../ui/format/shorten.ts'
import { Tooltip } from '../../ui/Tooltip.tsx'

/** The name of a file; over 20 characters it is cut, and whole in the tooltip and for who hears it. */
export function FileName({ name }: { name: string }) {
  const short = shortFileName(name)
  if (short === name) return <span className="font-medium">{name}</span>
  return (
    <Tooltip text={name}>
      {/* Focusable, so that the whole name can be read without a mouse. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <span tabIndex={0} className="rounded-[2px] font-medium">
        <span aria-hidden="true">{short}</span>
        <span className="sr-only">{name}</span>
      </span>
    </Tooltip>
  )
}
