import { connectionMessages } from '@lotbook/contract'

const { service } = connectionMessages

/**
 * The next step after a key was refused, for behind the sentence of the specification: empty where the server named it already, undefined
 * where the refusal is not about the key.
 */
export function nextStepOfKey(message: string, name: string): string | undefined {
  switch (message) {
    case service.wrongKey:
      return `Copy every field again from ${name}, without spaces before or after it. A key that was deleted there needs a new one.`
    case service.badKeys:
      return `Create a new key at ${name} with the read permissions of the guide, and no limit to an IP address.`
    default:
      return [service.wrongKey, service.badKeys].some((sentence) => message.startsWith(`${sentence} `))
        ? ''
        : undefined
  }
}
