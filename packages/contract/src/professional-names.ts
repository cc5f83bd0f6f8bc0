/** How far access goes: to look, or to answer, import and calculate as well. */
export const GRANT_SCOPES = ['view', 'work'] as const

export const INVITATION_STATES = ['sent', 'accepted', 'declined', 'expired', 'withdrawn'] as const

/** How far a client is in a tax year. */
export const CLIENT_STATES = ['invited', 'importing', 'needs_review', 'ready', 'filed'] as const
