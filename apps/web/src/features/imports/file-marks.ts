/** Marks that identify a file after a reload. */
export type FileMark = Pick<File, 'name' | 'size'>

export const markOf = ({ name, size }: FileMark): FileMark => ({ name, size })

export const isSame = (a: FileMark, b: FileMark) => a.name === b.name && a.size === b.size

/** Marks of which no file has been chosen again. */
export function without(marks: readonly FileMark[], files: readonly FileMark[]): readonly FileMark[] {
  return marks.filter((mark) => !files.some((file) => isSame(file, mark)))
}

/** The name of the draft of what was answered about a file. */
export const answersDraft = (file: FileMark) => `check ${file.name} ${file.size.toString()}`
