import { Calculator, ChartNoAxesColumn } from 'lucide-react'
import { useState } from 'react'
import { paths, screenMessages } from '@lotbook/contract'
import type { CalculateTaxesProps } from '../../client/slots.ts'
import { Button, ButtonLink, type ButtonProps } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { useIsMobile } from '../../ui/use-media.ts'
import { calculateAction } from './calculate-action.ts'
import { useFinishedToast } from './use-finished-toast.ts'
import { useTaxCalculation } from '../../client/use-tax-calculation.ts'
import { useTaxDetails } from '../../client/use-tax-details.ts'

/** The one button about a calculation: starts it, shows how far it is, or leads to its result. */
export function TaxControl({
  year,
  size = 'medium',
  look = 'primary',
}: CalculateTaxesProps & { look?: 'primary' | 'tonal' }) {
  const isMobile = useIsMobile()
  const { data: status } = useTaxDetails()
  const { start, isStarting } = useTaxCalculation()
  if (status === undefined) return null

  const label = isMobile ? screenMessages.tax.calculateMobile : screenMessages.tax.calculateDesktop
  const shape = { look, size }
  const of = year === undefined ? {} : { tax_year: year }
  switch (calculateAction(status, { isMobile })) {
    case 'unavailable':
      return (
        <Button {...shape} disabledReason={screenMessages.tax.nothing}>
          {label}
        </Button>
      )
    case 'imports-running':
      return (
        <Button {...shape} disabledReason="Some imports are still running. Wait for them to finish.">
          {label}
        </Button>
      )
    case 'view':
      return (
        <ButtonLink
          {...shape}
          icon={<ChartNoAxesColumn aria-hidden="true" className="size-4" />}
          to={paths.oneYear(year ?? status.tax_year)}
        >
          {isMobile ? screenMessages.tax.viewMobile : screenMessages.tax.viewDesktop}
        </ButtonLink>
      )
    case 'calculate':
      return (
        <Button
          {...shape}
          icon={<Calculator aria-hidden="true" className="size-4" />}
          busy={isStarting}
          onClick={() => start({ recalculate: false, ...of })}
        >
          {label}
        </Button>
      )
    case 'confirm-restart':
      return (
        <RestartButton
          size={size}
          icon={<Spinner className="text-info" />}
          busy={isStarting}
          onRestart={() => start({ recalculate: true, ...of })}
        >
          Calculating {status.percent ?? 0}%
        </RestartButton>
      )
  }
}

/** The control in the navigation, quieter than the one button of a screen. It also tells when a calculation that one has left is over. */
export function NavTaxControl() {
  useFinishedToast()
  return <TaxControl look="tonal" />
}

/** A button that asks before it begins a running calculation anew. */
export function RestartButton({
  onRestart,
  busy,
  ...button
}: Omit<ButtonProps, 'onClick' | 'busy'> & { readonly busy: boolean; readonly onRestart: () => void }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button {...button} onClick={() => setAsking(true)} />
      <ConfirmDialog
        isOpen={isAsking}
        title={screenMessages.tax.restartTitle}
        text={screenMessages.tax.restartText}
        cancel={screenMessages.tax.cancel}
        confirm={screenMessages.tax.restart}
        busy={busy}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          onRestart()
        }}
      />
    </>
  )
}
