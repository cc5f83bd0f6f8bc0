import { CircleAlert } from 'lucide-react'
import { createContext, type ReactNode, useContext, useId } from 'react'

interface FieldIds {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
}

const FieldContext = createContext<FieldIds | undefined>(undefined)

/** The id, description and validity that a control takes from the `Field` around it. */
export function useField(): Partial<FieldIds> {
  return useContext(FieldContext) ?? {}
}

export interface FieldProps {
  readonly label: string
  readonly hint?: ReactNode
  /** What is wrong with it; tied to the control. */
  readonly error?: string | undefined
  readonly optional?: boolean
  readonly children: ReactNode
}

/** A control with its visible label, its hint and its error. */
export function Field({ label, hint, error, optional = false, children }: FieldProps) {
  const id = useId()
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const described = [error !== undefined && errorId, hint !== undefined && hintId].filter(Boolean).join(' ')

  return (
    <FieldContext
      value={{
        id,
        'aria-describedby': described === '' ? undefined : described,
        'aria-invalid': error === undefined ? undefined : true,
      }}
    >
      <div className="grid gap-1">
        <label htmlFor={id} className="text-body font-medium">
          {label}
          {optional && <span className="font-normal text-ink-3"> (optional)</span>}
        </label>
        {children}
        {error !== undefined && (
          <p id={errorId} className="flex items-start gap-1 text-table text-danger">
            <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            {error}
          </p>
        )}
        {hint !== undefined && (
          <p id={hintId} className="text-caption text-ink-3">
            {hint}
          </p>
        )}
      </div>
    </FieldContext>
  )
}
