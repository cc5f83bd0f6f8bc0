import { CircleQuestionMark } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { paths, screenMessages } from '@lotbook/contract'
import { api } from '../../client/api.ts'
import { ButtonLink, IconButton } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { SourceFinder } from './SourceSearch.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'

const HelpDialog = lazyPart(async () => (await import('./HelpDialog.tsx')).HelpDialog)

/** Cards that a page shows before anybody searches. */
const MOST = 20

/** The search for a source as a part of a page, for whoever has nothing imported yet. */
export function FindSource() {
  const [hasHelp, setHelp] = useState(false)
  return (
    <Card
      title={screenMessages.search.title}
      actions={
        <IconButton label={screenMessages.search.helpTitle} onClick={() => setHelp(true)}>
          <CircleQuestionMark aria-hidden="true" className="size-4" />
        </IconButton>
      }
    >
      <PartnerFirst />
      <SourceFinder most={MOST} />
      <Suspense>{hasHelp && <HelpDialog onClose={() => setHelp(false)} />}</Suspense>
    </Card>
  )
}

/** The account of the provider that sent somebody here comes first. */
function PartnerFirst() {
  const { data: partner } = useQuery(
    api.onboarding.partnerSource.queryOptions({ select: (answer) => answer.data, staleTime: Infinity }),
  )
  if (partner === undefined || partner === null) return null
  return (
    <p className="mb-4 flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-sunken p-3">
      {partner.name} sent you here. Start with that account.
      <ButtonLink look="primary" to={paths.importOptions(partner.slug)}>
        Add {partner.name}
      </ButtonLink>
    </p>
  )
}
