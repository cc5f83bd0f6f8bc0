/** What a webhook may be told of. */
export const WEBHOOK_EVENTS = ['import.finished', 'calculation.finished'] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

export const WEBHOOK_EVENT_WORDS: Readonly<Record<WebhookEvent, string>> = {
  'import.finished': 'An import finished',
  'calculation.finished': 'A tax calculation finished',
}

/** Webhooks that a customer may have. */
export const MOST_WEBHOOKS = 10
