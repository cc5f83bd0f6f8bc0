import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { api } from '../../client/api.ts'
import { useDraft } from '../../client/use-draft.ts'
import { TypeSelect } from '../transactions/TypeSelect.tsx'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/Form.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { ASPECTS, type Aspect, draftOf, type RuleForm } from './rule-form.ts'
import { RulePreview } from './RulePreview.tsx'
import type { Draft } from './use-rules.ts'

export interface RuleEditorProps {
  readonly before: RuleForm
  readonly sources: readonly { readonly slug: string; readonly name: string }[]
  readonly isBusy: boolean
  /** Why it was not saved. */
  readonly refused: string | undefined
  /** Called when the rule is no longer the one that was refused. */
  readonly onChanged: () => void
  /** `onSaved` once it is. */
  readonly onSave: (draft: Draft, onSaved: () => void) => void
  readonly onCancel: (() => void) | undefined
}

/** A rule as a sentence whose words are chosen, and under it what saving it would change. */
export function RuleEditor(props: RuleEditorProps) {
  const { before, sources, isBusy, refused, onChanged, onSave, onCancel } = props
  const { data: facets } = useQuery(api.transactions.facets.queryOptions())
  const [form, setForm, forget] = useDraft(`rule ${JSON.stringify(before)}`, before)
  const change = (changed: Partial<RuleForm>) => {
    setForm({ ...form, ...changed })
    onChanged()
  }
  const draft = draftOf(form)
  const lacks = 'lacks' in draft ? draft.lacks : undefined

  const control: Readonly<Record<Aspect, ReactNode>> = {
    source: (
      <Select
        small
        aria-label="Source"
        value={form.source}
        onChange={({ target }) => change({ source: target.value })}
      >
        <option value="">Choose</option>
        {sources.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {name}
          </option>
        ))}
      </Select>
    ),
    account_id: (
      <Select
        small
        aria-label="Account"
        value={form.account_id}
        onChange={({ target }) => change({ account_id: target.value })}
      >
        <option value="">Choose</option>
        {facets?.accounts.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    ),
    asset: (
      <Select
        small
        aria-label="Asset"
        value={form.asset}
        onChange={({ target }) => change({ asset: target.value })}
      >
        <option value="">Choose</option>
        {facets?.assets.map(({ asset, symbol }) => (
          <option key={asset} value={asset}>
            {symbol}
          </option>
        ))}
      </Select>
    ),
    direction: (
      <Select
        small
        aria-label="Direction"
        value={form.direction}
        onChange={({ target }) => change({ direction: target.value })}
      >
        <option value="in">in</option>
        <option value="out">out</option>
        <option value="both">in and out</option>
      </Select>
    ),
    type: (
      <TypeSelect
        small
        aria-label="Current type"
        value={form.type}
        onChange={({ target }) => change({ type: target.value })}
      />
    ),
    amount: (
      <>
        <Select
          small
          aria-label="How the amount compares"
          value={form.test}
          onChange={({ target }) => change({ test: target.value })}
        >
          <option value="at_least">at least</option>
          <option value="at_most">at most</option>
          <option value="exactly">exactly</option>
        </Select>
        <TextInput
          small
          aria-label="Amount"
          inputMode="decimal"
          autoComplete="off"
          className="w-32!"
          value={form.amount}
          onChange={({ target }) => change({ amount: target.value })}
        />
      </>
    ),
    text: (
      <TextInput
        small
        aria-label="Text in the comment"
        autoComplete="off"
        maxLength={200}
        className="w-48!"
        value={form.text}
        onChange={({ target }) => change({ text: target.value })}
      />
    ),
  }
  const others = ASPECTS.filter((aspect) => !form.asked.includes(aspect))
  const asked = ASPECTS.filter((aspect) => form.asked.includes(aspect))

  return (
    <Form
      refused={refused}
      onSubmit={(event) => {
        event.preventDefault()
        if (!('lacks' in draft) && !isBusy) onSave(draft, forget)
      }}
    >
      <div role="group" aria-label="The rule" className="flex flex-wrap items-center gap-x-2 gap-y-3">
        {asked.map((aspect, n) => (
          <span key={aspect} className="flex max-w-full flex-wrap items-center gap-2">
            <span>
              {n === 0 ? 'When ' : 'and '}
              {WORDS[aspect].words}
            </span>
            {control[aspect]}
            <button
              type="button"
              aria-label={`Do not ask for the ${WORDS[aspect].name}`}
              onClick={() => change({ asked: form.asked.filter((one) => one !== aspect) })}
              className="-ml-1 inline-flex size-6 items-center justify-center rounded-full text-ink-3 hover:bg-line hover:text-ink pointer-coarse:size-11"
            >
              <X aria-hidden="true" className="size-3.5" />
            </button>
          </span>
        ))}
        {others.length > 0 && (
          <Select
            small
            aria-label="Add a condition"
            value=""
            onChange={({ target }) => {
              const aspect = ASPECTS.find((one) => one === target.value)
              if (aspect !== undefined) change({ asked: [...form.asked, aspect] })
            }}
          >
            <option value="">{asked.length === 0 ? 'When …' : 'and …'}</option>
            {others.map((aspect) => (
              <option key={aspect} value={aspect}>
                {WORDS[aspect].name}
              </option>
            ))}
          </Select>
        )}
        <span className="flex max-w-full flex-wrap items-center gap-2">
          <span className={form.result === 'ignored' ? 'sr-only' : undefined}>set type to</span>
          <TypeSelect
            small
            aria-label="Set type to"
            value={form.result}
            onChange={({ target }) => change({ result: target.value })}
          >
            <option value="ignored">ignore it</option>
          </TypeSelect>
        </span>
      </div>
      {/* Above what it would change, which comes late and grows: a button that moves under a press loses its click. */}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" busy={isBusy} disabledReason={lacks}>
          {form.id === undefined ? 'Save the rule' : 'Save the changes'}
        </Button>
        {onCancel !== undefined && (
          <Button
            onClick={() => {
              forget()
              onCancel()
            }}
          >
            Cancel
          </Button>
        )}
      </div>
      <RulePreview draft={'lacks' in draft ? undefined : draft} lacks={lacks} />
    </Form>
  )
}

const WORDS: Readonly<Record<Aspect, { readonly name: string; readonly words: string }>> = {
  source: { name: 'source', words: 'source is' },
  account_id: { name: 'account', words: 'account is' },
  asset: { name: 'asset', words: 'asset is' },
  direction: { name: 'direction', words: 'direction is' },
  type: { name: 'type', words: 'type is' },
  amount: { name: 'amount', words: 'amount is' },
  text: { name: 'comment', words: 'comment contains' },
}
