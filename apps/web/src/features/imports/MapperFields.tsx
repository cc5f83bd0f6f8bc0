import type { FileColumns, OwnFormat, OwnMeaning, OwnRole } from '@lotbook/contract'
import { TimeZoneField } from '../../client/TimeZoneField.tsx'
import { Card } from '../../ui/Card.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Field } from '../../ui/Field.tsx'
import { RadioTiles } from '../../ui/RadioTiles.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { counted } from './import-state.ts'
import {
  asKind,
  kindTiles,
  meaningGroups,
  meaningText,
  openAssets,
  rolesOf,
  roleWords,
  withRole,
} from './own-format-words.ts'

interface MapperPart {
  readonly file: FileColumns
  readonly format: OwnFormat
  readonly onChange: (changed: Partial<OwnFormat>) => void
}

/** What holds for all rows of a file: its name, kind, times, and assets that no column names. */
export function FormatFacts({
  file,
  format,
  onChange,
  onHeaderLine,
}: MapperPart & { readonly onHeaderLine: (line: number) => void }) {
  const setAsset = (role: string, asset: string) => {
    const others = Object.entries(format.assets).filter(([own]) => own !== role)
    onChange({ assets: Object.fromEntries(asset === '' ? others : [...others, [role, asset]]) })
  }
  return (
    <Card title="The file">
      <div className="grid gap-5">
        <Field label="Where it is from" hint="The name of the account that its rows belong to.">
          <TextInput
            value={format.name}
            maxLength={60}
            onChange={({ target }) => onChange({ name: target.value })}
          />
        </Field>
        <Field label="Header row" hint="The line with the column names. The rows below it are read.">
          <TextInput
            type="number"
            min={1}
            max={60}
            defaultValue={file.header_line}
            className="max-w-24"
            onBlur={({ target }) => {
              const line = parseInt(target.value, 10)
              if (Number.isInteger(line) && line >= 1 && line <= 60 && line !== file.header_line)
                onHeaderLine(line)
            }}
          />
        </Field>
        <RadioTiles
          legend="Each row has"
          tiles={kindTiles}
          value={format.kind}
          onChange={(kind) => onChange(asKind(format, kind))}
        />
        <TimeZoneField
          value={format.time_zone}
          onChange={(time_zone) => onChange({ time_zone })}
          hint={
            file.says_zone
              ? 'The times in this file state their zone. This applies to any that do not.'
              : 'The file does not state its time zone. The site you exported it from may.'
          }
        />
        <Field
          label="Dates like 03/04/2024"
          hint={file.is_order_open ? 'The dates of this file can be read in two ways.' : undefined}
        >
          <Select
            value={format.date_order ?? ''}
            onChange={({ target }) =>
              onChange({
                date_order:
                  target.value === 'month-first' || target.value === 'day-first' ? target.value : null,
              })
            }
          >
            <option value="">As in the dates of the file</option>
            <option value="month-first">Month first (March 4)</option>
            <option value="day-first">Day first (3 April)</option>
          </Select>
        </Field>
        <Field label="Decimal separator">
          <Select
            value={format.decimal_mark ?? ''}
            onChange={({ target }) =>
              onChange({
                decimal_mark: target.value === 'point' || target.value === 'comma' ? target.value : null,
              })
            }
          >
            <option value="">As in the amounts of the file</option>
            <option value="point">Point (1,234.50)</option>
            <option value="comma">Comma (1.234,50)</option>
          </Select>
        </Field>
        {openAssets(format).map((role) => (
          <Field
            key={role}
            label={`${roleWords[role]}, in all rows`}
            hint="A code such as USD or BTC. Leave it empty if the amounts carry it themselves (0.5 BTC)."
          >
            <TextInput
              value={format.assets[role] ?? ''}
              maxLength={20}
              className="max-w-40"
              onChange={({ target }) => setAsset(role, target.value.trim())}
            />
          </Field>
        ))}
        {format.columns.fee_amount !== undefined && (
          <Checkbox
            label="Amounts include the fee"
            hint="Off: the fee comes on top of what went out."
            checked={format.has_fee_inside}
            onChange={({ target }) => onChange({ has_fee_inside: target.checked })}
          />
        )}
      </div>
    </Card>
  )
}

/** The columns of the file, with examples of what is in them and what they hold. */
export function ColumnRoles({ file, format, onChange }: MapperPart) {
  const roleOf = (at: number) =>
    (Object.keys(format.columns) as OwnRole[]).find((role) => format.columns[role] === at) ?? ''
  return (
    <Card title="Its columns" flush>
      <ul aria-label="Columns" className="mt-2 divide-y divide-line">
        {file.columns.map(({ name, samples }, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- a file may name two columns alike
          <li key={at} className="grid items-center gap-x-4 gap-y-1 px-card py-3 sm:grid-cols-2">
            <div className="min-w-0">
              <p className="truncate font-medium" title={name}>
                {name === '' ? 'Column without a name' : name}
              </p>
              <p className="truncate text-table text-ink-2" title={samples.join(' · ')}>
                {samples.length === 0 ? 'empty' : samples.join(' · ')}
              </p>
            </div>
            <Select
              aria-label={`${name === '' ? `Column ${(at + 1).toString()}` : name} holds`}
              value={roleOf(at)}
              onChange={({ target }) => {
                const role = rolesOf(format.kind).find((own) => own === target.value) ?? ''
                const next = withRole(format, at, role)
                onChange(role === 'type' ? { ...next, words: guessedWords(file, at) } : next)
              }}
            >
              <option value="">Nothing to import</option>
              {rolesOf(format.kind).map((role) => (
                <option key={role} value={role}>
                  {roleWords[role]}
                </option>
              ))}
            </Select>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function guessedWords({ columns }: FileColumns, at: number): OwnFormat['words'] {
  const known = columns[at]?.words ?? []
  return Object.fromEntries(known.flatMap(({ word, meaning }) => (meaning === null ? [] : [[word, meaning]])))
}

/** The words of the type column, and what each means. */
export function TypeWords({ file, format, onChange }: MapperPart) {
  const at = format.columns.type
  if (at === undefined) return null
  const words = file.columns[at]?.words ?? []
  const setMeaning = (word: string, meaning: OwnMeaning | undefined) => {
    const others = Object.entries(format.words).filter(([own]) => own !== word)
    onChange({
      words: Object.fromEntries<OwnMeaning>(meaning === undefined ? others : [...others, [word, meaning]]),
    })
  }
  return (
    <Card title="Words in the type column" flush>
      <p className="px-card text-table text-ink-2">
        {words.length === 0
          ? 'This column has too many different words to be a type.'
          : 'Rows with a word that has no meaning here are imported by their amounts and flagged for review.'}
      </p>
      <ul aria-label="Words" className="mt-2 divide-y divide-line">
        {words.map(({ word, rows }) => (
          <li key={word} className="grid items-center gap-x-4 gap-y-1 px-card py-3 sm:grid-cols-2">
            <p className="min-w-0 wrap-anywhere">
              <span className="font-medium">{word === '' ? '(empty)' : word}</span>{' '}
              <span className="text-table text-ink-3">{counted(rows, 'row')}</span>
            </p>
            <Select
              aria-label={`${word === '' ? 'Empty' : word} means`}
              value={format.words[word] ?? ''}
              onChange={({ target }) =>
                setMeaning(
                  word,
                  meaningGroups.flatMap(({ meanings }) => meanings).find((own) => own === target.value),
                )
              }
            >
              <option value="">Unknown: flag it for review</option>
              {meaningGroups.map(({ label, meanings }) => (
                <optgroup key={label} label={label}>
                  {meanings.map((meaning) => (
                    <option key={meaning} value={meaning}>
                      {meaningText(meaning)}
                    </option>
                  ))}
                </optgroup>
              ))}
            </Select>
          </li>
        ))}
      </ul>
    </Card>
  )
}
