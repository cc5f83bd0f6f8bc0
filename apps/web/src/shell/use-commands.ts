import { messages, paths } from '@lotbook/contract'
import { isEnabled, LABS, type Start } from '../client/start.ts'
import { supportUrl } from '../client/support.ts'
import { useIsRegistered } from '../client/use-is-registered.ts'
import { isOnlyProfessional } from '../client/user.ts'
import { applyTheme } from '../ui/theme.ts'
import { accountItems } from './account-items.ts'
import type { Command } from './match-commands.ts'
import type { NavItem } from './navigation.ts'
import { useSignOut } from './use-sign-out.ts'

/** Everything that the command menu can go to or do: the navigation, the account, and a few actions. */
export function useCommands(start: Start, items: readonly NavItem[]): readonly Command[] {
  const places = items.flatMap((item) => item.children ?? [item])
  const isRegistered = useIsRegistered()
  const signOut = useSignOut()
  const account = accountItems({ user: start.get_user_role, supportUrl: supportUrl(), isRegistered })
  const more = [
    { label: 'Security', to: isOnlyProfessional(start.get_user_role) ? paths.taxProMfa : paths.settingsMfa },
    { label: messages.import.viaCsv, to: paths.importCsvs },
    { label: messages.import.manual, to: paths.importManual },
    ...(isEnabled(start, LABS) ? [{ label: 'Labs (beta)', to: '/labs/dashboard' }] : []),
  ].filter(({ to }) => isRegistered(to))
  return [
    ...[...places, ...account, ...more].map(({ label, to }): Command => ({
      kind: 'go',
      id: `go-${to}`,
      label,
      what: 'Screen',
      to,
    })),
    { kind: 'do', id: 'light', label: 'Light theme', run: () => applyTheme('light') },
    { kind: 'do', id: 'dark', label: 'Dark theme', run: () => applyTheme('dark') },
    { kind: 'do', id: 'sign-out', label: messages.nav.signOut, run: signOut },
  ]
}
