import { execFileSync } from 'node:child_process'
import { closeSync, existsSync, openSync, readSync, writeSync } from 'node:fs'
import path from 'node:path'

/** Calls that can fail, and kinds of files, numbered as in `fail-nth.c`. */
const calls = {
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
const places = { other: 1, database: 2, wal: 4, shm: 8, object: 16, folder: 32, socket: 64 }
const errnos = { EIO: 5, EMFILE: 24, ENOSPC: 28, EROFS: 30 } as const

type Call = keyof typeof calls
type Place = keyof typeof places

export type Fault = {
  call: Call | readonly Call[]
  error: keyof typeof errnos
  /** The call that fails, counted from 1 since `arm`. */
  nth: number
  /** Whether all later calls fail as well. */
  onwards?: boolean
  /** Whether a failing write stores half of its bytes. */
  torn?: boolean
  /** The kind of files the fault applies to; by default the whole data folder. */
  place?: Place
}

/**
 * One call of the server, in order of completion. 'syncing' is the beginning of a sync, 'open' a new file; a 'rename'
 * has no descriptor.
 */
export type Recorded = { call: Call; place: Place; descriptor: number }

const HEAD_WORDS = 10
const MAX_ENTRIES = 16_384
const field = { calls: 0, places: 1, nth: 2, error: 3, onwards: 4, torn: 5, counted: 6, failed: 7, recording: 8 }

/**
 * Injects disk faults into a server over `dataDir` that is started with its `env`. Linux only; needs the C compiler
 * that building the packages needs.
 * @param folder for the library and the control file, outside `dataDir`
 */
export function faultyDisk(folder: string, dataDir: string) {
  const library = path.join(folder, 'fail-nth.so')
  const source = path.join(import.meta.dirname, 'fail-nth.c')
  if (!existsSync(library)) execFileSync('cc', ['-shared', '-fPIC', '-O2', source, '-o', library, '-ldl'])
  const control = path.join(folder, 'fail-nth.control')
  const file = openSync(control, 'w+')
  writeSync(file, Buffer.alloc((HEAD_WORDS + MAX_ENTRIES) * 4))

  const readUint32s = (at: number, count: number) => {
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

    /** Injects this fault from now on. */
    arm({ call, error, nth, onwards = false, torn = false, place }: Fault): void {
      const kinds = [call].flat().reduce((sum, each) => sum + calls[each], 0)
      set(field.counted, 0, 0)
      set(field.places, place ? places[place] : 0xff, nth, errnos[error], Number(onwards), Number(torn))
      set(field.calls, kinds)
    },

    /** Removes the fault. Returns how many calls were counted since `arm`, and how many of them failed. */
    heal(): { counted: number; failed: number } {
      set(field.calls, 0)
      const [counted = 0, failed = 0] = readUint32s(field.counted, 2)
      return { counted, failed }
    },

    /** Clears the recording and starts a new one. */
    record(): void {
      set(field.recording, 1, 0)
    },

    /** The recorded calls. @throws when the recording has overflowed */
    recorded(): Recorded[] {
      const [count = 0] = readUint32s(field.recording + 1, 1)
      if (count > MAX_ENTRIES) throw new Error('More was recorded than the buffer can hold.')
      return readUint32s(HEAD_WORDS, count).map((entry) => ({
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
