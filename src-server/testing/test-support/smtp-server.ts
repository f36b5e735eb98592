import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

export type SmtpServer = AsyncDisposable & {
  port: number
  url: string
  /** The accepted messages: recipient of the envelope and full text. */
  accepted: { to: string; message: string }[]
  /** The number of offered messages, accepted or not. */
  offers(): number
  /** The names with which clients greeted. */
  greetings: string[]
}

/**
 * A minimal SMTP server. `answer` returns the reply for a recipient, such as '550 No such user'; without one the server
 * accepts the message.
 */
export async function startSmtpServer(
  options: { port?: number; answer?: (recipient: string) => string | undefined } = {},
): Promise<SmtpServer> {
  const accepted: SmtpServer['accepted'] = []
  const greetings: string[] = []
  const sockets = new Set<Socket>()
  let offers = 0
  const server = createServer((socket) => {
    sockets.add(socket)
    const reply = (line: string) => socket.write(`${line}\r\n`)
    let received = ''
    let to = ''
    let message: string[] | undefined
    const take = (line: string) => {
      if (message) {
        if (line !== '.') return void message.push(line.replace(/^\./, ''))
        accepted.push({ to, message: message.join('\r\n') })
        message = undefined
        return reply('250 Taken')
      }
      const [command = ''] = line.toUpperCase().split(/[ :]/)
      if (command === 'EHLO' || command === 'HELO') greetings.push(line.slice(command.length).trim())
      if (command === 'RCPT') {
        to = /<(.*)>/.exec(line)?.[1] ?? ''
        offers++
        return reply(options.answer?.(to) ?? '250 Fine')
      }
      if (command === 'DATA') message = []
      reply({ DATA: '354 Go on', QUIT: '221 Bye' }[command] ?? '250 Fine')
    }
    socket.on('data', (bytes) => {
      const lines = (received + bytes).split('\r\n')
      received = lines.pop() ?? ''
      for (const line of lines) take(line)
    })
    socket.on('error', () => socket.destroy())
    reply('220 mail.example')
  })
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    accepted,
    offers: () => offers,
    greetings,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
