import { connectionMessages } from '@lotbook/contract'

const { service } = connectionMessages

/** What a person can do about a refusal of a key, after the sentence of the specification; undefined where it is not about the key. */
export function nextStepOfKey(message: string, name: string): string | undefined {
  switch (message) {
    case service.wrongKey:
      return `Copy every field again from ${name}, without spaces before or after it. A key that was deleted there needs a new one.`
    case service.badKeys:
      return `Create a new key at ${name} with the read permissions of the guide, and no limit to an IP address.`
    default:
      return undefined
  }
}
