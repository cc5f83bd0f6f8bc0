/** Where people ask for help, as the operator configured it; undefined where nothing is. */
export const supportUrl = (): string | undefined => told('support-url')

/** Where the operator's guides are; undefined where nothing is configured. */
export const helpUrl = (): string | undefined => told('help-url')

function told(name: string): string | undefined {
  const url = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content
  return url?.startsWith('https:') === true ? url : undefined
}
