import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { api } from '../../client/api.ts'
import { useStart } from '../../client/start.ts'
import { Banner } from '../../ui/Banner.tsx'
import { TextLink } from '../../ui/Link.tsx'

/** Says that an invitation waits, and leads to where it is answered (R6.14, R6.15). */
export function InvitationBanner() {
  const { get_user_role: user } = useStart()
  const pathname = useLocation({ select: (location) => location.pathname })
  const { data } = useQuery({
    ...api.professionals.customerCpa.queryOptions({ select: ({ data: { invited } }) => invited }),
    enabled: user.viewing === null && user.is_email_verified,
  })
  const [first, ...more] = data ?? []
  if (first === undefined || pathname === '/work_with_tax_pro') return null
  return (
    <Banner wide>
      <strong>{first.sender.name}</strong>{' '}
      {first.kind === 'pay'
        ? `asks you to choose a plan for ${first.tax_year}`
        : 'invites you to work together'}
      {more.length > 0 && `, and ${more.length} more`}.{' '}
      <TextLink to={user.roles.includes('customer') ? '/work_with_tax_pro' : '/tax_pro/dashboard'}>
        See the invitation
      </TextLink>
    </Banner>
  )
}
