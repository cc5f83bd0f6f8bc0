/** The source that mails a code to sign in with; a key that was made by hand is taken too. */
export const MAILED_CODE_SOURCE = 'blink'
