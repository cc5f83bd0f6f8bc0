import { useState } from 'react'
import { STEP_NAMES, type WorkpapersOfYear } from '@lotbook/contract'
import { laterCalls } from '../../client/later-api.ts'
import { Button } from '../../ui/Button.tsx'
import { StatusBadge, type StatusLook } from '../../ui/StatusBadge.tsx'
import { DateTime } from '../../ui/Values.tsx'
import { SignOffDialog } from './SignOffDialog.tsx'
import { inBooksOf, usePaperAct } from './use-papers.ts'

type Step = WorkpapersOfYear['steps'][number]

export interface StepListProps {
  readonly steps: readonly Step[]
  readonly year: number
  readonly clientId?: string | undefined
  /** Whether steps can be signed off here. */
  readonly canSign?: boolean
}

const LOOKS: Readonly<Record<Step['state'], StatusLook>> = { done: 'done', open: 'open', nothing: 'optional' }

/** Steps of a year as the data has them, each with its sign-off. */
export function StepList({ steps, year, clientId, canSign = false }: StepListProps) {
  const [signs, setSigns] = useState<Step>()
  const end = usePaperAct(
    (id: string) => laterCalls.workpapers.endSignOff({ id, ...inBooksOf(clientId) }),
    'Sign-off taken back',
  )
  return (
    <>
      <ol className="divide-y divide-line pt-1">
        {steps.map((step) => (
          <li key={step.step} className="grid gap-x-6 gap-y-2 px-card py-3 md:grid-cols-2">
            <div className="min-w-0">
              <p className="font-medium">
                <StatusBadge look={LOOKS[step.state]} label={STEP_NAMES[step.step]} />
              </p>
              <p className="mt-0.5 text-table text-ink-2">{step.text}</p>
            </div>
            <div className="flex min-w-0 flex-wrap items-start justify-between gap-2 md:justify-end">
              {step.sign_off !== null && <SignOff signOff={step.sign_off} />}
              {canSign && (
                <span className="flex shrink-0 gap-1">
                  {(step.sign_off === null || step.sign_off.changed_since !== null) && (
                    <Button
                      size="small"
                      aria-label={`${step.sign_off === null ? 'Sign off' : 'Sign again'}: ${STEP_NAMES[step.step]}`}
                      onClick={() => setSigns(step)}
                    >
                      {step.sign_off === null ? 'Sign off' : 'Sign again'}
                    </Button>
                  )}
                  {step.sign_off !== null && (
                    <Button
                      size="small"
                      look="quiet"
                      busy={end.isPending && end.variables === step.sign_off.id}
                      aria-label={`Take back: ${STEP_NAMES[step.step]}`}
                      onClick={() => step.sign_off !== null && end.mutate(step.sign_off.id)}
                    >
                      Take back
                    </Button>
                  )}
                </span>
              )}
            </div>
          </li>
        ))}
      </ol>
      {signs !== undefined && (
        <SignOffDialog step={signs} year={year} clientId={clientId} onClose={() => setSigns(undefined)} />
      )}
    </>
  )
}

function SignOff({ signOff }: { readonly signOff: NonNullable<Step['sign_off']> }) {
  const { name, at, note, changed_since } = signOff
  return (
    <div className="min-w-0 grow basis-48 text-table">
      <p>
        <span className="font-medium">Signed off</span>{' '}
        <span className="text-ink-2">
          by {name}, <DateTime instant={at} zone />
        </span>
      </p>
      {note !== '' && <p className="wrap-anywhere whitespace-pre-wrap text-ink-2">{note}</p>}
      {changed_since !== null && <StatusBadge wraps look="warn" label={`Changed since: ${changed_since}`} />}
    </div>
  )
}
