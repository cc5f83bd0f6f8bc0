import { useQuery } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { type FoundPerson, paths } from '@lotbook/contract'
import { laterApi } from '../../client/later-api.ts'
import { toApiError } from '../../client/api-error.ts'
import { ADMIN } from '../../client/landing-path.ts'
import { stringifySearch } from '../../client/search.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Form } from '../../ui/Form.tsx'
import { Page } from '../../ui/Page.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { PeopleTable } from './PeopleTable.tsx'
import { ViewWithReason } from './ViewWithReason.tsx'

/** Fewer letters find too many people. */
const SHORTEST = 3

/** For who looks after the installation: find a person, see how far they are, look into their books with a reason. */
export function PeoplePage() {
  const { q = '' } = useSearch({ from: '/signed-in/shell/admin' })
  const router = useRouter()
  const [typed, setTyped] = useState(q)
  const [viewed, setViewed] = useState<FoundPerson>()
  const { data, error, refetch, isFetching } = useQuery({
    ...laterApi.admin.findPeople.queryOptions({ input: { q } }),
    enabled: q.length >= SHORTEST,
    retry: false,
  })
  const code = error === null ? undefined : toApiError(error).code
  return (
    <Page title="People" summary="Find someone by a part of their name or email">
      <div className="grid gap-6">
        <Form
          onSubmit={(event) => {
            event.preventDefault()
            router.history.push(ADMIN + stringifySearch({ q: typed.trim() }))
          }}
        >
          <div className="flex flex-wrap gap-2">
            <TextInput
              type="search"
              aria-label="Name or email"
              placeholder="Name or email"
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
              className="max-w-sm"
            />
            <Button
              type="submit"
              look="primary"
              busy={isFetching}
              disabledReason={
                typed.trim().length < SHORTEST ? `Type at least ${SHORTEST} letters` : undefined
              }
            >
              Find
            </Button>
          </div>
        </Form>
        {code === 'second_factor_enrolment_required' ? (
          <Card>
            <EmptyState
              title="Set up two-factor authentication first"
              text="You look into other people’s accounts here, so your password alone is not enough."
              actions={
                <ButtonLink look="primary" to={paths.settingsMfa}>
                  Set it up
                </ButtonLink>
              }
            />
          </Card>
        ) : error !== null ? (
          <ErrorState
            title="People could not be looked up"
            text={toApiError(error).message}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        ) : q.length < SHORTEST ? null : data === undefined ? (
          <Loading label="people">
            <Skeleton className="h-40 w-full" />
          </Loading>
        ) : data.data.length === 0 ? (
          <Card>
            <EmptyState title="Nobody found" text={`No name or email holds “${q}”.`} />
          </Card>
        ) : (
          <Card flush>
            <PeopleTable people={data.data} onView={setViewed} />
            {data.more && (
              <p className="border-t border-rule px-card py-3 text-ink-2">
                These are the first {data.data.length}. Type more of the name to find the others.
              </p>
            )}
          </Card>
        )}
      </div>
      {viewed !== undefined && <ViewWithReason person={viewed} onClose={() => setViewed(undefined)} />}
    </Page>
  )
}
