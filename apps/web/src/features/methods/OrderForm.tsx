import { useQuery } from '@tanstack/react-query'
import { COMPARED_METHODS } from '@lotbook/contract'
import { isFiat } from '@lotbook/journal'
import { api } from '../../client/api.ts'
import { useDraft } from '../../client/use-draft.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { methodWords } from '../settings/tax-setting-words.ts'
import { useStandingOrders } from './use-standing-orders.ts'

const EMPTY = { method: 'hifo', account: '', asset: '', from: '' } as const

/** Record an order: a method, where it applies and from which day. Its time is now, whatever the day. */
export function OrderForm() {
  const { data: facets } = useQuery(api.transactions.facets.queryOptions())
  // Money has no lots.
  const coins = facets?.assets.filter(({ asset }) => !isFiat(asset)) ?? []
  const { add, isBusy, problems } = useStandingOrders()
  const [form, setForm, forget] = useDraft<Record<keyof typeof EMPTY, string>>('order', EMPTY)
  const change = (changed: Partial<typeof form>) => setForm({ ...form, ...changed })
  return (
    <Form
      className="rounded-card border border-line p-4"
      onSubmit={(event) => {
        event.preventDefault()
        const method = COMPARED_METHODS.find((one) => one === form.method)
        if (method === undefined || isBusy) return
        const order = {
          method,
          account_id: form.account === '' ? null : form.account,
          asset: form.asset === '' ? null : form.asset,
          ...(form.from !== '' && { from_day: form.from }),
        }
        add(order, () => {
          setForm(EMPTY)
          forget()
        })
      }}
    >
      <h3 className="font-medium">Record an order</h3>
      <Field label="Method">
        <Select value={form.method} onChange={(event) => change({ method: event.target.value })}>
          {COMPARED_METHODS.map((method) => (
            <option key={method} value={method}>
              {methodWords[method].name}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Account">
        <Select value={form.account} onChange={(event) => change({ account: event.target.value })}>
          <option value="">Every account</option>
          {facets?.accounts.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Asset" {...errorOf(problems['asset'])}>
        <Select value={form.asset} onChange={(event) => change({ asset: event.target.value })}>
          <option value="">Every asset</option>
          {coins.map(({ asset, symbol }) => (
            <option key={asset} value={asset}>
              {symbol}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        label="From"
        {...errorOf(problems['from_day'])}
        optional
        hint="Today if left empty. An earlier day does not make it apply to earlier sales."
      >
        <TextInput
          type="date"
          min="2009-01-01"
          value={form.from}
          onChange={(event) => change({ from: event.target.value })}
        />
      </Field>
      <div>
        <Button type="submit" look="primary" busy={isBusy}>
          Record the order
        </Button>
      </div>
    </Form>
  )
}

function errorOf(error: string | undefined) {
  return error === undefined ? {} : { error }
}
