import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { cx } from './cx.ts'
import { Link, type LinkProps } from './Link.tsx'
import { Spinner } from './Spinner.tsx'
import { Tooltip } from './Tooltip.tsx'

export type ButtonLook = 'primary' | 'secondary' | 'tonal' | 'quiet' | 'danger'

interface Common {
  readonly look?: ButtonLook
  readonly size?: 'small' | 'medium' | 'large'
  /** Left of the label; the spinner takes its place while busy. */
  readonly icon?: ReactNode
}

export interface ButtonProps extends Common, Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> {
  /** At work: the label stays, a second click does nothing. */
  readonly busy?: boolean
  /** Why it cannot be used now. It keeps the focus, so that the reason can be read. */
  readonly disabledReason?: string | undefined
  readonly ref?: Ref<HTMLButtonElement>
}

/** A button. It is never merely grey: it works, it is busy, or it says why not. */
export function Button({
  look = 'secondary',
  size = 'medium',
  icon,
  busy = false,
  disabledReason,
  onClick,
  className,
  children,
  type = 'button',
  ...rest
}: ButtonProps) {
  const isOff = busy || disabledReason !== undefined
  const button = (
    <button
      type={type}
      aria-disabled={isOff || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => {
        if (isOff) event.preventDefault()
        else onClick?.(event)
      }}
      className={cx(shape, sizes[size], looks[look], isOff && off, className)}
      {...rest}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  )
  return disabledReason === undefined ? button : <Tooltip text={disabledReason}>{button}</Tooltip>
}

export interface ButtonLinkProps extends Common, LinkProps {}

/** What looks like a button and leads to another screen. */
export function ButtonLink({
  look = 'secondary',
  size = 'medium',
  icon,
  className,
  children,
  ...rest
}: ButtonLinkProps) {
  return (
    <Link className={cx(shape, sizes[size], looks[look], className)} {...rest}>
      {icon}
      {children}
    </Link>
  )
}

export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon' | 'size'> {
  /** What it does: its accessible name and its tooltip. */
  readonly label: string
  readonly children: ReactNode
}

/** A square button of one icon, named by its tooltip. */
export function IconButton({
  label,
  children,
  busy,
  disabledReason,
  className,
  look = 'quiet',
  onClick,
  ...rest
}: IconButtonProps) {
  const isOff = busy === true || disabledReason !== undefined
  return (
    <Tooltip text={disabledReason === undefined ? label : `${label}: ${disabledReason}`}>
      <button
        type="button"
        aria-label={label}
        aria-disabled={isOff || undefined}
        onClick={(event) => {
          if (!isOff) onClick?.(event)
        }}
        className={cx(shape, 'size-8 pointer-coarse:size-11', looks[look], isOff && off, className)}
        {...rest}
      >
        {busy === true ? <Spinner /> : children}
      </button>
    </Tooltip>
  )
}

const shape =
  'inline-flex items-center justify-center gap-2 rounded-control border font-medium whitespace-nowrap select-none transition-colors duration-[120ms]'

const sizes = {
  small: 'h-8 px-3 text-table pointer-coarse:h-11',
  medium: 'h-9 px-4 text-body pointer-coarse:h-11',
  large: 'h-11 px-5 text-lead',
}

const looks: Record<ButtonLook, string> = {
  primary: 'border-transparent bg-accent text-on-accent hover:bg-accent-hover',
  secondary: 'border-line bg-surface text-ink shadow-control hover:border-line-strong',
  tonal: 'border-transparent bg-accent-soft text-accent hover:border-accent',
  quiet: 'border-transparent text-ink-2 hover:bg-sunken hover:text-ink',
  danger: 'border-transparent bg-danger text-on-danger hover:opacity-90',
}

const off = 'opacity-55'
