import type { WarningCode } from '@lotbook/rules'

/** Warnings in the order they were met; each code once for an event. */
export class WarningList {
  readonly codes: WarningCode[] = []
  /** The event, or -1 where none is named. */
  readonly events: number[] = []

  add(code: WarningCode, event: number): void {
    for (let i = this.codes.length - 1; i >= 0 && this.events[i] === event; i--)
      if (this.codes[i] === code) return
    this.codes.push(code)
    this.events.push(event)
  }
}
