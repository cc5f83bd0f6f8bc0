import { useState } from 'react'
import { calls } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { Button } from '../../ui/Button.tsx'
import { CodeInput } from '../../ui/CodeInput.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { QrCode } from '../../ui/QrCode.tsx'

export interface EnrolDialogProps {
  readonly secret: string
  readonly otpauth_url: string
  readonly onEnrolled: (recoveryCodes: readonly string[]) => void
  readonly onClose: () => void
}

/** Puts the secret into an app, as a picture or as text, and has a first code prove it. */
export function EnrolDialog({ secret, otpauth_url, onEnrolled, onClose }: EnrolDialogProps) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  async function confirm(entered: string) {
    if (isBusy) return
    setBusy(true)
    setError(undefined)
    try {
      onEnrolled((await calls.identity.confirmTotp({ code: entered })).recovery_codes)
    } catch (thrown) {
      setError(toApiError(thrown).message)
      setBusy(false)
    }
  }

  return (
    <Dialog isOpen onClose={onClose} title="Set up your authenticator app">
      <Form
        onSubmit={(event) => {
          event.preventDefault()
          void confirm(code)
        }}
      >
        <ol className="grid gap-6">
          <li>
            <p className="font-medium">1. Scan this with your app</p>
            <div className="mt-3 flex flex-wrap items-center gap-6">
              <QrCode text={otpauth_url} label="QR code with the key below" />
              <div className="min-w-0 grow basis-48">
                <p className="text-table text-ink-2">Or type this key:</p>
                <p className="flex items-center gap-1 font-mono break-all">
                  {secret.replace(/(.{4})(?=.)/g, '$1 ')}
                  <CopyButton text={secret} label="Copy the key" />
                </p>
              </div>
            </div>
          </li>
          <li>
            <Field label="2. Enter the six digits it shows" error={error}>
              <CodeInput value={code} onChange={setCode} onComplete={(whole) => void confirm(whole)} />
            </Field>
          </li>
        </ol>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={isBusy}>
            Turn on
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
