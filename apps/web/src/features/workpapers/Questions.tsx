import { useQuery } from '@tanstack/react-query'
import { laterApi, laterCalls } from '../../client/later-api.ts'
import { toApiError } from '../../client/api-error.ts'
import { Card } from '../../ui/Card.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { QuestionThread } from './QuestionThread.tsx'
import { TextForm } from './TextForm.tsx'
import { inBooksOf, useSide } from './use-papers.ts'

export interface QuestionsProps {
  readonly clientId?: string | undefined
  /** Questions of this year alone, and the year of a new one. */
  readonly year?: number | undefined
}

/** Every question of one's books, or of a client's year, those that wait for an answer first; and the form of a new one. */
export function Questions({ clientId, year }: QuestionsProps) {
  const side = useSide(clientId)
  const { data, error } = useQuery(
    laterApi.workpapers.questions.queryOptions({
      input: { ...inBooksOf(clientId), ...(year === undefined ? {} : { tax_year: year }) },
      refetchOnMount: 'always',
    }),
  )
  const title = side === 'customer' ? 'Questions from your tax professional' : 'Questions'
  if (data === undefined)
    return (
      <Card id="questions" title={title}>
        {error === null ? (
          <Loading label="questions">
            <Skeleton className="h-24 w-full" />
          </Loading>
        ) : (
          <p className="text-danger">{toApiError(error).message}</p>
        )}
      </Card>
    )
  if (data.data.length === 0 && !data.can_ask) return null
  return (
    <Card id="questions" title={title}>
      <div className="grid gap-5">
        {data.data.length === 0 && <p className="text-ink-2">Nothing was asked yet.</p>}
        {data.data.map((question) => (
          <div key={question.id} className="border-b border-line pb-5">
            <QuestionThread question={question} clientId={clientId} canWrite={data.can_ask} />
          </div>
        ))}
        {data.can_ask && (
          <TextForm
            label={side === 'customer' ? 'Ask your tax professional' : 'Ask the client'}
            submit="Ask"
            send={(text) =>
              laterCalls.workpapers.ask({
                text,
                ...inBooksOf(clientId),
                ...(year === undefined ? {} : { tax_year: year }),
              })
            }
          />
        )}
        <p className="text-caption text-ink-3">
          Only the owner of the books and who has access to them read this. A question about one transaction
          is asked beside it, in its details.
        </p>
      </div>
    </Card>
  )
}
