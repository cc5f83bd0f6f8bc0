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

/** The introduction: a film of the screens with captions, and its text for whoever would rather read. */
export function VideoPage() {
  useTitle('How Lotbook works')
  return (
    <div className="w-full max-w-[720px]">
      <h1 tabIndex={-1} className="text-h1 tracking-[-0.01em]">
        How Lotbook works
      </h1>
      <p className="mt-1 text-ink-2">Five steps, from your first file to your forms, in 46 seconds.</p>
      <video
        controls
        preload="metadata"
        playsInline
        aria-label="How Lotbook works, with captions"
        className="mt-5 aspect-video w-full rounded-card border border-edge bg-surface shadow-card"
      >
        <source src="/introduction.webm" type="video/webm" />
        <track default kind="captions" srcLang="en" label="English" src="/introduction.vtt" />
        Your browser does not play this video. The steps are listed below.
      </video>
      <h2 className="mt-8 text-h2">The same in words</h2>
      <ol aria-label="Transcript" className="mt-4 grid gap-5">
        {SCENES.map(({ title, text }, at) => (
          <li key={title} className="flex items-start gap-4">
            <span
              aria-hidden="true"
              className="flex size-[26px] shrink-0 items-center justify-center rounded-full border-[1.5px] border-accent text-table font-semibold text-accent"
            >
              {at + 1}
            </span>
            <div>
              <h3 className="text-lead font-semibold">{title}</h3>
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
