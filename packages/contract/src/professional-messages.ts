/** Exact words of invitations and of looking at a client; apart from `messages`, so that the first screen does not load them. */
export const professionalMessages = {
  confirmed: 'Invitation confirmed',
  failed: 'Failed to confirm invitation',
} as const
