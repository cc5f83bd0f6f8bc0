import { paths } from '@lotbook/contract'
import { ButtonLink } from '../../ui/Button.tsx'
import { useTitle } from '../../ui/Page.tsx'

/** What the introduction says, in its order. */
const SCENES = [
  {
    title: 'Bring everything in',
    text: 'Add every exchange and wallet you have used, closed ones too. Download the history there and drop the file here: Lotbook recognizes it by its columns. Uploading the same file again adds nothing twice.',
  },
  {
    title: 'Say what only you know',
    text: 'Lotbook asks what a file cannot say: did you send this to yourself, was it a gift, what did it cost? One question at a time, with the effect on your gain beside each answer. You can leave a question open and come back.',
  },
  {
    title: 'Choose how lots are sold',
    text: 'First in first out, last in first out, or highest cost first. You see the result of each for the year before you choose.',
  },
  {
    title: 'Calculate',
    text: 'Every sale is matched with the lots it used. Select any figure to see where it comes from, down to the row of your file.',
  },
  {
    title: 'Get your forms',
    text: 'Form 8949, Schedule D and files for tax software. Mark the year as filed, and later changes are kept beside it instead of changing it.',
  },
] as const

/** The introduction. No film of it exists: its script is here to be read, and the poster is drawn. */
export function VideoPage() {
  useTitle('How Lotbook works')
  return (
    <div className="w-full max-w-[720px]">
      <h1 tabIndex={-1} className="text-h1 tracking-[-0.01em]">
        How Lotbook works
      </h1>
      <p className="mt-1 text-ink-2">
        There is no video yet. This is the transcript: five steps, about two minutes to read.
      </p>
      <Poster />
      <ol aria-label="Transcript" className="mt-6 grid gap-5">
        {SCENES.map(({ title, text }, at) => (
          <li key={title} className="flex items-start gap-4">
            <span
              aria-hidden="true"
              className="flex size-[26px] shrink-0 items-center justify-center rounded-full border-[1.5px] border-accent text-table font-semibold text-accent"
            >
              {at + 1}
            </span>
            <div>
              <h2 className="text-lead font-semibold">{title}</h2>
              <p className="mt-1 max-w-[68ch] text-ink-2">{text}</p>
            </div>
          </li>
        ))}
      </ol>
      <ButtonLink look="primary" size="large" className="mt-8" to={paths.onboarding(1)}>
        Begin
      </ButtonLink>
    </div>
  )
}

// Lots on ruled paper, their first year hatched, and the sale that used them. Decoration.
function Poster() {
  const lots = [
    { y: 28, x: 48, width: 300, held: 96 },
    { y: 68, x: 128, width: 268, held: 96 },
    { y: 108, x: 292, width: 176, held: 96 },
  ]
  return (
    <svg
      viewBox="0 0 720 170"
      aria-hidden="true"
      className="mt-5 w-full rounded-card border border-edge bg-surface shadow-card"
    >
      <defs>
        <pattern
          id="first-year"
          width="6"
          height="6"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect width="2" height="6" className="fill-accent" />
        </pattern>
      </defs>
      {[42, 82, 122].map((y) => (
        <path key={y} d={`M24 ${y.toString()}H696`} className="stroke-rule" />
      ))}
      {lots.map(({ y, x, width, held }) => (
        <g key={y}>
          <rect x={x} y={y} width={held} height="20" rx="3" className="fill-accent-soft" />
          <rect x={x} y={y} width={held} height="20" rx="3" fill="url(#first-year)" />
          <rect x={x + held} y={y} width={width - held} height="20" rx="3" className="fill-accent" />
          <rect x={x + width} y={y} width="5" height="20" rx="2" className="fill-gain-fill" />
        </g>
      ))}
      <path d="M353 48v96M401 88v56M473 128v16M353 144H640" className="fill-none stroke-line-strong" />
      <circle cx="644" cy="144" r="4.5" className="fill-accent" />
    </svg>
  )
}
