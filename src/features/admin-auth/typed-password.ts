/**
 * The one-time password that a new member of staff has just signed in with, so that the form which replaces it does not
 * ask for it again. It is in the memory of this page only, until it is replaced.
 */
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
