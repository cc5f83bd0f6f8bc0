import { Outlet } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { messages, paths } from '@lotbook/contract'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { Link } from '../ui/Link.tsx'
import { Wordmark } from '../ui/Logo.tsx'
import { ThemeMenu } from './ThemeMenu.tsx'
import { useSignOut } from './use-sign-out.ts'

/** Screens without a session: the logged-out navigation over one card. */
export function PublicLayout() {
  return (
    <PublicFrame>
      <Outlet />
    </PublicFrame>
  )
}

export interface PublicFrameProps {
  /** A page as wide as those of the shell, instead of one card in the middle. */
  readonly isWide?: boolean
  readonly children: ReactNode
}

/** The logged-out navigation over a screen. */
export function PublicFrame({ isWide = false, children }: PublicFrameProps) {
  return (
    <Frame
      isWide={isWide}
      ways={
        <>
          <ButtonLink look="quiet" to={PRICING}>
            {messages.nav.choosePlan}
          </ButtonLink>
          <ButtonLink to={paths.logIn}>{messages.nav.logIn}</ButtonLink>
        </>
      }
    >
      {children}
    </Frame>
  )
}

/** The start card: signed in, and nothing to go to yet but out. */
export function BeginningLayout() {
  const signOut = useSignOut()
  return (
    <Frame ways={<Button onClick={signOut}>{messages.nav.signOut}</Button>}>
      <Outlet />
    </Frame>
  )
}

function Frame({ ways, isWide = false, children }: PublicFrameProps & { readonly ways: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex h-14 shrink-0 items-center justify-between gap-4 border-b border-line bg-surface px-4 md:px-6">
        <Link to={paths.home} aria-label="Lotbook" className="rounded-control">
          <Wordmark />
        </Link>
        <nav aria-label="Main" className="flex items-center gap-2">
          <ThemeMenu className="max-[375px]:hidden" />
          {ways}
        </nav>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className={isWide ? 'grow' : 'flex grow flex-col items-center px-4 py-8 md:py-16'}
      >
        {children}
      </main>
    </div>
  )
}

const PRICING = '/pricing'
