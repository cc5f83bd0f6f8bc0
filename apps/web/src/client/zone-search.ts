import type { ComboboxOption } from '../ui/Combobox.tsx'

/** A time zone with the words it is found by. */
export interface Zone extends ComboboxOption {
  readonly words: string
  readonly offsetMinutes: number
}

/** "New York" of `America/New_York`; "Indiana, Knox" of a zone within a state. */
export function cityOf(name: string): string {
  const [, ...rest] = name.split('/')
  return (rest.length === 0 ? name : rest.toReversed().join(', ')).replaceAll('_', ' ')
}

/** "New York (UTC−5)", as a field shows the zone that is chosen. */
export function shownZone(name: string, at: Date): string {
  const offset = offsetOf(name, at)
  return offset === undefined || name === 'UTC' ? cityOf(name) : `${cityOf(name)} (${offset})`
}

/** Zones with their offsets of a moment, from west to east, each offset in the order of its cities. */
export function zonesOf(names: readonly string[], at: Date): readonly Zone[] {
  return names
    .map((name): Zone => {
      const offset = offsetOf(name, at) ?? ''
      const common = commonName(name, at)
      const region = name.includes('/') ? (name.split('/')[0] ?? '').replaceAll('_', ' ') : ''
      return {
        value: name,
        label: cityOf(name),
        detail: [offset, common].filter((part) => part !== '' && part !== name).join(' · '),
        words: plain(`${name} ${cityOf(name)} ${region} ${offset} ${common} ${shortNames(name, at)}`),
        offsetMinutes: minutesOf(offset),
      }
    })
    .toSorted((a, b) => a.offsetMinutes - b.offsetMinutes || a.label.localeCompare(b.label, 'en'))
}

/** Zones of most people who file in the United States; of those that fit equally they come first. */
const USUAL: readonly string[] = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
  'America/Puerto_Rico',
]

/** The most that a list shows. */
const MOST = 60

/** Zones that have every word that is typed; those whose city begins with it first. */
export function matchingZones(zones: readonly Zone[], typed: string): readonly Zone[] {
  if (typed === '') return zones
  const wanted = plain(typed).split(' ').filter(Boolean)
  const begins = (zone: Zone) => (plain(zone.label).startsWith(plain(typed)) ? 0 : 1)
  const usual = ({ value }: Zone) => (USUAL.includes(value) ? 0 : 1)
  return zones
    .filter((zone) => wanted.every((word) => hasWord(zone.words, word)))
    .toSorted((a, b) => begins(a) - begins(b) || usual(a) - usual(b))
    .slice(0, MOST)
}

// An offset is meant as it is typed: -5 is not -5:30 of another zone, nor a part of +5.
function hasWord(words: string, word: string): boolean {
  if (!/^(utc|gmt)?[+-]\d/.test(word)) return ` ${words}`.includes(` ${word}`)
  const offset = word
    .replace(/^(utc|gmt)/, '')
    .replace(/^([+-])0(\d)/, '$1$2')
    .replace(/:00$/, '')
  return ` ${words} `.includes(` utc${offset} `)
}

/** Lower case, without accents, a minus that a keyboard has, and nothing between words but one blank. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('−', '-')
    .replace(/[/_,()]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

function offsetOf(name: string, at: Date): string | undefined {
  return partOf(name, at, 'shortOffset')?.replace('GMT', 'UTC').replace('-', '−')
}

const commonName = (name: string, at: Date) => partOf(name, at, 'longGeneric') ?? ''
const shortNames = (name: string, at: Date) => partOf(name, at, 'short') ?? ''

function partOf(name: string, at: Date, timeZoneName: 'shortOffset' | 'longGeneric' | 'short') {
  try {
    const parts = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName }).formatToParts(at)
    return parts.find(({ type }) => type === 'timeZoneName')?.value
  } catch {
    return undefined // a zone that this browser does not know
  }
}

function minutesOf(offset: string): number {
  const [, sign, hours, minutes = '0'] = /^UTC([+−])(\d+)(?::(\d+))?$/.exec(offset) ?? []
  if (hours === undefined) return 0
  return (sign === '−' ? -1 : 1) * (Number.parseInt(hours, 10) * 60 + Number.parseInt(minutes, 10))
}
