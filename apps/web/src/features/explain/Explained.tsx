import { type ReactNode, useState } from 'react'
import { type Explanation, paths } from '@lotbook/contract'
import { useStart } from '../../client/start.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Credits } from '../../ui/Credits.tsx'
import { formatMoney } from '../../ui/format/format-money.ts'
import { TextLink } from '../../ui/Link.tsx'
import { DateTime, Money, Quantity } from '../../ui/Values.tsx'
import { CalculationFacts } from './CalculationFacts.tsx'
import { hasMoreDigits, openHead, remainder } from './explanation-text.ts'
import { Formula } from './Formula.tsx'
import { OriginalRows } from './OriginalRows.tsx'
import { RowsBehind } from './RowsBehind.tsx'

export interface ExplainedProps {
  readonly explanation: Explanation
  readonly onOpen: (handle: string) => void
  /** Fetches further rows, where there are any. */
  readonly more: ReactNode
}

/** The parts of an explanation, from the figure down to the original rows. */
export function Explained({ explanation, onOpen, more }: ExplainedProps) {
  const { value, unit, sentence, price, rules, findings, filed } = explanation
  const isMoney = useStart().setting.tax_currency === unit
  const rest = remainder(explanation)
  const [isExact, setExact] = useState(false)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div>
        <p className="text-hero font-semibold tracking-tight">
          {isMoney ? (
            <Money amount={explanation.is_unpriced ? null : value} currency={unit} />
          ) : (
            <Quantity amount={value} ticker={unit} />
          )}
        </p>
        {!explanation.is_unpriced && (
          <p className="flex items-center gap-1 text-table text-ink-2">
            <span>Exactly</span>
            <span className="min-w-0 font-mono break-all">
              {value} {unit}
            </span>
            <CopyButton text={value} label="Copy exact figure" />
          </p>
        )}
        <p className="mt-2">{sentence}</p>
        {hasMoreDigits(explanation) && isMoney && (
          <Button size="small" className="mt-2" aria-pressed={isExact} onClick={() => setExact(!isExact)}>
            {isExact ? 'Show cents' : 'Show all digits'}
          </Button>
        )}
      </div>
      {explanation.formula.length > 0 && (
        <Part title="How it adds up">
          <Formula explanation={explanation} isMoney={isMoney} isExact={isExact} onOpen={onOpen} />
          {rest !== undefined && (
            <p className="mt-2 text-danger">
              The terms differ from the figure by {rest}. Please report this.
            </p>
          )}
        </Part>
      )}
      {explanation.row_count > 0 && (
        <Part
          title="Rows behind it"
          aside={`${explanation.rows.length.toLocaleString()} of ${Math.max(explanation.row_count, explanation.rows.length).toLocaleString()}`}
        >
          <RowsBehind
            rows={explanation.rows}
            unit={unit}
            isMoney={isMoney}
            isExact={isExact}
            onOpen={onOpen}
          />
          {more !== false && <div className="mt-2">{more}</div>}
        </Part>
      )}
      {price !== null && (
        <Part title="Price">
          <p>
            {formatMoney(price.value, { currency: price.currency })}. {price.sentence}
          </p>
          <Credits of={[price.attribution]} />
          {price.at !== null && (
            <p className="text-table text-ink-2">
              <DateTime instant={price.at} zone />
            </p>
          )}
        </Part>
      )}
      {findings.length > 0 && (
        <Part title={openHead(filed)}>
          <ul className="grid gap-2">
            {findings.map(({ code, message, effect }) => (
              <li key={code}>
                {message}
                {effect !== null && (
                  <>
                    {' '}
                    Up to <Money amount={effect} currency={unit} />.
                  </>
                )}
              </li>
            ))}
          </ul>
          {(filed === null || filed.open_as_of === 'today') && (
            <TextLink to={`${paths.transactions}?review=true`}>Review</TextLink>
          )}
        </Part>
      )}
      {explanation.records.length > 0 && (
        <Part title={explanation.records.length === 1 ? 'Original row' : 'Original rows'}>
          <OriginalRows records={explanation.records} />
        </Part>
      )}
      {rules.length > 0 && (
        <Part title="Rules used">
          <dl className="grid gap-2">
            {rules.map((rule) => (
              <div key={rule.id}>
                <dt className="font-mono text-caption text-ink-2">{rule.id}</dt>
                <dd>{rule.sentence}</dd>
              </div>
            ))}
          </dl>
        </Part>
      )}
      {explanation.calculation !== null && (
        <Part title="Calculation">
          <CalculationFacts calculation={explanation.calculation} />
        </Part>
      )}
    </div>
  )
}

function Part({ title, aside, children }: { title: string; aside?: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-2 flex items-baseline justify-between gap-2 border-b border-line pb-1 text-table font-semibold text-ink-2">
        {title}
        {aside !== undefined && <span className="font-normal">{aside}</span>}
      </h3>
      {children}
    </section>
  )
}
