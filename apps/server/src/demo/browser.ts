/** A person at the API, as a browser is one: keeps its cookies, marks its changes. */
export class Browser {
  readonly #address: string
  readonly #cookies = new Map<string, string>()

  constructor(address: string) {
    this.#address = address
  }

  get<Answer>(path: string): Promise<Answer> {
    return this.#send<Answer>('GET', path)
  }

  post<Answer = unknown>(path: string, body: object = {}): Promise<Answer> {
    return this.#send<Answer>('POST', path, JSON.stringify(body), { 'content-type': 'application/json' })
  }

  patch<Answer = unknown>(path: string, body: object): Promise<Answer> {
    return this.#send<Answer>('PATCH', path, JSON.stringify(body), { 'content-type': 'application/json' })
  }

  upload<Answer>(path: string, form: FormData): Promise<Answer> {
    return this.#send<Answer>('POST', path, form)
  }

  async #send<Answer>(
    method: string,
    path: string,
    body?: string | FormData,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(`${this.#address}/api${path}`, {
      method,
      headers: { cookie, 'x-lotbook': '1', ...headers },
      ...(body === undefined ? {} : { body }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const at = pair.indexOf('=')
      this.#cookies.set(pair.slice(0, at), pair.slice(at + 1))
    }
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return JSON.parse(text) as Answer
  }
}
