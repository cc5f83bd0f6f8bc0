import type { Amounts, Slot } from '../amounts/amounts.ts'
import { NONE, type EventTable } from '../events/event-table.ts'
import { UNKNOWN_DAY } from '../executing/row-table.ts'

/** Reads a value of a row from the columns of its list. */
export type Read<Columns, Value> = (columns: Columns, row: number, events: EventTable) => Value

/**
 * Form of an absent value. A field without this is there in every row; otherwise `read` returns NONE (of a day UNKNOWN_DAY) for a
 * row without a value, and the row's object has null, or leaves the field out.
 */
export type Absence = 'null' | 'left out' | undefined

interface FieldOfKind<Kind extends string, Absent extends Absence> {
  readonly kind: Kind
  readonly absent: Absent
  /** A field that this one follows in the hashed text, where it has another place in the object. */
  readonly hashedBehind?: string
}

/** A number that stands for something else: a place in the history or in one of its lists, or a day. */
interface NumberField<Columns, Kind extends NumberKind, Absent extends Absence = Absence> extends FieldOfKind<
  Kind,
  Absent
> {
  readonly read: Read<Columns, number>
}

/**
 * - `event`: a transaction; `asset` and `account`: by their places in the table;
 * - `day`: a day number; `rules`: the place of a set of rules, which is never absent.
 */
type NumberKind = 'event' | 'asset' | 'account' | 'day' | 'rules'

/** The instant of an event that another field of the row names. */
interface InstantField<Columns, Absent extends Absence = Absence> extends FieldOfKind<'instant', Absent> {
  readonly of: string
  readonly read: Read<Columns, number>
}

/** Place of the amounts of a field: those of one row after the other lie `every` slots apart, unless it depends on the row. */
export interface AmountPlace<Columns> {
  readonly amounts: (columns: Columns) => Amounts
  readonly first: (columns: Columns) => Slot
  readonly every: number
  readonly slot?: Read<Columns, Slot>
}

interface MoneyField<Columns, Absent extends Absence = Absence> extends FieldOfKind<'money', Absent> {
  readonly place: AmountPlace<Columns>
}

/** Units of an asset; there in every row. */
interface UnitsField<Columns> extends FieldOfKind<'units', undefined> {
  readonly place: AmountPlace<Columns>
  readonly asset: NumberField<Columns, 'asset'>
}

/** One of few words, by its place among them. */
interface WordField<Columns, Word extends string, Absent extends Absence = Absence> extends FieldOfKind<
  'word',
  Absent
> {
  readonly words: (events: EventTable) => readonly Word[]
  readonly read: Read<Columns, number>
}

/** A word that is not of a list. */
interface TextField<Columns, Text extends string> extends FieldOfKind<'text', undefined> {
  readonly read: Read<Columns, Text>
}

export type Field<Columns> =
  | NumberField<Columns, NumberKind>
  | InstantField<Columns>
  | MoneyField<Columns>
  | UnitsField<Columns>
  | WordField<Columns, string>
  | TextField<Columns, string>

/** Fields that a row's value of this type may be described by. */
type FieldOf<Columns, Value, Absent extends Absence> = [Value] extends [readonly string[]]
  ? NumberField<Columns, 'rules', Absent>
  : string extends Value
    ? | NumberField<Columns, Exclude<NumberKind, 'rules'>, Absent>
      | InstantField<Columns, Absent>
      | MoneyField<Columns, Absent>
      | WordField<Columns, string, Absent>
      | (Absent extends undefined ? UnitsField<Columns> | TextField<Columns, string> : never)
    : WordField<Columns, Value & string, Absent> | TextField<Columns, Value & string>

type AbsenceOf<Value> = undefined extends Value ? 'left out' : null extends Value ? 'null' : undefined

/** A description of every field of a row, and of nothing else: the compiler compares it with the row's type. */
export type FieldsOf<Columns, Row> = {
  readonly [Name in keyof Row]-?: FieldOf<Columns, NonNullable<Row[Name]>, AbsenceOf<Row[Name]>>
}

/** A row's fields under their names, in the order in which its object has them. */
export type Fields<Columns> = Readonly<Record<string, Field<Columns>>>

/** Makes the fields of rows with such columns. */
export function fieldKinds<Columns>() {
  const number =
    <Kind extends NumberKind>(kind: Kind) =>
    <Absent extends Absence = undefined>(read: Read<Columns, number>, absent?: Absent) =>
      ({ kind, read, absent: absent as Absent }) satisfies NumberField<Columns, Kind>
  return {
    event: number('event'),
    instant: <Absent extends Absence>(
      of: string,
      { read, absent }: NumberField<Columns, 'event', Absent>,
    ) => ({ kind: 'instant' as const, of, read, absent }),
    asset: number('asset'),
    account: number('account'),
    day: number('day'),
    rules: number('rules'),
    units: (asset: NumberField<Columns, 'asset'>, place: AmountPlace<Columns>) => ({
      kind: 'units' as const,
      asset,
      place,
      absent: undefined,
    }),
    money: (place: AmountPlace<Columns>) => ({ kind: 'money' as const, place, absent: undefined }),
    /** @param slot where the amount of a row is, NONE where it has none. */
    maybeMoney: <Absent extends Absence>(
      place: AmountPlace<Columns>,
      slot: Read<Columns, Slot>,
      absent: Absent,
    ) => ({ kind: 'money' as const, place: { ...place, slot }, absent }),
    word: <Word extends string, Absent extends Absence = undefined>(
      words: (events: EventTable) => readonly Word[],
      read: Read<Columns, number>,
      absent?: Absent,
    ) => ({ kind: 'word' as const, words, read, absent: absent as Absent }),
    text: <Text extends string>(read: Read<Columns, Text>) => ({
      kind: 'text' as const,
      read,
      absent: undefined,
    }),
  }
}

/** The number by which a field of a kind says that a row has no value. */
export function absentNumber({ kind }: Pick<RowField, 'kind'>): number {
  return kind === 'day' ? UNKNOWN_DAY : NONE
}

/** Reads the slot of an amount. */
export function slotOf<Columns>({ first, every, slot }: AmountPlace<Columns>): Read<Columns, Slot> {
  return slot ?? ((columns, row) => first(columns) + row * every)
}

/** The part of a field that holds for rows as objects too. */
export interface RowField extends FieldOfKind<Field<never>['kind'], Absence> {
  readonly of?: string
}

/** Names of fields in the order of the hashed text, which has no instants: those are in the input. */
export function hashedNames(fields: Readonly<Record<string, RowField>>): readonly string[] {
  const named = Object.entries(fields).filter(([, { kind }]) => kind !== 'instant')
  const names = named.filter(([, { hashedBehind }]) => hashedBehind === undefined).map(([name]) => name)
  for (const [name, { hashedBehind }] of named)
    if (hashedBehind !== undefined) names.splice(names.indexOf(hashedBehind) + 1, 0, name)
  return names
}
