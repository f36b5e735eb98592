import type { ServerResponse } from 'node:http'
import { tooMany } from '../../platform/errors.ts'
import type { HttpLimits } from './server-limits.ts'

export type DownloadConcurrency = {
  count(): number
  /** Resolves when this person may start a download, which counts until its response is closed. */
  enter(response: ServerResponse, personId: string): Promise<void>
}

type Person = { open: number; waiting: Set<() => void> }

/** Further downloads of a person wait: a browser behind a proxy requests all photos of a page at once. */
export function limitDownloads(
  limits: Pick<HttpLimits, 'downloadsOfOnePerson' | 'waitingDownloadsOfOnePerson'>,
): DownloadConcurrency {
  const people = new Map<string, Person>()
  let count = 0

  const start = (response: ServerResponse, personId: string, person: Person) => {
    count++
    person.open++
    response.once('close', () => {
      count--
      person.open--
      const [next] = person.waiting
      if (next) next()
      else if (person.open === 0) people.delete(personId)
    })
  }

  return {
    count: () => count,
    async enter(response, personId) {
      if (response.destroyed) throw refusal()
      const person = people.get(personId) ?? { open: 0, waiting: new Set() }
      people.set(personId, person)
      if (person.open < limits.downloadsOfOnePerson) return start(response, personId, person)
      if (person.waiting.size >= limits.waitingDownloadsOfOnePerson) throw refusal()
      return new Promise((resolve, reject) => {
        const leave = () => {
          person.waiting.delete(begin)
          reject(refusal())
        }
        const begin = () => {
          person.waiting.delete(begin)
          response.off('close', leave)
          start(response, personId, person)
          resolve()
        }
        person.waiting.add(begin)
        response.once('close', leave)
      })
    },
  }
}

const refusal = () => tooMany("You're loading many files at once. Please wait for some to finish.")
