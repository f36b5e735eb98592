import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Machine } from './debian-machines.ts'
import { isOpen } from './free-port.ts'
import type { PostgresServer } from './postgres-server.ts'
import { startProcessGuard } from './process-guard.ts'
import { readUnitFile } from './unit-file.ts'

type Program = {
  command: readonly string[]
  cwd?: string
  env?: NodeJS.ProcessEnv
  stopSeconds?: number
  /** systemd reports it as started when this port is open; without one, at once. */
  port?: number
}

type Running = { child: ChildProcess; gone: Promise<unknown>; program: Program }

/** The services of the machines, with what systemd does for them. */
export type Services = AsyncDisposable & {
  /** `systemctl <args>` on a machine. @throws Error when it is not a documented use */
  control(machine: Machine, args: readonly string[]): Promise<void>
  /** Everything that a service has printed, over all its starts. */
  outputOf(machine: Machine, service: string): string
  /** The exit codes of a service that was stopped; null when it had to be killed. */
  exitsOf(machine: Machine, service: string): readonly (number | null)[]
}

/**
 * Starts services as processes, which end with this process: those of the page's packages as Debian's units do, and
 * that of the site as its unit file says.
 */
export function createServices(postgres: PostgresServer, ports: { redis: number; https: number }): Services {
  const running = new Map<string, Running>()
  const outputs = new Map<string, string>()
  const exits = new Map<string, (number | null)[]>()
  const idOf = ({ name }: Machine, service: string) => `${service} on ${name}`

  function programOf(machine: Machine, service: string): Program {
    if (service === 'redis-server') {
      const command = [process.env.REDIS_SERVER_PATH || service, machine.at('etc/redis/redis.conf')]
      return { command, port: ports.redis }
    }
    if (service === 'haproxy') {
      const config = machine.at('etc/haproxy/haproxy.cfg')
      return { command: [process.env.HAPROXY_PATH || service, '-db', '-f', config], port: ports.https }
    }
    const unit = readUnitFile(machine.at(`etc/systemd/system/${service}.service`))
    return {
      command: unit.command,
      cwd: unit.workingDirectory,
      env: { PATH: process.env.PATH, ...unit.environment, ...machine.environment },
      stopSeconds: unit.stopSeconds,
    }
  }

  async function start(machine: Machine, service: string): Promise<void> {
    const id = idOf(machine, service)
    const program = programOf(machine, service)
    const [command = '', ...args] = program.command
    const child = spawn(command, args, {
      cwd: program.cwd ?? machine.folder,
      env: program.env ?? { PATH: process.env.PATH },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => outputs.set(id, (outputs.get(id) ?? '') + text))
    const gone = once(child, 'exit')
    const guard = startProcessGuard({})
    guard.watch(child.pid)
    gone.then(guard.end, guard.end)
    running.set(id, { child, gone, program })
    if (program.port === undefined) return
    while (!(await isOpen(program.port)))
      if (child.exitCode !== null) throw new Error(`${id} did not start:\n${outputs.get(id)}`)
  }

  async function stop(id: string): Promise<void> {
    const found = running.get(id)
    if (!found) return
    running.delete(id)
    const { child, gone, program } = found
    const timer = setTimeout(() => child.kill('SIGKILL'), (program.stopSeconds ?? 90) * 1000)
    child.kill('SIGTERM')
    await gone
    clearTimeout(timer)
    exits.set(id, [...(exits.get(id) ?? []), child.exitCode])
  }

  async function control(machine: Machine, args: readonly string[]): Promise<void> {
    const [verb, service = ''] = args.filter((arg) => arg !== '--now')
    const id = idOf(machine, service)
    if (verb === 'daemon-reload') return
    if (verb === 'restart' && service === 'postgresql') {
      await postgres.kill()
      await postgres.start()
    } else if (verb === 'restart' || verb === 'stop') {
      await stop(id)
      if (verb === 'restart') await start(machine, service)
    } else if (verb === 'enable' && args.includes('--now')) await start(machine, service)
    else throw new Error(`systemctl ${args.join(' ')}`)
  }

  return {
    control,
    outputOf: (machine, service) => outputs.get(idOf(machine, service)) ?? '',
    exitsOf: (machine, service) => exits.get(idOf(machine, service)) ?? [],
    async [Symbol.asyncDispose]() {
      for (const { child, gone } of running.values()) {
        child.kill('SIGKILL')
        await gone
      }
    },
  }
}
