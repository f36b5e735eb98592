import { once } from 'node:events'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import type { Machine } from './debian-machines.ts'
import type { Services } from './debian-services.ts'
import { runInShell } from './shell-server.ts'

const NOTHING = 'exit 0'
const THE_REST = 'while [ "$1" != -- ]; do shift; done; shift; exec "$@"'

/** Programs of the commands that cannot run in a container or in a test, and what runs in their place. */
const standIns: Readonly<Record<string, string>> = {
  // `npm test` installs what is missing.
  'apt-get': NOTHING,
  // The folder of a node has a build and packages; operations.process.test.ts runs the commands that make them.
  npm: NOTHING,
  // Everything here has the user of the test.
  adduser: NOTHING,
  chown: NOTHING,
  runuser: THE_REST,
  // The other machine is a folder of this one.
  scp: 'exec cp "$@"',
  // There is no systemd: `Services` acts for it.
  systemctl: 'exec curl -sS --fail-with-body --data-binary "$*" "$SYSTEMCTL"',
  // Not in the path of every user.
  haproxy: 'exec "$HAPROXY_PATH" "$@"',
  psql: 'exec "$PSQL_PATH" "$@"',
}

/** The shells of the machines. */
export type Shells = AsyncDisposable & {
  /** Runs commands of the page on a machine; returns what they print. @throws Error when one of them fails */
  run(machine: Machine, commands: string): Promise<string>
}

/** Opens shells whose `psql` is the superuser of this PostgreSQL and whose `systemctl` controls these services. */
export async function openShells(postgresUrl: string, services: Services): Promise<Shells> {
  const controlled = new Map<string, Machine>()
  const server = createServer(async (request, response) => {
    const machine = controlled.get((request.url ?? '').slice(1))
    const args = (await text(request)).split(' ')
    try {
      if (!machine) throw new Error(`No machine ${request.url}`)
      await services.control(machine, args)
      response.end()
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const superuser = new URL(postgresUrl)
  return {
    run(machine, commands) {
      controlled.set(machine.name, machine)
      const programs = machine.at('stand-ins')
      mkdirSync(programs, { recursive: true })
      for (const [name, script] of Object.entries(standIns)) {
        writeFileSync(path.join(programs, name), `#!/bin/sh\n${script}\n`)
        chmodSync(path.join(programs, name), 0o755)
      }
      return runInShell(machine.own(commands), {
        cwd: machine.at('root'),
        env: {
          PATH: `${programs}:${process.env.PATH}`,
          HOME: machine.at('root'),
          HAPROXY_PATH: process.env.HAPROXY_PATH || '/usr/sbin/haproxy',
          PSQL_PATH: process.env.PSQL_PATH || '/usr/bin/psql',
          SYSTEMCTL: `http://127.0.0.1:${port}/${machine.name}`,
          PGHOST: superuser.hostname,
          PGPORT: superuser.port,
          PGUSER: superuser.username,
          PGPASSWORD: superuser.password,
          PGDATABASE: 'postgres',
        },
      })
    },
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
