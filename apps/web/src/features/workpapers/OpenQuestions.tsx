import { useQuery } from '@tanstack/react-query'
import { laterApi } from '../../client/later-api.ts'
import { Banner } from '../../ui/Banner.tsx'
import { LoneLink } from '../../ui/Link.tsx'
import { useSide } from './use-papers.ts'

/** A strip for questions that wait for whoever looks at the dashboard; nothing where there is none. */
export function OpenQuestions() {
  const side = useSide(undefined)
  const { data } = useQuery(laterApi.workpapers.questions.queryOptions({ input: {} }))
  const open = (data?.data ?? []).filter(
    ({ waits_for, state }) => waits_for === side && state === 'open',
  ).length
  const answered = (data?.data ?? []).filter(
    ({ waits_for, state }) => waits_for === side && state === 'answered',
  ).length
  if (open + answered === 0) return null
  return (
    <Banner
      tone="info"
      action={<LoneLink to="/work_with_tax_pro#questions">{open > 0 ? 'Answer' : 'Read'}</LoneLink>}
    >
      {[
        ...(open > 0
          ? [`${open === 1 ? 'One question waits' : `${open} questions wait`} for your answer.`]
          : []),
        ...(answered > 0
          ? [
              `${answered === 1 ? 'One of your questions was' : `${answered} of your questions were`} answered.`,
            ]
          : []),
      ].join(' ')}
    </Banner>
  )
}
