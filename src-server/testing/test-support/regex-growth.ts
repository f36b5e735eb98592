import { type HostileString, hostileStrings } from './hostile-strings.ts'

/** Long enough that a quadratic search takes tens of milliseconds on any machine, and a linear one two at most. */
const LONGEST = 65_536
const SCREENED = 2_048
/** In microseconds. */
const SUSPICIOUS = 80
const SLOW = 8_000
/** Four times the length takes a linear search four times as long, and a quadratic one sixteen times. */
const MOST_GROWTH = 9
const ATTEMPTS = 8

/** A kind of string for which the time of a regex grows faster than the length; undefined when there is none. */
export function findSuperlinear(pattern: string, flags: string): HostileString | undefined {
  const regex = new RegExp(pattern, flags)
  return hostileStrings(pattern, flags).find((each) => isSuperlinear(regex, each))
}

function isSuperlinear(regex: RegExp, hostile: HostileString): boolean {
  const search = (length: number) => searchOf(regex, hostile, length)
  // Short ones first: an exponential search of a long one would not end.
  for (let length = 16; length < 64; length += 4) if (isAlways(search(length), (time) => time > SLOW)) return true
  if (!isAlways(search(SCREENED), (time) => time >= SUSPICIOUS)) return false
  for (let length = SCREENED; length <= LONGEST; length *= 2) {
    const shorter = search(length / 4)
    // A busy machine can make the shorter search seem slow, so a longer pair is measured before this is believed.
    if (isAlways(search(length), (time) => time > SLOW && time > MOST_GROWTH * shorter())) return true
  }
  return false
}

/** Whether each attempt takes such a time: other programs and the first compilation only add to it. */
function isAlways(search: () => number, is: (time: number) => boolean): boolean {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) if (!is(search())) return false
  return true
}

/** A search whose call returns its processor time. */
function searchOf(regex: RegExp, { front, repeated, end }: HostileString, length: number): () => number {
  const text = front + repeated.repeat(Math.ceil(length / repeated.length)) + end
  return () => {
    const before = process.cpuUsage()
    if (regex.global) text.replace(regex, '')
    else regex.test(text)
    const { user, system } = process.cpuUsage(before)
    return user + system
  }
}
