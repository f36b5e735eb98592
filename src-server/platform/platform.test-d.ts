/** Compiles only while no dependency brings the types of the DOM into the server's project. */
type Absent<Name extends never> = Name
export type DomGlobals = Absent<Extract<keyof typeof globalThis, 'document' | 'window'>>
