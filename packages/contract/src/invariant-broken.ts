/** Why a calculation was not kept: its result broke what it is held to. */
export const INVARIANT_BROKEN =
  'The result did not pass our own check ({names}), so it was not kept. This is our mistake, not yours.'
