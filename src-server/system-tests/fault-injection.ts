import { execFileSync } from 'node:child_process'
import { closeSync, existsSync, openSync, readSync, writeSync } from 'node:fs'
import path from 'node:path'

/** Kinds of calls that can be made to fail, and of files they go to, as `fail-nth.c` numbers them. */
export const calls = {
  open: 1,
  write: 2,
  sync: 4,
  rename: 8,
  unlink: 16,
  mkdir: 32,
  truncate: 64,
  link: 128,
  read: 256,
  syncing: 512,
}
export const places = { other: 1, database: 2, wal: 4, shm: 8, object: 16, folder: 32, socket: 64 }
export const errnos = { EIO: 5, EMFILE: 24, ENOSPC: 28, EROFS: 30 } as const

export type Call = keyof typeof calls
export type Place = keyof typeof places

export type Fault = {
  call: Call | readonly Call[]
  error: keyof typeof errnos
  /** The call that fails, counted from 1 since it was armed. */
  nth: number
  /** Whether all that follow fail as well. */
  onwards?: boolean
  /** Whether a write that fails leaves half of its bytes behind. */
  torn?: boolean
  /** On which files; without it on all of the data folder. */
  place?: Place
}

/** One call the server made, in the order they ended; 'syncing' is where a sync began, 'open' a new file; a 'rename' has no descriptor. */
export type Recorded = { call: Call; place: Place; descriptor: number }

const HEAD_WORDS = 10
const MOST_ENTRIES = 16_384
const field = { calls: 0, places: 1, nth: 2, error: 3, onwards: 4, torn: 5, counted: 6, failed: 7, recording: 8 }

/**
 * A disk that fails when told to, for a server over `dataDir` that is started with its `env`. Only on Linux; needs the
 * C compiler that the packages need too.
 * @param folder where the library is built and the control file lies, outside `dataDir`
 */
export function faultyDisk(folder: string, dataDir: string) {
  const library = path.join(folder, 'fail-nth.so')
  const source = path.join(import.meta.dirname, 'fail-nth.c')
  if (!existsSync(library)) execFileSync('cc', ['-shared', '-fPIC', '-O2', source, '-o', library, '-ldl'])
  const control = path.join(folder, 'fail-nth.control')
  const file = openSync(control, 'w+')
  writeSync(file, Buffer.alloc((HEAD_WORDS + MOST_ENTRIES) * 4))

  const words = (at: number, count: number) => {
    const bytes = Buffer.alloc(count * 4)
    readSync(file, bytes, 0, bytes.length, at * 4)
    return Array.from({ length: count }, (_, index) => bytes.readUInt32LE(index * 4))
  }
  const set = (at: number, ...values: number[]) => {
    const bytes = Buffer.alloc(values.length * 4)
    for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, index * 4)
    writeSync(file, bytes, 0, bytes.length, at * 4)
  }

  return {
    env: { LD_PRELOAD: library, FAIL_NTH_CONTROL: control, FAIL_NTH_FOLDER: dataDir },

    /** From now on this fault happens. */
    arm({ call, error, nth, onwards = false, torn = false, place }: Fault): void {
      const kinds = [call].flat().reduce((sum, each) => sum + calls[each], 0)
      set(field.counted, 0, 0)
      set(field.places, place ? places[place] : 0xff, nth, errnos[error], Number(onwards), Number(torn))
      set(field.calls, kinds)
    },

    /** The disk is well again. Answers how many calls were seen since it was armed, and how many of them failed. */
    heal(): { counted: number; failed: number } {
      set(field.calls, 0)
      const [counted = 0, failed = 0] = words(field.counted, 2)
      return { counted, failed }
    },

    /** Forgets what was recorded and records anew. */
    record(): void {
      set(field.recording, 1, 0)
    },

    /** What was recorded since. @throws when it was more than there is room for. */
    recorded(): Recorded[] {
      const [count = 0] = words(field.recording + 1, 1)
      if (count > MOST_ENTRIES) throw new Error('More was recorded than there is room for.')
      return words(HEAD_WORDS, count).map((entry) => ({
        call: named(calls, entry >>> 19),
        place: named(places, (entry >>> 12) & 0x7f),
        descriptor: entry & 0xfff,
      }))
    },

    [Symbol.dispose]: () => closeSync(file),
  }
}

export type FaultyDisk = ReturnType<typeof faultyDisk>

function named<Name extends string>(numbers: Readonly<Record<Name, number>>, number: number): Name {
  const found = (Object.keys(numbers) as Name[]).find((name) => numbers[name] === number)
  if (!found) throw new Error(`${number} is no kind of call or file.`)
  return found
}
