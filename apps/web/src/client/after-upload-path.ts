import { useRouter } from '@tanstack/react-router'
import { paths } from '@lotbook/contract'
import { safeReturnPath } from './redirect.ts'
import { readStored } from './stored.ts'

/** Path after an upload: the imports path stored in this browser, else the import history (R2.165, R2.166). */
export function afterUploadPath(
  stored: string | null,
  isFirstImport: boolean,
  isRegistered: (path: string) => boolean,
): string {
  const path = safeReturnPath(stored ?? undefined, isRegistered) ?? paths.imports
  if (!isFirstImport) return path
  return `${path}${path.includes('?') ? '&' : '?'}first_import=success`
}

/** The path of `afterUploadPath`, as it stands now. */
export function useAfterUploadPath(): (isFirstImport: boolean) => string {
  const router = useRouter()
  return (isFirstImport) =>
    afterUploadPath(readStored('importsPath'), isFirstImport, router.options.context.isRegistered)
}
