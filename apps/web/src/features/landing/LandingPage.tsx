import { useQuery } from '@tanstack/react-query'
import { type ReactNode } from 'react'
import { BadgeCheck, EyeOff, FileDown, Lock, ScrollText, Undo2 } from 'lucide-react'
import { messages, paths } from '@lotbook/contract'
import { api } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { ThemeMenu } from '../../shell/ThemeMenu.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Link } from '../../ui/Link.tsx'
import { Wordmark } from '../../ui/Logo.tsx'
import { useTitle } from '../../ui/Page.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { SourceLogo } from '../../ui/SourceLogo.tsx'
import { ExampleThread } from './ExampleThread.tsx'
import { FormsPicture, ImportPicture, ReviewPicture } from './StepPictures.tsx'

const PRICING = '/pricing'
const PAPER =
  'bg-[linear-gradient(to_bottom,var(--bg)_0,transparent_320px,transparent_70%,var(--bg)_100%),repeating-linear-gradient(to_bottom,transparent_0_31px,var(--rule)_31px_32px)]'
const INNER = 'mx-auto w-full max-w-[1280px] px-4 md:px-6'
const H2 =
  'text-[30px] leading-9 font-semibold tracking-[-0.03em] text-balance md:text-[40px] md:leading-[46px]'
const LEAD = 'text-[17px] leading-[26px] text-ink-2 text-pretty md:text-[20px] md:leading-[30px]'

/** The first page of who is not signed in: the claim, an example of it, how it goes, what it reads, what it promises. */
export function LandingPage() {
  useTitle('Crypto taxes that show their work')
  return (
    <div className="min-h-dvh">
      <Head />
      <main id="main" tabIndex={-1}>
        <section className={`relative pt-11 pb-6 md:pt-18 md:pb-14 ${PAPER}`}>
          <div
            className={`${INNER} min-[1300px]:relative min-[1300px]:h-[984px] max-[1299px]:grid max-[1299px]:grid-cols-[minmax(0,1fr)] max-[1299px]:gap-10 lg:max-[1299px]:grid-cols-[minmax(0,1fr)_464px]`}
          >
            <div className="min-[1300px]:absolute min-[1300px]:top-0 min-[1300px]:left-6 min-[1300px]:w-[660px] lg:max-[1299px]:pt-10">
              <h1
                tabIndex={-1}
                className="max-w-[15ch] text-[42px] leading-[46px] font-semibold tracking-[-0.036em] text-balance md:text-[56px] md:leading-[60px] min-[1300px]:text-[72px] min-[1300px]:leading-[76px] min-[1300px]:tracking-[-0.042em]"
              >
                Crypto taxes that{' '}
                <span className="underline decoration-accent decoration-dotted decoration-[3px] underline-offset-[0.13em] min-[1300px]:whitespace-nowrap">
                  show their work
                </span>
              </h1>
              <p className={`mt-4 max-w-[44ch] md:mt-5 ${LEAD}`}>
                Lotbook turns the history of your exchanges and wallets into the forms you file, and every
                figure on them opens to the row it came from.
              </p>
              <Ways isFirst />
            </div>
            <ExampleThread />
          </div>
        </section>
        <Steps />
        <Reads />
        <Promises />
        <section className="border-t border-line bg-quiet bg-[repeating-linear-gradient(to_bottom,transparent_0_31px,var(--rule)_31px_32px)] py-15 md:py-22">
          <div className={`${INNER} grid items-center gap-12 lg:grid-cols-[minmax(0,1fr)_420px]`}>
            <div>
              <h2 className={H2}>See your own year first</h2>
              <p className={`mt-4 max-w-[44ch] ${LEAD}`}>
                Import, review and calculate, and open any figure before you decide what to file.
              </p>
              <Ways />
            </div>
            <div className="rounded-[12px] border border-line bg-surface p-6 shadow-card">
              <h3 className="text-lead">Or run it yourself</h3>
              <p className="mt-1 text-ink-2">
                Free software under the AGPL: the same engine and forms, on your machine, with the network off
                if you like.
              </p>
              <p className="mt-4 rounded-[8px] bg-panel px-4 py-3 font-mono text-table text-on-panel">
                <span className="text-on-panel-2">$</span> npm start
              </p>
            </div>
          </div>
        </section>
      </main>
      <footer className="border-t border-line py-7">
        <div className={`${INNER} flex items-center gap-x-6 gap-y-3 max-md:flex-col max-md:items-start`}>
          <Wordmark />
          <p className="max-w-[76ch] grow text-caption text-ink-3">
            Lotbook prepares figures and forms; it is not tax advice. Names and marks belong to their owners
            and only name what can be imported.
          </p>
          <Link
            to={paths.logIn}
            className="inline-flex min-h-6 items-center text-table text-ink-2 hover:text-ink hover:underline pointer-coarse:min-h-11"
          >
            Log in
          </Link>
        </div>
      </footer>
    </div>
  )
}

function Head() {
  const sections = [
    { to: '#how', name: 'How it works' },
    { to: '#reads', name: 'What it reads' },
    { to: '#promise', name: 'Promises' },
  ]
  return (
    <header className="sticky top-0 z-30 border-b border-rule bg-bg">
      <div className={`${INNER} flex h-14 items-center gap-3 md:h-16`}>
        <Link to={paths.home} aria-label="Lotbook" className="mr-auto rounded-control md:mr-0">
          <Wordmark />
        </Link>
        <nav aria-label="Main" className="flex grow items-center justify-end gap-1">
          <ul className="mr-auto flex gap-1 max-md:hidden">
            {sections.map(({ to, name }) => (
              <li key={to}>
                <a
                  href={to}
                  className="block rounded-control px-3 py-2 text-ink-2 hover:bg-sunken hover:text-ink"
                >
                  {name}
                </a>
              </li>
            ))}
          </ul>
          <ThemeMenu />
          <ButtonLink to={paths.logIn} size="small" className="h-9 md:h-8">
            {messages.nav.logIn}
          </ButtonLink>
          <ButtonLink look="tonal" size="small" className="h-9 max-sm:hidden md:h-8" to={PRICING}>
            {messages.nav.choosePlan}
          </ButtonLink>
        </nav>
      </div>
    </header>
  )
}

const PLANS =
  'Importing, reviewing and calculating are free. A plan is for the forms of one tax year, paid once.'

function Ways({ isFirst = false }: { readonly isFirst?: boolean }) {
  return (
    <div className="mt-8 flex flex-wrap items-center gap-2.5">
      <ButtonLink
        look={isFirst ? 'primary' : 'tonal'}
        size="large"
        className="max-md:grow"
        to={paths.newSignUp}
      >
        Start free
      </ButtonLink>
      <ButtonLink size="large" className="max-md:grow" to={PRICING}>
        {messages.nav.choosePlan}
      </ButtonLink>
      <ButtonLink size="large" className="max-md:grow" to={paths.logIn}>
        {messages.nav.logIn}
      </ButtonLink>
      {isFirst && (
        <p className="max-w-[34ch] text-table text-ink-3 max-md:mt-1 max-md:basis-full md:ml-3">{PLANS}</p>
      )}
    </div>
  )
}

function Steps() {
  const steps = [
    {
      title: 'Bring everything in',
      text: 'Connect with a key that can only read, paste a public address, or drop the file you downloaded. The same history again adds nothing twice.',
      picture: <ImportPicture />,
    },
    {
      title: 'Answer what matters',
      text: 'One list of what is open, ordered by what it can change in your tax. You see the effect of an answer before you give it, and you can undo it.',
      picture: <ReviewPicture />,
    },
    {
      title: 'File forms that hold',
      text: 'Form 8949, Schedule D and files for tax software. A filed year is frozen; later changes are kept beside it.',
      picture: <FormsPicture />,
    },
  ]
  return (
    <section id="how" className="scroll-mt-16 py-15 md:py-24">
      <div className={INNER}>
        <h2 className={H2}>From history to forms, in three steps</h2>
        <ol className="mt-7 grid gap-12 max-lg:max-w-[560px] md:mt-11 lg:grid-cols-3 lg:gap-6 min-[1300px]:gap-8">
          {steps.map(({ title, text, picture }, at) => (
            <li key={title}>
              <div
                aria-hidden="true"
                className="h-[268px] overflow-hidden rounded-dialog border border-line bg-surface shadow-card"
              >
                {picture}
              </div>
              <h3 className="mt-6 mb-2 flex items-center gap-3 text-h2 tracking-[-0.012em]">
                <span
                  aria-hidden="true"
                  className="grid size-7 shrink-0 place-items-center rounded-full border-[1.5px] border-accent text-table text-accent"
                >
                  {at + 1}
                </span>
                {title}
              </h3>
              <p className="text-lead text-ink-2 text-pretty">{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

const KINDS = { exchange: 'Exchanges', wallet: 'Wallets', blockchain: 'Chains', service: 'Services' } as const

function Reads() {
  const { data, error, refetch } = useQuery({ ...api.sources.offered.queryOptions(), staleTime: Infinity })
  return (
    <section id="reads" className="scroll-mt-16 border-y border-line bg-surface py-15 md:py-22">
      <div className={INNER}>
        <h2 className={H2}>What it reads, what it writes</h2>
        <p className={`mt-3 max-w-[60ch] ${LEAD}`}>
          Sources marked Live are connected once and read again by themselves. Files from those marked CSV are
          read as you download them; for the others you fill in a template.
        </p>
        {data === undefined && error !== null && (
          <ErrorState
            title="The sources could not be loaded"
            text={toApiError(error).message}
            onRetry={() => void refetch()}
          />
        )}
        {data === undefined && error === null && (
          <div className="mt-10">
            <Loading label="the sources">
              <Skeleton className="h-64 w-full" />
            </Loading>
          </div>
        )}
        <dl className="mt-6 grid md:mt-10 md:grid-cols-[180px_minmax(0,1fr)]">
          {data?.data.map(({ kind, total, best_known }) => (
            <Line key={kind} name={KINDS[kind]}>
              <ul className="flex flex-wrap gap-x-7 gap-y-3">
                {best_known.map(({ slug, name, csv, live }) => (
                  <li key={slug} className="inline-flex items-center gap-2.5">
                    <SourceLogo slug={slug} name={name} small />
                    <span>
                      {name}
                      {live && <Way>Live</Way>}
                      {csv && <Way>CSV</Way>}
                    </span>
                  </li>
                ))}
                {total > best_known.length && (
                  <li className="text-ink-3">and {(total - best_known.length).toLocaleString()} more</li>
                )}
              </ul>
            </Line>
          ))}
          <Line name="Files in">
            <Words
              words={[
                'CSV, XLS, XLSX, up to 10 MB',
                'the Lotbook template',
                'any other layout: say once what its columns hold',
              ]}
            />
          </Line>
          <Line name="Forms out" isLast>
            <Words
              words={[
                'Form 8949',
                'Schedule D',
                'income',
                'gifts, donations and losses',
                'TurboTax',
                'amendments',
                'an audit trail for your accountant',
              ]}
            />
          </Line>
        </dl>
      </div>
    </section>
  )
}

/** A way in which the history of a source comes. */
function Way({ children }: { readonly children: string }) {
  return (
    <>
      {' '}
      <span className="rounded-[4px] border border-line px-1 text-caption text-ink-2">{children}</span>
    </>
  )
}

function Line({
  name,
  isLast = false,
  children,
}: {
  readonly name: string
  readonly isLast?: boolean
  readonly children: ReactNode
}) {
  const end = isLast ? 'md:border-b-[3px] md:[border-bottom-style:double] md:border-b-ink-2' : ''
  return (
    <>
      <dt
        className={`border-t border-line pt-4 text-lead leading-7 font-semibold tracking-[-0.006em] md:py-5 ${end}`}
      >
        {name}
      </dt>
      <dd
        className={`border-line pt-2 pb-4 leading-7 md:border-t md:py-5 ${end} ${isLast ? 'max-md:border-b-[3px] max-md:border-double max-md:border-b-ink-2' : ''}`}
      >
        {children}
      </dd>
    </>
  )
}

function Words({ words }: { readonly words: readonly string[] }) {
  return (
    <ul className="flex flex-wrap gap-x-2.5">
      {words.map((word, at) => (
        <li key={word}>
          {word}
          {at < words.length - 1 && (
            <span aria-hidden="true" className="ml-2.5 text-ink-3">
              ·
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

function Promises() {
  const promises = [
    {
      Icon: Lock,
      title: 'Sealed under a key of your own',
      text: 'Your files are encrypted before they are stored, with a key that belongs to your account alone.',
    },
    {
      Icon: EyeOff,
      title: 'No one else on the page',
      text: 'No trackers, no advertising, nothing loaded from another company.',
    },
    {
      Icon: Undo2,
      title: 'Nothing is lost',
      text: 'Every edit is kept beside what was imported, with its history, and can be undone.',
    },
    {
      Icon: BadgeCheck,
      title: 'The same input, the same result',
      text: 'Byte for byte, with a signed manifest that anyone can verify offline.',
    },
    {
      Icon: ScrollText,
      title: 'What is not known is shown',
      text: 'A missing price or purchase is named with the figures that depend on it; it never silently becomes zero.',
    },
    {
      Icon: FileDown,
      title: 'Yours to keep',
      text: 'Transactions, results and forms are files that you can download at any time.',
    },
  ]
  return (
    <section id="promise" className="scroll-mt-16 py-15 md:py-24">
      <div
        className={`${INNER} grid gap-10 min-[1300px]:grid-cols-[400px_minmax(0,1fr)] min-[1300px]:gap-18`}
      >
        <div>
          <h2 className={H2}>Built like the books it keeps</h2>
          <p className={`mt-4 max-w-[44ch] ${LEAD}`}>
            It is a financial life. These are rules of the program, not settings.
          </p>
        </div>
        <ul className="grid gap-x-10 md:grid-cols-2">
          {promises.map(({ Icon, title, text }) => (
            <li
              key={title}
              className="grid grid-cols-[20px_minmax(0,1fr)] content-start gap-3.5 border-t border-line pt-5.5 pb-6.5"
            >
              <Icon aria-hidden="true" className="mt-0.5 size-5 text-accent" />
              <div>
                <h3 className="mb-1 text-lead">{title}</h3>
                <p className="text-ink-2 text-pretty">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
