import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { TOKEN_KINDS, type TreatmentBoard } from '@lotbook/contract'
import { api } from '../../client/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { Select } from '../../ui/Select.tsx'
import { tokenWords } from './treatment-words.ts'
import { useAssetNames } from '../transactions/use-asset-names.ts'
import type { Treatments } from './use-treatments.ts'

interface Props {
  readonly board: TreatmentBoard
  readonly treatments: Treatments
}

const EMPTY = { kind: 'wrapped', asset: '', of: '' }

/** The kinds of tokens, as their owner declares them: no kind is guessed from a ticker. */
export function DeclaredTokens({ board: { tokens, effects }, treatments }: Props) {
  const assetName = useAssetNames()
  const [form, setForm] = useState(EMPTY)
  const pairs = effects?.is_current === true ? effects.pairs : []
  return (
    <Card title="Your tokens">
      <div className="grid gap-4">
        <p className="text-ink-2">
          A ticker does not say what a token stands for. Declare it here, and every exchange between the two
          follows the treatment below. Otherwise it counts as a trade.
        </p>
        {tokens.length > 0 && (
          <ul className="divide-y divide-line border-y border-line" aria-label="Declared tokens">
            {tokens.map(({ kind, asset, of }) => {
              const name = of === null ? assetName(asset) : `${assetName(asset)} for ${assetName(of)}`
              return (
                <li key={name} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
                  <span>
                    <strong className="font-medium">{name}</strong> · {tokenWords[kind]}
                  </span>
                  <Button
                    size="small"
                    aria-label={`Remove ${name}`}
                    busy={treatments.isBusy}
                    onClick={() => treatments.change({ kind: 'token', asset, of, to: null })}
                  >
                    Remove
                  </Button>
                </li>
              )
            })}
          </ul>
        )}
        {pairs.length > 0 && (
          <div className="grid gap-2">
            <p>You exchanged these one for one and have not declared how they are related:</p>
            <ul className="divide-y divide-line border-y border-line" aria-label="Exchanged one for one">
              {pairs.map(({ from, to, trades }) => {
                const name = `${assetName(from)} and ${assetName(to)}`
                return (
                  <li key={name} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
                    <span>
                      {name} · {trades.toLocaleString()} {trades === 1 ? 'trade' : 'trades'}
                    </span>
                    <Button
                      size="small"
                      aria-label={`Fill in ${name}`}
                      onClick={() => setForm({ ...form, asset: to, of: from })}
                    >
                      Fill in
                    </Button>
                  </li>
                )
              })}
            </ul>
          </div>
        )}
        <Declare form={form} onForm={setForm} treatments={treatments} />
      </div>
    </Card>
  )
}

interface DeclareProps {
  readonly form: typeof EMPTY
  readonly onForm: (form: typeof EMPTY) => void
  readonly treatments: Treatments
}

function Declare({ form, onForm, treatments }: DeclareProps) {
  const { data: facets } = useQuery(api.transactions.facets.queryOptions())
  const change = (changed: Partial<typeof EMPTY>) => onForm({ ...form, ...changed })
  const kind = TOKEN_KINDS.find((one) => one === form.kind)
  const isAlone = kind === 'rebase'
  const missing =
    form.asset === '' || (!isAlone && form.of === '')
      ? 'Choose the assets first.'
      : !isAlone && form.asset === form.of
        ? 'An asset does not stand for itself.'
        : undefined
  const options = (
    <>
      <option value="">Choose</option>
      {facets?.assets
        .filter(({ asset }) => asset !== 'USD') // money stands for nothing else
        .map(({ asset, symbol }) => (
          <option key={asset} value={asset}>
            {symbol}
          </option>
        ))}
    </>
  )
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault()
        if (kind === undefined || missing !== undefined || treatments.isBusy) return
        const of = isAlone ? null : form.of
        treatments.change({ kind: 'token', asset: form.asset, of, to: kind }, () => onForm(EMPTY))
      }}
    >
      <div className="grid items-start gap-4 sm:grid-cols-3">
        <Field label="Token">
          <Select value={form.asset} onChange={(event) => change({ asset: event.target.value })}>
            {options}
          </Select>
        </Field>
        <Field label="What it is">
          <Select value={form.kind} onChange={(event) => change({ kind: event.target.value })}>
            {TOKEN_KINDS.map((one) => (
              <option key={one} value={one}>
                {tokenWords[one]}
              </option>
            ))}
          </Select>
        </Field>
        {!isAlone && (
          <Field label="Stands for">
            <Select value={form.of} onChange={(event) => change({ of: event.target.value })}>
              {options}
            </Select>
          </Field>
        )}
      </div>
      <div>
        <Button type="submit" busy={treatments.isBusy} disabledReason={missing}>
          Declare the token
        </Button>
      </div>
    </Form>
  )
}
