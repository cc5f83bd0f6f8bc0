import { ArrowDown, ArrowUp } from 'lucide-react'
import { type AllocationChoice, COMPARED_METHODS } from '@lotbook/contract'
import { announce } from '../../ui/announce.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/Select.tsx'
import { orderWords } from './allocation-words.ts'

export interface OwnRule {
  readonly order: AllocationChoice['order']
  readonly accounts: readonly { readonly id: string; readonly name: string }[]
}

/** The order of lots, and the accounts in the order in which they are filled. */
export function AccountOrder({
  rule,
  onChange,
}: {
  readonly rule: OwnRule
  readonly onChange: (rule: OwnRule) => void
}) {
  const { accounts } = rule
  const move = (from: number, to: number) => {
    const next = [...accounts]
    const [account] = next.splice(from, 1)
    if (account === undefined) return
    next.splice(to, 0, account)
    onChange({ ...rule, accounts: next })
    announce(`${account.name} is number ${(to + 1).toString()}`)
  }
  return (
    <div className="grid items-start gap-6 md:grid-cols-2">
      <Field label="Lots" hint={orderWords[rule.order].text}>
        <Select
          value={rule.order}
          onChange={(event) => {
            const order = COMPARED_METHODS.find((one) => one === event.target.value)
            if (order !== undefined) onChange({ ...rule, order })
          }}
        >
          {COMPARED_METHODS.map((order) => (
            <option key={order} value={order}>
              {orderWords[order].name}
            </option>
          ))}
        </Select>
      </Field>
      <div className="grid gap-1">
        <p className="font-medium">Accounts, the first filled first</p>
        <ol className="divide-y divide-line rounded-card border border-line">
          {accounts.map(({ id, name }, n) => (
            <li key={id} className="flex items-center gap-2 py-1 pr-1 pl-3">
              <span className="w-6 shrink-0 text-ink-3 tabular-nums">{n + 1}.</span>
              <span className="min-w-0 grow wrap-anywhere">{name}</span>
              <IconButton
                label={`Move ${name} up`}
                disabledReason={n === 0 ? 'it is the first' : undefined}
                onClick={() => move(n, n - 1)}
              >
                <ArrowUp aria-hidden="true" className="size-4" />
              </IconButton>
              <IconButton
                label={`Move ${name} down`}
                disabledReason={n === accounts.length - 1 ? 'it is the last' : undefined}
                onClick={() => move(n, n + 1)}
              >
                <ArrowDown aria-hidden="true" className="size-4" />
              </IconButton>
            </li>
          ))}
        </ol>
      </div>
    </div>
  )
}
