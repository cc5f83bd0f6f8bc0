/** The heads of a small table: the first names the row and stands at the left, the others stand over figures. */
export function PlainHead({ names }: { names: readonly string[] }) {
  return (
    <thead className="bg-sunken text-caption text-ink-2">
      <tr>
        {names.map((name, n) => (
          <th
            key={name}
            scope="col"
            className={`h-8 px-2 font-medium sm:px-3 ${n === 0 ? 'text-left' : 'text-right'}`}
          >
            {name}
          </th>
        ))}
      </tr>
    </thead>
  )
}
