import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { api, calls } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { showRefusal } from '../../client/show-refusal.ts'
import { Button } from '../../ui/Button.tsx'
import { CodeInput } from '../../ui/CodeInput.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { PasswordInput } from '../../ui/PasswordInput.tsx'
import { passkeyProblem, signWithPasskey, whyNoPasskeys } from './passkeys.ts'
import { passwordRules } from './rules.ts'

type Proof = Pick<Parameters<typeof calls.identity.reauthenticate>[0], 'code' | 'passkey'>

/** Asks for the password again before something that guards the account is changed, and for a second factor where there is one. */
export function ReauthDialog({ onFresh, onClose }: { onFresh: () => void; onClose: () => void }) {
  const [needsCode, setNeedsCode] = useState(false)
  const [code, setCode] = useState('')
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { password: '' } })
  const { errors, isSubmitting } = formState

  const { data: factors } = useQuery(
    api.identity.secondFactors.queryOptions({ enabled: needsCode, staleTime: 0, gcTime: 0 }),
  )

  const submitWith = (prove: () => Promise<Proof>) =>
    handleSubmit(async ({ password }) => {
      let proof: Proof
      try {
        proof = await prove()
      } catch (thrown) {
        setError('root', { message: passkeyProblem(thrown) })
        return
      }
      try {
        await calls.identity.reauthenticate({ password, ...proof })
        onFresh()
      } catch (thrown) {
        const isMore = ['second_factor_required', 'wrong_code'].includes(toApiError(thrown).code)
        const isFirst = Object.keys(proof).length === 0
        if (isMore) setNeedsCode(true)
        // The password alone was right: the rest is asked for, and nothing was wrong.
        if (!isMore || !isFirst || needsCode) showRefusal(thrown, setError, ['password'])
      }
    })
  const submit = submitWith(() => Promise.resolve(code === '' ? {} : { code }))
  const submitPasskey = submitWith(async () => ({ passkey: await signWithPasskey('second_factor') }))
  const noPasskeysHere = whyNoPasskeys()

  return (
    <Dialog isOpen onClose={onClose} title="Confirm it is you" width="narrow">
      <Form onSubmit={(event) => void submit(event)} refused={errors.root?.message}>
        <p className="text-ink-2">
          This changes how your account is protected, so we ask for your password again.
        </p>
        <Field label="Password" error={errors.password?.message}>
          <PasswordInput
            autoComplete="current-password"
            data-autofocus
            {...register('password', passwordRules)}
          />
        </Field>
        {factors?.authenticator === true && (
          <Field label="Code from your authenticator app">
            <CodeInput value={code} onChange={setCode} />
          </Field>
        )}
        {factors?.passkey === true &&
          (noPasskeysHere === undefined ? (
            <Button onClick={() => void submitPasskey()}>Confirm with a passkey</Button>
          ) : (
            <p className="text-table text-ink-2">{noPasskeysHere}</p>
          ))}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={isSubmitting}>
            Confirm
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
