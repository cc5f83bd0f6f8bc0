import { useSearch } from '@tanstack/react-router'
import { DescribeFile } from './DescribeFile.tsx'
import { OwnFormats } from './OwnFormats.tsx'

/** Formats that the person described, or the file that is to be described now. */
export function FormatsPage() {
  const { file } = useSearch({ strict: false })
  return file === undefined ? <OwnFormats /> : <DescribeFile key={file} uploadId={file} />
}
