import type { FastifyInstance, InjectOptions } from 'fastify'

export interface TestAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>
  readonly body: unknown
  readonly text: string
}

/** A browser as far as the API sees it: it keeps cookies and sends the header that marks a change. */
export class TestClient {
  readonly #app: FastifyInstance
  readonly #address: string
  readonly cookies = new Map<string, string>()

  constructor(app: FastifyInstance, address: string) {
    this.#app = app
    this.#address = address
  }

  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  get(path: string, headers: Record<string, string> = {}): Promise<TestAnswer> {
    return this.request('GET', path, undefined, headers)
  }

  post(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<TestAnswer> {
    return this.request('POST', path, body, headers)
  }

  delete(path: string): Promise<TestAnswer> {
    return this.request('DELETE', path)
  }

  /** The answer's body, or an error that shows what came instead of the status. */
  async expect(
    status: number,
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
  ): Promise<unknown> {
    const answer = await this.request(method, path, body)
    if (answer.status !== status) {
      throw new Error(`${method} ${path}: expected ${status}, got ${answer.status} ${answer.text}`)
    }
    return answer.body
  }

  /** A form with one file, as a browser posts it. */
  async upload(path: string, fields: Record<string, string | File>): Promise<TestAnswer> {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    const encoded = new Response(form)
    const payload = Buffer.from(await encoded.arrayBuffer())
    return this.#send({
      method: 'POST',
      url: `/api${path}`,
      payload,
      headers: { 'content-type': encoded.headers.get('content-type') ?? '', 'x-lotbook': '1' },
    })
  }

  request(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<TestAnswer> {
    return this.#send({
      method,
      url: `/api${path}`,
      headers: { ...(method === 'GET' ? {} : { 'x-lotbook': '1' }), ...headers },
      ...(body !== undefined && { payload: body as object }),
    })
  }

  async #send(options: InjectOptions): Promise<TestAnswer> {
    const answer = await this.#app.inject({
      ...options,
      remoteAddress: this.#address,
      headers: { ...options.headers, ...(this.cookies.size > 0 && { cookie: this.cookieHeader }) },
    })
    for (const { name, value, maxAge, expires } of answer.cookies) {
      const isGone = maxAge === 0 || (expires !== undefined && expires.getTime() <= 0)
      if (isGone || value === '') this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    const isJson = String(answer.headers['content-type'] ?? '').startsWith('application/json')
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: isJson ? (JSON.parse(answer.body) as unknown) : answer.body,
      text: answer.body,
    }
  }
}
