/** A minimal client of the REST API: `fetch` and the session cookie. */
export class RestClient {
  readonly #base: () => string
  #cookie = ''

  /** @param base address of the server, read for each call because a restarted server has another port */
  constructor(base: () => string) {
    this.#base = base
  }

  /** The value of the cookie. */
  get token(): string {
    return this.#cookie.split('=')[1] ?? ''
  }

  async send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Response> {
    const isForm = body instanceof FormData
    const response = await fetch(this.#base() + path, {
      method,
      headers: {
        cookie: this.#cookie,
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    })
    const [cookie] = response.headers.getSetCookie()
    if (cookie) this.#cookie = cookie.split(';')[0] ?? ''
    return response
  }

  /** The JSON response. @throws on any other status than 2xx */
  async call<Result>(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Result> {
    const response = await this.send(method, path, body, headers)
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return JSON.parse(text) as Result
  }

  async signUp(email: string): Promise<void> {
    const password = 'a-customer-password'
    await this.call('POST', '/api/auth/sign-up', {
      name: 'Dana Reyes',
      email,
      phone: '555-010-0100',
      password,
      confirmPassword: password,
    })
  }

  async bytesOf(path: string): Promise<Buffer> {
    const response = await this.send('GET', path)
    if (!response.ok) throw new Error(`GET ${path}: ${response.status}`)
    return Buffer.from(await response.arrayBuffer())
  }
}

/** The documented multipart form. */
export function multipartForm(
  fields: Record<string, string>,
  files: readonly { name: string; bytes: Buffer }[],
): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const { name, bytes } of files)
    form.append('files', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), name)
  return form
}
