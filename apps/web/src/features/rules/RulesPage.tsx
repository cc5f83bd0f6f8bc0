import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { JournalRun, Rule } from '@lotbook/contract'
import { toApiError } from '../../client/api-error.ts'
import { laterApi } from '../../client/later-api.ts'
import { useJournalRun } from '../journal-runs/use-journal-run.ts'
import { SettingsPage } from '../../shell/SettingsPage.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { progressText } from '../../ui/progress.ts'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { EMPTY_RULE, formOf, type RuleForm } from './rule-form.ts'
import { RuleEditor } from './RuleEditor.tsx'
import { RuleLine } from './RuleLine.tsx'
import { UndoRuleDialog } from './UndoRuleDialog.tsx'
import { useRuleActions, useRules } from './use-rules.ts'

/** Rules that say what transactions are: their list in order, and the sentence of a new one with what it would change. */
export function RulesPage() {
  const search = useSearch({ strict: false })
  const isOffered = search.offer !== undefined
  const offer = useQuery({ ...laterApi.rules.offer.queryOptions(), enabled: isOffered })
  const rules = useRules()
  const actions = useRuleActions()
  const [edited, setEdited] = useState<{ form: RuleForm; n: number }>()
  const editor = useRef<HTMLDivElement>(null)
  const begin = (form: RuleForm) => {
    setEdited({ form, n: (edited?.n ?? 0) + 1 })
    actions.forgetRefusal()
    editor.current?.scrollIntoView({ block: 'nearest' })
    editor.current?.focus()
  }
  const offered = isOffered && offer.data?.data ? formOf(offer.data.data) : undefined
  const form = edited?.form ?? offered ?? EMPTY_RULE
  const isWaiting = isOffered && offer.isPending
  const { undone } = actions

  return (
    <SettingsPage title="Rules">
      <Card title="Your rules" flush actions={<Work run={rules.data?.run ?? null} />}>
        <Listed rules={rules} actions={actions} onEdit={(rule) => begin(formOf(rule, rule.id))} />
      </Card>
      <div ref={editor} tabIndex={-1} className="scroll-mt-20 rounded-card">
        <Card title={form.id === undefined ? 'New rule' : 'Edit the rule'}>
          {isWaiting ? (
            <Loading label="the rule">
              <Skeleton className="h-40 w-full" />
            </Loading>
          ) : (
            <RuleEditor
              key={`${edited?.n ?? 0} ${offered === undefined ? '' : 'offered'}`}
              before={form}
              sources={rules.data?.sources ?? []}
              isBusy={actions.isBusy}
              refused={actions.refused}
              onChanged={actions.forgetRefusal}
              onSave={(draft, onSaved) =>
                actions.save(draft, () => {
                  onSaved()
                  begin(EMPTY_RULE)
                })
              }
              onCancel={form.id === undefined ? undefined : () => begin(EMPTY_RULE)}
            />
          )}
        </Card>
      </div>
      {undone !== undefined && (
        <UndoRuleDialog
          rows={undone.rows}
          onClose={actions.keep}
          onUndo={(switchRuleOff) => actions.undo(undone, switchRuleOff)}
        />
      )}
    </SettingsPage>
  )
}

interface ListedProps {
  readonly rules: ReturnType<typeof useRules>
  readonly actions: ReturnType<typeof useRuleActions>
  readonly onEdit: (rule: Rule) => void
}

function Listed({ rules, actions, onEdit }: ListedProps) {
  const { data, error, isFetching, refetch } = rules
  if (data === undefined) {
    return error === null ? (
      <Loading label="your rules">
        <Skeleton className="m-4 h-35" />
      </Loading>
    ) : (
      <ErrorState
        title="Your rules could not be loaded"
        text={toApiError(error).message}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  if (data.data.length === 0) {
    return (
      <EmptyState
        title="No rules yet"
        text="A rule sets the type of transactions, those you have and those you import later. Your own edits always take precedence."
      />
    )
  }
  const ids = data.data.map(({ id }) => id)
  return (
    <>
      <p className="border-b border-line px-card py-3 text-table text-ink-2">
        If several rules match a transaction, the first one on this list applies.
      </p>
      <ol aria-label="Rules" className="divide-y divide-line">
        {data.data.map((rule, n) => (
          <RuleLine
            key={rule.id}
            rule={rule}
            isFirst={n === 0}
            isLast={n === ids.length - 1}
            actions={actions}
            onEdit={() => onEdit(rule)}
            onMove={(by) => actions.order(ids.toSpliced(n, 1).toSpliced(n + by, 0, rule.id))}
          />
        ))}
      </ol>
    </>
  )
}

// Work on the past goes on whether one looks or not. It is told beside the title, where it moves nothing as it comes and goes.
function Work({ run: newest }: { run: JournalRun | null }) {
  const run = useJournalRun(newest?.id ?? null) ?? newest
  if (run === null || (run.state !== 'queued' && run.state !== 'running')) return null
  const progress = { id: run.id, seq: run.progress.done, state: 'running', ...run.progress } as const
  return (
    <div className="flex items-center gap-2 text-table text-ink-2">
      <span className="max-md:hidden">{progressText(progress)}</span>
      <div className="w-24">
        <ProgressBar slim label="Changing your transactions" progress={progress} />
      </div>
    </div>
  )
}
