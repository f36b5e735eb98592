/** Saves a new member of staff from typing their one-time password twice. In the memory of this page only. */
let typed: string | undefined

export const typedPassword = {
  get: () => typed,
  keep(password: string): void {
    typed = password
  },
  forget(): void {
    typed = undefined
  },
}
