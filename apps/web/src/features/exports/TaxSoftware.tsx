import type { TaxProgramOfYear } from '@lotbook/contract'
import { toApiError } from '../../client/api-error.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { FileOffer, type FileState } from './FileOffer.tsx'
import { usePrograms } from './use-programs.ts'

interface TaxSoftwareProps {
  readonly year: number
  readonly offer: (kind: TaxProgramOfYear['kind']) => FileState
}

/** Programs that a year's sales can be taken to: what each gets, its limit and steps, and whether it was checked. */
export function TaxSoftware({ year, offer }: TaxSoftwareProps) {
  const { data, error, refetch, isFetching } = usePrograms(year)
  return (
    <section aria-labelledby="tax-software" className="border-t border-line">
      <div className="border-b border-line px-card py-4">
        <h3 id="tax-software" className="font-semibold">
          For tax software
        </h3>
        <p className="max-w-[76ch] text-table text-ink-2">
          Each download has the files for one program, its steps, and totals to compare with Form 8949.
          Nothing is left out: what a program cannot take is listed.
        </p>
      </div>
      {data !== undefined ? (
        <ul className="grid md:grid-cols-2">
          {data.map((program) => {
            const state = offer(program.kind)
            return (
              <FileOffer
                key={program.kind}
                {...state}
                name={program.name}
                text={program.carries}
                disabledReason={program.unavailable ?? state.disabledReason}
              >
                <Details program={program} />
              </FileOffer>
            )
          })}
        </ul>
      ) : error === null ? (
        <div className="p-card">
          <Loading label="programs">
            <Skeleton className="h-40 w-full" />
          </Loading>
        </div>
      ) : (
        <ErrorState
          title="The programs could not be loaded"
          text={toApiError(error).message}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
    </section>
  )
}

function Details({ program }: { readonly program: TaxProgramOfYear }) {
  const { name, limit, beyond, checked, unconfirmed, steps } = program
  return (
    <>
      <p className="mt-1 text-caption text-ink-3">
        {checked} {limit}
      </p>
      <details className="mt-1 text-table text-ink-2">
        <summary className="font-medium">
          Steps<span className="sr-only"> for {name}</span>
        </summary>
        <ol className="mt-2 grid list-decimal gap-1 pl-5">
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <p className="mt-2">{beyond}</p>
        {unconfirmed.length > 0 && (
          <>
            <p className="mt-2 font-medium">Not confirmed by the maker of the program:</p>
            <ul className="mt-1 grid list-disc gap-1 pl-5">
              {unconfirmed.map((fact) => (
                <li key={fact}>{fact}</li>
              ))}
            </ul>
          </>
        )}
      </details>
    </>
  )
}
