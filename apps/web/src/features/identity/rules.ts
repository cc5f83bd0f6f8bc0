/** Checks that a form makes before it asks the server, in our words. */
export const emailRules = {
  required: 'Enter your email.',
  maxLength: { value: 254, message: 'Use at most 254 characters.' },
  pattern: { value: /^[^\s@]+@[^\s@]+\.[^\s@]+$/, message: 'This does not look like an email address.' },
}

export const passwordRules = { required: 'Enter your password.' }

export const newPasswordRules = {
  required: 'Choose a password.',
  minLength: { value: 12, message: 'Use 12 characters or more.' },
  maxLength: { value: 256, message: 'Use at most 256 characters.' },
}

export const NEW_PASSWORD_HINT =
  '12 characters or more. A few unrelated words are easy to remember and hard to guess.'
