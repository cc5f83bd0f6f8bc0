import { Link } from './Link.tsx'

interface Credit {
  readonly words: string
  readonly url: string
}

/** Words and links that providers ask for where their data is shown; nothing where none does. */
export function Credits({ of }: { readonly of: readonly (Credit | null)[] }) {
  const credits = of.filter((credit) => credit !== null)
  if (credits.length === 0) return null
  return (
    <span className="flex flex-wrap gap-x-3 text-caption">
      {credits.map(({ words, url }) => (
        <Link key={url} to={url}>
          {words}
        </Link>
      ))}
    </span>
  )
}
