import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import path from 'node:path'
import { builtFile } from './built-site.ts'
import { freePort } from './free-port.ts'
import { root } from './read-sources.ts'
import { tempFolder } from './temp-folder.ts'

/** The machines of docs/cluster-debian.md, by the last number of their address. */
const numbers = { proxy: 10, node1: 11, node2: 12, data: 20 } as const
export type MachineName = keyof typeof numbers

export type Machine = {
  name: MachineName
  /** Stands for `/` of the machine. */
  folder: string
  /** A path of the machine. */
  at(file: string): string
  /** The port that stands for 3000 on a node. */
  port: number
  /** What differs between nodes that share this machine; `.env` is the same on all. */
  environment: Record<string, string>
  /** A text of the page or of deploy/ as the reader of the test writes it. */
  own(text: string): string
}

export type Ports = { postgres: number; redis: number; https: number; http: number }
type Store = { endpoint: string; bucket: string; accessKeyId: string; secretAccessKey: string }

export type Machines = Disposable & {
  machines: Readonly<Record<MachineName, Machine>>
  ports: Ports
  /** The address of the site. */
  site: string
}

const REMOTE_FOLDERS = /root@10\.0\.0\.(\d+):\//g
const OWN_FOLDERS = /(?<![\w.:-])\/(?=(?:etc|root|srv|usr\/local|var\/lib)\/)/g
const isRoot = userInfo().uid === 0

type Places = Readonly<Record<MachineName, { folder: string; port: number }>>
type Substitution = readonly [from: string | RegExp, to: string | ((...parts: string[]) => string)]

/**
 * Everything that the test changes in the commands and files of the page, and why. Addresses, the bucket and its key
 * are what the page says to replace.
 */
function substitutionsOf(machine: MachineName, all: Places, { ports, store }: Made): readonly Substitution[] {
  const machineAt = (number: string) =>
    all[Object.entries(numbers).find(([, each]) => String(each) === number)?.[0] as MachineName]
  return [
    // Each machine is a folder.
    [REMOTE_FOLDERS, (_, number = '') => `${machineAt(number).folder}/`],
    [OWN_FOLDERS, `${all[machine].folder}/`],
    // All of them are this machine, where each program has a free port.
    ['10.0.0.20:5432', `127.0.0.1:${ports.postgres}`],
    ['10.0.0.20:6379', `127.0.0.1:${ports.redis}`],
    ['10.0.0.11:3000', `127.0.0.1:${all.node1.port}`],
    ['10.0.0.12:3000', `127.0.0.1:${all.node2.port}`],
    ['127.0.0.1:3000', `127.0.0.1:${all[machine].port}`],
    ['10.0.0.10:80/', `127.0.0.1:${ports.http}/`],
    ['10.0.0.0/24', '127.0.0.0/24'],
    [/10\.0\.0\.\d+/g, '127.0.0.1'],
    ['bind :443', `bind 127.0.0.1:${ports.https}`],
    [/bind :80$/gm, `bind 127.0.0.1:${ports.http}`],
    ['cards.example:443', `cards.example:${ports.https}`],
    ['https://cards.example', `https://cards.example:${ports.https}`],
    ['https://s3.example', store.endpoint],
    ['s3_bucket=gift-card-exchange', `s3_bucket=${store.bucket}`],
    ['the-id-of-the-key', store.accessKeyId],
    ['the-secret-of-the-key', store.secretAccessKey],
    // The users of packages may be missing here, and PostgreSQL of the tests has another one.
    ['-m 700 -o postgres -g postgres', '-m 777'],
    [' -g redis', ''],
    [/^ {2}(?:user|group|chroot) .*\n/gm, isRoot ? (line) => line : ''],
    // The Node.js of the test run.
    ['/usr/bin/node', process.execPath],
  ]
}

type Made = { ports: Ports; store: Store }

/** Makes the machines of the page as folders of this one, each with the sources in place. Dispose of it. */
export async function makeMachines(postgresUrl: string, store: Store): Promise<Machines> {
  const folder = tempFolder()
  // PostgreSQL of the tests runs as another user.
  chmodSync(folder.path, 0o711)
  const ports = {
    postgres: Number(new URL(postgresUrl).port),
    redis: await freePort(),
    https: await freePort(),
    http: await freePort(),
  }
  const names = Object.keys(numbers) as MachineName[]
  const places = {} as Record<MachineName, { folder: string; port: number }>
  for (const name of names) places[name] = { folder: path.join(folder.path, name), port: await freePort() }
  const machines = {} as Record<MachineName, Machine>
  for (const name of names) {
    const rules = substitutionsOf(name, places, { ports, store })
    const at = (file: string) => path.join(places[name].folder, file)
    const machine: Machine = {
      name,
      ...places[name],
      environment: { PORT: String(places[name].port), DATA_DIR: at('var/lib/gift-card-exchange'), NODE_NAME: name },
      at,
      own: (text) => rules.reduce((changed, [from, to]) => changed.replaceAll(from, to as string), text),
    }
    furnish(machine, ports)
    machines[name] = machine
  }
  return {
    machines,
    ports,
    site: `https://cards.example:${ports.https}`,
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  }
}

/** What packages and the reader have put there before the first command. */
function furnish({ name, at, own }: Machine, ports: Ports): void {
  const made = ['etc/haproxy', 'etc/redis', 'etc/systemd/system', 'root', 'srv/gift-card-exchange/deploy/haproxy']
  for (const each of [...made, 'usr/local/bin', 'var/lib/haproxy', 'var/lib/gift-card-exchange', 'var/lib/postgresql'])
    mkdirSync(at(each), { recursive: true })
  writeFileSync(at('etc/redis/redis.conf'), `port ${ports.redis}\ndir ${at('var/lib')}\n`)
  for (const folder of ['deploy', 'deploy/haproxy'])
    for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true }))
      if (entry.isFile()) {
        const text = own(readFileSync(path.join(root, folder, entry.name), 'utf8'))
        writeFileSync(at(path.join('srv/gift-card-exchange', folder, entry.name)), text)
      }
  if (!name.startsWith('node')) return
  const sources = at('srv/gift-card-exchange')
  for (const file of ['package.json', 'scripts'])
    cpSync(path.join(root, file), path.join(sources, file), { recursive: true })
  cpSync(builtFile(), path.join(sources, 'dist'), { recursive: true })
  symlinkSync(path.join(root, 'node_modules'), path.join(sources, 'node_modules'))
}
