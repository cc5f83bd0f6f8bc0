import { Dialog, type DialogProps } from './Dialog.tsx'

/** A sheet of 440 px at the right edge; at the foot of a phone. */
export function Sheet(props: Omit<DialogProps, 'form' | 'width'>) {
  return <Dialog {...props} form="sheet" />
}
