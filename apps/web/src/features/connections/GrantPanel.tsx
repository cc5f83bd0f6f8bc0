import { ArrowRight, Check, ChevronRight, Lock, X } from 'lucide-react'
import { useState } from 'react'
import { connectionMessages, type Source } from '@lotbook/contract'
import { toApiError } from '../../client/api-error.ts'
import { continueWithCoinbase } from '../../client/continue-with-coinbase.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Mark } from '../../ui/Logo.tsx'
import { SourceLogo } from '../../ui/SourceLogo.tsx'

export interface GrantPanelProps {
  readonly source: Source
  /** The connection that is to be set right; else a new account is connected. */
  readonly updates: string | undefined
  readonly onCancel: () => void
}

const SEES = ['Accounts and transactions', 'Buys, sells, deposits, withdrawals', 'Your email address']
const CANNOT = ['Buy, sell or convert', 'Send or withdraw', 'See your password']

/** Connect an account by signing in at its provider. */
export function GrantPanel({ source, updates, onCancel }: GrantPanelProps) {
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string>()

  async function leave() {
    setBusy(true)
    try {
      await continueWithCoinbase(updates)
    } catch (thrown) {
      setBusy(false)
      setRefused(toApiError(thrown).message)
    }
  }

  return (
    <div className="grid gap-5">
      {refused !== undefined && <Banner tone="danger">{refused}</Banner>}
      <figure
        aria-label={`Data flows one way, from ${source.name} to Lotbook`}
        className="flex items-center justify-center gap-3 text-caption text-ink-2"
      >
        <SourceLogo slug={source.slug} name={source.name} />
        <span className="flex items-center gap-1.5">
          <Lock aria-hidden="true" className="size-3.5" />
          read only
          <ChevronRight aria-hidden="true" className="size-4" />
        </span>
        <Mark className="size-6 text-accent" />
      </figure>
      <div className="grid gap-4 sm:grid-cols-2">
        <Rights title={`${source.name} will ask you to let Lotbook see`} rights={SEES} isGiven />
        <Rights title="It cannot" rights={CANNOT} isGiven={false} />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          look="primary"
          busy={busy}
          icon={<ArrowRight aria-hidden="true" className="size-4" />}
          onClick={() => void leave()}
        >
          {connectionMessages.coinbaseContinue}
        </Button>
        <Button look="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  )
}

function Rights(props: {
  readonly title: string
  readonly rights: readonly string[]
  readonly isGiven: boolean
}) {
  const Icon = props.isGiven ? Check : X
  return (
    <div>
      <h3 className="text-caption text-ink-3">{props.title}</h3>
      <ul aria-label={props.title} className="mt-2 grid gap-1.5">
        {props.rights.map((right) => (
          <li key={right} className="flex items-center gap-2">
            <Icon
              aria-hidden="true"
              className={`size-4 shrink-0 ${props.isGiven ? 'text-gain' : 'text-ink-3'}`}
            />
            {right}
          </li>
        ))}
      </ul>
    </div>
  )
}
