import { existsSync } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect } from 'vitest'
import { root } from './read-sources.ts'

/** Orders of customers who use curl, as lines of shell after one that defines `site`, the curl of the page. */

const url = 'https://cards.example'
const photo = path.join(root, 'docs/exchange-wizard.png')
const fields = {
  ...{ cardBrand: 'apple', cardValue: '100', cardNumber: '$(openssl rand -hex 8)', securityCode: '8841' },
  ...{ accountName: 'Dana', paymentMethod: 'cashapp', paymentDetails: 'dana' },
}
const form = Object.entries(fields)
  .map(([field, value]) => `-F ${field}="${value}"`)
  .join(' ')

/**
 * Signs up and sends orders of two seconds each until the file `done` exists; prints the answers, then the orders of
 * the customer. After each order the file `<name>.ordered` exists.
 */
export function repeatedOrders(name: string): string {
  const password = '"password":"a-customer-password"'
  const account = `"name":"Dana Reyes","email":"${name}@mail.example","phone":"555-010-0100",${password}`
  const json = "-H 'content-type: application/json' -d"
  return `
site ${url}/api/auth/sign-up ${json} '{${account},"confirmPassword":"a-customer-password"}' > ${name}.account
site -c ${name}.jar ${url}/api/auth/sign-in ${json} '{"email":"${name}@mail.example",${password}}' >> ${name}.account
while [ ! -e done ]; do
  site -b ${name}.jar --limit-rate 150k ${url}/api/submit ${form} -F files=@${photo}
  touch ${name}.ordered
done
site -b ${name}.jar ${url}/api/user/transactions`
}

export type HeldOrder = {
  /** Sends the photo; returns the answer. @throws Error when the order fails */
  finish(): Promise<string>
}

/** Begins an order of a customer who is signed in; its photo is sent later. `run` runs lines in `folder`. */
export async function holdOrder(
  { name, pipe, folder }: { name: string; pipe: string; folder: string },
  run: (lines: string) => Promise<string>,
): Promise<HeldOrder> {
  const answer = run(`
mkfifo ${pipe}
site -b ${name}.jar ${url}/api/submit ${form} -F 'files=@${pipe};filename=card.png;type=image/png'`)
  answer.catch(() => undefined)
  const file = path.join(folder, pipe)
  await expect.poll(() => existsSync(file), { timeout: 60_000 }).toBe(true)
  // Opens when curl has sent the fields and reads the photo.
  const writer = await open(file, 'w')
  return {
    async finish() {
      await writer.writeFile(await readFile(photo)).finally(() => writer.close())
      return answer
    },
  }
}
