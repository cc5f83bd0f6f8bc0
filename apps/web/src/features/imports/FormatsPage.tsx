import { useSearch } from '@tanstack/react-router'
import { DescribeFile } from './DescribeFile.tsx'
import { OwnFormats } from './OwnFormats.tsx'

/** Formats that the person described, or the file that is to be described now. */
export function FormatsPage() {
  // Read here and not by the route: the routes are on the first screen, which has no room left.
  const { file } = useSearch({ strict: false }) as { readonly file?: unknown }
  return typeof file === 'string' && file !== '' ? (
    <DescribeFile key={file} uploadId={file} />
  ) : (
    <OwnFormats />
  )
}
