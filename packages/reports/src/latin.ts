/** The fonts of every PDF reader know Latin-1; other letters become question marks, visibly. */
export function latin(text: string): string {
  return text.replace(/[^\u0020-\u007e\u00a0-\u00ff]/g, '?')
}
