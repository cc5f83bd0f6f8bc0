import type { FileAnswers, FilePreview, FileQuestion } from '@lotbook/contract'
import { Field } from '../../ui/Field.tsx'
import { RadioTiles } from '../../ui/RadioTiles.tsx'
import { Select } from '../../ui/Select.tsx'
import { TimeZoneField } from '../../client/TimeZoneField.tsx'
import { answersOf } from './file-answers.ts'
import { PreviewRows } from './PreviewRows.tsx'

/** From here on a list is quicker than tiles. */
const MOST_TILES = 5

export interface QuestionsProps {
  readonly preview: FilePreview
  readonly onAnswer: (answers: FileAnswers) => void
}

/** Questions of a file, in plain words, and its first rows as they read under the answers. */
export function Questions({ preview, onAnswer }: QuestionsProps) {
  const { questions, rows } = preview
  const isOpen = questions.some(({ answer }) => answer === null)
  return (
    <div className="grid gap-5">
      {questions.map((question) => (
        <Question
          key={question.kind}
          question={question}
          onAnswer={(value) => onAnswer(answersOf(questions, question.kind, value))}
        />
      ))}
      {rows.length > 0 && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
          <h3 className="font-semibold">
            {isOpen ? 'The first rows of the file' : 'Preview of the first rows'}
          </h3>
          <PreviewRows preview={preview} />
        </div>
      )}
    </div>
  )
}

const labels: Record<FileQuestion['kind'], string> = {
  format: 'Report',
  time_zone: 'Time zone',
  date_order: 'Order of day and month',
  own_address: 'Your address',
  chain: 'Chain',
}

function Question({ question, onAnswer }: { question: FileQuestion; onAnswer: (value: string) => void }) {
  const { kind, message, candidates, answer } = question
  if (candidates.length > 0 && candidates.length <= MOST_TILES) {
    return (
      <div className="grid gap-1">
        <RadioTiles
          legend={message}
          tiles={candidates.map(({ value, label }) => ({ value, title: label }))}
          value={answer ?? undefined}
          onChange={onAnswer}
        />
        <p className="text-caption text-ink-3">{whyOf(question)}</p>
      </div>
    )
  }
  return (
    <div className="grid gap-2">
      <p className="font-medium">{message}</p>
      {kind === 'time_zone' ? (
        <TimeZoneField value={answer ?? ''} onChange={onAnswer} hint={whyOf(question)} />
      ) : (
        <Field label={labels[kind]} hint={whyOf(question)}>
          <Select value={answer ?? ''} onChange={({ target }) => onAnswer(target.value)}>
            {answer === null && (
              <option value="" disabled>
                Choose…
              </option>
            )}
            {candidates.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
      )}
    </div>
  )
}

/** Origin of the proposed answer. */
function whyOf({ answer_from, usual }: FileQuestion): string {
  switch (answer_from) {
    case 'person':
      return usual === null ? 'Your answer.' : `Your answer. Files like this usually use ${usual}.`
    case 'remembered':
      return 'Your answer for an earlier file of this kind.'
    case 'journal':
      return 'Taken from your accounts.'
    case 'usual':
      return 'Files like this usually use this one. The site you exported it from says which one it used.'
    case 'settings':
      return 'Taken from your settings. Check the rows below to see whether it fits.'
    case null:
      return 'Lotbook does not guess: please choose.'
  }
}
